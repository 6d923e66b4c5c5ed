#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Loads for a structural engineer: blows in the report, loads by hull triangle (CSV, VTK), plating that yields."""
import csv
import importlib.util
import os
import xml.etree.ElementTree as ElementTree

from harness import check, close, main
from test_pictures import DRIVERS

STEP = 1e-3
STRIKE = [("depth: 10 m", "depth: 2 m\n  settle: 1 s"), ("swing: 0.3 m/s", "swing: -3 m/s")]  # onto the shell at 0.8 s
PLATING = ("deck: 9.6 m", "deck: 9.6 m\n  plating_thickness: 16 mm\n  frame_spacing: 700 mm")


def rows_of(path):
    with open(path, newline="") as f:
        rows = list(csv.reader(f))
    return [dict(zip(rows[0], r)) for r in rows[2:]]


def strike(h, *edits, seconds=1.2, name="a"):
    """Runs the anchor onto the shell; returns the report, and the rows of contacts and loads."""
    case = h.scenario(*STRIKE, *edits, name=name + ".yaml")
    out = [os.path.join(h.out, name + end) for end in (".json", ".contacts.csv", "")]
    h.run("sil", case, "--anywhere", "--duration", str(seconds), "--report", out[0], "--contacts", out[1], "--loads",
          out[2], "--html", os.path.join(h.out, name + ".html"), env=DRIVERS)
    check(sorted(n for n in os.listdir(h.out) if ".part" in n) == [], "left behind:", os.listdir(h.out))
    check(h.sanitized or h.report(name + ".json")["allocations_in_loop"] == 0, "a frame allocated")
    return h.report(name + ".json"), rows_of(out[1]), rows_of(out[2] + ".csv")


def test_blows_are_the_contacts_integrals(h):
    """Impulse, peak and place of the hardest blow are those of its contact in the contacts file."""
    report, contacts, _ = strike(h)
    blows = report["blows"]
    check(blows["begun"] == report["outcome"]["hull_impacts"] > 0, blows, report["outcome"]["hull_impacts"])
    check("anchor_stiffness, 2e+09 N/m^1.5, to the power 0.40;" in blows["peak_depends"], blows["peak_depends"])
    impulses = [b["impulse_ns"] for b in blows["list"]]
    check(impulses == sorted(impulses, reverse=True), "not the hardest first:", impulses)
    b = blows["list"][0]
    check(b["approach_m_s"] > 0.1 and b["energy_j"] >= b["absorbed_j"] > 0 and b["triangle"] >= 0, b)
    check(b["part"] and b["face"] == "shell" and b["body"] in ("head", "shank"), b)
    at = [r for r in contacts if r["body"] == b["body"]
          and b["t_s"] + STEP / 2 < float(r["t"]) < b["t_s"] + b["duration_s"] + STEP / 2]
    same = {r["identity"]: sum(float(x["normal_force"]) for x in at if x["identity"] == r["identity"]) for r in at}
    check(any(close(b["impulse_ns"], f * STEP, 0.02 * b["impulse_ns"]) for f in same.values()), b, same)
    peak = max(at, key=lambda r: float(r["normal_force"]))
    check(close(float(peak["normal_force"]), b["peak_n"], 1e-6 * b["peak_n"]), peak, b)
    check(all(close(float(peak[x]), p, 1e-6) for x, p in zip("xyz", b["place_m"])), peak, b)
    with open(os.path.join(h.out, "a.html")) as f:
        page = f.read()
    check("Hardest blows" in page and "blows.list.0.impulse_ns" in page, "the page has no blows")


def test_loads_are_the_contacts_by_triangle(h):
    """The table sums the contacts file: impulse and peak by triangle."""
    _, contacts, loads = strike(h)
    force = sum(float(r["normal_force"]) for r in contacts)
    impulse = sum(float(r["impulse"]) for r in loads)
    check(force > 0 and close(impulse, force * STEP, 1e-6 * impulse), impulse, force * STEP)
    for r in loads:
        n, peak, loaded = int(float(r["count"])), float(r["peak_force"]), float(r["loaded"])
        check(n >= 1 and loaded >= n * STEP * 0.999 and float(r["impulse"]) <= peak * loaded * 1.000001, r)
    anchor = [r for r in contacts if r["body"] != "link"]
    hardest, most = max(anchor, key=lambda r: float(r["normal_force"])), max(loads, key=lambda r: float(r["peak_force"]))
    check(float(most["peak_force"]) >= float(hardest["normal_force"]) * (1 - 1e-8), most, hardest)
    check(close(float(most["peak_time"]), float(hardest["t"]), 1e-6), most, hardest)
    pressed = [r for r in loads if float(r["peak_pressure"]) > 0]
    check(pressed and len(pressed) < len(loads), "pressure on", len(pressed), "of", len(loads))


def test_loads_do_not_follow_the_runs_length(h):
    """The anchor hangs still with its chain on the pipe. More time gives more contacts, of much the same triangles: the
    files of loads stay as large as they are."""
    still = "swing: -3 m/s", "swing: 0 m/s"
    (_, some, short), (_, many, long) = (strike(h, still, seconds=s, name=n) for s, n in ((0.4, "a"), (1.6, "b")))
    check(len(some) > 400 and len(many) > 3 * len(some), "contacts:", len(some), len(many))
    impulse = [sum(float(r["impulse"]) for r in rows) for rows in (short, long)]
    check(impulse[1] > 3 * impulse[0], "impulses:", impulse)
    for end in (".csv", ".vtp"):
        a, b = (os.path.getsize(os.path.join(h.out, n + end)) for n in ("a", "b"))
        print(f"{end}: {a} and {b} bytes; contacts {len(some)} and {len(many)}")
        check(b < 1.2 * a + 300, end, a, b)


