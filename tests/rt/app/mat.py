# SPDX-License-Identifier: MIT
"""Readers of level 5 MAT files: SciPy, Octave, and one of our own, written from the documented format."""
import shutil
import struct
import subprocess

try:
    from scipy.io import loadmat
except ImportError:
    loadmat = None

SIZES = {1: "b", 2: "B", 3: "h", 4: "H", 5: "i", 6: "I", 7: "f", 9: "d", 12: "q", 13: "Q", 16: "B"}


def element(data, at):
    """Type, numbers or bytes, and offset of the next element ("MAT-File Format", level 5: tags, small elements)."""
    kind, size = struct.unpack_from("<II", data, at)
    if kind >> 16:
        return kind & 0xffff, data[at + 4:at + 4 + (kind >> 16)], at + 8
    return kind, data[at + 8:at + 8 + size], at + 8 + (size if kind == 15 else -(-size // 8) * 8)


def numbers(kind, data):
    return list(struct.unpack(f"<{len(data) // struct.calcsize(SIZES[kind])}{SIZES[kind]}", data))


def own_reader(path):
    with open(path, "rb") as f:
        data = f.read()
    assert data[:19] == b"MATLAB 5.0 MAT-file" and data[124:128] == b"\0\1IM", data[:128]
    at, found = 128, {}
    while at < len(data):
        kind, array, at = element(data, at)
        assert kind == 14, kind
        inner = 0
        parts = []
        while inner < len(array):
            part, body, inner = element(array, inner)
            parts.append((part, body))
        (_, flags), (_, size), (_, name), (kind, body) = parts
        rows, columns = struct.unpack("<ii", size)
        values = numbers(kind, body)
        assert len(values) == rows * columns, (name, rows, columns, len(values))
        if struct.unpack_from("<I", flags)[0] & 255 == 4:
            values = ["".join(chr(values[k * rows + i]) for k in range(columns)) for i in range(rows)]
        found[name.decode()] = values
    return found


def octave_reader(path):
    """Names and numbers as Octave prints them."""
    script = ("m = load(argv(){1}); for [v, k] = m; if ischar(v) for i = 1:rows(v) printf('%s=%s\\n', k, v(i, :)); end;"
              "else printf('%s', k); printf(' %.17g', v); printf('\\n'); end; end;")
    found = {}
    r = subprocess.run(["octave-cli", "-qf", "--eval", script, path], capture_output=True, text=True, check=True)
    for line in r.stdout.splitlines():
        if "=" in line:
            name, text = line.split("=", 1)
            found.setdefault(name, []).append(text)
        else:
            name, *values = line.split()
            found[name] = [float(v) for v in values]
    return found


def read_mat(path):
    """Names of the readers, and the variables: lists of numbers, or of a text for each row. All installed readers must
    agree."""
    readers, found = ["the documented format"], own_reader(path)
    others = []
    if loadmat:
        m = loadmat(path)
        others.append(("SciPy", {k: list(v) if v.dtype.kind == "U" else [float(x) for x in v.ravel(order="F")]
                                 for k, v in m.items() if not k.startswith("__")}))
    if shutil.which("octave-cli"):
        others.append(("Octave", octave_reader(path)))
    for name, other in others:
        assert other.keys() == found.keys(), (name, sorted(other), sorted(found))
        for k, v in other.items():
            assert [x.rstrip() if isinstance(x, str) else x for x in v] == \
                   [x.rstrip() if isinstance(x, str) else x for x in found[k]], (name, k)
        readers.append(name)
    return " and ".join(readers), found
