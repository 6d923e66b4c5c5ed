#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The instructor's station: what it may do is an input of the frames and replays; who may not, does nothing; hostile
readers cost neither memory nor a bit of the run."""
import hashlib
import http.client
import json
import os
import re
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import time

from harness import Recording, Skip, check, main, png_pixels

PATIENCE = 60
ROW = struct.Struct("<20xH2xhhhBB")  # of a recording's row: failures, engine, rudder, bow thruster, phrase, act
EXERCISE = """exercise: {id: station, title: Weigh and stop, time_limit: 10 min}
briefing:
  - text: Heave in.
scenario: %s
objectives:
  - {name: home, reach: housed, full: 150 s, zero: 200 s, weight: 30, critical: true}
reports:
  - {say: home, when: housed, within: 10 s}
acts:
  - {name: blackout, button: true, fail: power_lost, order: Hold on}
  - {name: by_time, at: 500 s, order: Carry on}
"""

SCORED = """exercise: {id: scored, title: Heave in for ten seconds, time_limit: 12 s}
briefing:
  - text: Heave in.
scenario: %s
objectives:
  - {name: home, reach: housed, full: 150 s, zero: 200 s, weight: 30}
  - {name: tension, max: tension, full: 400 kN, zero: 500 kN, weight: 10}
reports:
  - {say: aweigh, when: lever > 0.1, within: 2 s}
forbidden:
  - {name: lever, when: lever > 0.1, cost: 10, at_most: 10}
