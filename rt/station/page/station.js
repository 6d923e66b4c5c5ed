// SPDX-License-Identifier: MIT
// The instructor's page: asks for the newest values again and again, shows them, and sends commands.
import { drawPlan, drawStrip } from "/draw.js";
import { beginOthers } from "/others.js";
import { asked, showScore } from "/score.js";

const KEPT = 1250; // rows of the strip charts: two minutes at 10 Hz
const LOST_MS = 3000, AGAIN_MS = 1000;
const ORDERS = ["engine", "rudder", "thruster"];
const STRIPS = [["tension"], ["speed"], ["chain_out"], ["lever", "brake"]];
const $ = (id) => document.getElementById(id);
const words = (name) => name.replaceAll("_", " ");

let table = null, seen = 0, lines = 0, scored = 0, rows = [], times = [], newest = null;

const addOther = beginOthers($("others"));
if (location.hash.length > 1) {
  const [own, ...others] = location.hash.slice(1).split(",");
  sessionStorage.setItem("token", own);
  others.forEach(addOther);
  history.replaceState(null, "", "/"); // the token stays out of the address bar
}

async function ask(path, body) {
  const request = { headers: { Authorization: `Bearer ${sessionStorage.getItem("token") ?? ""}` } };
  if (body) Object.assign(request, { method: "POST", body: JSON.stringify(body) });
  else request.signal = AbortSignal.timeout(LOST_MS);
  const r = await fetch(path, request);
  const answer = await r.json();
  if (!r.ok) throw Object.assign(new Error(answer.error), { code: r.status });
  return answer;
}

function make(parent, tag, text, change) {
  const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text;
  if (change) change(e);
  parent.append(e);
  return e;
}

async function act(command, said) {
  const show = (text, good) => {
    $("answer").textContent = text;
    $("answer").className = good ? "good" : "bad";
  };
  try {
    const a = await ask("/command", command);
    show(a.paused ? `${said}: acts when time runs` : `${said}: frame ${a.frame}, ${a.t.toFixed(3)} s`, true);
  } catch (e) {
    show(`${said}: ${e.message}`, false);
  }
}

// ---- set-up by the table

function slider(name) {
  const row = make($("orders"), "label", name, (e) => (e.className = "slider"));
  const input = make(row, "input", undefined, (e) => Object.assign(e, { type: "range", min: -100, max: 100, step: 5, value: 0, id: `order_${name}` }));
  const output = make(row, "output", "0 %");
  input.addEventListener("input", () => (output.textContent = `${input.value} %`));
  input.addEventListener("change", () => act({ do: "order", order: name, share: input.value / 100 }, `${name} ${input.value} %`));
}

function showExercise(e) {
  for (const id of ["exercise", "score"]) $(id).hidden = !e;
  document.querySelector("main").classList.toggle("scored", Boolean(e));
  for (const id of ["objectives", "reports", "acts", "total"]) $(id).replaceChildren();
  if (!e) return;
  $("exercise_title").textContent = `${e.title}: ${(e.time_limit / 60).toFixed(1)} min`;
  for (const o of e.objectives) {
    make($("objectives"), "li", `${words(o.name)}: ${asked(o)}, ${o.weight} points${o.critical ? ", must be met" : ""}`);
  }
  for (const r of e.reports) make($("reports"), "li", `${words(r.say)} when ${r.when}`);
  e.acts.forEach((a, k) => {
    if (!a.button) return;
    const b = make($("acts"), "button", words(a.name), (e) => (e.id = `act_${k}`));
    b.addEventListener("click", () => act({ do: "press", act: k + 1 }, words(a.name)));
  });
}

function showTable() {
  $("title").textContent = `${table.title} – run ${table.run}`;
  $("role").textContent = table.role;
  for (const id of ["gauges", "failures", "strips", "log", "moments"]) $(id).replaceChildren();
  for (const row of [...$("orders").querySelectorAll("label")]) row.remove();
  for (const name of ORDERS) slider(name);
  table.failures.forEach((f, k) => {
    const b = make($("failures"), "button", words(f), (e) => (e.id = `failure_${k}`));
    b.addEventListener("click", () => {
      const on = !b.classList.contains("on");
      act({ do: "failure", failure: f, on }, `${words(f)} ${on ? "on" : "off"}`);
    });
  });
  STRIPS.forEach(() => make($("strips"), "canvas"));
  showExercise(table.exercise);
  rows = [];
  times = [];
  seen = lines = scored = 0;
  if (table.role !== "instructor")
    for (const e of document.querySelectorAll("main button, main input, #pause")) e.disabled = true;
}

// ---- values

function showGauges(v) {
  const shown = [];
  table.channels.forEach((c, k) => {
    if (v.numbers[k] !== null) shown.push([c.label, `${v.numbers[k].toFixed(Math.abs(v.numbers[k]) < 10 ? 2 : 1)} ${c.unit}`]);
  });
  const states = table.failures.length ? Object.entries(v.states) : [];
  $("gauges").replaceChildren();
  for (const [label, value] of [...shown, ...states]) {
    make($("gauges"), "dt", label);
    make($("gauges"), "dd", value);
  }
  $("alarms").replaceChildren();
  for (const k of v.alarms) make($("alarms"), "li", table.alarms[k].name, (e) => (e.className = table.alarms[k].priority));
  if (!v.alarms.length) make($("alarms"), "li", "none", (e) => (e.className = "good"));
}

