#!/usr/bin/env python3
"""Verifies anchorlog bundles, checkpoints and Merkle proofs. Python 3.9 or newer, standard library only.

Written from docs/protocol/1-verify.md (sections are named as §N) and section 6 of 2-audit.md. It does not read compact
bundles or ask a chain, which §1 allows.

    anchorlog_verify.py bundle FILE [--trust FILE] [--checkpoint FILE] [--received-at MS]
    anchorlog_verify.py checkpoint FILE [--trust FILE] [--checkpoint FILE]
    anchorlog_verify.py serve        answers requests as verifiers/README.md describes

Exit codes: 0 valid, 1 invalid, 2 indeterminate, 3 no verdict.
"""
import base64
import hashlib
import json
import re
import sys
import time
from functools import lru_cache


class Fault(Exception):
    """The document is invalid."""

    def __init__(self, code, where=""):
        super().__init__(f"{where}: {code}" if where else code)
        self.code = code


class Doubt(Exception):
    """The document cannot be judged by this trust."""

    def __init__(self, code, state=None):
        super().__init__(code)
        self.code, self.state = code, state


def check(rule, holds, code, where=""):
    """Each rule of the protocol is one call of this function."""
    if not holds:
        raise Fault(code, where)


def doubt(rule, holds, code, state=None):
    if not holds:
        raise Doubt(code, state)


# Keccak-256 (Ethereum's padding)

ROTATIONS = [[0, 36, 3, 41, 18], [1, 44, 10, 45, 2], [62, 6, 43, 15, 61], [28, 55, 25, 21, 56], [27, 20, 39, 8, 14]]
MASK = (1 << 64) - 1


def _round_constants():
    constants, lfsr = [], 1
    for _ in range(24):
        constant = 0
        for j in range(7):
            if lfsr & 1:
                constant |= 1 << ((1 << j) - 1)
            lfsr = (lfsr << 1) ^ (0x171 if lfsr & 0x80 else 0)
        constants.append(constant)
    return constants


KECCAK_ROUNDS = _round_constants()


def _rotate(value, by):
    return ((value << by) | (value >> (64 - by))) & MASK if by else value


def _permute(a):
    for constant in KECCAK_ROUNDS:
        c = [a[x][0] ^ a[x][1] ^ a[x][2] ^ a[x][3] ^ a[x][4] for x in range(5)]
        d = [c[(x - 1) % 5] ^ _rotate(c[(x + 1) % 5], 1) for x in range(5)]
        b = [[0] * 5 for _ in range(5)]
        for x in range(5):
            for y in range(5):
                b[y][(2 * x + 3 * y) % 5] = _rotate(a[x][y] ^ d[x], ROTATIONS[x][y])
        a = [[b[x][y] ^ (~b[(x + 1) % 5][y] & MASK & b[(x + 2) % 5][y]) for y in range(5)] for x in range(5)]
        a[0][0] ^= constant
    return a


