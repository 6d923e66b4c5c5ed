# SPDX-License-Identifier: MIT
"""A run with the instructor's station, for the tests: requests, pairing, hostile clients, a browser."""
import http.client
import json
import os
import random
import re
import shutil
import socket
import ssl
import struct
import subprocess
import time

from harness import Recording, Skip, check

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


def show(h, run, *args, budget=1500, token=True, others=()):
    """Output of a browser that shows the run's page until its own clock, which stands while it waits for values, has gone
    `budget` [ms]."""
    browser = shutil.which("chromium")
    if not browser:
        raise Skip("no chromium here")
    words = [browser, "--headless", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1280,720",
             "--ignore-certificate-errors", f"--user-data-dir={h.path('profile')}", f"--virtual-time-budget={budget}", *args,
             f"{run.origin}/#{','.join([run.token if token else '', *others])}"]
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


def burst(run, body, n=50):
    """Status codes of n commands that come at the same time."""
    head = f"POST /command HTTP/1.1\r\nHost: {run.host}\r\nAuthorization: Bearer {run.token}\r\nContent-Length: {len(body)}\r\n\r\n"
    sockets = [socket.create_connection((run.address, run.port), timeout=PATIENCE) for _ in range(n)]
    for s in sockets:
        s.sendall((head + body).encode())
    found = []
    for s in sockets:
        found.append(int(s.recv(4096).split()[1]))
        s.close()
    return found


def click_for(h, n):
    """Presses the switch of a failure n times as the page does; the times from each press to the release of the frame that
    takes it over [ms]."""
    record, pressed, frames = os.path.join(h.out, "clicks.rec"), [], []
    with Run(h, h.weigh, "weigh.csv", "--record", record) as run:
        for k in range(n):
            time.sleep(random.uniform(0.05, 0.1))
            pressed.append(time.monotonic_ns())
            frames.append(run.act({"do": "failure", "failure": "speed_sensor", "on": k % 2 == 0})["frame"])
        run.end()
    on = [r[0] >> 8 & 1 for r in rows(record)]
    changes = [k for k in range(len(on)) if on[k] != (on[k - 1] if k else 0)]
    check(changes == frames, "answered", frames, "in the recording", changes)
    times = Recording(record).times
    return [1e-6 * (times[frame][0] - press) for frame, press in zip(frames, pressed)]
