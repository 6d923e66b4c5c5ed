// SPDX-License-Identifier: MIT
// The live score: objectives, reports and forbidden acts with their points so far.
const words = (name) => name.replaceAll("_", " ");
const points = (v) => (Math.round(10 * v) / 10).toFixed(1);

function row(list, mark, kind, text, value, title) {
  const li = document.createElement("li");
  li.className = kind;
  for (const [name, content] of [["mark", mark], ["what", text], ["points", value]]) {
    const span = document.createElement("span");
    span.className = name;
    span.textContent = content;
    li.append(span);
  }
  if (title) li.title = title;
  list.append(li);
}

// An objective's state: open until its occasion came, or its event came.
function stateOf(item, final) {
  if (!item.judged) return ["…", "open", "not yet asked"];
  if (item.failed && (final || item.value !== null)) return ["✗", "bad", "failed"];
  if (item.value === null && !final) return ["…", "open", "open"];
  if (item.points >= item.of) return ["✓", "good", "all points"];
  return item.points > 0 ? ["~", "warning", "part of the points"] : ["✗", "bad", "no points"];
}

/** What an objective asks for, in the words of its file. */
export function asked(o) {
  return `${o.what}${o.full ? ` (full to ${o.full}, none from ${o.zero || "there"})` : ""}`;
}

function showReport(list, r, now) {
  const call = `${words(r.say)}${r.number ? ` ${r.number}` : ""}`;
  const due = r.due === null ? "" : `due ${r.due.toFixed(1)} s`;
  const given = r.given === null ? "" : `given ${r.given.toFixed(1)} s`;
  const [mark, kind, text] = {
    due: ["!", "warning", `${due}, ${Math.max(0, now - (r.due ?? now)).toFixed(0)} s ago: not given yet`],
    given: ["✓", "good", `${due}, ${given}`],
    late: ["~", "warning", `${due}, ${given}: late`],
    missed: ["✗", "bad", `${due}: not given in time`],
    "not so": ["?", "open", `${given}: it was not so`],
  }[r.state];
  row(list, mark, kind, `${call}: ${text}`, "");
}

/** Shows the score {time, final, score, reports} in the elements at.total, at.objectives and at.reports; e: the
 * table's exercise. */
export function showScore(at, s, e) {
  const { score } = s, of = (kind) => score.items.filter((i) => i.kind === kind);
  at.total.textContent = score.of_100 === null
    ? "nothing judged yet"
    : `${points(score.of_100)} of 100 points ${s.final ? (score.passed ? "– passed" : "– not passed") : "if it ended now"} (pass mark ${score.pass_mark})`;
  at.total.className = score.failed_by && (s.final || of("forbidden").some((i) => i.failed)) ? "bad" : score.passed ? "good" : "";
  at.objectives.replaceChildren();
  of("objective").forEach((i, k) => {
    const [mark, kind, state] = stateOf(i, s.final);
    row(at.objectives, mark, kind, `${words(i.name)}${i.critical ? " (must be met)" : ""}: ${kind === "open" ? `${state}: ${asked(e.objectives[k])}` : i.text}`,
      `${points(i.points)} / ${i.of}`, i.text);
  });
  for (const i of of("forbidden"))
    row(at.objectives, i.value > 0 ? "✗" : "–", i.value > 0 ? "bad" : "", `forbidden: ${words(i.name)}: ${i.value} ${i.value === 1 ? "time" : "times"}`,
      i.value > 0 ? points(i.points) : "", i.text);
  at.reports.replaceChildren();
  of("report").forEach((i, k) => row(at.reports, "", "", `${words(i.name)} when ${e.reports[k].when}`, `${points(i.points)} / ${i.of}`, i.text));
  for (const r of s.reports) showReport(at.reports, r, s.time);
}