"""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Run:
    """hawse run without a window, with a station; the context ends it."""

    def __init__(self, h, scenario, script, *args, seconds=600, address="127.0.0.1", tls=None):
        self.port, self.file = free_port(), h.path(f"run-{time.monotonic_ns()}.out")
        self.address, self.host = address, f"{address}:{self.port}"
        self.encrypted = tls or address != "127.0.0.1"
        self.origin = f"{'https' if self.encrypted else 'http'}://{self.host}"
        self.out = open(self.file, "w")
        if tls:
            args = [*args, "--station-tls", tls]
        script = os.path.join(h.source, "config", "scenarios", script)
        self.p = subprocess.Popen([h.hawse, "run", scenario, "--anywhere", "--headless", "--device", "script:" + script,
                                   "--duration", str(seconds), "--station", self.host, *args], cwd=h.folder,
                                  stdin=subprocess.DEVNULL, stdout=self.out, stderr=subprocess.STDOUT, env=h.env)

    def __enter__(self):
        end = time.monotonic() + PATIENCE
        while not re.search(r"for viewers: .*\n", self.said()):
            check(time.monotonic() < end and self.p.poll() is None, "no station", self.said())
            time.sleep(0.05)
        self.token, self.viewer = re.findall(r"station for .*#([0-9a-f]{64})\n", self.said())
        while self.get("/values")[0] != 200:
            check(time.monotonic() < end and self.p.poll() is None, "no values", self.said())
            time.sleep(0.1)
        return self

    def __exit__(self, *_):
        self.p.kill()
        self.p.wait()
        self.out.close()

    def said(self):
        with open(self.file) as f:
            return f.read()

    def end(self):
        """Ends the run in order, or waits for its end."""
        if self.p.poll() is None:
            self.p.terminate()
        self.p.wait(timeout=PATIENCE)
        check(self.p.returncode in (0, 1), "exit code", self.p.returncode, self.said())
        return self.said()

    def connect(self):
        if not self.encrypted:
            return http.client.HTTPConnection(self.address, self.port, timeout=PATIENCE)
        return http.client.HTTPSConnection(self.address, self.port, timeout=PATIENCE, context=ssl._create_unverified_context())

    def request(self, method, path, body=None, headers=None, token=""):
        c = self.connect()
        sent = {} if token is None else {"Authorization": f"Bearer {token or self.token}"}
        c.request(method, path, body, {**sent, **(headers or {})})
        r = c.getresponse()
        code, text = r.status, r.read()
        c.close()
        return code, text, r.headers

    def get(self, path, **how):
        code, text, _ = self.request("GET", path, **how)
        return code, json.loads(text)

    def act(self, command, code=200, **how):
        body = command if isinstance(command, (bytes, str)) else json.dumps(command)
        found, text, _ = self.request("POST", "/command", body, **how)
        check(found == code, "status", found, "expected", code, body[:200], text)
        return json.loads(text)

    def values(self):
        return self.get("/values")[1]

    def wait(self, holds, what):
        end = time.monotonic() + PATIENCE
        while not holds(self.values()):
            check(time.monotonic() < end, what, self.values())

    def resident_kb(self):
        with open(f"/proc/{self.p.pid}/status") as f:
            return int(re.search(r"VmRSS:\s+(\d+)", f.read())[1])


def rows(path):
    r = Recording(path)
    return [ROW.unpack_from(r.data, at + 32 + k * r.row) for at, _, frames in r.chunks for k in range(len(frames))]


def exercise(h):
    return h.write("station.yaml", EXERCISE % os.path.join(h.source, "config", "scenarios", "weigh.yaml"))


def test_controls_are_recorded_and_replay(h):
    """Each control acts in the frame that the answer names, is in the recording from that frame on, and replays."""
    record = os.path.join(h.out, "a.rec")
    with Run(h, os.path.join(h.source, "config", "scenarios", "weigh_under_way.yaml"), "weigh_under_way.csv",
             "--record", record) as run:
        on = run.act({"do": "failure", "failure": "pump_lost", "on": True})["frame"]
        off = run.act({"do": "failure", "failure": "pump_lost", "on": False})["frame"]
        orders = [run.act({"do": "order", "order": name, "share": share})["frame"]
                  for name, share in (("engine", 0.4), ("rudder", -0.25), ("thruster", 1))]
        stands = run.act({"do": "pause"})["frame"]
        waiting = run.act({"do": "failure", "failure": "brake_faded", "on": True})
        check(waiting["paused"] and waiting["frame"] is None, "a paused run took a command over", waiting)
        time.sleep(0.3)
        v = run.values()
        check(v["frame"] == stands and not v["runs"], "time ran in the pause", stands, v)
        run.act({"do": "resume"})
        run.wait(lambda v: v["runs"] and v["frame"] > stands + 20, "no resumption")
        note = run.act({"do": "note", "text": "late on the brake"})
        run.act({"do": "press", "act": 1}, code=409)
        run.wait(lambda v: [x["text"] for x in v["log"] if x["kind"] == "note"] == ["late on the brake"], "no note")
        run.end()
    got = rows(record)
    pump = [k for k, r in enumerate(got) if r[0] & 2]
    check(pump[0] == on and pump[-1] == off - 1, "pump lost in frames", pump[0], pump[-1], "answered", on, off)
    for k, (frame, want) in enumerate(zip(orders, (400, -250, 1000))):
        check(got[frame][1 + k] == want != got[frame - 1][1 + k], "order", k, frame, got[frame - 1], got[frame])
    brake = [k for k, r in enumerate(got) if r[0] & 4]
    check(brake and brake[0] == stands, "brake faded in", brake[:1], "paused at", stands)
    with open(os.path.join(h.out, "a.notes")) as f:
        check("late on the brake" in f.read(), "no note kept", note)
    h.run("replay", record, "--anywhere", "--check")


def test_buttons_of_an_exercise(h):
    """A button's act takes place once, in the frame that the answer names; the table has what the page shows."""
    record = os.path.join(h.out, "a.rec")
    with Run(h, exercise(h), "weigh.csv", "--record", record) as run:
        table = run.get("/table")[1]
        check(table["exercise"]["title"] == "Weigh and stop" and table["role"] == "instructor", table)
        check([a["button"] for a in table["exercise"]["acts"]] == [True, False], table["exercise"])
        frame = run.act({"do": "press", "act": 1})["frame"]
        check("taken place" in run.act({"do": "press", "act": 1}, code=409)["error"], "pressed twice")
        check("no button" in run.act({"do": "press", "act": 2}, code=409)["error"], "an act without a button")
        check("manoeuvre" in run.act({"do": "order", "order": "engine", "share": 1}, code=409)["error"], "engine")
        run.wait(lambda v: v["acts"] == [0] and v["order"] == 1, "no act in the values")
        run.wait(lambda v: "Hold on" in str(run.get("/values?log=0")[1]["log"]), "no order in the log")
        run.end()
    got = rows(record)
    check([k for k, r in enumerate(got) if r[4 + 1]] == [frame] and got[frame][5] == 1, "act", frame)
    check(got[frame][0] & 1 and not got[frame - 1][0] & 1, "power lost", got[frame - 1:frame + 1])
    h.run("replay", record, "--anywhere", "--check")


