import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MerkleProofError, verifyConsistency } from "anchorlog/crypto/merkle";
import { consistencyProofLength } from "../../src/crypto/merkle/verify.ts";
import {
  checkPolicy,
  formatNote,
  isSignedBy,
  parseCosignerKey,
  parseLogCheckpoint,
  parseNote,
  parseVerifierKey,
  policyOf,
} from "anchorlog/tlog";
import { cosignedMessage } from "../../src/tlog/cosignature.ts";

// The examples of C2SP's specifications; see the README beside them. The tests of tlog-proof, tlog-policy and
// tlog-tiles have the examples of their specifications.
const example = (name: string): string =>
  readFileSync(new URL(`../vectors/foreign/c2sp/${name}.txt`, import.meta.url), "utf8");
const ROOT = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=";
const bytes = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, "base64"));
/** The time in the bytes of a cosignature line. */
const timeOf = (signature: Uint8Array): bigint => Buffer.from(signature).readBigUInt64BE();

describe("the examples of signed-note", () => {
  it("are read and written, and the one with a key verifies", () => {
    const note = parseNote(example("note"));
    const key = parseVerifierKey("example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k");
    expect(isSignedBy(note, key)).toBe(true);
    expect(formatNote(note)).toBe(example("note"));
    const poem = parseNote(example("note-unknown-key"));
    expect(poem.text).toBe(
      "Ognuno sta solo sul cuor della terra\ntrafitto da un raggio di sole:\n\ned è subito sera.\n",
    );
    expect(poem.signatures).toMatchObject([{ name: "quasimodo.example/salvatore" }]);
    expect(formatNote(poem)).toBe(example("note-unknown-key"));
  });
});

describe("the examples of tlog-checkpoint and tlog-cosignature", () => {
  const sumdb = parseVerifierKey("sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8");

  it("are a checkpoint", () => {
    const checkpoint = parseLogCheckpoint(example("checkpoint"));
    expect(checkpoint).toMatchObject({ origin: "example.com/behind-the-sofa", size: 20_852_163, extensions: [] });
    expect(Buffer.from(checkpoint.root).toString("base64")).toBe(ROOT);
    expect(formatNote(checkpoint.note)).toBe(example("checkpoint"));
  });

  it("verify under the Go checksum database's own name", () => {
    const renamed = example("checkpoint")
      .replace(/^example.com\/behind-the-sofa/, "go.sum database tree")
      .replace("\u2014 example.com/behind-the-sofa", "\u2014 sum.golang.org");
    expect(isSignedBy(parseNote(renamed), sumdb)).toBe(true);
    expect(isSignedBy(parseNote(renamed.replace("20852163", "20852164")), sumdb)).toBe(false);
    expect(isSignedBy(parseNote(example("checkpoint")), sumdb)).toBe(false);
  });

  it("give the message that a cosigner signs, with the time of its line", () => {
    const { note } = parseLogCheckpoint(example("cosigned-checkpoint"));
    const [, cosignature] = note.signatures;
    expect(cosignature!.name).toBe("witness.example.com/w1");
    expect(cosignature!.signature).toHaveLength(8 + 64);
    const time = timeOf(cosignature!.signature);
    const message = cosignedMessage(note.text, Number(time), { name: cosignature!.name, algorithm: "ed25519" });
    expect(Buffer.from(message).toString()).toBe(example("cosigned-message"));
  });

  it("are not trusted with another key of the log", () => {
    const policy = policyOf({ logs: [{ ...sumdb, name: "example.com/behind-the-sofa" }] });
    const verdict = checkPolicy(policy, parseLogCheckpoint(example("cosigned-checkpoint")));
    expect(verdict).toMatchObject({ satisfied: false, code: "bad_signature" });
  });
});

describe("the examples of tlog-witness", () => {
  it("have a checkpoint, and a proof that is too short for its sizes", () => {
    const request = example("witness-request");
    const [head, ...rest] = request.split("\n\n");
    const [oldLine, ...proof] = head!.split("\n");
    expect(oldLine).toBe("old 20852014");
    const checkpoint = parseLogCheckpoint(rest.join("\n\n"));
    expect(checkpoint.note.signatures).toHaveLength(2);
    expect(proof).toHaveLength(4);
    expect(consistencyProofLength(20_852_014, checkpoint.size)).toBe(18);
    const verify = () =>
      verifyConsistency(20_852_014, new Uint8Array(32), checkpoint.size, checkpoint.root, proof.map(bytes));
    expect(verify).toThrow(MerkleProofError);
  });

  it("answer with cosignature lines", () => {
    const { text } = parseNote(example("checkpoint"));
    const { signatures } = parseNote(`${text}\n${example("witness-response")}`);
    expect(signatures.map(({ name }) => name)).toEqual([
      "witness.example/w1",
      "witness.example/w1",
      "witness.example/w2",
    ]);
    for (const { signature } of signatures) {
      expect(signature).toHaveLength(8 + 64);
      expect(Number(timeOf(signature))).toBeGreaterThan(1_600_000_000);
    }
  });
});

describe("the keys of the public witness network's formats", () => {
  it("are refused with a log's type", () => {
    const key = "sigsum.org+e4ade967+AZuUY6B08pW3QVHu8uvsrxWPcAv9nykap2Nb4oxCee+r";
    expect(parseVerifierKey(key).name).toBe("sigsum.org");
    expect(() => parseCosignerKey(key)).toThrow(expect.objectContaining({ code: "bad_note" }) as Error);
  });
});