def array(piece, name):
    found = [a for a in piece.iter("DataArray") if a.get("Name") == name]
    check(len(found) == 1 and found[0].get("format") == "ascii", name, found)
    return [float(x) for x in found[0].text.split()]


def test_vtk_file_is_polydata(h):
    """The .vtp file is VTK XML PolyData, by the order and counts that the format asks for; where Python has VTK, its
    own reader reads it. Its values are those of the table."""
    _, _, loads = strike(h)
    path = os.path.join(h.out, "a.vtp")
    root = ElementTree.parse(path).getroot()
    check(root.tag == "VTKFile" and root.get("type") == "PolyData" and root.get("version") == "0.1", root.attrib)
    piece = root.find("PolyData/Piece")
    check([e.tag for e in piece] == ["CellData", "Points", "Polys"], [e.tag for e in piece])
    points, cells = int(piece.get("NumberOfPoints")), int(piece.get("NumberOfPolys"))
    check([piece.get(f"NumberOf{n}") for n in ("Verts", "Lines", "Strips")] == ["0"] * 3, piece.attrib)
    connectivity, offsets = array(piece, "connectivity"), array(piece, "offsets")
    check(len(array(piece, "Points")) == 3 * points and len(connectivity) == 3 * cells, points, cells)
    check(offsets == [3 * (k + 1) for k in range(cells)], "offsets")
    check(all(0 <= v < points and v == int(v) for v in connectivity), "a corner is no point")
    for name in ("peak_force", "impulse", "count", "loaded", "peak_pressure"):
        values = array(piece, name)
        check(len(values) == cells and sum(v != 0 for v in values) == sum(float(r[name]) != 0 for r in loads), name)
        for r in loads:
            check(close(values[int(float(r["triangle"]))], float(r[name]), 1e-8 * float(r[name])), name, r)
    if importlib.util.find_spec("vtk"):
        import vtk
        reader = vtk.vtkXMLPolyDataReader()
        reader.SetFileName(path)
        reader.Update()
        data = reader.GetOutput()
        check((data.GetNumberOfPoints(), data.GetNumberOfCells()) == (points, cells), "VTK reads another mesh")
        check(close(data.GetCellData().GetArray("peak_force").GetRange()[1], max(array(piece, "peak_force")), 1e-3), "VTK")


def test_foundation_loads_every_triangle_under_it(h):
    """With the foundation a blow spreads over several triangles, each with its pressure."""
    method = ("operator:", "contact:\n  method: foundation\noperator:")
    report, contacts, loads = strike(h, method)
    force = sum(float(r["normal_force"]) for r in contacts)
    impulse = sum(float(r["impulse"]) for r in loads)
    check(close(impulse, force * STEP, 1e-6 * impulse), impulse, force * STEP)
    pressed = [r for r in loads if float(r["peak_pressure"]) > 0]
    check(len(pressed) > len(report["blows"]["list"]), "pressed triangles:", len(pressed))


def test_mechanism_has_no_loads(h):
    case = h.write("pendulum.yaml", open(os.path.join(h.source, "config", "scenarios", "examples", "pendulum.yaml")).read())
    h.refused(case, "--loads", h.path("out", "x"), says=("--loads: expected a ship's scenario",))


def test_plating_softens_a_blow(h):
    """Plating in series with the contact lowers the peak, keeps the impulse and so takes longer for it (impulse over peak: the
    head may touch for some time after the blow); a rigid part that covers all of it gives
    the bits of a hull without plating."""
    rigid, yields = strike(h, name="a")[0], strike(h, PLATING, name="b")[0]
    a, b = rigid["blows"]["list"][0], yields["blows"]["list"][0]
    check(b["peak_n"] < 0.8 * a["peak_n"], a, b)
    check(b["impulse_ns"] / b["peak_n"] > 1.2 * a["impulse_ns"] / a["peak_n"], a, b)
    check(close(b["impulse_ns"], a["impulse_ns"], 0.15 * a["impulse_ns"]), a["impulse_ns"], b["impulse_ns"])
    cover = "\n  structure:\n    - {from: [-99, -99, -99], to: [99, 99, 99]}"
    covered = strike(h, (PLATING[0], PLATING[1] + cover), name="c")[0]
    check(covered["state_hash"] == rigid["state_hash"] != yields["state_hash"], "hashes")


def test_plating_is_checked(h):
    for edit, says in (("deck: 9.6 m\n  plating_thickness: 16 mm", "plating needs ship.frame_spacing"),
                       ("deck: 9.6 m\n  structure:\n    - {from: [1, 0, 0], to: [1, 1, 1]}", r"ship.structure\[0\]: expected"),
                       ("deck: 9.6 m\n  structure:\n    - {from: [0, 0, 0], to: [1, 1, 1], thickness: 9 mm}",
                        r"ship.structure\[0\].thickness: plating needs frame_spacing")):
        h.refused(h.scenario(("deck: 9.6 m", edit)), "--anywhere", says=(says,))


if __name__ == "__main__":
    main(globals())