def test_live_score_is_the_recordings(h):
    """The score that the page shows grows with the run, and ends as hawse score gives it for the recording."""
    record, found = os.path.join(h.out, "a.rec"), os.path.join(h.out, "score.json")
    file = h.write("scored.yaml", SCORED % os.path.join(h.source, "config", "scenarios", "weigh.yaml"))
    seen, scores, sequence = 0, [], 0
    with Run(h, file, "weigh.csv", "--record", record) as run:
        run.wait(lambda v: "score" in v, "no score")
        while True:
            v = run.get(f"/values?after={sequence}&score={seen}")[1]
            sequence = v["sequence"]
            if "score" in v:
                check(v["scored"] > seen, "an old score", v["scored"], seen)
                seen = v["scored"]
                scores.append(v["score"])
            if v["ended"]:
                break
        run.p.wait(timeout=PATIENCE)
    times = [s["time"] for s in scores]
    check(times == sorted(times) and len(times) > 5, "no steps of the score", times)
    check([s["final"] for s in scores] == [False] * (len(scores) - 1) + [True], "final", scores[-1])
    h.run("score", file, record, "--anywhere", "--json", found, code=1)
    with open(found) as f:
        want = json.load(f)["score"]
    check(scores[-1]["score"] == want, "live", scores[-1]["score"], "recorded", want)
    check(scores[0]["score"] != want, "the score did not grow")
    check([i["points"] for i in want["items"] if i["name"] in ("tension", "lever")] == [10, -10], want)
    check([(r["say"], r["state"]) for r in scores[-1]["reports"]] == [("aweigh", "missed")], scores[-1]["reports"])


def test_back_snapshot_and_restore(h):
    """Back, snapshot and restore move the run; resuming makes a branch with its own recording, score and logbook."""
    record, book, found = os.path.join(h.out, "a.rec"), h.path("book.sqlite"), os.path.join(h.out, "score.json")
    file = h.write("scored.yaml", SCORED % os.path.join(h.source, "config", "scenarios", "weigh.yaml"))
    with Run(h, file, "weigh.csv", "--record", record, "--trainee", "Ann", "--log", book) as run:
        run.wait(lambda v: v["t"] > 2, "no start")
        kept = run.act({"do": "snapshot", "name": "two seconds"})["frame"]
        check("that name" in run.act({"do": "snapshot", "name": "two seconds"}, code=409)["error"], "named twice")
        run.wait(lambda v: v["t"] > 4, "it stands")
        back = run.act({"do": "back", "seconds": 1.5})
        v = run.values()
        check(v["frame"] == back["frame"] and v["rewound"] and not v["runs"] and back["t"] > kept / 1000, back, v)
        check(run.act({"do": "back", "seconds": 0.1})["frame"] == back["frame"] - 100, "back from there")
        check(run.act({"do": "back", "seconds": 1e4})["frame"] == 0, "before the start")
        first = run.act({"do": "back", "seconds": 1})["frame"]
        check(first == 0, "before the start again", first)
        run.act({"do": "resume"})
        run.wait(lambda v: v["t"] > 1 and not v["rewound"], "no branch")
        again = run.act({"do": "restore", "name": "two seconds"})["frame"]
        v = run.values()
        check(again == kept and v["frame"] == kept and v["rewound"], "restored", again, kept, v)
        check("no snapshot" in run.act({"do": "restore", "name": "three"}, code=409)["error"], "an unknown name")
        check(v["snapshots"] == [{"name": "two seconds", "t": kept / 1000}], v["snapshots"])
        run.act({"do": "resume"})
        run.wait(lambda v: v["t"] > kept / 1000 + 1, "no second branch")
        log = [x["text"] for x in run.get("/values?log=0")[1]["log"] if x["kind"] == "instructor"]
        check(sum("back" in x for x in log) == 4 and f"to {kept / 1000:.3f} s" in log[-2] and log[-1] == "resumed", log)
        sequence = 0
        while not v["ended"]:
            v = run.get(f"/values?after={sequence}")[1]
            sequence = v["sequence"]
        run.p.wait(timeout=PATIENCE)
    branch = os.path.join(h.out, "a-3.rec")
    for name in (record, os.path.join(h.out, "a-2.rec"), branch):
        h.run("replay", name, "--anywhere", "--check")
    check(rows(branch)[:kept] == rows(record)[:kept] and len(rows(branch)) == 12000, "the branch", len(rows(branch)))
    h.run("score", file, branch, "--anywhere", "--json", found, code=1)
    with open(found) as f:
        check(v["score"]["score"] == json.load(f)["score"], "score of the branch", v["score"])
    said = h.run("log", "show", "1", "--log", book).stdout
    for text in ("snapshot 'two seconds'", "back 1.5 s", "restored 'two seconds'", "resumed"):
        check(text in said, f"'{text}' is not in the logbook", said)


