# SPDX-License-Identifier: MIT
"""Operator devices by name on the command line, alone and mixed, and the fail-safe in the report."""
import os
import struct

from harness import CHUNK, Recording, check, main

HEAD = "t [s],lever [1],brake [1],clutch,dead_man,estop,reset,release\n"
SCRIPT = HEAD + ("0,0,1,1,1,0,0,0\n0.2,0.6,0,1,1,0,0,0\n0.6,0.6,0,1,1,0,0,0\n0.8,-0.5,0.4,1,1,0,0,0\n"
                 "0.9,-0.5,0.4,0,1,0,0,0\n1.1,0.2,1,0,1,0,0,0\n1.3,0,1,1,1,0,0,0\n")
TROUBLE = HEAD + ("0,0,1,1,1,0,0,0\n0.1,0.5,0,1,1,0,0,0\n"       # heave, brake off
                  "0.3,0.5,0,1,0,0,0,0\n0.35,0.5,0,1,1,0,0,0\n"  # dead-man released and pressed again
                  "0.4,0.5,0,1,1,1,0,0\n0.45,0,0,1,1,0,0,0\n"    # emergency stop, released
                  "0.5,0,0,1,1,0,1,0\n0.55,0,0,1,1,0,0,0\n"      # reset
                  "0.6,0.3,0,0,1,0,0,0\n"                        # heave, clutch out
                  "0.7,0.3,0,0,1,0,0,1\n0.9,0.3,0,0,1,0,0,0\n")  # emergency release held for 0.2 s


def sil(h, device, name, seconds=1.2, code=0):
    h.run("sil", h.weigh, "--device", device, "--duration", str(seconds), "--record", os.path.join(h.out, f"{name}.rec"),
          "--report", os.path.join(h.out, f"{name}.json"), "--csv", os.path.join(h.out, f"{name}.csv"), code=code)
    return h.report(f"{name}.json"), Recording(os.path.join(h.out, f"{name}.rec"))


def commands(recording):
    """Command and state hash of each frame, without the events."""
    return [f[:5] for f in recording.frames()]


def controls(recording):
    """rt_command.controls of each frame."""
    return [struct.unpack_from("<H", recording.data, at + CHUNK.size + k * recording.row + 22)[0]
            for at, _, frames in recording.chunks for k in range(len(frames))]


def test_recording_as_a_device(h):
    """A recording as the device: conditioned again, its commands and all states are the same to the bit, through an
    emergency stop, a released dead-man and an emergency release."""
    out = HEAD + "0,0,0,0,1,0,0,0\n0.3,0.5,0,0,1,0,0,0\n"  # declutched from the first frame on
    # from the frame that arms the controls
    late = HEAD + "0,0.5,0,0,1,0,0,0\n0.05,0,0,0,1,0,0,0\n0.3,0.5,0,0,1,0,0,0\n"
    for name, script in (("plain", SCRIPT), ("out", out), ("late", late), ("trouble", TROUBLE)):
        first, a = sil(h, "script:" + h.write(f"{name}.csv", script), name)
        again, b = sil(h, f"recording:{h.out}/{name}.rec", name + "_again")
        check(commands(a) == commands(b), "other frames")
        check(first["state_hash"] == again["state_hash"], first["state_hash"], again["state_hash"])
    check("estop" in first["events"] and "emergency_release" in first["events"], first["events"])


def test_fail_safe_in_the_report(h):
    r, _ = sil(h, "script:" + h.write("trouble.csv", TROUBLE), "r")
    found = [(e["event"], round(e["t_s"], 3)) for e in r["event_list"]
             if e["event"] in ("disarmed", "active", "stale", "failsafe", "estop", "emergency_release")]
    check(found == [("disarmed", 0), ("active", 0), ("failsafe", 0.4), ("estop", 0.4), ("active", 0.5),
                    ("failsafe", 0.7), ("emergency_release", 0.7)], found)
    check(r["operator"]["safety"] == "failsafe" and not r["operator"]["estop_latched"] and
          not r["operator"]["release_held"] and r["operator"]["device"] == "script", r["operator"])
    check(r["operator"]["stale_ns"] == 100000000 and r["operator"]["failsafe_ns"] == 300000000, r["operator"])
    c = h.csv("r.csv")
    at = {round(t, 3): k for k, t in enumerate(c["t"])}
    for t, failsafe, lever, brake in ((0.38, 0, None, 0.6), (0.45, 1, 0, None), (0.68, 0, None, None),
                                      (0.72, 1, 0, None), (0.88, 1, 0, None), (1.1, 1, 0, None)):
        k = at[t]
        check(c["failsafe"][k] == failsafe, "fail-safe at", t)
        check(lever is None or c["lever"][k] == lever, "lever at", t, c["lever"][k])
    def slope(name, t):
        return (c[name][at[round(t + 0.05, 3)]] - c[name][at[round(t, 3)]]) / 0.05
    check(abs(slope("brake", 0.42) - 2) < 1e-6, "the brake is being set by", slope("brake", 0.42))
    check(abs(slope("brake", 0.92) - 2) < 1e-6, "and after the release by", slope("brake", 0.92))
    held = c["brake"][at[0.5]]  # eased at 2 /s for 0.4 s, applied at 2 /s for 0.1 s
    check(abs(held - 0.4) < 0.01 and all(c["brake"][at[t]] == held for t in (0.52, 0.6, 0.68)), "the reset moved the brake")
    check(all(c["clutch"][at[t]] == 0 for t in (0.72, 0.88, 1.1)), "the clutch moved")


