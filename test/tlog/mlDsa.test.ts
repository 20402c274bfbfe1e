import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  checkPolicy,
  cosign,
  cosignatureState,
  cosignerKey,
  formatCosignerKey,
  formatNote,
  parseCosignerKey,
  parseLogCheckpoint,
  parsePolicy,
  type Note,
  type NoteSignature,
} from "anchorlog/tlog";
import { cosignedMessage } from "../../src/tlog/cosignature.ts";
import { mlDsaKeyPair } from "../../src/tlog/mlDsa.ts";
import { keyIdOf, nodeEd25519, ORIGIN, publicationOf } from "./logs.ts";

const seed = new Uint8Array(32).fill(0x44);
const name = "witness.example/pq";
const key = cosignerKey(name, mlDsaKeyPair(seed).publicKey, "ml-dsa-44");
const { note, root } = parseLogCheckpoint(publicationOf(5).checkpoint);
const time = 1_767_603_600;
const line = cosign(note.text, name, seed, time, "ml-dsa-44");
const withLines = (...signatures: NoteSignature[]): Note => ({
  ...note,
  signatures: [...note.signatures, ...signatures],
});
const stamp = (value: number | bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};
const changed = (at: number): NoteSignature => ({
  ...line,
  signature: line.signature.map((byte, i) => (i === at ? byte ^ 0x10 : byte)),
});

/** The structure of tlog-cosignature, section "ML-DSA-44 signed message", in a second implementation. */
const specified = (cosigner: string, at: number, origin: string, size: number, hash: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from("subtree/v1\n\0"),
    Buffer.from([Buffer.byteLength(cosigner)]),
    Buffer.from(cosigner),
    stamp(at),
    Buffer.from([Buffer.byteLength(origin)]),
    Buffer.from(origin),
    stamp(0),
    stamp(size),
    hash,
  ]);

describe("a checkpoint that torchwood's ML-DSA-44 log signed", () => {
  const file = (file: string) => readFileSync(new URL(`../vectors/foreign/torchwood/${file}`, import.meta.url), "utf8");
  const theirs = parseCosignerKey(file("mldsa-key.txt").trim());
  const checkpoint = parseLogCheckpoint(file("mldsa-checkpoint"));

  it("verifies, without a time, and satisfies a policy that names the log", () => {
    expect(theirs).toMatchObject({ name: "example.com/mldsa-log", algorithm: "ml-dsa-44" });
    expect(cosignatureState(checkpoint.note, theirs)).toEqual({ state: "valid", time: 0 });
    const policy = parsePolicy(`log ${file("mldsa-key.txt").trim()}\nquorum none\n`);
    expect(checkPolicy(policy, checkpoint)).toMatchObject({ satisfied: true });
  });

  it("does not verify for another size, origin or name", () => {
    const text = (from: string, to: string) => ({ ...checkpoint.note, text: checkpoint.note.text.replace(from, to) });
    expect(cosignatureState(text("\n1\n", "\n2\n"), theirs)).toEqual({ state: "invalid" });
    expect(cosignatureState(text("mldsa-log", "mldsa-lag"), theirs)).toEqual({ state: "invalid" });
    const other = cosignerKey("example.com/other", theirs.publicKey, "ml-dsa-44");
    const [{ signature }] = checkpoint.note.signatures as [NoteSignature];
    const renamed = { ...checkpoint.note, signatures: [{ ...other, signature }] };
    expect(cosignatureState(renamed, other)).toEqual({ state: "invalid" });
  });
});