def test_no_way_back_without_a_recording(h):
    """A run without a recording refuses to go back, and runs on."""
    with Run(h, h.weigh, "weigh.csv") as run:
        for command in ({"do": "back", "seconds": 1}, {"do": "snapshot", "name": "a"}):
            check("--record" in run.act(command, code=409)["error"], "no reason", command)
        check("no snapshot" in run.act({"do": "restore", "name": "a"}, code=409)["error"], "restored")
        for body in ({"do": "back", "seconds": 0}, {"do": "back", "seconds": "1"}, {"do": "back"},
                     {"do": "snapshot", "name": "x" * 41}, {"do": "snapshot", "name": ""}, {"do": "restore", "name": 1}):
            run.act(body, code=400)
        check(run.values()["runs"], "it stands")


def test_no_access(h):
    """Without token, with another, as a viewer, from another page or name: nothing acts, nothing is read."""
    pause = {"do": "pause"}
    with Run(h, h.weigh, "weigh.csv") as run:
        other = "0" * 64
        for path in ("/table", "/values", "/etc/passwd", "/../rt/station/page/station.js", "//", "/station.js/"):
            for token in (None, other, run.token[:-1], run.token + "0", run.token.upper()):
                code, text, _ = run.request("GET", path, token=token)
                check(code == 401 and run.token not in text.decode(), path, token, code)
            check(path in ("/table", "/values") or run.request("GET", path)[0] == 404, path)
        run.act(pause, code=401, token=None)
        run.act(pause, code=401, token=other)
        run.act(pause, code=403, token=run.viewer)
        check(run.get("/table", token=run.viewer)[1]["role"] == "viewer", "role")
        check(run.get("/values", token=run.viewer)[0] == 200, "a viewer cannot read")
        run.act(pause, code=403, headers={"Origin": "http://evil.example"})
        run.act(pause, code=403, headers={"Origin": "null"})
        run.act(pause, code=403, headers={"Origin": f"http://localhost:{run.port}"})
        for host in ("evil.example", f"evil.example:{run.port}", f"localhost:{run.port}", "127.0.0.1", ""):
            run.act(pause, code=403, headers={"Host": host})
            check(run.request("GET", "/", headers={"Host": host})[0] == 403, "page for host", host)
        check(run.request("GET", "/command")[0] == 405 and run.request("POST", "/values", "{}")[0] == 405, "methods")
        check(run.values()["runs"], "paused without access")
        run.act(pause, headers={"Origin": f"http://{run.host}"})
        run.wait(lambda v: not v["runs"], "the instructor cannot pause")
        code, text, headers = run.request("GET", "/", token=None)
        check(code == 200 and run.token.encode() not in text, "page", code)
        check(headers["Content-Security-Policy"] == "default-src 'self'; frame-ancestors 'none'", headers)
    for at in ("0.0.0.0:8080", "[::]:8080", "239.1.2.3:8080", "255.255.255.255:8080"):
        h.refused("weigh", "--headless", "--station", at, says=(r"one address of this machine",), command="run")
    h.env["XDG_DATA_HOME"] = h.path("data")
    for at in ("192.0.2.7:8080", "[2001:db8::1]:8080"):
        h.refused("weigh", "--headless", "--station", at, says=(r"no server at|without TLS",), command="run")
    for at in ("localhost:8080", "0", "70000", "127.0.0.1", ""):
        h.refused("weigh", "--headless", "--station", at, says=(r"--station: expected",), command="run")


def pem_of(h):
    """A certificate of the user's own."""
    if not shutil.which("openssl"):
        raise Skip("no openssl here")
    key, crt = h.path("key.pem"), h.path("crt.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", crt, "-days", "30",
                    "-subj", "/CN=station"], check=True, capture_output=True)
    with open(key) as k, open(crt) as c:
        own = h.write("own.pem", c.read() + k.read())
    os.chmod(own, 0o600)
    return own


