import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashLeaf, inclusionProof } from "anchorlog/crypto/merkle";
import { formatTlogProof, parseTlogProof, policyOf, verifyTlogProof } from "anchorlog/tlog";
import { entryOf, logKey, policy, publicationOf } from "./logs.ts";
import { runs } from "../seed.ts";
import { isSlowSuite } from "../slow.ts";

const SIZES = isSlowSuite ? 20 : 9;

const proofOf = (size: number, index: number, extra?: Uint8Array): string => {
  const { tree, checkpoint } = publicationOf(size);
  return formatTlogProof({ extra, index, hashes: inclusionProof(tree, index), checkpoint });
};
const verdictOf = (text: string, index: number) => verifyTlogProof(text, hashLeaf(entryOf(index)), policy);

describe("tlog proofs", () => {
  it(`prove every entry of logs of every size up to ${SIZES}`, () => {
    for (let size = 1; size <= SIZES; size++) {
      for (let index = 0; index < size; index++) {
        const text = proofOf(size, index);
        expect(verdictOf(text, index)).toMatchObject({ valid: true, checkpoint: { size } });
        expect(formatTlogProof(parseTlogProof(text))).toBe(text);
      }
    }
  });

  it("carry extra data that is not verified", () => {
    for (const length of [0, 1, 1000, 32_768]) {
      const extra = new Uint8Array(length).fill(0xfb);
      const text = proofOf(9, 4, extra);
      expect(parseTlogProof(text).extra).toEqual(extra);
      expect(formatTlogProof(parseTlogProof(text))).toBe(text);
      expect(verdictOf(text, 4)).toMatchObject({ valid: true });
    }
    expect(parseTlogProof(proofOf(9, 4)).extra).toBeUndefined();
    expect(() => proofOf(9, 4, new Uint8Array(32_769))).toThrow(
      expect.objectContaining({ code: "bad_proof" }) as Error,
    );
  });

  it("do not prove another entry, index, log, or to other keys", () => {
    const text = proofOf(9, 4);
    expect(verdictOf(text, 5)).toMatchObject({ valid: false, code: "not_included" });
    expect(verdictOf(text.replace("index 4", "index 5"), 4)).toMatchObject({ valid: false, code: "not_included" });
    expect(verdictOf(text.replace("index 4", "index 9"), 4)).toMatchObject({ valid: false, code: "not_included" });
    expect(verdictOf(text.replace("\n9\n", "\n8\n"), 4)).toMatchObject({ valid: false, code: "bad_signature" });
    const strangers = policyOf({ logs: [{ ...logKey, keyId: new Uint8Array(4) }] });
    const verdict = verifyTlogProof(text, hashLeaf(entryOf(4)), strangers);
    expect(verdict).toMatchObject({ valid: false, code: "unknown_log" });
    expect(verifyTlogProof(text, new Uint8Array(31), policy)).toMatchObject({ valid: false, code: "not_included" });
  });

  it("never verify with a character changed, removed or added outside of the extra data", () => {
    const text = proofOf(13, 6);
    fc.assert(
      fc.property(
        fc.nat({ max: text.length - 1 }),
        fc.constantFrom("replace", "delete", "insert"),
        fc.constantFrom("a", "A", "0", "+", "/", "=", " ", "\n", "\r", "\t", "\u2014", "\u0000", "é", "1"),
        (at, kind, char) => {
          const changed =
            kind === "replace"
              ? text.slice(0, at) + char + text.slice(at + 1)
              : kind === "delete"
                ? text.slice(0, at) + text.slice(at + 1)
                : text.slice(0, at) + char + text.slice(at);
          fc.pre(changed !== text);
          expect(verdictOf(changed, 6).valid).toBe(false);
        },
      ),
      { numRuns: runs(1_500) },
    );
  });

  const hashes = (count: number): string => `${Buffer.alloc(32, 1).toString("base64")}\n`.repeat(count);
  const { checkpoint } = publicationOf(3);
  it.each([
    ["nothing", ""],
    ["another header", proofOf(3, 0).replace("@v1", "@v2")],
    ["a header with a space", proofOf(3, 0).replace("@v1", "@v1 ")],
    ["no index", proofOf(3, 0).replace(/index 0\n/, "")],
    ["an index with a leading zero", proofOf(3, 0).replace("index 0", "index 00")],
    ["a negative index", proofOf(3, 0).replace("index 0", "index -0")],
    ["an index over 2^53 - 1", proofOf(3, 0).replace("index 0", "index 9007199254740992")],
    ["two indices", proofOf(3, 0).replace("index 0\n", "index 0\nindex 0\n")],
    ["extra data after the index", proofOf(3, 0).replace("index 0\n", "index 0\nextra YQ==\n")],
    ["extra data twice", proofOf(3, 0).replace("index 0\n", "extra YQ==\nextra YQ==\nindex 0\n")],
    ["extra data that is no base64", proofOf(3, 0).replace("index 0\n", "extra !!\nindex 0\n")],
    ["extra data with spare bits", proofOf(3, 0).replace("index 0\n", "extra YR==\nindex 0\n")],
    ["extra data without a space", proofOf(3, 0).replace("index 0\n", "extra\nindex 0\n")],
    ["a hash of 31 bytes", `c2sp.org/tlog-proof@v1\nindex 0\n${Buffer.alloc(31).toString("base64")}\n\n${checkpoint}`],
    ["64 hashes", `c2sp.org/tlog-proof@v1\nindex 0\n${hashes(64)}\n${checkpoint}`],
    ["no blank line", `c2sp.org/tlog-proof@v1\nindex 0\n${hashes(1)}${checkpoint.replace("\n\n", "\n")}`],
    ["two blank lines", proofOf(3, 0).replace("\n\n", "\n\n\n")],
    ["no checkpoint", `c2sp.org/tlog-proof@v1\nindex 0\n\n`],
    ["a checkpoint without signatures", proofOf(3, 0).replace(/\n\u2014[^]*/, "\n")],
    ["carriage returns", proofOf(3, 0).replaceAll("\n", "\r\n")],
    ["three megabytes", proofOf(3, 0) + "a".repeat(3 << 20)],
  ])("are malformed with %s", (_, text) => {
    expect(verdictOf(text, 0)).toMatchObject({ valid: false, code: "malformed" });
  });
});

