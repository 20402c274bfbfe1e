import { describe, expect, it } from "vitest";
import { hashTypedData } from "viem";
import { anchorSignature, hashCheckpoint, isCheckpointBy, parseCheckpoint, signCheckpoint } from "anchorlog/batch";
import { hashReceipt } from "anchorlog/log/receipt";
import { hashStatement } from "../../src/action/statement.ts";
import { KEY_POSSESSION } from "../../src/chain/register.ts";
import { decodeEntry, encodeEntry, hashEntry } from "anchorlog/log";
import { toHex } from "anchorlog";
import { ABOUT_NOTHING } from "../entries.ts";
import { keys, operator, trusted } from "../operator.ts";

const checkpoint = { size: 41, root: new Uint8Array(32).fill(9) };
const note = await signCheckpoint(operator, checkpoint, keys);
const registryDomain = {
  name: "anchorlog",
  version: "1",
  chainId: operator.chainId,
  verifyingContract: operator.registry,
};

describe("checkpoints", () => {
  it("are notes with the origin, the size, the root and both signatures", () => {
    const parsed = parseCheckpoint(note);
    expect(parsed).toMatchObject({
      ...checkpoint,
      origin: `anchorlog.v1/31337/${operator.registry}/${operator.operator}`,
    });
    expect(note.split("\n").slice(0, 4)).toEqual([
      parsed.origin,
      "41",
      Buffer.from(checkpoint.root).toString("base64"),
      "",
    ]);
    expect(isCheckpointBy(parsed, operator, trusted)).toBe(true);
    expect(anchorSignature(parsed, operator, trusted.anchorKey)).toMatch(/^0x[0-9a-f]{130}$/);
  });

  it("are refused with another size, root, origin or key, and without a key", () => {
    const changed = (from: string, to: string) => parseCheckpoint(note.replace(from, to));
    expect(isCheckpointBy(changed("\n41\n", "\n42\n"), operator, trusted)).toBe(false);
    expect(isCheckpointBy(changed("CQkJ", "CQkK"), operator, trusted)).toBe(false);
    expect(isCheckpointBy(changed("/31337/", "/1/"), operator, trusted)).toBe(false);
    expect(isCheckpointBy(parseCheckpoint(note), operator, { ...trusted, anchorKey: trusted.receiptKey })).toBe(false);
    expect(
      isCheckpointBy(parseCheckpoint(note), operator, {
        noteKey: { ...trusted.noteKey, publicKey: new Uint8Array(32) },
      }),
    ).toBe(false);
    expect(isCheckpointBy(parseCheckpoint(note), operator, {})).toBe(false);
  });

  it.each([
    ["an extension line", note.replace("\n\n\u2014", "\nextra\n\n\u2014")],
    ["a size with a leading zero", note.replace("\n41\n", "\n041\n")],
    ["a size over 2^53 - 1", note.replace("\n41\n", "\n9007199254740992\n")],
    ["a root of 31 bytes", note.replace(/\n[A-Za-z0-9+/=]{44}\n/, `\n${Buffer.alloc(31).toString("base64")}\n`)],
    ["no origin", note.slice(note.indexOf("\n"))],
  ])("refuse %s", (_, text) => {
    expect(() => parseCheckpoint(text)).toThrow(expect.objectContaining({ code: "bad_note" }) as Error);
  });
});

describe("the registry's EIP-712 statements", () => {
  it("hash as viem hashes them", () => {
    expect(toHex(hashCheckpoint(operator, checkpoint))).toBe(
      hashTypedData({
        domain: registryDomain,
        primaryType: "Checkpoint",
        types: {
          Checkpoint: [
            { name: "operator", type: "address" },
            { name: "size", type: "uint64" },
            { name: "root", type: "bytes32" },
          ],
        },
        message: { operator: operator.operator, size: 41n, root: toHex(checkpoint.root) },
      }),
    );
    expect(toHex(hashStatement(KEY_POSSESSION, operator, { operator: operator.operator, role: 2 }))).toBe(
      hashTypedData({
        domain: registryDomain,
        primaryType: "KeyPossession",
        types: {
          KeyPossession: [
            { name: "operator", type: "address" },
            { name: "role", type: "uint8" },
          ],
        },
        message: { operator: operator.operator, role: 2 },
      }),
    );
    const fill = (byte: number, length: number) => new Uint8Array(length).fill(byte);
    const entry = encodeEntry({
      log: fill(1, 32),
      index: 5,
      prev: fill(2, 32),
      actor: fill(3, 20),
      nonce: fill(4, 32),
      digest: fill(5, 32),
      signatureHash: fill(6, 32),
      scheme: 0,
      verifiedBlock: 0,
      acceptedAt: 1_767_603_600_000,
      ...ABOUT_NOTHING,
    });
    expect(toHex(hashReceipt(operator, entry))).toBe(
      hashTypedData({
        domain: registryDomain,
        primaryType: "Receipt",
        types: {
          Receipt: [
            { name: "log", type: "bytes32" },
            { name: "index", type: "uint64" },
            { name: "entryHash", type: "bytes32" },
            { name: "acceptedAt", type: "uint64" },
          ],
        },
        message: {
          log: toHex(decodeEntry(entry).log),
          index: 5n,
          entryHash: toHex(hashEntry(entry)),
          acceptedAt: 1_767_603_600_000n,
        },
      }),
    );
  });
});