def codes(run):
    return re.findall(r"pairing code (\d{6}), valid for 90 s", run.said())


def pair(run, body, code, **how):
    found, text, _ = run.request("POST", "/pair", json.dumps(body), token=None, **how)
    check(found == code, "pairing", body, "gives", found, text)
    return json.loads(text)


def test_tls_and_pairing(h):
    """With a certificate the page is encrypted, and the code on the terminal gives the instructor's token once."""
    own = pem_of(h)
    with Run(h, h.weigh, "weigh.csv", tls=own) as run:
        der = ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate((run.address, run.port)))
        print_ = ":".join(f"{b:02X}" for b in hashlib.sha256(der).digest())
        check(f"SHA-256 fingerprint is {print_}\n" in run.said(), "fingerprint", print_, run.said())
        with socket.create_connection((run.address, run.port)) as s:
            s.sendall(f"GET /values HTTP/1.1\r\nHost: {run.host}\r\n\r\n".encode())
            check(b"sequence" not in s.recv(4096), "an answer without TLS")
        code = codes(run)[0]
        wrong = f"{(int(code) + 1) % 1000000:06d}"
        check("shows a code" in pair(run, {"ask": True}, 429)["error"], "a second code")
        check("tries left: 4" in pair(run, {"code": wrong}, 403)["error"], "wrong code")
        for body in ({"code": "12345"}, {"code": 123456}, {"code": "12345a"}, {"ask": False}, {}, [], {"ask": True, "code": code}):
            pair(run, body, 400)
        pair(run, {"code": code}, 403, headers={"Origin": "https://evil.example"})
        pair(run, {"code": code}, 403, headers={"Host": "evil.example"})
        check(pair(run, {"code": code}, 200, headers={"Origin": run.origin})["token"] == run.token, "token")
        check("ask for one" in pair(run, {"code": code}, 403)["error"], "a code twice")
        pair(run, {"ask": True}, 200)
        end = time.monotonic() + PATIENCE
        while len(codes(run)) < 2:
            check(time.monotonic() < end, "no second code", run.said())
            time.sleep(0.1)
        code = codes(run)[1]
        left = [pair(run, {"code": f"{(int(code) + k) % 1000000:06d}"}, 403)["error"] for k in range(1, 6)]
        check(left[-1] == "wrong code; tries left: 0", left)
        check("no tries" in pair(run, {"code": code}, 403)["error"], "a sixth try")
        check("another one in" in pair(run, {"ask": True}, 429)["error"], "a code at once")
        run.act({"do": "pause"}, headers={"Origin": run.origin})
        run.act({"do": "resume"}, code=403, headers={"Origin": f"http://{run.host}"})
    with Run(h, h.weigh, "weigh.csv") as run:
        check(run.request("POST", "/pair", '{"ask": true}')[0] == 404, "pairing without TLS")
    os.chmod(own, 0o644)
    h.refused("weigh", "--headless", "--station", "8080", "--station-tls", own, says=(r"chmod 600",), command="run")
    h.refused("weigh", "--headless", "--station-tls", own, says=(r"expected --station too",), command="run")


def test_lan(h):
    """On a network address, here one of a network namespace of this test, the page has TLS by a certificate that is made once."""
    network = ["unshare", "-rn", "sh", "-c", 'ip link set lo up && ip addr add 10.7.7.7/32 dev lo && exec "$@"', "sh"]
    if not os.environ.get("HAWSE_IN_NAMESPACE"):
        if not shutil.which("unshare") or not shutil.which("ip") or subprocess.run([*network, "true"], capture_output=True).returncode:
            raise Skip("no network namespaces here")
        r = subprocess.run([*network, sys.executable, "-B", *sys.argv], env={**os.environ, "HAWSE_IN_NAMESPACE": "1"}, capture_output=True, text=True)
        check(r.returncode == 0, r.stdout, r.stderr)
        return
    h.env["XDG_DATA_HOME"] = h.path("data")
    prints = []
    for _ in range(2):
        with Run(h, h.weigh, "weigh.csv", address="10.7.7.7") as run:
            prints.append(re.search(r"fingerprint is (\S+)", run.said())[1])
            check(run.request("GET", "/values", token=None)[0] == 401, "no token")
            check(run.request("GET", "/values", headers={"Host": f"127.0.0.1:{run.port}"})[0] == 403, "another host")
            check(pair(run, {"code": codes(run)[0]}, 200)["token"] == run.token, "token")
    check(prints[0] == prints[1], "another certificate", prints)
    check(os.stat(h.path("data", "hawse", "station.pem")).st_mode & 0o777 == 0o600, "mode")