describe("cosignatures of ML-DSA-44", () => {
  it("sign the specification's message, and differ from Ed25519's by type and ID", () => {
    expect(Buffer.from(cosignedMessage(note.text, time, key))).toEqual(specified(name, time, ORIGIN, 5, root));
    expect(Buffer.from(line.keyId)).toEqual(keyIdOf(name, 6, key.publicKey));
    expect(line.signature).toHaveLength(8 + 2_420);
    expect(cosignatureState(withLines(line), key)).toEqual({ state: "valid", time });
    expect(cosignatureState(withLines(line), cosignerKey(name, new Uint8Array(32).fill(1)))).toEqual({
      state: "absent",
    });
    const read = parseLogCheckpoint(formatNote(withLines(line)));
    expect(cosignatureState(read.note, parseCosignerKey(formatCosignerKey(key)))).toEqual({ state: "valid", time });
  });

  it("are invalid with a byte changed or another length, and invalidate the note", () => {
    const places = [0, 7, 8, 9, 39, 40, 1_000, 2_343, 2_344, 2_420, 2_427];
    for (const at of places)
      expect(cosignatureState(withLines(changed(at)), key), `byte ${at}`).toEqual({ state: "invalid" });
    expect(cosignatureState(withLines(line, changed(100)), key)).toEqual({ state: "invalid" });
    for (const signature of [
      line.signature.slice(1),
      new Uint8Array([...line.signature, 0]),
      line.signature.slice(0, 72),
    ]) {
      expect(cosignatureState(withLines({ ...line, signature }), key)).toEqual({ state: "invalid" });
    }
    const late = { ...line, signature: new Uint8Array([...stamp(2n ** 53n), ...line.signature.slice(8)]) };
    expect(cosignatureState(withLines(late), key)).toEqual({ state: "invalid" });
  });

  it("are refused if the message cannot hold the whole text", () => {
    const extended = `${note.text}extension\n`;
    expect(cosignatureState({ ...withLines(line), text: extended }, key)).toEqual({ state: "invalid" });
    const bad = expect.objectContaining({ code: "bad_note" }) as Error;
    const long = "o".repeat(256);
    expect(() => cosign(extended, name, seed, time, "ml-dsa-44")).toThrow(bad);
    expect(() => cosign(note.text.replace(ORIGIN, long), name, seed, time, "ml-dsa-44")).toThrow(bad);
    expect(() => cosign(note.text, long, seed, time, "ml-dsa-44")).toThrow(bad);
    expect(() => cosign("no checkpoint\n", name, seed, time, "ml-dsa-44")).toThrow(bad);
    const longest = "\u00e9".repeat(127);
    const own = cosign(note.text, longest, seed, 0, "ml-dsa-44");
    const { publicKey } = key;
    expect(cosignatureState(withLines(own), cosignerKey(longest, publicKey, "ml-dsa-44"))).toMatchObject({ time: 0 });
  });

  it("count for a policy together with Ed25519's", () => {
    const ed25519 = new Uint8Array(32).fill(9);
    const other = cosign(note.text, "witness.example/w1", ed25519, time);
    const log = formatCosignerKey(cosignerKey(ORIGIN, key.publicKey, "ml-dsa-44"));
    const w1 = formatCosignerKey(
      cosignerKey("witness.example/w1", nodeEd25519.publicBytes(nodeEd25519.privateKey(ed25519))),
    );
    const witnesses = `witness A ${w1}\nwitness B ${formatCosignerKey(key)}\n`;
    const file = `log ${log}\n${witnesses}group both all A B\nquorum both\n`;
    const own = cosign(note.text, ORIGIN, seed, 0, "ml-dsa-44");
    const verdict = (...lines: NoteSignature[]) =>
      checkPolicy(parsePolicy(file), parseLogCheckpoint(formatNote(withLines(...lines))));
    expect(verdict(own, other, line)).toMatchObject({ satisfied: true, cosigned: [{ time }, { time }] });
    expect(verdict(own, other)).toMatchObject({ satisfied: false, code: "no_quorum" });
    expect(verdict(other, line)).toMatchObject({ satisfied: false, code: "unknown_log" });
    expect(verdict(own, other, changed(50))).toMatchObject({ satisfied: false, code: "bad_signature" });
  });
});

/** The key of OpenSSL 3.5 for the seed; undefined in versions of Node without ML-DSA. */
const openssl = ((): KeyObject | undefined => {
  const pkcs8 = Buffer.concat([Buffer.from("3034020100300b060960864801650304031104228020", "hex"), seed]);
  try {
    return createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
  } catch {
    return undefined;
  }
})();

describe.runIf(openssl !== undefined)("OpenSSL", () => {
  it("derives the same public key, verifies our lines, and makes lines that verify here", () => {
    const message = specified(name, time, ORIGIN, 5, root);
    const spki = createPublicKey(openssl!).export({ format: "der", type: "spki" });
    expect(spki.subarray(-1_312)).toEqual(Buffer.from(key.publicKey));
    expect(verify(null, message, createPublicKey(openssl!), line.signature.subarray(8))).toBe(true);
    const theirs = { ...line, signature: Buffer.concat([stamp(time), sign(null, message, openssl!)]) };
    expect(cosignatureState(withLines(theirs), key)).toEqual({ state: "valid", time });
  });
});
