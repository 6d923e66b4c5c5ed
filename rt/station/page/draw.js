// SPDX-License-Identifier: MIT
// Strip charts and the plan of the anchor watch, on canvases.
const INK = "#dfe6ec", DIM = "#5c6f7f", LINES = ["#6fc3ff", "#ffb54a"];
const SPAN = 120; // [s]

/** Rounds a range outward to a grid of 1, 2 or 5 times a power of ten. */
function nice(low, high) {
  const raw = Math.max(high - low, 1e-3) / 3, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((k) => k * power).find((k) => k >= raw);
  return { low: Math.floor(low / step) * step, high: Math.ceil(high / step - 1e-9) * step, step };
}

/** Draws the series [{values, label}] of one unit against simulated time t (arrays of equal length). */
export function drawStrip(canvas, t, series, unit) {
  const w = (canvas.width = canvas.clientWidth), h = (canvas.height = canvas.clientHeight), c = canvas.getContext("2d");
  const end = t.length ? t[t.length - 1] : 0, left = 46, top = 16, bottom = h - 14;
  const all = series.flatMap((s) => s.values.filter((v, k) => v !== null && t[k] > end - SPAN));
  const r = nice(Math.min(0, ...all), Math.max(1, ...all));
  const x = (time) => left + (w - left - 6) * (1 - (end - time) / SPAN);
  const y = (v) => bottom - ((bottom - top) * (v - r.low)) / (r.high - r.low);
  c.font = "11px sans-serif";
  c.textAlign = "right";
  for (let v = r.low; v <= r.high + r.step / 2; v += r.step) {
    c.strokeStyle = "#22303b";
    c.strokeRect(left, y(v), w - left - 6, 0);
    c.fillStyle = DIM;
    c.fillText(+v.toPrecision(4), left - 4, y(v) + 4);
  }
  c.textAlign = "center";
  for (let s = 0; s < SPAN; s += 30) c.fillText(s ? `-${s} s` : "now", Math.min(x(end - s), w - 16), h - 2);
  series.forEach((s, n) => {
    c.textAlign = "left";
    c.fillStyle = c.strokeStyle = LINES[n];
    c.fillText(`${s.label} [${unit}]`, left + Math.min(230, (w - left) / 2) * n, 11);
    c.beginPath();
    let down = false;
    s.values.forEach((v, k) => {
      if (v === null || t[k] < end - SPAN) return (down = false);
      if (down) c.lineTo(x(t[k]), y(v));
      else c.moveTo(x(t[k]), y(v));
      down = true;
    });
    c.stroke();
  });
}

function arrow(c, x, y, toward, text) {
  c.save();
  c.translate(x, y);
  c.fillText(text, 14, 4);
  c.rotate(toward);
  c.beginPath();
  c.moveTo(0, 9);
  c.lineTo(0, -9);
  c.lineTo(-4, -3);
  c.moveTo(0, -9);
  c.lineTo(4, -3);
  c.stroke();
  c.restore();
}

/** Draws the plan: places are metres north and east of the circles' centre. */
export function drawPlan(canvas, p) {
  const w = (canvas.width = canvas.clientWidth), h = (canvas.height = canvas.clientHeight), c = canvas.getContext("2d");
  const points = [p.ship, p.hawse, p.anchor].filter((at) => at[0] !== null);
  const circles = [p.swing, p.limit].filter((v) => v > 0);
  const low = [0, 1].map((k) => Math.min(...points.map((at) => at[k] - p.length / 2), ...circles.map((v) => -v)));
  const high = [0, 1].map((k) => Math.max(...points.map((at) => at[k] + p.length / 2), ...circles));
  const scale = Math.min((h - 16) / Math.max(high[0] - low[0], 20), (w - 130) / Math.max(high[1] - low[1], 20));
  const x = (at) => (w + 110) / 2 + scale * (at[1] - (low[1] + high[1]) / 2);
  const y = (at) => h / 2 - scale * (at[0] - (low[0] + high[0]) / 2);
  c.font = "12px sans-serif";
  c.strokeStyle = DIM;
  for (const radius of circles) {
    c.setLineDash(radius === p.limit ? [] : [5, 4]);
    c.beginPath();
    c.arc(x([0, 0]), y([0, 0]), scale * radius, 0, 7);
    c.stroke();
  }
  c.setLineDash([]);
  c.strokeStyle = "#8e7a4a";
  c.beginPath();
  p.track.forEach((at) => c.lineTo(x(at), y(at)));
  c.stroke();
  c.strokeStyle = p.outside ? "#ff6b5e" : INK;
  c.save();
  c.translate(x(p.ship), y(p.ship));
  c.rotate(p.heading);
  const l = (scale * p.length) / 2, b = (scale * p.beam) / 2;
  c.beginPath();
  [[0, -l], [b, -0.7 * l], [b, l], [-b, l], [-b, -0.7 * l], [0, -l]].forEach((at) => c.lineTo(...at));
  c.stroke();
  c.restore();
  c.strokeStyle = LINES[0];
  c.beginPath();
  c.moveTo(x(p.hawse), y(p.hawse));
  c.lineTo(x(p.anchor), y(p.anchor));
  c.stroke();
  c.fillStyle = LINES[1];
  c.fillRect(x(p.anchor) - 3, y(p.anchor) - 3, 6, 6);
  c.fillStyle = c.strokeStyle = INK;
  arrow(c, 12, 20, (p.wind_from ?? 0) + Math.PI, `wind ${p.wind.toFixed(1)} m/s`);
  arrow(c, 12, 48, p.current_to ?? 0, `current ${p.current.toFixed(1)} m/s`);
  const metres = [10, 20, 50, 100, 200, 500, 1000].find((k) => k * scale > 50) ?? 2000;
  c.strokeRect(6, h - 8, metres * scale, 0);
  c.fillText(`${metres} m`, 6, h - 14);
}