def test_bad_commands(h):
    """Garbage, unknown fields, wrong types, oversized bodies, too many commands: an answer with the reason, no act."""
    with Run(h, h.weigh, "weigh.csv") as run:
        for body in (b"", b"garbage", b"\0\xff", b"[" * 4000, b'{"do":"pause","x":1}', b'{"do":"pause","do":"pause"}',
                     b'{"do":"failure","failure":"power_lost","on":1}', b'{"do":"order","order":"engine","share":2}',
                     b'{"do":"lever","lever":1}', b'{"do":"estop"}', b'{"do":"press","act":-1}'):
            check(run.act(body, code=400)["error"], "no reason", body)
        run.act(b'{"do":"pause"}' + b" " * 4083, code=413)
        run.act(b" " * 70000, code=413)
        codes = [run.request("POST", "/command", '{"do":"note","text":"x"}')[0] for _ in range(60)]
        check(codes.count(429) > 0 and codes[0] == 200, "no limit of commands", codes)
        v = run.values()
        check(v["runs"] and v["failures"] == [], "something acted", v)
        check("refused" in run.end(), "no counts", run.said())


def hostile(run):
    """Half-open sockets, a client that never reads, garbage, connections that come and go."""
    kept = []
    for k in range(20):
        s = socket.create_connection(("127.0.0.1", run.port))
        s.sendall([b"", b"GET /values HT", b"POST /command HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"][k % 3])
        kept.append(s)
    deaf = socket.create_connection(("127.0.0.1", run.port))
    deaf.settimeout(0.2)
    ask = f"GET /values HTTP/1.1\r\nHost: {run.host}\r\nAuthorization: Bearer {run.token}\r\n\r\n".encode()
    try:
        for _ in range(2000):
            deaf.sendall(ask)
    except OSError:
        pass  # the server reads no more: its answers fill the socket
    kept.append(deaf)
    for k in range(200):
        with socket.create_connection(("127.0.0.1", run.port)) as s:
            s.sendall(os.urandom(200) if k % 2 else b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 50)
    return kept


def test_memory_is_bounded(h):
    """1 000 connections, each with values and a refused command, leave the memory as it was."""
    if h.sanitized:
        raise Skip("a sanitizer keeps freed memory")
    with Run(h, h.weigh, "weigh.csv") as run:
        def visit(n):
            for _ in range(n):
                check(run.get("/values")[0] == 200, "no values")
                run.act("{", code=400)
        visit(200)
        for s in hostile(run):
            s.close()
        time.sleep(0.5)
        before = run.resident_kb()
        visit(1000)
        kept = hostile(run)
        check(run.get("/values")[0] == 200, "no values beside hostile readers")
        for s in kept:
            s.close()
        grown = run.resident_kb() - before
        print("resident", before, "kB, grown by", grown, "kB;", run.end().splitlines()[-1])
        check(grown < 1500, "the memory has grown by", grown, "kB")


def test_same_bits(h):
    """A script's run has the same state hash with a station under attack as without one."""
    script = os.path.join(h.source, "config", "scenarios", "weigh.csv")
    h.run("run", h.weigh, "--headless", "--device", "script:" + script, "--duration", "8", "--report",
          os.path.join(h.out, "r.json"))
    plain = h.report()["state_hash"]
    with Run(h, h.weigh, "weigh.csv", "--report", os.path.join(h.out, "s.json"), seconds=8) as run:
        kept = hostile(run)
        while run.p.poll() is None:
            try:
                run.get("/values")
            except (OSError, http.client.HTTPException):
                break
        run.p.wait(timeout=PATIENCE)
        for s in kept:
            s.close()
    check(h.report("s.json")["state_hash"] == plain, "the station changed the run", plain)
    check(h.report("s.json")["allocations_in_loop"] == 0, "the frames allocated")


