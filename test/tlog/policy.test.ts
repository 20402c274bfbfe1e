import { readFileSync } from "node:fs";
import { ed25519 } from "@noble/curves/ed25519.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkPolicy,
  cosign,
  cosignerKey,
  ed25519NoteKey,
  formatCosignerKey,
  formatNote,
  formatVerifierKey,
  parseLogCheckpoint,
  parsePolicy,
  policyOf,
  signNoteText,
  type LogCheckpoint,
} from "anchorlog/tlog";
import { logKey, ORIGIN, publicationOf } from "./logs.ts";

const secretOf = (i: number): Uint8Array => new Uint8Array(32).fill(0x60 + i);
const witness = (i: number) => cosignerKey(`w${i}.example`, ed25519.getPublicKey(secretOf(i)));
const vkey = (i: number): string => formatCosignerKey(witness(i));
const log = formatVerifierKey(logKey);
const plain = parseLogCheckpoint(publicationOf(5).checkpoint);

/** The checkpoint with the cosignatures of some witnesses. */
const cosignedBy = (...witnesses: readonly number[]): LogCheckpoint => {
  const lines = witnesses.map((i) => cosign(plain.note.text, `w${i}.example`, secretOf(i), 100 + i));
  return parseLogCheckpoint(formatNote({ ...plain.note, signatures: [...plain.note.signatures, ...lines] }));
};

describe("the example of c2sp.org/tlog-policy", () => {
  const example = readFileSync(new URL("../vectors/foreign/c2sp/policy.txt", import.meta.url), "utf8");
  let next = 0;
  const policy = parsePolicy(example.replace("<vkey>", log).replaceAll("<vkey>", () => vkey(++next)));

  it("asks for two of the Xs and one of the Ys", () => {
    expect(policy.logs).toEqual([{ origin: ORIGIN, key: logKey }]);
    expect(policy.witnesses.map(({ name }) => name)).toEqual(["X1", "X2", "X3", "Y1", "Y2", "Y3"]);
    for (let mask = 0; mask < 64; mask++) {
      const have = [1, 2, 3, 4, 5, 6].filter((i) => (mask >> (i - 1)) & 1);
      const expected = have.filter((i) => i <= 3).length >= 2 && have.some((i) => i > 3);
      const verdict = checkPolicy(policy, cosignedBy(...have));
      expect(verdict.satisfied).toBe(expected);
      expect(verdict.cosigned.map(({ time }) => time - 100)).toEqual(have);
    }
  });
});

