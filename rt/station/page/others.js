// SPDX-License-Identifier: MIT
// Other stations beside this one: a card each, with state, gauges, score and alarms. They are only read.
const LOST_MS = 4000, AGAIN_MS = 1000, ALL_LINES = 999999999; // the log of another station is not shown
const GAUGES = ["tension", "speed", "chain_out", "brake"];

function make(parent, tag, text, name) {
  const e = document.createElement(tag);
  e.textContent = text ?? "";
  if (name) e.className = name;
  parent.append(e);
  return e;
}

async function read(other, path) {
  const r = await fetch(other.address + path, { headers: { Authorization: `Bearer ${other.token}` }, signal: AbortSignal.timeout(LOST_MS) });
  const answer = await r.json();
  if (!r.ok) throw new Error(answer.error);
  return answer;
}

function showValues(card, table, v, score) {
  card.title.textContent = table.title;
  card.state.textContent = `${v.t.toFixed(1)} s  ${v.ended ? "ended" : v.runs ? "running" : "paused"}`;
  card.state.className = v.runs && !v.ended ? "good" : "warning";
  const values = GAUGES.map((name) => table.channels.findIndex((c) => c.name === name)).filter((k) => v.numbers[k] !== null);
  card.gauges.textContent = values.map((k) => `${table.channels[k].label.split(",")[0]} ${v.numbers[k].toFixed(1)} ${table.channels[k].unit}`).join("\n");
  card.alarms.textContent = v.alarms.map((k) => table.alarms[k].name).join(", ");
  card.score.textContent = !score ? "" : score.score.of_100 === null ? "nothing judged yet" : `${score.score.of_100.toFixed(1)} of 100 points`;
}

async function follow(other, card) {
  let table = null, seen = 0, scored = 0, score = null;
  while (card.box.isConnected) {
    try {
      if (!table) {
        table = await read(other, "/table");
        seen = scored = 0;
        score = null;
      }
      const v = await read(other, `/values?after=${seen}&log=${ALL_LINES}&score=${scored}`);
      if (v.run !== table.run || v.sequence < seen) {
        table = null;
        continue;
      }
      seen = v.sequence;
      if (v.score) [scored, score] = [v.scored, v.score];
      showValues(card, table, v, score);
    } catch (e) {
      table = null;
      card.state.textContent = e instanceof TypeError || e.name === "TimeoutError" ? "no connection" : e.message;
      card.state.className = "bad";
      await new Promise((again) => setTimeout(again, AGAIN_MS));
    }
  }
}

function addCard(list, other, remove) {
  const box = make(list, "li"), title = make(box, "a", other.address);
  title.href = `${other.address}/#${other.token}`;
  title.target = "_blank";
  title.rel = "noopener";
  const close = make(box, "button", "×");
  close.title = "do not show it any more";
  const card = { box, title, state: make(box, "p"), score: make(box, "p", "", "points"), gauges: make(box, "pre"), alarms: make(box, "p", "", "alarm") };
  close.addEventListener("click", () => {
    box.remove();
    remove();
  });
  follow(other, card);
}

/** Shows the stations that this tab keeps; returns the function that adds one by "address/#token", false: another form. */
export function beginOthers(list) {
  const kept = JSON.parse(sessionStorage.getItem("others") ?? "[]");
  const keep = () => sessionStorage.setItem("others", JSON.stringify(kept));
  const show = (other) => addCard(list, other, () => {
    kept.splice(kept.indexOf(other), 1);
    keep();
  });
  kept.forEach(show);
  return (text) => {
    const [, address, token] = text.trim().match(/^(https?:\/\/[^/#]+)\/?#([0-9a-f]{64})$/) ?? [];
    if (!token) return false;
    if (kept.some((o) => o.address === address)) return true;
    kept.push({ address, token });
    keep();
    show(kept[kept.length - 1]);
    return true;
  };
}