def test_threads_are_nice(h):
    """Server, hub and scorer have niceness 10 and no real-time policy, and do not use the frames' processor."""
    with Run(h, h.weigh, "weigh.csv") as run:
        nice = []
        for task in os.listdir(f"/proc/{run.p.pid}/task"):
            with open(f"/proc/{run.p.pid}/task/{task}/stat") as f:
                fields = f.read().rpartition(")")[2].split()  # from field 3 of proc(5): nice is 19, policy 41
            if fields[16] == "10":
                nice.append((fields[38], os.sched_getaffinity(int(task))))
        said = run.end()
        kept = re.search(r"frames: .* on processor (\d+)", said)
    check(len(nice) == 3 and all(policy == "0" for policy, _ in nice), "threads", nice)
    check(not kept or os.cpu_count() < 2 or all(int(kept[1]) not in cpus for _, cpus in nice), nice, kept)


def test_slow_reader_is_counted(h):
    """A reader that comes late gets the newest values; what it missed is counted. One that has them waits."""
    with Run(h, h.weigh, "weigh.csv") as run:
        first = run.values()["sequence"]
        run.wait(lambda v: v["sequence"] > first + 4, "values stand still")
        late = run.get(f"/values?after={first}")[1]["sequence"]
        after = run.get(f"/values?after={late}")[1]["sequence"]
        check(after > late, "no wait for newer values", late, after)
        dropped = int(re.search(r"(\d+) values dropped", run.end())[1])
        check(dropped >= late - first - 1, "dropped", dropped, "of", late - first)


def show(h, run, *args, budget=1500, token=True):
    """Output of a browser that shows the run's page until its own clock, which stands while it waits for values, has gone
    `budget` [ms]."""
    browser = shutil.which("chromium")
    if not browser:
        raise Skip("no chromium here")
    words = [browser, "--headless", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1280,720",
             "--ignore-certificate-errors", f"--user-data-dir={h.path('profile')}", f"--virtual-time-budget={budget}", *args,
             f"{run.origin}/#{run.token if token else ''}"]
    r = subprocess.run(words, capture_output=True, text=True, timeout=120, env={**h.env, "HOME": h.folder})
    check(r.returncode == 0, "browser", r.returncode, r.stderr)
    return r.stdout


def browse(h, scenario, *args, seconds=600, budget=1500):
    """The same of a new run with a failure and a pressed button."""
    with Run(h, scenario, "weigh.csv", seconds=seconds) as run:
        run.act({"do": "failure", "failure": "pump_lost", "on": True})
        if scenario != h.weigh:
            run.act({"do": "press", "act": 1})
            run.act({"do": "snapshot", "name": "begun"})
        return show(h, run, *args, budget=budget)


def test_page_asks_for_the_code(h):
    """Without a token the encrypted page shows how to pair; with one it does not."""
    with Run(h, h.weigh, "weigh.csv", tls=pem_of(h)) as run:
        dom = show(h, run, "--dump-dom", token=False)
        check('<form id="pair">' in dom and "no access" in dom and "Chain tension" not in dom, dom[:3000])
        dom = show(h, run, "--dump-dom")
        check('<form id="pair" hidden="">' in dom and "Chain tension" in dom, dom[:3000])


def test_page(h):
    """A browser shows gauges, exercise, switches and log."""
    dom = browse(h, exercise(h), "--dump-dom")
    for text in ("Chain tension", " kN", "blackout", "Weigh and stop", "power lost", "must be met", "bridge: Hold on", "0.0 of 100 points if it ended now", "home when housed", "to begun, 0.", "POWER LOST",
                 '<span id="role">instructor</span>', "connected"):
        check(text in dom, f"'{text}' is not on the page", dom[:4000])


def test_page_says_that_the_connection_is_lost(h):
    """The run ends before the browser does."""
    dom = browse(h, h.weigh, "--dump-dom", seconds=15, budget=6000)
    check("connection lost, trying again" in dom and "Chain tension" in dom, dom[:2000])


def test_page_is_drawn(h):
    """The charts have their lines."""
    picture = h.path("page.png")
    browse(h, exercise(h), f"--screenshot={picture}")
    if os.environ.get("HAWSE_KEEP_PAGE"):
        shutil.copy(picture, os.environ["HAWSE_KEEP_PAGE"])
    width, height, pixels = png_pixels(picture)
    blue = sum(b > 200 and r < 140 for row in pixels for r, b in zip(row[0::3], row[2::3]))
    check((width, height) == (1280, 720) and blue > 300, "no charts", width, height, blue)


if __name__ == "__main__":
    main(globals())
