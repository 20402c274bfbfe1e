import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AnchorlogError } from "anchorlog";
import { inclusionProof } from "anchorlog/crypto/merkle";
import {
  checkPolicy,
  cosign,
  decodeEntryBundle,
  decodeNoteText,
  cosignerKey,
  encodeEntryBundle,
  formatCosignerKey,
  formatNote,
  formatTlogProof,
  formatVerifierKey,
  parseCosignerKey,
  parseLogCheckpoint,
  parseNote,
  parsePolicy,
  parseTilePath,
  parseTlogProof,
  parseVerifierKey,
  policyOf,
  tilePath,
} from "anchorlog/tlog";
import { entryOf, logKey, publicationOf } from "./logs.ts";
import { runs } from "../seed.ts";

const { checkpoint, tree } = publicationOf(21);
const cosigner = cosignerKey("witness.example/w1", new Uint8Array(32).fill(3));
const { note } = parseLogCheckpoint(checkpoint);
const cosigned = formatNote({
  ...note,
  signatures: [...note.signatures, cosign(note.text, cosigner.name, new Uint8Array(32).fill(3), 9)],
});
const policy = policyOf({ logs: [logKey], witnesses: [cosigner], threshold: 1 });
const vkey = formatCosignerKey(cosigner);

/** Bytes of a text with some of them replaced, taken out, doubled or moved. */
const mutants = (text: string): fc.Arbitrary<Uint8Array> => {
  const bytes = new TextEncoder().encode(text);
  const at = fc.nat({ max: bytes.length });
  const edit = fc.record({ from: at, to: at, length: fc.nat({ max: 40 }), fill: fc.uint8Array({ maxLength: 3 }) });
  return fc.array(edit, { minLength: 1, maxLength: 4 }).map((edits) =>
    edits.reduce<Uint8Array>((mutant, { from, to, length, fill }) => {
      const piece = mutant.subarray(to, to + length);
      return new Uint8Array([...mutant.subarray(0, from), ...fill, ...piece, ...mutant.subarray(from + length)]);
    }, bytes),
  );
};

/** A reader's result for bytes. It may refuse them only by an AnchorlogError. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof AnchorlogError) return undefined;
    throw error;
  }
}

const texts: [string, string, (text: string) => string | undefined][] = [
  ["a note", cosigned, (text) => formatNote(parseNote(text))],
  ["a checkpoint", checkpoint, (text) => formatNote(parseLogCheckpoint(text).note)],
  [
    "a proof",
    formatTlogProof({ index: 7, hashes: inclusionProof(tree, 7), checkpoint: cosigned, extra: entryOf(3) }),
    (text) => formatTlogProof(parseTlogProof(text)),
  ],
  ["a log's key", formatVerifierKey(logKey), (text) => formatVerifierKey(parseVerifierKey(text))],
  ["a cosigner's key", vkey, (text) => formatCosignerKey(parseCosignerKey(text))],
  [
    "a tile's path",
    "tile/1/x001/234.p/17",
    (text) => {
      const address = parseTilePath(text);
      return address === undefined ? undefined : tilePath(address);
    },
  ],
];

describe("readers of mutated bytes", () => {
  it.each(texts)("refuse bytes that are not %s, or read their one form", (_, valid, rewrite) => {
    expect(rewrite(valid)).toBe(valid);
    fc.assert(
      fc.property(mutants(valid), (bytes) => {
        const text = attempt(() => decodeNoteText(bytes));
        const read = text === undefined ? undefined : attempt(() => rewrite(text));
        if (read !== undefined) expect(read).toBe(text);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("read entry bundles exactly or not at all", () => {
    const bundle = encodeEntryBundle(Array.from({ length: 9 }, (_, i) => entryOf(i)));
    const arbitrary = fc.oneof(fc.uint8Array({ maxLength: 60 }), mutants(Buffer.from(bundle).toString("latin1")));
    fc.assert(
      fc.property(arbitrary, fc.nat({ max: 12 }), (bytes, count) => {
        const entries = attempt(() => decodeEntryBundle(bytes, count));
        if (entries !== undefined) expect(encodeEntryBundle(entries)).toEqual(new Uint8Array(bytes));
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("read policies, or name the fault", () => {
    const file = `log ${formatVerifierKey(logKey)}\nwitness w1 ${vkey} https://w1.example/\ngroup g any w1\nquorum g\n`;
    expect(parsePolicy(file).logs).toHaveLength(1);
    fc.assert(
      fc.property(mutants(file), (bytes) => void attempt(() => parsePolicy(bytes))),
      { numRuns: runs(1_000) },
    );
  });

  it("refuse checkpoints other than the signed one", () => {
    fc.assert(
      fc.property(mutants(cosigned), (bytes) => {
        const read = attempt(() => parseLogCheckpoint(decodeNoteText(bytes)));
        if (read === undefined || read.note.text === note.text) return;
        expect(checkPolicy(policy, read).satisfied).toBe(false);
      }),
      { numRuns: runs(500) },
    );
  });
});
