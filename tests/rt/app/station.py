# SPDX-License-Identifier: MIT
"""A run with the instructor's station, for the tests: requests, pairing, hostile clients, a browser."""
import http.client
import json
import os
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


class Browser:
    """A browser that is told what to do by its pipe (Chrome DevTools Protocol: JSON, each message with a zero byte)."""

    def __init__(self, h):
        if not shutil.which("chromium"):
            raise Skip("no chromium here")
        ours, theirs = os.pipe(), os.pipe()  # to and from the browser
        words = ["chromium", "--headless", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1280,720",
                 "--ignore-certificate-errors", f"--user-data-dir={h.path('profile')}", "--remote-debugging-pipe"]
        # the browser reads descriptor 3 and writes descriptor 4
        shell = f'exec "$@" 3<&{ours[0]} 4>&{theirs[1]}'
        self.p = subprocess.Popen(["bash", "-c", shell, "sh", *words], pass_fds=(ours[0], theirs[1]), stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**h.env, "HOME": h.folder})
        os.close(ours[0])
        os.close(theirs[1])
        self.to, self.back, self.id, self.session = os.fdopen(ours[1], "wb"), os.fdopen(theirs[0], "rb"), 0, None

    def __enter__(self):
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return self

    def __exit__(self, *_):
        self.p.kill()
        self.p.wait()

    def receive(self):
        text = bytearray()
        while (c := self.back.read(1)) != b"\0":
            check(c, "the browser has gone", text)
            text += c
        return json.loads(text)

    def ask(self, method, **params):
        self.id += 1
        session = {"sessionId": self.session} if self.session else {}
        self.to.write(json.dumps({"id": self.id, "method": method, "params": params, **session}).encode() + b"\0")
        self.to.flush()
        while (answer := self.receive()).get("id") != self.id:
            pass
        check("result" in answer, method, answer)
        return answer["result"]

    def evaluate(self, script):
        """Value of the script, awaited."""
        r = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        check("exceptionDetails" not in r, r)
        return r["result"].get("value")

    def wait(self, condition):
        end = time.monotonic() + PATIENCE
        while not self.evaluate(condition):
            check(time.monotonic() < end, "the page never has", condition)
            time.sleep(0.1)

    def click(self, at):
        """Presses and releases the left button there; returns the time of the press on the monotonic clock [ns]."""
        pressed = time.monotonic_ns()
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=at[0], y=at[1], button="left", clickCount=1)
        return pressed


def click_for(h, n):
    """Clicks n times on the switch of a failure; the times from click to the release of the frame that took it over [ms]."""
    record, clicks = os.path.join(h.out, "clicks.rec"), []
    with Run(h, h.weigh, "weigh.csv", "--record", record) as run, Browser(h) as b:
        b.ask("Page.navigate", url=f"{run.origin}/#{run.token}")
        b.wait("document.getElementById('failure_8') !== null")
        box = b.evaluate("JSON.stringify(document.getElementById('failure_8').getBoundingClientRect())")
        at = json.loads(box)
        for k in range(n):
            clicks.append(b.click((at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)))
            b.wait(f"document.getElementById('failure_8').classList.contains('on') === {'true' if k % 2 == 0 else 'false'}")
        run.end()
    on = [r[0] >> 8 & 1 for r in rows(record)]
    frames = [k for k in range(len(on)) if on[k] != (on[k - 1] if k else 0)]
    check(len(frames) == n, n, "clicks made", len(frames), "changes")
    times = Recording(record).times
    return [1e-6 * (times[frame][0] - click) for frame, click in zip(frames, clicks)]