def test_mix(h):
    """Lever and clutch from one script, brake from another: equal to one script with all. The emergency stop of either
    source counts."""
    whole = "t [s],lever,brake,clutch,estop\n0,0,1,1,0\n0.2,0.5,0.2,0,0\n0.4,0.5,0.2,0,0\n"
    lever = h.write("lever.csv", "t [s],lever,brake,clutch\n0,0,0.3,1\n0.2,0.5,0.3,0\n")
    brake = "t [s],lever,brake,clutch,estop\n0,0.9,1,0,0\n0.2,-0.9,0.2,1,0\n"
    one, a = sil(h, "script:" + h.write("whole.csv", whole), "one", 0.5)
    mix = f"lever=script:{lever},brake=script:{h.write('brake.csv', brake)},clutch=script:{lever},rest=script:{lever}"
    both, b = sil(h, mix, "both", 0.5)
    check(commands(a) == commands(b) and one["state_hash"] == both["state_hash"], "another run")
    check(both["operator"]["device"] == "mix" and
          both["operator"]["name"].startswith("lever by script, brake by script"), both["operator"])
    h.write("brake.csv", brake + "0.3,0,0.2,1,1\n")
    stopped, _ = sil(h, mix, "stopped", 0.5)
    check(stopped["operator"]["safety"] == "failsafe" and stopped["operator"]["estop_latched"], stopped["operator"])


def test_changeover(h):
    """Two positions. Local heaves; the remote one takes command off neutral, waits, and acts after neutral. Then local
    takes command back at once, and an emergency stop of the remote one acts without command. The recording replays to
    the same states, and as a device it gives the same commands and states."""
    head = "t [s],lever,brake,clutch,estop,remote\n"
    local = h.write("local.csv", head + "0,0,1,1,0,0\n0.2,0.5,0,1,0,0\n0.6,0.5,0,1,0,1\n0.61,0,0,1,0,1\n"
                                        "1.2,0,0,1,0,0\n1.3,0.5,0,1,0,0\n")
    remote = h.write("remote.csv", head + "0,0,1,1,0,0\n0.3,1,0.4,1,0,0\n0.8,1,0.4,1,0,0\n0.81,0,0.4,1,0,0\n"
                                          "0.9,0,0,1,0,0\n1,-0.5,0,1,0,0\n1.5,0,0,1,1,0\n")
    pair = f"rest=script:{local},remote=script:{remote}"
    r, first = sil(h, pair, "changeover", 1.8)
    at = {round(t, 3): k for k, t in enumerate(h.csv("changeover.csv")["t"])}
    lever, brake, stop = (h.csv("changeover.csv")[name] for name in ("lever", "brake", "failsafe"))
    check(lever[at[0.58]] > 0.3, "local heaves", lever[at[0.58]])
    check(all(lever[at[t]] == 0 for t in (0.62, 0.7, 0.78, 0.8)), "the remote lever acts before neutral")
    check(all(brake[at[t]] == brake[at[0.58]] for t in (0.62, 0.7, 0.8)), "the brake moved by the changeover")
    check(lever[at[1.1]] < -0.3, "remote walks back", lever[at[1.1]])
    check(abs(lever[at[1.22]]) < 0.05 and lever[at[1.44]] > 0.1, "local has command again")
    check(stop[at[1.48]] == 0 and stop[at[1.54]] == 1, "the stop of the position without command")
    check(r["operator"]["estop_latched"], r["operator"])
    check([round(e["t_s"], 2) for e in r["event_list"] if e["event"] == "changeover"] == [0.6, 1.2], r["event_list"])
    check(r["operator"]["name"].startswith("remote by script, lever by script"), r["operator"])
    bits = controls(first)
    for t, expected in ((0.5, 0), (0.7, 0x300), (0.95, 0x100), (1.4, 0)):  # remote; and waits for neutral
        check(bits[round(t / 1.8 * len(bits))] == expected, "controls at", t, hex(bits[round(t / 1.8 * len(bits))]))
    h.run("replay", os.path.join(h.out, "changeover.rec"), "--check", "--anywhere")
    again, second = sil(h, f"recording:{h.out}/changeover.rec", "changeover_again", 1.8)
    check(commands(first) == commands(second) and bits == controls(second) and r["state_hash"] == again["state_hash"], "another run")
    alone, _ = sil(h, f"rest=script:{local}", "alone", 0.5)
    beside, _ = sil(h, pair, "beside", 0.5)
    check(alone["state_hash"] == beside["state_hash"], "a position without command changed the run")