function showControls(v) {
  const run = v.numbers[table.channels.findIndex((c) => c.name === "engine")];
  $("orders").hidden = run === null;
  for (const name of ORDERS) {
    const input = $(`order_${name}`), share = v.numbers[table.channels.findIndex((c) => c.name === name)];
    if (share === null || input.matches(":active")) continue;
    input.value = share;
    input.nextSibling.textContent = `${Math.round(share)} %`;
  }
  table.failures.forEach((_, k) => $(`failure_${k}`).classList.toggle("on", v.failures.includes(k)));
  table.exercise?.acts.forEach((a, k) => {
    if (!a.button) return;
    const b = $(`act_${k}`), done = v.acts.includes(k);
    b.classList.toggle("done", done);
    b.disabled = done || table.role !== "instructor";
  });
  $("order").textContent = v.order && table.exercise ? table.exercise.acts[v.order - 1].order : "";
  $("pause").textContent = v.runs ? "Pause" : "Resume";
  $("state").textContent = v.ended ? "ended" : v.runs ? "running" : v.rewound ? "rewound: resume makes a branch" : "paused";
  $("state").className = v.runs ? "good" : "warning";
  $("clock").textContent = `${v.t.toFixed(1)} s`;
}

function showMoments(v) {
  if (v.snapshots.length === $("moments").children.length) return;
  $("moments").replaceChildren();
  for (const m of v.snapshots) {
    const b = make($("moments"), "button", `to ${m.name}, ${m.t.toFixed(1)} s`, (e) => (e.disabled = table.role !== "instructor"));
    b.addEventListener("click", () => act({ do: "restore", name: m.name }, `restore ${m.name}`));
  }
}

function showLog(v) {
  for (const l of v.log) {
    if (l.number <= lines) continue;
    if (l.number > lines + 1 && lines) make($("log"), "li", `${l.number - lines - 1} lines not received`);
    lines = l.number;
    make($("log"), "li", `${l.t.toFixed(1)} s  ${l.text}`, (e) => (e.className = l.kind));
  }
  while ($("log").children.length > 300) $("log").firstChild.remove();
  if (v.log.length) $("log").scrollTop = $("log").scrollHeight;
}

function showStrips(v) {
  if (times.length && v.t < times[times.length - 1]) rows = times = [];
  if (!times.length || v.t > times[times.length - 1]) {
    times = [...times, v.t].slice(-KEPT);
    rows = [...rows, v.numbers].slice(-KEPT);
  }
  STRIPS.forEach((names, n) => {
    const at = names.map((name) => table.channels.findIndex((c) => c.name === name));
    const series = at.map((k) => ({ label: table.channels[k].label, values: rows.map((r) => r[k]) }));
    drawStrip($("strips").children[n], times, series, table.channels[at[0]].unit);
  });
}

function show(v) {
  showGauges(v);
  showControls(v);
  showMoments(v);
  showLog(v);
  showStrips(v);
  if (v.score) {
    scored = v.scored;
    showScore({ total: $("total"), objectives: $("objectives"), reports: $("reports") }, v.score, table.exercise);
  }
  $("plan_part").hidden = !v.plan;
  if (v.plan) drawPlan($("plan"), v.plan);
}

async function follow() {
  for (;;) {
    try {
      if (!table) {
        table = await ask("/table");
        $("pair").hidden = true;
        showTable();
      }
      const v = await ask(`/values?after=${seen}&log=${lines}&score=${scored}`);
      if (v.run !== table.run || v.sequence < seen) {
        table = null;
        continue;
      }
      $("link").textContent = v.ended ? "the run has ended" : v.sequence === seen ? "the simulator is busy" : "connected";
      $("link").className = v.sequence === seen ? "warning" : "good";
      seen = v.sequence;
      newest = v;
      show(v);
    } catch (e) {
      $("link").textContent = e.code === 401 ? "no access: open the address that hawse printed" : "connection lost, trying again";
      $("link").className = "bad";
      $("pair").hidden = e.code !== 401 || location.protocol !== "https:";
      table = null;
      seen = 0;
      await new Promise((again) => setTimeout(again, AGAIN_MS));
    }
  }
}

$("pause").addEventListener("click", () => newest && act({ do: newest.runs ? "pause" : "resume" }, newest.runs ? "pause" : "resume"));
async function pair(request, done) {
  try {
    const a = await ask("/pair", request);
    if (a.token) sessionStorage.setItem("token", a.token);
    $("paired").textContent = done;
  } catch (e) {
    $("paired").textContent = e.message;
  }
}
$("ask").addEventListener("click", () => pair({ ask: true }, "look at the simulator's screen"));
$("pair").addEventListener("submit", (e) => {
  e.preventDefault();
  pair({ code: $("code").value.trim() }, "paired");
});
$("other").addEventListener("submit", (e) => {
  e.preventDefault();
  const good = addOther($("other_address").value);
  $("other_said").textContent = good ? "" : "expected the address that the other hawse printed for viewers, with its token";
  if (good) $("other_address").value = "";
});
for (const seconds of [10, 30])
  $(`back_${seconds}`).addEventListener("click", () => act({ do: "back", seconds }, `back ${seconds} s`));
$("keep").addEventListener("click", () => {
  const name = $("note_text").value.trim() || `at ${newest.t.toFixed(1)} s`;
  act({ do: "snapshot", name }, `snapshot ${name}`);
  $("note_text").value = "";
});
$("note").addEventListener("submit", (e) => {
  e.preventDefault();
  const text = $("note_text").value.trim();
  if (!text) return;
  act({ do: "note", text }, "note");
  $("note_text").value = "";
});
follow();
