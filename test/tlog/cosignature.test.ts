import { readFileSync } from "node:fs";
import { ed25519 } from "@noble/curves/ed25519.js";
import { describe, expect, it } from "vitest";
import {
  cosign,
  cosignatureState,
  cosignerKey,
  formatCosignerKey,
  parseCosignerKey,
  parseLogCheckpoint,
  parseVerifierKey,
  type NoteSignature,
} from "anchorlog/tlog";
import { cosignedMessage } from "../../src/tlog/cosignature.ts";
import { keyIdOf, nodeEd25519, publicationOf } from "./logs.ts";

const secret = new Uint8Array(32).fill(9);
const name = "witness.example/w1";
const key = cosignerKey(name, ed25519.getPublicKey(secret));
const { note } = parseLogCheckpoint(publicationOf(5).checkpoint);
const withLines = (...signatures: NoteSignature[]) => ({ ...note, signatures: [...note.signatures, ...signatures] });

describe("cosignatures", () => {
  it("agree with node:crypto, over the specification's message", () => {
    const line = cosign(note.text, name, secret, 1_679_315_147);
    expect(Buffer.from(line.keyId)).toEqual(keyIdOf(name, 4, key.publicKey));
    expect(Buffer.from(line.signature.subarray(0, 8)).readBigUInt64BE()).toBe(1_679_315_147n);
    const message = `cosignature/v1\ntime 1679315147\n${note.text}`;
    expect(Buffer.from(cosignedMessage(note.text, 1_679_315_147, key)).toString()).toBe(message);
    expect(nodeEd25519.verify(message, key.publicKey, line.signature.subarray(8))).toBe(true);
    const theirs = nodeEd25519.sign(message, nodeEd25519.privateKey(secret));
    expect(Buffer.from(line.signature.subarray(8))).toEqual(theirs);
    expect(cosignatureState(withLines(line), key)).toEqual({ state: "valid", time: 1_679_315_147 });
  });

  it("belong to one key, and the latest of several counts", () => {
    const line = (time: number) => cosign(note.text, name, secret, time);
    const other = cosign(note.text, name, new Uint8Array(32).fill(1), 9);
    expect(cosignatureState(withLines(), key)).toEqual({ state: "absent" });
    expect(cosignatureState(withLines(other), key)).toEqual({ state: "absent" });
    expect(cosignatureState(withLines(line(3), other, line(8), line(5)), key)).toEqual({ state: "valid", time: 8 });
  });

  it("are invalid with any byte changed, another text, length or time, and invalidate the note", () => {
    const line = cosign(note.text, name, secret, 1_000);
    for (let i = 0; i < line.signature.length; i++) {
      const changed = { ...line, signature: line.signature.map((byte, j) => (i === j ? byte ^ 0x10 : byte)) };
      expect(cosignatureState(withLines(changed), key)).toEqual({ state: "invalid" });
      expect(cosignatureState(withLines(line, changed), key)).toEqual({ state: "invalid" });
    }
    for (const signature of [line.signature.slice(1), new Uint8Array([...line.signature, 0]), new Uint8Array(8)]) {
      expect(cosignatureState(withLines({ ...line, signature }), key)).toEqual({ state: "invalid" });
    }
    const text = note.text.replace("\n5\n", "\n6\n");
    expect(cosignatureState({ ...withLines(line), text }, key)).toEqual({ state: "invalid" });
    expect(cosignatureState({ ...withLines(line), text: `${note.text}extension\n` }, key)).toEqual({
      state: "invalid",
    });
  });

  it("are not accepted as a log's signature, nor the reverse", () => {
    const time = 1_000;
    const plain = ed25519.sign(new TextEncoder().encode(note.text), secret);
    const stamp = cosign(note.text, name, secret, time).signature.slice(0, 8);
    const line = { name, keyId: key.keyId, signature: new Uint8Array([...stamp, ...plain]) };
    expect(cosignatureState(withLines(line), key)).toEqual({ state: "invalid" });
    expect(() => parseVerifierKey(formatCosignerKey(key))).toThrow(
      expect.objectContaining({ code: "bad_note" }) as Error,
    );
  });

  it("are refused with a time above 2^53 - 1", () => {
    const largest = Number.MAX_SAFE_INTEGER;
    expect(cosignatureState(withLines(cosign(note.text, name, secret, largest)), key)).toMatchObject({ time: largest });
    const stamp = Buffer.alloc(8);
    stamp.writeBigUInt64BE(2n ** 53n);
    const signature = nodeEd25519.sign(
      `cosignature/v1\ntime ${2n ** 53n}\n${note.text}`,
      nodeEd25519.privateKey(secret),
    );
    const line = { name, keyId: key.keyId, signature: new Uint8Array([...stamp, ...signature]) };
    expect(cosignatureState(withLines(line), key)).toEqual({ state: "invalid" });
  });
});

describe("cosigners' keys", () => {
  // Keys of transparency-dev/formats (commit 0b850f1a, note/note_cosigv1_test.go).
  const remora = "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2";

  it("are read and written as C2SP writes them", () => {
    expect(formatCosignerKey(parseCosignerKey(remora))).toBe(remora);
    expect(parseCosignerKey(remora)).toMatchObject({ name: "remora.n621.de", algorithm: "ed25519" });
    expect(parseCosignerKey(formatCosignerKey(key))).toEqual(key);
  });

  it.each([
    ["of a log's type", "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"],
    ["with another ID", remora.replace("da77ade7", "da77ade8")],
    ["with an ID in capitals", remora.replace("da77ade7", "DA77ADE7")],
    ["with a character more", `${remora}=`],
    ["in two parts", "bananas.sigstore.dev+12344556"],
    ["that are no base64", "rekor.sigstore.dev+12345678+THIS_IS_NOT_BASE64!"],
    ["of an unknown type", "rekor.sigstore.dev+12345678+AwEB"],
    [
      "of 31 bytes",
      `x+${keyIdOf("x", 4, new Uint8Array(31)).toString("hex")}+${Buffer.from([4, ...Array<number>(31).fill(0)]).toString("base64")}`,
    ],
  ])("are refused %s", (_, vkey) => {
    expect(() => parseCosignerKey(vkey)).toThrow(expect.objectContaining({ code: "bad_note" }) as Error);
  });
});

// A checkpoint that devices in the field cosigned; see the README beside it.
describe("the checkpoint of the Armored Witness", () => {
  const file = (name: string) =>
    readFileSync(new URL(`../vectors/foreign/armored-witness/${name}`, import.meta.url), "utf8");
  const checkpoint = parseLogCheckpoint(file("checkpoint"));
  // Its operators list the keys with type 0x01; its cosignatures are of type 0x04.
  const keys = file("keys.txt")
    .trim()
    .split("\n")
    .map((vkey) => parseVerifierKey(vkey))
    .map(({ name, publicKey }) => cosignerKey(name, publicKey));

  it("has valid cosignatures at its distributor's times", () => {
    const times = keys.map((cosigner) => cosignatureState(checkpoint.note, cosigner));
    expect(times).toEqual([
      { state: "valid", time: Date.parse("2025-02-05T00:03:56Z") / 1000 },
      { state: "valid", time: Date.parse("2025-02-05T00:03:49Z") / 1000 },
    ]);
  });

  it("has no cosignature that is valid for another size", () => {
    const text = checkpoint.note.text.replace("\n611\n", "\n612\n");
    for (const cosigner of keys) {
      expect(cosignatureState({ ...checkpoint.note, text }, cosigner)).toEqual({ state: "invalid" });
    }
  });
});