def test_names_that_mean_nothing(h):
    for device, says in (("rest=script:a.csv,remote=script:a.csv",
                          r"local and remote position have the same device: expected two, found 'script:a\.csv'"),
                         ("remote=script:a.csv", r"no device has the lever: add one, or rest=DEVICE"),
                         ("rest=script:a.csv,remote=script:b.csv,remote=script:c.csv", r"said twice: 'remote=script:c"),
                         ("lever=keyboard", r"no device has the brake: add one, or rest=DEVICE"),
                         ("lever=script:a.csv,lever=script:b.csv", r"said twice: 'lever=script:b\.csv'"),
                         ("lever=script:a.csv,wheel=keyboard", r"expected lever, brake, .* found 'wheel=keyboard'"),
                         ("lever=,rest=organ", r"found ''"),
                         ("organ", r"expected auto, keyboard, joystick, .*, found 'organ'"),
                         ("joystick", r"joystick needs hawse run"),
                         ("modbus:/dev/null", r"modbus:/dev/null: expected --clock wall"),
                         ("keyboard", r"keyboard needs a window"),
                         ("recording:none.rec", r"none\.rec: error: cannot be opened"),
                         (f"recording:{h.weigh}", r"weigh\.yaml: error: .*recording"),
                         ("script:none.csv", r"none\.csv: error: ")):
        h.refused(h.weigh, "--device", device, says=(says,))
    h.refused(h.weigh, "--device", "organ", "--script", "a.csv", says=(r"expected --device or --script, found both",))
    h.refused(h.weigh, "--headless", "--device", "modbus:/dev/nobody@" +
              os.path.join(h.source, "config", "devices", "modbus_console.yaml"), command="run",
              says=(r"modbus:.*(cannot be opened|built without libmodbus)",))
    h.refused(h.weigh, "--headless", "--device", "modbus:/dev/nobody@" + h.write("map.yaml", "name: x\n"), command="run",
              errors=2, says=(r"map\.yaml:.*lever\.channel", r"reset\.channel"))


def headless(h):
    """Environment without a display: SDL has no keyboard and does not see this machine's joysticks."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        h.env.pop(name, None)
    h.env["XDG_CONFIG_HOME"] = h.path("config")


def test_devices_command(h):
    headless(h)
    r = h.run("devices")
    check("keyboard" in r.stdout and "joystick" in r.stdout, r.stdout)
    for args, says in ((["--calibrate", "no such joystick"], "no such joystick"),
                       (["--watch", "no such joystick"], "no such joystick"),
                       (["--watch", "--calibrate"], "found both"), (["pedals"], "found pedals")):
        r = h.run("devices", *args, code=2)
        check(says in r.stderr and len(r.stderr.splitlines()) == 1, r.stderr)
    check(not os.path.exists(h.path("config")), "a folder was made")
    check("recording:FILE" in h.run("devices", "--help").stdout, "no help on --device")


def test_joystick_may_come_later(h):
    """Without a joystick the run continues in fail-safe and waits; nothing moves, and no loss is reported."""
    headless(h)
    r = h.run("run", h.weigh, "--headless", "--device", "joystick@" +
              os.path.join(h.source, "config", "devices", "generic_joystick.yaml"), "--duration", "0.5",
              "--report", os.path.join(h.out, "r.json"))
    report = h.report()
    if "waiting for it" not in r.stderr:
        check(report["operator"]["id"], "neither waiting nor a joystick:", r.stderr)
        return
    check(report["operator"]["safety"] == "unknown" and report["operator"]["name"] == "no joystick yet",
          report["operator"])
    check("device_lost" not in report["events"], report["events"])


if __name__ == "__main__":
    main(globals())