@lru_cache(maxsize=4096)
def keccak(data):
    rate = 136
    padded = bytearray(data + b"\x01" + b"\x00" * (-(len(data) + 1) % rate))
    padded[-1] |= 0x80
    a = [[0] * 5 for _ in range(5)]
    for start in range(0, len(padded), rate):
        for i in range(rate // 8):
            a[i % 5][i // 5] ^= int.from_bytes(padded[start + 8 * i : start + 8 * i + 8], "little")
        a = _permute(a)
    return b"".join(a[i % 5][i // 5].to_bytes(8, "little") for i in range(4))


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


# secp256k1: recovering the signer of a digest

P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
    1,
)
INFINITY = (0, 1, 0)


def _double(p):
    x, y, z = p
    if z == 0 or y == 0:
        return INFINITY
    s = 4 * x * y * y % P
    m = 3 * x * x % P
    x3 = (m * m - 2 * s) % P
    return x3, (m * (s - x3) - 8 * pow(y, 4, P)) % P, 2 * y * z % P


def _add(p, q):
    if p[2] == 0:
        return q
    if q[2] == 0:
        return p
    z1, z2 = p[2] * p[2] % P, q[2] * q[2] % P
    u1, u2 = p[0] * z2 % P, q[0] * z1 % P
    s1, s2 = p[1] * z2 * q[2] % P, q[1] * z1 * p[2] % P
    if u1 == u2:
        return _double(p) if s1 == s2 else INFINITY
    h, r = (u2 - u1) % P, (s2 - s1) % P
    h2 = h * h % P
    h3, v = h * h2 % P, u1 * h2 % P
    x3 = (r * r - h3 - 2 * v) % P
    return x3, (r * (v - x3) - s1 * h3) % P, h * p[2] * q[2] % P


def _multiply_two(a, p, b, q):
    both, result = _add(p, q), INFINITY
    for i in range(255, -1, -1):
        result = _double(result)
        bits = (a >> i & 1, b >> i & 1)
        if bits != (0, 0):
            result = _add(result, {(1, 0): p, (0, 1): q, (1, 1): both}[bits])
    return result


@lru_cache(maxsize=4096)
def recover(digest, signature):
    """The account that signed a digest by a signature in the form of scheme 0 (§5), or a fault's code."""
    if len(signature) != 65:
        return "signature_malformed"
    r, s, v = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:64], "big"), signature[64]
    if not (0 < r < N and 0 < s <= N // 2 and v in (27, 28)):
        return "signature_non_canonical"
    square = (r * r * r + 7) % P
    y = pow(square, (P + 1) // 4, P)
    if y * y % P != square:
        return "signature_non_canonical"
    if y & 1 != v - 27:
        y = P - y
    inverse = pow(r, -1, N)
    e = int.from_bytes(digest, "big")
    x, y, z = _multiply_two(-e * inverse % N, G, s * inverse % N, (r, y, 1))
    if z == 0:
        return "signature_mismatch"
    inverse = pow(z, -1, P)
    x, y = x * inverse * inverse % P, y * pow(inverse, 3, P) % P
    return keccak(x.to_bytes(32, "big") + y.to_bytes(32, "big"))[12:]


# Ed25519 (RFC 8032), for note keys

Q = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, Q) % Q


def _ed_add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % Q, (p[1] + p[0]) * (q[1] + q[0]) % Q
    c, d = 2 * p[3] * q[3] * D % Q, 2 * p[2] * q[2] % Q
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % Q, g * h % Q, f * g % Q, e * h % Q


def _ed_multiply(n, p):
    result = (0, 1, 1, 0)
    while n:
        if n & 1:
            result = _ed_add(result, p)
        p, n = _ed_add(p, p), n >> 1
    return result


def _ed_decode(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    if y >= Q:
        return None
    x2 = (y * y - 1) * pow(D * y * y + 1, -1, Q) % Q
    x = pow(x2, (Q + 3) // 8, Q)
    if (x * x - x2) % Q:
        x = x * pow(2, (Q - 1) // 4, Q) % Q
    if (x * x - x2) % Q or (x == 0 and sign):
        return None
    x = Q - x if x & 1 != sign else x
    return x, y, 1, x * y % Q


ED_BASE = _ed_decode((4 * pow(5, -1, Q) % Q).to_bytes(32, "little"))


@lru_cache(maxsize=1024)
def ed25519_verifies(key, message, signature):
    if len(signature) != 64:
        return False
    a, r, s = _ed_decode(key), _ed_decode(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    left, right = _ed_multiply(s, ED_BASE), _ed_add(r, _ed_multiply(h, a))
    return (left[0] * right[2] - right[0] * left[2]) % Q == 0 and (left[1] * right[2] - right[1] * left[2]) % Q == 0


# Poseidon (§8.1)

R = 0x30644E72E131A029B85045B68181585D2833E84879B9709143E1F593F0000001


@lru_cache(maxsize=None)
def _poseidon_parameters(width):
    full, partial = 8, 60
    text = f"{1:02b}{0:04b}{254:012b}{width:012b}{full:010b}{partial:010b}" + "1" * 30
    bits = [int(bit) for bit in text]

    def step():
        bit = bits[62] ^ bits[51] ^ bits[38] ^ bits[23] ^ bits[13] ^ bits[0]
        bits.append(bit)
        del bits[0]
        return bit

    for _ in range(160):
        step()

    def sample():
        value = 0
        for _ in range(254):
            while not step():
                step()
            value = value << 1 | step()
        return value

    constants = []
    while len(constants) < width * (full + partial):
        value = sample()
        if value < R:
            constants.append(value)
    points = [sample() % R for _ in range(2 * width)]
    matrix = [[pow(x + y, -1, R) for y in points[width:]] for x in points[:width]]
    return constants, matrix


def poseidon(name, *inputs):
    tag = int.from_bytes(b"anchorlog/1/" + name.encode(), "big")
    return _poseidon((tag, *inputs))


@lru_cache(maxsize=8192)
def _poseidon(state):
    width = len(state)
    constants, matrix = _poseidon_parameters(width)
    for round_ in range(68):
        state = [(value + constants[round_ * width + i]) % R for i, value in enumerate(state)]
        is_full = round_ < 4 or round_ >= 64
        state = [pow(value, 5, R) if is_full or i == 0 else value for i, value in enumerate(state)]
        state = [sum(m * value for m, value in zip(row, state)) % R for row in matrix]
    return state[0]


# Merkle trees (RFC 9162)


def node(left, right):
    return sha256(b"\x01", left, right)


def root_of_inclusion(leaf, index, size, path):
    """The root that an inclusion proof leads to, or None if its length is wrong (RFC 9162, section 2.1.3.2)."""
    if not 0 <= index < size:
        return None
    fn, sn, root = index, size - 1, leaf
    for sibling in path:
        if sn == 0:
            return None
        if fn & 1 or fn == sn:
            root = node(sibling, root)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            root = node(root, sibling)
        fn, sn = fn >> 1, sn >> 1
    return root if sn == 0 else None


def is_consistent(old_size, old_root, new_size, new_root, path):
    """Whether a consistency proof holds (RFC 9162, section 2.1.4.2)."""
    if old_size > new_size:
        return False
    if old_size == new_size:
        return not path and old_root == new_root
    if old_size == 0:
        return not path and old_root == sha256()
    path = list(path)
    if old_size & (old_size - 1) == 0:
        path.insert(0, old_root)
    if not path:
        return False
    fn, sn = old_size - 1, new_size - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = path[0]
    for c in path[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            fr, sr = node(c, fr), node(c, sr)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = node(sr, c)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and fr == old_root and sr == new_root


# Strict JSON (§3.1)

TOKENS = re.compile(r'("(?:[^"\\]|\\.)*")|[ \t\n\r]+', re.DOTALL)
INDEX = re.compile(r"(?:0|[1-9][0-9]{0,9})\Z")


def _es_number(value):
    """A number as ECMAScript writes it."""
    value = float(value)
    if value != value or value in (float("inf"), float("-inf")):
        return "null"
    if value == 0:
        return "0"
    sign, digits, exponent = ("-" if value < 0 else ""), *_decimal(abs(value))
    n, k = exponent, len(digits)
    if k <= n <= 21:
        return sign + digits + "0" * (n - k)
    if 0 < n <= 21:
        return f"{sign}{digits[:n]}.{digits[n:]}"
    if -6 < n <= 0:
        return f"{sign}0.{'0' * -n}{digits}"
    e = f"{'+' if n > 0 else '-'}{abs(n - 1)}"
    return f"{sign}{digits[0]}{'.' + digits[1:] if k > 1 else ''}e{e}"


def _decimal(value):
    mantissa, _, exponent = f"{value!r}".partition("e")
    whole, _, part = mantissa.partition(".")
    digits = (whole + part).rstrip("0")
    n = len(whole) + int(exponent or 0)
    stripped = digits.lstrip("0")
    return stripped, n - (len(digits) - len(stripped))


class Number(str):
    """A JSON number: no value of a bundle is one."""


def _stringify(value):
    if isinstance(value, Number):
        return _es_number(value)
    if isinstance(value, str):
        text = json.dumps(value, ensure_ascii=False)
        return re.sub("[\ud800-\udfff]", lambda m: f"\\u{ord(m.group()):04x}", text)
    if isinstance(value, dict):
        indexes = sorted((k for k in value if INDEX.match(k) and int(k) < 2**32 - 1), key=int)
        names = indexes + [k for k in value if k not in set(indexes)]
        return "{" + ",".join(f"{_stringify(k)}:{_stringify(value[k])}" for k in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_stringify, value)) + "]"
    return {True: "true", False: "false", None: "null"}[value]


def parse_strict(data, format_):
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Fault("malformed", "UTF-8") from None
    compact = TOKENS.sub(lambda m: m.group(1) or "", text)
    outside = re.sub(r'"(?:[^"\\]|\\.)*"', "", compact, flags=re.DOTALL)
    depth = deepest = 0
    for char in outside:
        depth += (char in "[{") - (char in "]}")
        deepest = max(deepest, depth)
    check("depth", deepest <= 64, "malformed")
    try:
        value = json.loads(text, parse_int=Number, parse_float=Number, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise Fault("malformed", "JSON") from None
    check("strict-json", _stringify(value) == compact, "non_canonical")
    if isinstance(value, dict) and isinstance(value.get("format"), str):
        newer = re.fullmatch(re.escape(format_) + r"/([1-9][0-9]{0,8})", value["format"])
        doubt("newer-format", newer is None or int(newer.group(1)) <= 1, "newer_format")
    return value


def _refuse(_):
    raise ValueError


# Values (§3)


def hex_of(length):
    def read(value, where):
        check("hex-type", isinstance(value, str) and not isinstance(value, Number), "malformed", where)
        check("hex-form", re.fullmatch("0x(?:[0-9a-f]{2})*", value), "non_canonical", where)
        data = bytes.fromhex(re.sub("[^0-9a-f]|^0x", "", value.lower()))
        check("hex-length", len(data) == length, "non_canonical", where)
        return data

    return read


def hex_up_to(most, least=0):
    def read(value, where):
        check("bytes-type", isinstance(value, str) and not isinstance(value, Number), "malformed", where)
        check("bytes-form", re.fullmatch("0x(?:[0-9a-f]{2})*", value), "non_canonical", where)
        data = bytes.fromhex(re.sub("[^0-9a-f]|^0x", "", value.lower()))
        check("bytes-length", len(data) <= most, "malformed", where)
        check("bytes-empty", len(data) >= least, "non_canonical", where)
        return data

    return read


def decimal(low, high):
    def read(value, where):
        check("integer-type", isinstance(value, str) and not isinstance(value, Number), "malformed", where)
        check("integer-form", re.fullmatch("0|-?[1-9][0-9]{0,77}", value), "non_canonical", where)
        try:
            number = int(value)
        except ValueError:
            raise Fault("non_canonical", where) from None
        check("integer-range", low <= number <= high, "non_canonical", where)
        return number

    return read


count = decimal(0, 2**53 - 1)


def text_up_to(most):
    """A text of at most so many UTF-16 code units."""

    def read(value, where):
        check("text-type", isinstance(value, str) and not isinstance(value, Number), "malformed", where)
        check("text-length", len(value.encode("utf-16-le", "surrogatepass")) // 2 <= most, "malformed", where)
        check("text-surrogate", not re.search("[\ud800-\udfff]", value), "non_canonical", where)
        return value

    return read


def matching(rule, pattern, most):
    read_text = text_up_to(most)

    def read(value, where):
        text = read_text(value, where)
        check(rule, re.fullmatch(pattern, text), "non_canonical", where)
        return text

    return read


def list_of(read, most, least=0):
    def read_list(value, where):
        check("array-type", isinstance(value, list), "malformed", where)
        check("array-length", least <= len(value) <= most, "malformed", where)
        return [read(item, f"{where}[{i}]") for i, item in enumerate(value)]

    return read_list


def members(shape, optional=()):
    def read(value, where):
        check("object-type", isinstance(value, dict), "malformed", where)
        check("unknown-member", not set(value) - set(shape), "unknown_member", where)
        found = {}
        for name, read_member in shape.items():
            at = f"{where}.{name}" if where else name
            if name not in value and name in optional:
                found[name] = None
                continue
            check("missing-member", name in value, "missing_member", at)
            found[name] = read_member(value[name], at) if name in value else None
        return found

    return read


def anything(value, _):
    return value


# Kinds and messages (§5)

MEMBER = re.compile(
    r"(bool|address|string|bytes(?:[1-9]|[12][0-9]|3[0-2])?|u?int(?:[1-9][0-9]{0,2}))(\[\])? ([a-z][A-Za-z0-9]{0,31})"
)
HTTP_REQUEST = "HttpRequestPayload(string authority,string method,string target,string contentType,bytes32 contentDigest)"
ASK = "AskPayload(bytes32 objectKey)"


def read_kind(primary_type, payload_type):
    """The members of a kind, as (type, is array, name)."""
    check("kind-name", re.fullmatch("[A-Z][A-Za-z0-9]{0,31}", primary_type), "bad_kind")
    inner = re.fullmatch(re.escape(primary_type) + r"Payload\((.*)\)", payload_type, re.DOTALL)
    check("payload-name", inner, "bad_kind")
    found = [MEMBER.fullmatch(part) for part in inner.group(1).split(",")]
    check("member-form", all(found), "bad_kind")
    kinds = [(m.group(1), m.group(2) is not None, m.group(3)) for m in found]
    check("member-count", 1 <= len(kinds) <= 16, "bad_kind")
    check("member-names", len({name for _, _, name in kinds}) == len(kinds), "bad_kind")
    for type_, is_array, _ in kinds:
        bits = re.fullmatch("u?int([0-9]+)", type_)
        check("integer-width", not bits or int(bits.group(1)) in range(8, 257, 8), "bad_kind")
        check("array-element", not (is_array and type_ in ("string", "bytes")), "bad_kind")
    return kinds


def word_of(type_, value, where):
    """The 32-byte word of a value (EIP-712)."""
    if type_ == "bool":
        check("bool-type", isinstance(value, bool), "malformed", where)
        return int(value).to_bytes(32, "big")
    if type_ == "address":
        return hex_of(20)(value, where).rjust(32, b"\0")
    if type_ == "string":
        check("string-type", isinstance(value, str) and not isinstance(value, Number), "malformed", where)
        check("string-length", len(value.encode("utf-8", "surrogatepass")) <= 16384, "malformed", where)
        check("string-surrogate", not re.search("[\ud800-\udfff]", value), "non_canonical", where)
        return keccak(value.encode("utf-8", "surrogatepass"))
    if type_ == "bytes":
        return keccak(hex_up_to(16384)(value, where))
    if type_.startswith("bytes"):
        return hex_of(int(type_[5:]))(value, where).ljust(32, b"\0")
    bits = int(type_.lstrip("uint"))
    if type_.startswith("u"):
        return decimal(0, 2**bits - 1)(value, where).to_bytes(32, "big")
    return (decimal(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)(value, where) % 2**256).to_bytes(32, "big")


def member_word(type_, is_array):
    def read(value, where):
        if not is_array:
            return word_of(type_, value, where)
        words = list_of(lambda item, at: word_of(type_, item, at), 256)(value, where)
        return keccak(b"".join(words))

    return read


def uint(number):
    return number.to_bytes(32, "big")


def address_word(address):
    return address.rjust(32, b"\0")


def domain_separator(name, version, chain_id, contract):
    type_ = b"EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
    words = [keccak(type_), keccak(name.encode()), keccak(version.encode()), uint(chain_id), address_word(contract)]
    return keccak(b"".join(words))


def typed_digest(separator, type_, *words):
    return keccak(b"\x19\x01" + separator + keccak(keccak(type_.encode()) + b"".join(words)))


def log_id(chain_id, registry, operator, name):
    return keccak(uint(chain_id) + address_word(registry) + address_word(operator) + keccak(name.encode()))


def origin_of(operator):
    chain_id, registry, address = operator
    return f"anchorlog.v1/{chain_id}/0x{registry.hex()}/0x{address.hex()}"


# Records (§6, §7, §9)

NONE = 2**64 - 1
SAFE = 2**53 - 1
ANYBODY, NOBODY = b"\xff" * 20, b"\0" * 20


def fields(data, layout):
    found, at = {}, 0
    for name, length in layout:
        part = data[at : at + length]
        found[name] = part if length >= 20 else int.from_bytes(part, "big")
        at += length
    return found


ENTRY = [("tag", 1), ("log", 32), ("index", 8), ("prev", 32), ("actor", 20), ("nonce", 32), ("digest", 32)]
ENTRY += [("signatureHash", 32), ("scheme", 1), ("verifiedBlock", 8), ("acceptedAt", 8), ("part", 1)]
ENTRY += [("objectKey", 32), ("prior", 8), ("holder", 20)]
HEADER = [("tag", 1), ("log", 32), ("number", 8), ("start", 8), ("count", 4), ("prevLeaf", 8), ("parent", 32)]
HEADER += [("prevHead", 32), ("head", 32), ("root", 32), ("zkRoot", 32), ("closedAt", 8)]


def read_entry(data):
    e = fields(data, ENTRY)
    check("entry-tag", e["tag"] == 1, "bad_entry")
    check("entry-index-range", e["index"] <= SAFE, "bad_entry")
    check("entry-block-range", e["verifiedBlock"] <= SAFE, "bad_entry")
    check("entry-time-range", e["acceptedAt"] <= SAFE, "bad_entry")
    check("entry-scheme", e["scheme"] in (0, 1), "bad_entry")
    check("entry-block", (e["verifiedBlock"] > 0) == (e["scheme"] == 1), "bad_entry")
    check("entry-part", e["part"] in (0, 1, 2), "bad_entry")
    if e["part"] == 0:
        check("part-0-key", e["objectKey"] == b"\0" * 32, "bad_entry")
        check("part-0-prior", e["prior"] == 0, "bad_entry")
        check("part-0-holder", e["holder"] == NOBODY, "bad_entry")
    else:
        check("prior-range", e["prior"] < e["index"] or e["prior"] == NONE, "bad_entry")
        if e["part"] == 2 and e["prior"] == NONE:
            check("ask-holder", e["holder"] == ANYBODY, "bad_entry")
    return e


def read_header(data):
    h = fields(data, HEADER)
    check("header-tag", h["tag"] == 2, "bad_header")
    check("header-log", h["log"] != b"\0" * 32, "bad_header")
    check("header-zk-range", int.from_bytes(h["zkRoot"], "big") < R, "bad_header")
    check("header-count", 0 < h["count"] <= 65536, "bad_header")
    check("header-number-range", h["number"] <= SAFE, "bad_header")
    check("header-start-range", h["start"] <= SAFE, "bad_header")
    check("header-time-range", h["closedAt"] <= SAFE, "bad_header")
    check("header-leaf-range", h["prevLeaf"] <= SAFE or h["prevLeaf"] == NONE, "bad_header")
    if h["number"] == 0:
        check("first-leaf", h["prevLeaf"] == NONE, "bad_header")
        check("first-start", h["start"] == 0, "bad_header")
        check("first-parent", h["parent"] == b"\0" * 32, "bad_header")
        check("first-head", h["prevHead"] == h["log"], "bad_header")
    else:
        check("later-leaf", h["prevLeaf"] != NONE, "bad_header")
        check("later-start", h["start"] != 0, "bad_header")
    return h


# Bundles (§10)

printable = matching("domain-text", "[ -~]{1,64}", 64)
log_name = matching("log-name", "[a-z0-9.-]{1,64}", 64)
hash_ = hex_of(32)


def element(value, where):
    data = hash_(value, where)
    check("sibling-range", int.from_bytes(data, "big") < R, "non_canonical", where)
    return data


read_bundle = members(
    {
        "format": lambda value, where: check("format", value == "anchorlog.bundle/1", "malformed", where),
        "operator": members(
            {
                "chainId": count,
                "registry": hex_of(20),
                "address": hex_of(20),
                "name": printable,
                "version": printable,
            }
        ),
        "log": log_name,
        "action": members(
            {
                "primaryType": text_up_to(64),
                "payloadType": text_up_to(2048),
                "message": anything,
                "signature": hex_up_to(16384, 1),
            }
        ),
        "entry": hex_of(267),
        "receipt": members({"key": hex_of(20), "signature": hex_of(65)}),
        "inclusion": members(
            {
                "header": hex_of(229),
                "path": list_of(hash_, 53),
                "zkPath": list_of(list_of(element, 3, 3), 8, 8),
                "checkpoint": members(
                    {"size": count, "root": hash_, "position": count, "path": list_of(hash_, 53)}
                ),
            }
        ),
    },
    optional=("inclusion",),
)

MAGIC_6492 = bytes.fromhex("6492" * 16)


def is_wallet_signature(signature):
    """Whether a scheme 1 signature has its form (§5): an ERC-6492 wrapper is canonical."""
    if not signature.endswith(MAGIC_6492):
        return True
    data = signature[:-32]

    def blob(offset):
        length = int.from_bytes(data[offset : offset + 32], "big")
        return data[offset + 32 : offset + 32 + min(length, len(data))]

    if len(data) < 160:
        return False
    factory_data = blob(96)
    second = 96 + 32 + (len(factory_data) + 31) // 32 * 32
    parts = [factory_data, blob(second)]
    tails = [uint(len(part)) + part + b"\0" * (-len(part) % 32) for part in parts]
    return data == address_word(data[12:32]) + uint(96) + uint(second) + b"".join(tails)


def commitment(words, payload_type, entry, entry_hash):
    words = [int.from_bytes(word, "big") for word in words]
    n = len(words)
    words += [0] * (18 - n)
    e, q = [w % R for w in words], [w // R for w in words]
    nonce = int.from_bytes(entry["nonce"], "big")
    shape = n + 2**5 * (nonce // R) + 2**8 * sum(q[i] * 8**i for i in range(16))
    actor = int.from_bytes(entry["actor"], "big")
    hashed = int.from_bytes(entry_hash, "big") % R
    context = poseidon("context", actor, nonce % R, shape, entry["acceptedAt"], hashed)
    groups = [poseidon("group", *e[2 + 4 * j : 6 + 4 * j]) for j in range(4)]
    type_hash = int.from_bytes(keccak(payload_type.encode()), "big") % R
    return poseidon("commitment", context, type_hash, e[0], e[1], poseidon("rest", *groups))


def object_of(payload_type, kinds, words):
    """part, objectKey and the holder that the action names (§6.1)."""
    if payload_type == HTTP_REQUEST:
        return 0, b"\0" * 32, None
    if payload_type == ASK:
        return 2, words[0], None
    type_, is_array, name = kinds[0]
    first = f"{type_}{'[]' if is_array else ''} {name}"
    names_holder = len(kinds) > 1 and kinds[1] == ("address", False, "holder")
    return 1, keccak(keccak(first.encode()) + words[0]), words[1][12:] if names_holder else None


def check_action(bundle):
    """Steps 1 and 2. Returns what the entry must have."""
    operator, action = bundle["operator"], bundle["action"]
    identity = operator["chainId"], operator["registry"], operator["address"]
    primary_type, payload_type = action["primaryType"], action["payloadType"]
    kinds = read_kind(primary_type, payload_type)
    payload = {name: member_word(type_, is_array) for type_, is_array, name in kinds}
    shape = {
        "log": hash_,
        "actor": hex_of(20),
        "nonce": decimal(0, 2**256 - 1),
        "deadline": decimal(0, 2**64 - 1),
        "payload": members(payload),
    }
    message = members(shape)(action["message"], "action.message")
    log = log_id(*identity, bundle["log"])
    check("message-log", message["log"] == log, "log_mismatch")
    words = list(message["payload"].values())
    struct = keccak(keccak(payload_type.encode()) + b"".join(words))
    head = "(bytes32 log,address actor,uint256 nonce,uint64 deadline,"
    type_ = f"{primary_type}{head}{primary_type}Payload payload){payload_type}"
    separator = domain_separator(operator["name"], operator["version"], operator["chainId"], operator["registry"])
    values = log, address_word(message["actor"]), uint(message["nonce"]), uint(message["deadline"]), struct
    digest = typed_digest(separator, type_, *values)
    signature = action["signature"]
    signer = recover(digest, signature)
    if bundle["entry"][189] == 1:
        check("wallet-not-scheme-0", signer != message["actor"], "entry_mismatch")
        check("wallet-form", is_wallet_signature(signature), "signature_malformed")
    else:
        check("signature-length", signer != "signature_malformed", "signature_malformed")
        check("signature-canonical", signer != "signature_non_canonical", "signature_non_canonical")
        check("signature-signer", signer == message["actor"], "signature_mismatch")
    return message, kinds, words, log, digest


def check_entry(bundle, message, kinds, words, log, digest):
    """Steps 3 to 6."""
    entry = read_entry(bundle["entry"])
    check("entry-log", entry["log"] == log, "entry_mismatch")
    check("entry-actor", entry["actor"] == message["actor"], "entry_mismatch")
    check("entry-nonce", entry["nonce"] == uint(message["nonce"]), "entry_mismatch")
    check("entry-digest", entry["digest"] == digest, "entry_mismatch")
    signature_hash = keccak(bundle["action"]["signature"])
    check("entry-signature", entry["signatureHash"] == signature_hash, "entry_mismatch")
    check("entry-first-prev", entry["index"] != 0 or entry["prev"] == log, "entry_mismatch")
    part, key, holder = object_of(bundle["action"]["payloadType"], kinds, words)
    check("object-part", entry["part"] == part, "object_mismatch")
    check("object-key", entry["objectKey"] == key, "object_mismatch")
    if holder is not None:
        check("object-holder", entry["holder"] == holder, "object_mismatch")
    elif part == 1 and entry["prior"] == NONE:
        check("object-first-holder", entry["holder"] == ANYBODY, "object_mismatch")
    check("deadline", entry["acceptedAt"] // 1000 <= message["deadline"], "deadline_passed")
    operator, receipt = bundle["operator"], bundle["receipt"]
    entry_hash = sha256(b"\x00", bundle["entry"])
    separator = domain_separator("anchorlog", "1", operator["chainId"], operator["registry"])
    type_ = "Receipt(bytes32 log,uint64 index,bytes32 entryHash,uint64 acceptedAt)"
    values = entry["log"], uint(entry["index"]), entry_hash, uint(entry["acceptedAt"])
    signer = recover(typed_digest(separator, type_, *values), receipt["signature"])
    check("receipt", signer == receipt["key"], "receipt_mismatch")
    return entry, entry_hash


def check_inclusion(bundle, entry, entry_hash, words):
    """Steps 7 to 9."""
    inclusion = bundle["inclusion"]
    header = read_header(inclusion["header"])
    check("header-of-log", header["log"] == entry["log"], "header_mismatch")
    position = entry["index"] - header["start"]
    root = root_of_inclusion(entry_hash, position, header["count"], inclusion["path"])
    check("inclusion-path", root == header["root"], "inclusion_mismatch")
    check("fits-time", entry["acceptedAt"] <= header["closedAt"], "header_mismatch")
    check("fits-first", position != 0 or entry["prev"] == header["prevHead"], "header_mismatch")
    check("fits-last", position != header["count"] - 1 or entry_hash == header["head"], "header_mismatch")
    current, place = commitment(words, bundle["action"]["payloadType"], entry, entry_hash), position
    for siblings in inclusion["zkPath"]:
        children = [int.from_bytes(sibling, "big") for sibling in siblings]
        children.insert(place % 4, current)
        current, place = poseidon("node", *children), place // 4
    check("zk-path", uint(current) == header["zkRoot"], "zk_mismatch")
    checkpoint = inclusion["checkpoint"]
    fingerprint = sha256(b"\x00", inclusion["header"])
    root = root_of_inclusion(fingerprint, checkpoint["position"], checkpoint["size"], checkpoint["path"])
    check("checkpoint-path", root == checkpoint["root"], "checkpoint_inclusion_mismatch")


def verify_bundle(data, trust=None, checkpoint=None, received_at=None, now=None):
    """Returns the state that a valid bundle reached. Raises Fault or Doubt."""
    check("bundle-length", len(data) <= 2097152, "malformed")
    bundle = read_bundle(parse_strict(data, "anchorlog.bundle"), "")
    message, kinds, words, log, digest = check_action(bundle)
    entry, entry_hash = check_entry(bundle, message, kinds, words, log, digest)
    if bundle["inclusion"] is not None:
        check_inclusion(bundle, entry, entry_hash, words)
    accepted = entry["acceptedAt"]
    try:
        state = judge(bundle, accepted, trust, checkpoint)
    except Doubt as reason:
        in_time = received_at is None or abs(accepted - received_at) <= 300_000
        doubt("received-in-doubt", in_time, "receipt_misdated", reason.state if reason.state != "promised" else None)
        raise
    shown = state if state != "promised" else None
    if received_at is not None:
        doubt("received-at", abs(accepted - received_at) <= 300_000, "receipt_misdated", shown)
    elif state == "promised":
        clock = int(time.time() * 1000) if now is None else now
        doubt("ahead-of-clock", accepted <= clock + 300_000, "receipt_misdated", shown)
    return state


def judge(bundle, accepted, trust, checkpoint):
    """§10.2, for keys and a checkpoint."""
    operator, inclusion = bundle["operator"], bundle["inclusion"]
    identity = operator["chainId"], operator["registry"], operator["address"]
    if trust is not None:
        doubt("keys-operator", trust["identity"] == identity, "other_operator")
        serves = is_receipt_key(trust, bundle["receipt"]["key"], accepted)
        doubt("keys-receipt", serves, "unknown_receipt_key")
    if checkpoint is not None and inclusion is not None:
        doubt("checkpoint-operator", checkpoint["origin"] == origin_of(identity), "other_operator")
        if trust is not None:
            check_signed(checkpoint, trust)
        doubt("checkpoint-size", checkpoint["size"] == inclusion["checkpoint"]["size"], "other_checkpoint")
        check("checkpoint-root", checkpoint["root"] == inclusion["checkpoint"]["root"], "checkpoint_mismatch")
        return "included"
    doubt("no-trust", trust is not None, "no_trust")
    return "promised"


# Trust files (2-audit §6) and checkpoints (§7.1)


def parse_note_key(text, where):
    name, key_id, key = (text_up_to(512)(text, where).split("+", 2) + ["", ""])[:3]
    data = decode_base64(key)
    is_key = data is not None and len(data) == 33 and data[0] == 1
    if not is_key or key_id != sha256(name.encode(), b"\n", data)[:4].hex():
        raise Fault("malformed", where)
    return name, data[1:]


def read_trust(data):
    value = parse_strict(data, "anchorlog.trust")
    shape = {"format": anything, "chainId": count, "registry": hex_of(20), "operator": hex_of(20)}
    shape.update(anchorKey=hex_of(20), receiptKey=hex_of(20), noteKey=parse_note_key, earlier=list_of(anything, 1024))
    trust = members(shape, optional=("earlier",))(value, "")
    keys = {"anchor": [(trust["anchorKey"], None)], "receipt": [(trust["receiptKey"], None)]}
    keys["note"] = [(trust["noteKey"], None)]
    for item in trust["earlier"] or []:
        read = parse_note_key if item["role"] == "note" else hex_of(20)
        until = count(item["until"], "until") if "until" in item else None
        keys[item["role"]].append((read(item["key"], "key"), until))
    return {"identity": (trust["chainId"], trust["registry"], trust["operator"]), "keys": keys}


def is_receipt_key(trust, key, accepted):
    return any(k == key and (until is None or accepted <= 1000 * until) for k, until in trust["keys"]["receipt"])


def decode_base64(text):
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return data if base64.b64encode(data).decode() == text else None


def read_checkpoint(data):
    try:
        note = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Fault("malformed") from None
    check("note-control", not re.search("[\x00-\x09\x0b-\x1f]", note), "malformed")
    text, blank, lines = note.rpartition("\n\n")
    check("note-form", blank and lines.endswith("\n"), "malformed")
    text += "\n"
    signatures = []
    for line in lines[:-1].split("\n"):
        found = re.fullmatch("\u2014 ([^\\s+]+) ([A-Za-z0-9+/=]+)", line)
        check("note-line", found, "malformed")
        signature = decode_base64(found.group(2))
        check("note-signature", signature is not None and len(signature) > 4, "malformed")
        signatures.append((found.group(1), signature[:4], signature[4:]))
    check("note-lines", len(signatures) <= 64, "malformed")
    body = text[:-1].split("\n")
    check("checkpoint-lines", len(body) == 3, "malformed")
    origin, size, root = (body + ["", ""])[:3]
    check("checkpoint-size-form", re.fullmatch("0|[1-9][0-9]{0,15}", size), "malformed")
    check("checkpoint-size-range", int(size) <= SAFE, "malformed")
    root = decode_base64(root)
    check("checkpoint-root-form", root is not None and len(root) == 32, "malformed")
    check("checkpoint-empty-root", int(size) > 0 or root == sha256(), "malformed")
    return {"origin": origin, "size": int(size), "root": root, "text": text, "signatures": signatures}


def check_signed(checkpoint, trust):
    """A checkpoint of the operator bears an anchor key's and a note key's signature of its trust file."""
    identity = trust["identity"]
    origin = origin_of(identity)

    def lines(key_id):
        return [s for name, id_, s in checkpoint["signatures"] if name == origin and id_ == key_id]

    separator = domain_separator("anchorlog", "1", identity[0], identity[1])
    type_ = "Checkpoint(address operator,uint64 size,bytes32 root)"
    digest = typed_digest(separator, type_, address_word(identity[2]), uint(checkpoint["size"]), checkpoint["root"])

    def by_anchor(key):
        key_id = sha256(origin.encode(), b"\n\xff", b"anchorlog/eip712-checkpoint/v1", key)[:4]
        return any(recover(digest, signature) == key for signature in lines(key_id))

    def by_note(name_and_key):
        name, key = name_and_key
        found = lines(sha256(name.encode(), b"\n\x01", key)[:4])
        text = checkpoint["text"].encode()
        return name == origin and bool(found) and all(ed25519_verifies(key, text, s) for s in found)

    keys = trust["keys"]
    is_anchored = any(by_anchor(key) for key, _ in keys["anchor"])
    is_noted = any(by_note(key) for key, _ in keys["note"])
    doubt("anchor-key-signed", is_anchored, "unsigned_checkpoint")
    doubt("note-key-signed", is_noted, "unsigned_checkpoint")


def verify_checkpoint(data, trust=None, checkpoint=None):
    note = read_checkpoint(data)
    form = r"anchorlog\.v1/(?:0|[1-9][0-9]{0,15})/0x[0-9a-f]{40}/0x[0-9a-f]{40}"
    check("checkpoint-origin-form", re.fullmatch(form, note["origin"]), "malformed")
    if trust is not None:
        doubt("note-operator", note["origin"] == origin_of(trust["identity"]), "other_operator")
    if checkpoint is not None:
        doubt("note-other-operator", note["origin"] == checkpoint["origin"], "other_operator")
    if trust is not None:
        check_signed(note, trust)
    if checkpoint is not None:
        doubt("note-size", note["size"] == checkpoint["size"], "other_checkpoint")
        check("note-root", note["root"] == checkpoint["root"], "checkpoint_mismatch")
    doubt("note-no-trust", trust is not None or checkpoint is not None, "no_trust")


def verify_inclusion(leaf, index, size, root, path):
    found = root_of_inclusion(leaf, index, size, path)
    check("proof-inclusion", found == root, "inclusion_mismatch")


def verify_consistency(old_size, old_root, new_size, new_root, path):
    holds = is_consistent(old_size, old_root, new_size, new_root, path)
    check("proof-consistency", holds, "consistency_mismatch")


# The command line, and the protocol of verifiers/README.md


def answer(run):
    try:
        return {"verdict": "valid", "state": run(), "code": "ok"}
    except Fault as fault:
        return {"verdict": "invalid", "state": None, "code": fault.code}
    except Doubt as reason:
        return {"verdict": "indeterminate", "state": reason.state, "code": reason.code}


def serve_one(request):
    def document(name, read):
        value = request.get(name)
        if value is None:
            return None
        return read(base64.b64decode(value["base64"]) if isinstance(value, dict) else value.encode())

    def proof(*names):
        return [bytes.fromhex(v[2:]) if isinstance(v, str) else v for v in (request[name] for name in names)]

    command = request["command"]
    path = [bytes.fromhex(item[2:]) for item in request.get("path", [])]
    if command == "verify-inclusion":
        return answer(lambda: verify_inclusion(*proof("leaf", "index", "size", "root"), path))
    if command == "verify-consistency":
        return answer(lambda: verify_consistency(*proof("oldSize", "oldRoot", "newSize", "newRoot"), path))
    trust, checkpoint = document("trust", read_trust), document("trustedCheckpoint", read_checkpoint)
    if command == "verify-checkpoint":
        return answer(lambda: verify_checkpoint(document("checkpoint", bytes), trust, checkpoint))
    data = document("bundle", bytes)
    return answer(lambda: verify_bundle(data, trust, checkpoint, request.get("receivedAt"), request.get("now")))


def read_file(path):
    with open(path, "rb") as file:
        return file.read()


def main(args):
    if args == ["serve"]:
        for line in sys.stdin:
            print(json.dumps(serve_one(json.loads(line))), flush=True)
        return 0
    if len(args) < 2 or len(args) % 2 or args[0] not in ("bundle", "checkpoint"):
        print(__doc__, file=sys.stderr)
        return 3
    options = dict(zip(args[2::2], args[3::2]))
    if set(options) - {"--trust", "--checkpoint", "--received-at"}:
        print(__doc__, file=sys.stderr)
        return 3
    try:
        trust = read_trust(read_file(options["--trust"])) if "--trust" in options else None
        checkpoint = read_checkpoint(read_file(options["--checkpoint"])) if "--checkpoint" in options else None
        data = read_file(args[1])
    except (Fault, Doubt, OSError) as error:
        print(f"anchorlog_verify.py: {error}", file=sys.stderr)
        return 3
    if args[0] == "checkpoint":
        found = answer(lambda: verify_checkpoint(data, trust, checkpoint))
    else:
        received = int(options["--received-at"]) if "--received-at" in options else None
        found = answer(lambda: verify_bundle(data, trust, checkpoint, received))
    print(json.dumps(found))
    return {"valid": 0, "invalid": 1, "indeterminate": 2}[found["verdict"]]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
