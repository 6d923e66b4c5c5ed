#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The instructor's station: who may not, does nothing; encryption and pairing."""
import hashlib
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time

from harness import Skip, check, main
from station import PATIENCE, Run, burst, codes, pair, pem_of


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
        check(headers["Content-Security-Policy"] == "default-src 'self'; "
              "connect-src 'self' https: http://127.0.0.1:*; frame-ancestors 'none'", headers)
    for at in ("0.0.0.0:8080", "[::]:8080", "239.1.2.3:8080", "255.255.255.255:8080"):
        h.refused("weigh", "--headless", "--station", at, says=(r"one address of this machine",), command="run")
    h.env["XDG_DATA_HOME"] = h.path("data")
    for at in ("192.0.2.7:8080", "[2001:db8::1]:8080"):
        h.refused("weigh", "--headless", "--station", at, says=(r"no server at|without TLS",), command="run")
    for at in ("localhost:8080", "0", "70000", "127.0.0.1", ""):
        h.refused("weigh", "--headless", "--station", at, says=(r"--station: expected",), command="run")


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


def test_other_stations_page_reads(h):
    """A page of another station reads, if this one's user permits it, with a token; it never acts."""
    page = "https://192.0.2.7:8443"
    with Run(h, h.weigh, "weigh.csv", "--station-reader", page) as run:
        asks = {"Origin": page, "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "authorization"}
        code, text, headers = run.request("OPTIONS", "/values", headers=asks, token=None)
        check(code == 204 and not text and headers["Access-Control-Allow-Origin"] == page, code, headers)
        check(headers["Access-Control-Allow-Headers"] == "Authorization" and headers["Access-Control-Allow-Methods"] == "GET", headers)
        for path in ("/table", "/values"):
            code, _, headers = run.request("GET", path, headers={"Origin": page}, token=run.viewer)
            check(code == 200 and headers["Access-Control-Allow-Origin"] == page and headers["Vary"] == "Origin", path, headers)
            check(run.request("GET", path, headers={"Origin": page}, token=None)[0] == 401, "without a token", path)
        run.act({"do": "pause"}, code=403, headers={"Origin": page})
        check(run.request("OPTIONS", "/command", headers=asks, token=None)[0] == 403, "may it act")
        for other in ("https://192.0.2.7:8444", "http://192.0.2.7:8443", page + "/", "null"):
            code, _, headers = run.request("GET", "/values", headers={"Origin": other})
            check(code == 403 and headers["Access-Control-Allow-Origin"] is None, other, code)
            check(run.request("OPTIONS", "/values", headers={**asks, "Origin": other}, token=None)[0] == 403, other)
        check(run.values()["runs"], "it was paused")
    for bad in ("*", "null", "https://192.0.2.7", "http://192.0.2.7:80", "https://name:8443", page + "/", "https://0.0.0.0:1"):
        h.refused("weigh", "--headless", "--station", "8080", "--station-reader", bad, says=(r"--station-reader: expected",), command="run")
    h.refused("weigh", "--headless", "--station-reader", page, says=(r"expected --station too",), command="run")


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
        said = burst(run, '{"do":"note","text":"x"}')
        check(said.count(429) > 0 and said.count(200) > 0, "no limit of commands", said)
        v = run.values()
        check(v["runs"] and v["failures"] == [], "something acted", v)
        check("refused" in run.end(), "no counts", run.said())


if __name__ == "__main__":
    main(globals())