describe("the example of c2sp.org/tlog-proof", () => {
  const example = readFileSync(new URL("../vectors/foreign/c2sp/proof.txt", import.meta.url), "utf8");

  it("is read after its gaps are filled, and is too short for its tree", () => {
    expect(() => parseTlogProof(example)).toThrow("not a signed note");
    const filled = example.replaceAll(/ (\S+)\[\.\.\.\]\S+$/gm, ` ${Buffer.alloc(68, 1).toString("base64")}`);
    const proof = parseTlogProof(filled);
    expect(proof).toMatchObject({ index: 73_894 });
    expect(Buffer.from(proof.extra!).toString("latin1")).toMatch(/^age-v1\.2\.1-darwin-arm64\.tar\.gz/);
    expect(proof.hashes).toHaveLength(5);
    expect(formatTlogProof(proof)).toBe(filled);
    // A tree of 109,482 needs 17 hashes for that index.
    const key = { ...logKey, name: "example.com/fancylog" };
    expect(verifyTlogProof(filled, new Uint8Array(32), policyOf({ logs: [key] }))).toMatchObject({ valid: false });
  });
});

// The proofs that transparency-dev/formats writes (commit 0b850f1a, proof/tlog_proof_test.go), with valid checkpoints.
describe("the proofs of transparency-dev/formats", () => {
  const sha256 = (text: string): Uint8Array => createHash("sha256").update(text).digest();
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
  const [h1, h2] = [sha256("hash1"), sha256("hash2")];
  const { checkpoint } = publicationOf(3);
  const extra = Buffer.from("extra information");

  it.each([
    [{ index: 5, hashes: [h1, h2], checkpoint }, `index 5\n${base64(h1)}\n${base64(h2)}\n\n${checkpoint}`],
    [
      { index: 10, hashes: [h1], checkpoint, extra },
      `extra ${base64(extra)}\nindex 10\n${base64(h1)}\n\n${checkpoint}`,
    ],
    [{ index: 0, hashes: [], checkpoint }, `index 0\n\n${checkpoint}`],
  ])("are written alike", (proof, text) => {
    expect(formatTlogProof(proof)).toBe(`c2sp.org/tlog-proof@v1\n${text}`);
    expect(formatTlogProof(parseTlogProof(`c2sp.org/tlog-proof@v1\n${text}`))).toBe(`c2sp.org/tlog-proof@v1\n${text}`);
  });
});