describe("policies", () => {
  it("say why they refuse a checkpoint", () => {
    const policy = policyOf({ logs: [logKey], witnesses: [witness(1), witness(2)], threshold: 1 });
    expect(checkPolicy(policy, cosignedBy(2))).toMatchObject({ satisfied: true });
    expect(checkPolicy(policy, cosignedBy(3))).toMatchObject({ satisfied: false, code: "no_quorum" });
    expect(checkPolicy({ ...policy, logs: [] }, cosignedBy(2))).toMatchObject({ satisfied: false, code: "no_log" });
    const stranger = ed25519NoteKey(ORIGIN, witness(1).publicKey);
    expect(checkPolicy({ ...policy, logs: [{ origin: ORIGIN, key: stranger }] }, cosignedBy(2))).toMatchObject({
      code: "unknown_log",
    });
    // The log's key under another origin.
    const renamed = { ...plain, origin: "other.example" };
    expect(checkPolicy(policyOf({ logs: [logKey] }), renamed)).toMatchObject({ code: "unknown_log" });
    expect(checkPolicy(policyOf({ logs: [logKey] }), plain)).toEqual({ satisfied: true, cosigned: [] });
  });

  it("accept a log by its origin and witnesses, and never by the origin only", () => {
    const mirrored = parseLogCheckpoint(
      formatNote({ ...plain.note, signatures: cosignedBy(1).note.signatures.slice(plain.note.signatures.length) }),
    );
    const policy = policyOf({ logs: [{ origin: ORIGIN }], witnesses: [witness(1), witness(2)], threshold: 1 });
    expect(checkPolicy(policy, mirrored)).toMatchObject({ satisfied: true });
    expect(checkPolicy(policy, plain)).toMatchObject({ satisfied: false, code: "no_quorum" });
    expect(checkPolicy({ ...policy, quorum: undefined }, plain)).toMatchObject({ satisfied: false, code: "no_quorum" });
    expect(checkPolicy(policy, { ...mirrored, origin: "other.example" })).toMatchObject({ code: "unknown_log" });
    expect(() => policyOf({ logs: [{ origin: ORIGIN }] })).toThrow(
      /the policy requires no signature on the checkpoints of/,
    );
  });

  it("of a file accept logs whose key the reader knows, such as a mirrored Sunlight log", () => {
    // The log's own line is of type 0x05, an RFC 6962 signature, and no policy file has a line for such a key.
    const origin = "sunlight.example/2026h1";
    const text = `${origin}\n5\n${plain.note.text.split("\n")[2]!}\n`;
    const own = { name: origin, keyId: new Uint8Array(4).fill(5), signature: new Uint8Array(80).fill(7) };
    const mirrored = parseLogCheckpoint(
      formatNote({ text, signatures: [own, cosign(text, "w1.example", secretOf(1), 101)] }),
    );
    const file = `witness mirror ${vkey(1)}\nwitness w2 ${vkey(2)}\ngroup both any mirror w2\nquorum both\n`;
    const policy = parsePolicy(file, { logs: [{ origin }] });
    expect(checkPolicy(policy, mirrored)).toMatchObject({ satisfied: true, cosigned: [{ time: 101 }] });
    expect(checkPolicy(parsePolicy(file), mirrored)).toMatchObject({ satisfied: false, code: "no_log" });
    expect(checkPolicy(policy, cosignedBy(1))).toMatchObject({ satisfied: false, code: "unknown_log" });
    const alone = parseLogCheckpoint(formatNote({ text, signatures: [own] }));
    expect(checkPolicy(policy, alone)).toMatchObject({ satisfied: false, code: "no_quorum" });
    const flipped = formatNote({ text, signatures: [own, cosign(`${text}x`, "w1.example", secretOf(1), 101)] });
    expect(checkPolicy(policy, parseLogCheckpoint(flipped))).toMatchObject({ code: "bad_signature" });
    // An origin in addition to the file's log, with a key of another name.
    const key = ed25519NoteKey("key.example", ed25519.getPublicKey(secretOf(7)));
    const mixed = parsePolicy(`log ${log}\nquorum none\n`, { logs: [{ origin, key }] });
    expect(checkPolicy(mixed, plain)).toMatchObject({ satisfied: true });
    const signed = formatNote({ text, signatures: [signNoteText(text, "key.example", secretOf(7))] });
    expect(checkPolicy(mixed, parseLogCheckpoint(signed))).toMatchObject({ satisfied: true });
    expect(() => parsePolicy("quorum none\n", { logs: [{ origin }] })).toThrow(/requires no signature/);
    expect(() => parsePolicy(`log ${log}\nquorum none\n`, { logs: [logKey] })).toThrow(/same public key/);
  });

  it("accept a log whose key has another name than its origin", () => {
    const secret = secretOf(7);
    const key = ed25519NoteKey("key.example", ed25519.getPublicKey(secret));
    const signed = parseLogCheckpoint(
      formatNote({ ...plain.note, signatures: [signNoteText(plain.note.text, "key.example", secret)] }),
    );
    expect(checkPolicy(policyOf({ logs: [{ origin: ORIGIN, key }] }), signed)).toMatchObject({ satisfied: true });
    expect(checkPolicy(policyOf({ logs: [key] }), signed)).toMatchObject({ satisfied: false, code: "unknown_log" });
    expect(checkPolicy(policyOf({ logs: [{ origin: ORIGIN, key }] }), plain)).toMatchObject({ code: "unknown_log" });
  });

  it("reject a checkpoint for one invalid line of a key that they know", () => {
    const policy = policyOf({ logs: [logKey], witnesses: [witness(1), witness(2)], threshold: 1 });
    const { note } = cosignedBy(1, 2);
    for (let i = 0; i < 3; i++) {
      const signatures = note.signatures.map((line, j) => ({
        ...line,
        signature: line.signature.map((byte, k) => (i === j && k === 40 ? byte ^ 1 : byte)),
      }));
      expect(checkPolicy(policy, { ...plain, note: { ...note, signatures } })).toMatchObject({ code: "bad_signature" });
    }
  });

  it("are satisfied by any k of n witnesses", () => {
    const witnesses = [1, 2, 3, 4, 5].map(witness);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 }), fc.subarray([1, 2, 3, 4, 5]), (threshold, have) => {
        const verdict = checkPolicy(policyOf({ logs: [logKey], witnesses, threshold }), cosignedBy(...have));
        expect(verdict.satisfied).toBe(have.length >= threshold);
      }),
      { numRuns: 60 },
    );
    expect(() => policyOf({ logs: [logKey], witnesses, threshold: 6 })).toThrow(RangeError);
    expect(() => policyOf({ logs: [logKey], witnesses: [witness(1), witness(1)], threshold: 2 })).toThrow("public key");
  });

  it("may have logs that sign by cosignature, and no witnesses", () => {
    const own = cosignerKey(ORIGIN, ed25519.getPublicKey(secretOf(8)));
    const policy = parsePolicy(`log ${formatCosignerKey(own)} https://log.example/\nquorum none\n`);
    expect(policy.logs).toEqual([{ origin: ORIGIN, key: own, url: "https://log.example/" }]);
    const line = cosign(plain.note.text, ORIGIN, secretOf(8), 5);
    expect(checkPolicy(policy, plain)).toMatchObject({ code: "unknown_log" });
    expect(checkPolicy(policy, { ...plain, note: { ...plain.note, signatures: [line] } }).satisfied).toBe(true);
  });

  it("may be in any order, indented, with tabs, comments and empty lines", () => {
    const policy = parsePolicy(
      `# comment\n\n \t witness\tw1  ${vkey(1)}   https://w1.example/ \n  # another\nquorum w1\n\t\nlog ${log}`,
    );
    expect(policy.quorum).toBe(policy.witnesses[0]);
    expect(policy.witnesses[0]).toMatchObject({ name: "w1", url: "https://w1.example/" });
    expect(checkPolicy(policy, cosignedBy(1)).satisfied).toBe(true);
    expect(checkPolicy(policy, cosignedBy(2)).satisfied).toBe(false);
  });

  it("have names of any bytes, and compare them byte by byte", () => {
    const kelvin = Buffer.from("\u212a");
    const latin = Buffer.from([0xff, 0xfe]);
    const policy = (name: Buffer, other: Buffer) =>
      parsePolicy(
        Buffer.concat([Buffer.from("witness "), name, Buffer.from(` ${vkey(1)}\nquorum `), other, Buffer.from("\n")]),
      );
    expect(policy(kelvin, kelvin).witnesses[0]!.name).toBe("\u212a");
    expect(() => policy(kelvin, Buffer.from("K"))).toThrow("line 2");
    expect(policy(latin, latin).witnesses).toHaveLength(1);
  });

  const w = (i: number): string => `witness w${i} ${vkey(i)}\n`;
  it.each([
    ["no quorum", w(1)],
    ["nothing", ""],
    ["two quorums", `${w(1)}quorum w1\nquorum w1`],
    ["an unknown quorum", "quorum unknown"],
    ["a quorum of two names", `${w(1)}${w(2)}quorum w1 w2`],
    ["a quorum that is defined later", `quorum w1\n${w(1)}`],
    ["a name that is defined twice", `${w(1)}witness w1 ${vkey(2)}\nquorum w1`],
    ["a group with the name of a witness", `${w(1)}group w1 any w1\nquorum w1`],
    ["a witness named none", `witness none ${vkey(1)}\nquorum none`],
    ["none as a member", `${w(1)}group g any w1 none\nquorum g`],
    ["the same key twice", `${w(1)}witness w2 ${vkey(1)}\nquorum w1`],
    [
      "the same key under two names of its own",
      `${w(1)}witness w2 ${formatCosignerKey(cosignerKey("x", witness(1).publicKey))}\nquorum w1`,
    ],
    ["the same log twice", `log ${log}\nlog ${log} https://x/\nquorum none`],
    ["a log with a third item", `log ${log} https://x/ more\nquorum none`],
    ["a comment after a definition", `witness w1 ${vkey(1)} https://x/ # comment\nquorum w1`],
    ["a witness with a log's key", `witness w1 ${log}\nquorum w1`],
    ["a threshold of 0", `${w(1)}group g 0 w1\nquorum g`],
    ["a threshold over the members", `${w(1)}group g 2 w1\nquorum g`],
    ["a negative threshold", `${w(1)}group g -1 w1\nquorum g`],
    ["a hexadecimal threshold", `${w(1)}group g 0x1 w1\nquorum g`],
    ["a group without members", `${w(1)}group g all\nquorum g`],
    ["a member twice in a group", `${w(1)}${w(2)}group g 2 w1 w1\nquorum g`],
    ["a member of two groups", `${w(1)}${w(2)}group g any w1\ngroup h any w1 w2\nquorum h`],
    ["a group that is its own member", `${w(1)}group g any g\nquorum g`],
    ["another keyword", `${w(1)}require w1\nquorum w1`],
    ["a carriage return", `${w(1)}quorum w1\r\n`],
    ["a form feed", `${w(1)}quorum\fw1\n`],
    ["a delete character", `${w(1)}quorum w1\u007f\n`],
    ["a key that is not UTF-8", Buffer.from(`witness w1 \xff${vkey(1)}\nquorum w1`, "latin1")],
    ["a megabyte", `#${"a".repeat(1 << 20)}\nquorum none\n`],
  ])("are refused with %s", (_, file) => {
    expect(() => parsePolicy(file)).toThrow(expect.objectContaining({ code: "bad_policy" }) as Error);
  });

  it("have up to 1,024 definitions", () => {
    const many = (count: number): string =>
      Array.from({ length: count }, (_, i) => {
        const key = cosignerKey(`w${i}`, new Uint8Array(32).fill(i).fill(i >> 8, 16));
        return `witness w${i} ${formatCosignerKey(key)}\n`;
      }).join("");
    expect(parsePolicy(`${many(1024)}quorum w1023\n`).witnesses).toHaveLength(1024);
    expect(() => parsePolicy(`${many(1025)}quorum w1\n`)).toThrow("more than 1024");
  });

  it("name the line that is wrong", () => {
    expect(() => parsePolicy(`${w(1)}\n# c\nquorum w2\n`)).toThrow("line 4 of the policy");
  });
});

// Policies of transparency-dev/formats (commit 0b850f1a, witness/witness_policy_test.go), whose parser takes more.
describe("the policies of transparency-dev/formats", () => {
  const remora = "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2 https://example.com/remora";
  const sigsum = "sigsum.org+e4ade967+AZuUY6B08pW3QVHu8uvsrxWPcAv9nykap2Nb4oxCee+r https://sigsum.org/witness/";

  it("are read if their witnesses have cosigners' keys", () => {
    const policy = parsePolicy(`\nwitness w4 ${remora}\ngroup g1 any w4\nquorum g1\n`);
    expect(policy.quorum).toMatchObject({ threshold: 1, members: [{ name: "w4" }] });
    expect(() => parsePolicy(`witness w1 ${sigsum}\nquorum w1\n`)).toThrow("signature type 1");
  });
});
