import { describe, expect, it } from "vitest";
import { parseCheckpoint, signCheckpoint } from "anchorlog/batch";
import {
  encodeBundle,
  formatBundle,
  formatTrust,
  parseBundle,
  parseTrust,
  verifyBundle,
  type Bundle,
  type Trust,
  type TrustedOperator,
} from "anchorlog/verify/bundle";
import { verifyProof } from "anchorlog/proof";
import { signReceipt } from "anchorlog/log/receipt";
import { parseTlogProof } from "anchorlog/tlog";
import { fromHex, type Hex } from "anchorlog";
import { noteKeySigner } from "anchorlog/action/signers";
import { ed25519NoteKey } from "anchorlog/tlog";
import {
  NOW,
  keys,
  openFilledOperator,
  openTestOperator,
  operator,
  signAction,
  trusted,
  wallets,
} from "../../operator.ts";
import { utf8 } from "../../../src/base/bytes.ts";
import { isTried } from "../../seed.ts";
import { fakeChain } from "./chain.ts";
import { otherCharacter, valueRanges } from "./values.ts";

const test = await openFilledOperator();
const checkpoint = parseCheckpoint((await test.anchorlog.checkpoint()).note);
const bundle = await test.anchorlog.bundle({ log: "a.example", index: 3 });
const text = formatBundle(bundle);

const judge = async (json: string, trust: Trust) => {
  const { verdict, state, code } = await verifyBundle(json, trust);
  return `${verdict} ${state} ${code}`;
};
/** The bundle with one value replaced, by its path. */
function edit(path: string, change: (value: never) => unknown, base = text): string {
  const copy = JSON.parse(base) as Record<string, unknown>;
  const names = path.split(".");
  const last = names.pop()!;
  const parent = names.reduce<Record<string, unknown>>((object, name) => object[name] as Record<string, unknown>, copy);
  parent[last] = change(parent[last] as never);
  return JSON.stringify(copy);
}

describe("every bundle of an honest operator", () => {
  it("is valid by the checkpoint: included", async () => {
    for (const [log, size] of [
      ["a.example", 5],
      ["b.example", 3],
    ] as const) {
      for (let index = 0; index < size; index++) {
        const json = formatBundle(await test.anchorlog.bundle({ log, index }));
        expect(await judge(json, { checkpoint })).toBe("valid included ok");
      }
    }
  });

  it("is read back unchanged", () => {
    expect(parseBundle(text)).toEqual(bundle);
    expect(formatBundle(parseBundle(text))).toBe(text);
  });

  it("may have any white space", async () => {
    expect(await judge(JSON.stringify(JSON.parse(text)), { checkpoint })).toBe("valid included ok");
    expect(await judge(JSON.stringify(JSON.parse(text), undefined, "\t"), { checkpoint })).toBe("valid included ok");
  });
});

/** r, the smallest number that is not a field element. */
const FIELD_ORDER = "0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";

describe("a changed bundle", () => {
  it("is never valid with any character of a value changed", async () => {
    const trusts: Trust[] = [{ checkpoint }, { operator: trusted }];
    let tried = 0;
    for (const [at, end] of valueRanges(text)) {
      // Every character of short values; for long values the first, the last and a sample.
      for (let i = at; i < end; i++) {
        if (end - at > 80 && i > at + 3 && i < end - 3 && i % 17 !== 0) continue;
        const trust = trusts[tried++ % 2];
        if (!isTried()) continue;
        const changed = text.slice(0, i) + otherCharacter(text[i]!) + text.slice(i + 1);
        expect((await verifyBundle(changed, trust)).verdict, `at ${i}: ${text.slice(at, end)}`).not.toBe("valid");
      }
    }
    expect(tried).toBeGreaterThan(700);
  });

  const flip = (hex: Hex): Hex => `${hex.slice(0, -1)}${hex.endsWith("0") ? "1" : "0"}` as Hex;
  it.each<[string, string, (value: never) => unknown, string]>([
    ["another format", "format", () => "anchorlog.bundle/0", "malformed"],
    ["another chain", "operator.chainId", () => "1", "log_mismatch"],
    ["another operator", "operator.address", flip, "log_mismatch"],
    ["another domain name", "operator.name", () => "Tset platform", "signature_mismatch"],
    ["a domain name that no registry takes", "operator.name", () => "Z\u00fcrich", "non_canonical"],
    ["no domain version", "operator.version", () => "", "non_canonical"],
    ["another log", "log", () => "b.example", "log_mismatch"],
    ["an impossible log name", "log", () => "A EXAMPLE", "non_canonical"],
    ["a log name that is too long", "log", () => "a".repeat(65), "malformed"],
    ["a signature that is too long", "action.signature", () => `0x${"11".repeat(16_385)}`, "malformed"],
    ["no signature", "action.signature", () => "0x", "non_canonical"],
    ["a signature of another length", "action.signature", (s: string) => s.slice(0, -2), "signature_malformed"],
    [
      "a signature whose r is no x coordinate",
      "action.signature",
      (s: string) => `0x${"5".padStart(64, "0")}${s.slice(66)}`,
      "signature_non_canonical",
    ],
    ["another kind of the same shape", "action.primaryType", () => "Transfer2", "bad_kind"],
    ["another payload type", "action.payloadType", (t: string) => t.replace("price", "prize"), "unknown_member"],
    ["another nonce", "action.message.nonce", () => "4", "signature_mismatch"],
    ["a further member in the message", "action.message.payload.note", () => "x", "unknown_member"],
    ["a further member", "comment", () => "x", "unknown_member"],
    ["no receipt", "receipt", () => undefined, "missing_member"],
    [
      "capitals in a hash",
      "inclusion.checkpoint.root",
      (h: string) => `0x${h.slice(2).toUpperCase()}`,
      "non_canonical",
    ],
    ["a number for a size", "inclusion.checkpoint.size", () => 3, "malformed"],
    [
      "another entry",
      "entry",
      (entry: Hex) => entry.replace(/(?<=^.{413})./, (digit) => flip(`0x${digit}`).slice(2)),
      "receipt_mismatch",
    ],
    ["an entry that names another holder", "entry", flip, "object_mismatch"],
    ["another receipt key", "receipt.key", flip, "receipt_mismatch"],
    ["another header", "inclusion.header", flip, "checkpoint_inclusion_mismatch"],
    ["a header of nonsense", "inclusion.header", (h: string) => `0x03${h.slice(4)}`, "bad_header"],
    ["no path", "inclusion.path", () => [], "inclusion_mismatch"],
    ["a longer path", "inclusion.path", (p: string[]) => [...p, p[0]], "inclusion_mismatch"],
    ["a path in another order", "inclusion.path", (p: string[]) => p.toReversed(), "inclusion_mismatch"],
    ["a path of 54", "inclusion.path", (p: string[]) => Array.from({ length: 54 }, () => p[0]), "malformed"],
    ["a path of 53", "inclusion.path", (p: string[]) => Array.from({ length: 53 }, () => p[0]), "inclusion_mismatch"],
    ["a path of thousands", "inclusion.path", (p: string[]) => Array.from({ length: 5000 }, () => p[0]), "malformed"],
    ["another position", "inclusion.checkpoint.position", () => "0", "checkpoint_inclusion_mismatch"],
    ["a position beyond the size", "inclusion.checkpoint.position", () => "3", "checkpoint_inclusion_mismatch"],
    ["another size", "inclusion.checkpoint.size", () => "9", "checkpoint_inclusion_mismatch"],
    ["seven zk levels", "inclusion.zkPath", (p: string[][]) => p.slice(1), "malformed"],
    ["two siblings on a zk level", "inclusion.zkPath.0", (p: string[]) => p.slice(1), "malformed"],
    ["another zk sibling", "inclusion.zkPath.7", ([a, b, c]: Hex[]) => [flip(a!), b, c], "zk_mismatch"],
    ["a zk sibling beyond the field", "inclusion.zkPath.0", ([, b, c]: Hex[]) => [FIELD_ORDER, b, c], "non_canonical"],
  ])("with %s is invalid", async (_, path, change, code) => {
    expect(await judge(edit(path, change), { checkpoint })).toBe(`invalid null ${code}`);
  });

  it("with the receipt of another entry, or the inclusion of another entry, is invalid", async () => {
    const other = await test.anchorlog.bundle({ log: "a.example", index: 4 });
    const foreign = await test.anchorlog.bundle({ log: "b.example", index: 1 });
    const mixed = (parts: Partial<Bundle>) => judge(formatBundle({ ...bundle, ...parts }), { checkpoint });
    expect(await mixed({ receipt: other.receipt })).toBe("invalid null receipt_mismatch");
    expect(await mixed({ entry: other.entry })).toBe("invalid null entry_mismatch");
    expect(await mixed({ inclusion: other.inclusion })).toBe("invalid null inclusion_mismatch");
    expect(await mixed({ inclusion: foreign.inclusion })).toBe("invalid null header_mismatch");
  });

  it("is invalid if it is not a bundle", async () => {
    for (const json of [
      "",
      "null",
      "[]",
      "{}",
      '"bundle"',
      "\u0000",
      text.slice(1),
      `${text}${text}`,
      "[".repeat(200_000),
      " ".repeat(2 << 20),
    ]) {
      expect((await verifyBundle(json, { checkpoint })).verdict).toBe("invalid");
    }
    expect(
      await judge(text.replace('"log": "a.example"', '"log": "a.example", "log": "a.example"'), { checkpoint }),
    ).toBe("invalid null non_canonical");
  });
});

describe("a document over its limit", () => {
  it("is measured in bytes, not in UTF-16 units", async () => {
    const wide = (bytes: number) => JSON.stringify("\u00e9".repeat(bytes / 2));
    expect((await verifyBundle(wide(1 << 21), {})).message).toContain("at most 2097152 bytes");
    expect((await verifyBundle(wide((1 << 21) - 2), {})).message).toContain("expected an object");
    expect((await verifyProof(wide(1 << 22), { trust: {} })).message).toContain("at most 4194304 bytes");
    expect(() => parseCheckpoint(wide(1 << 20))).toThrow("longer than 1 MiB");
    expect(() => parseTlogProof(wide(1 << 21))).toThrow("longer than 2 MiB");
  });
});

describe("the trust", () => {
  it("without any trust: indeterminate", async () => {
    await expect(verifyBundle(text, { checkpont: "" } as object)).rejects.toThrow(/the trust has no option checkpont/);
    expect(await judge(text, {})).toBe("indeterminate null no_trust");
  });

  it("the operator's keys: promised, included or not", async () => {
    expect(await judge(text, { operator: trusted })).toBe("valid promised ok");
    const promised = await openTestOperator();
    await promised.anchorlog.submit(await signAction(wallets[0]!, "a.example", 1));
    const json = formatBundle(await promised.anchorlog.bundle({ log: "a.example", index: 0 }));
    await promised.close();
    expect(JSON.parse(json)).not.toHaveProperty("inclusion");
    expect(await judge(json, { operator: trusted })).toBe("valid promised ok");
    expect(await judge(json, { checkpoint })).toBe("indeterminate null no_trust");
    expect(await judge(json, { checkpoint, operator: trusted })).toBe("valid promised ok");
  });

  it("a receipt by an unknown key: indeterminate by trusted keys, invalid by a chain that never had it", async () => {
    const forged = await signReceipt(operator, fromHex(bundle.entry), keys.anchorKey);
    const json = formatBundle({ ...bundle, receipt: { key: forged.key, signature: forged.signature } });
    expect(await judge(json, { operator: trusted })).toBe("indeterminate null unknown_receipt_key");
    expect(await judge(json, { operator: trusted, checkpoint })).toBe("indeterminate null unknown_receipt_key");
    for (const given of [{}, { operator: trusted }])
      expect(await judge(json, { ...given, chain: fakeChain(checkpoint) })).toBe("invalid null receipt_key_mismatch");
    // The node may lack the key's registration if its newest block is from before the receipt.
    const lagging = { ...fakeChain(checkpoint), readTime: async () => NOW / 1000 - 1 };
    expect(await verifyBundle(json, { chain: lagging })).toMatchObject({
      verdict: "indeterminate",
      code: "unknown_receipt_key",
      message: expect.stringMatching(/does not know 0x.* yet: the node's newest block, 7, is of /) as string,
    });
    expect(await judge(text, { chain: lagging })).toBe("valid anchored ok");
    expect((await verifyBundle(json, { checkpoint })).message).toContain("the receipt's key was not judged");
  });

  it("keys that were rotated since: as valid as before, up to their ends", async () => {
    const { anchorKey, receiptKey, noteKey } = trusted;
    const next = {
      anchorKey: `0x${"a2".repeat(20)}`,
      receiptKey: `0x${"b2".repeat(20)}`,
      noteKey: ed25519NoteKey(noteKey.name, new Uint8Array(32).fill(2)),
    } as const;
    const rotated = (until: number): TrustedOperator => ({
      ...trusted,
      ...next,
      earlier: [
        { role: "anchor", key: anchorKey, until },
        { role: "receipt", key: receiptKey, until, endorsement: `0x${"5e".repeat(65)}` },
        { role: "note", key: noteKey },
      ],
    });
    const operator = rotated(NOW / 1000);
    expect(await judge(text, { operator, checkpoint })).toBe("valid included ok");
    expect(await judge(text, { operator, chain: fakeChain(checkpoint) })).toBe("valid anchored ok");
    expect(parseTrust(formatTrust(operator))).toEqual(operator);
    expect(await judge(text, { operator: parseTrust(formatTrust(operator)) })).toBe("valid promised ok");
    // The verdict is indeterminate without the earlier keys, and if the key ended before the receipt.
    for (const unknowing of [{ ...trusted, receiptKey: next.receiptKey }, rotated(NOW / 1000 - 1)])
      for (const given of [{}, { checkpoint }])
        expect(await judge(text, { operator: unknowing, ...given })).toBe("indeterminate null unknown_receipt_key");
    // The registry knows all keys.
    const late = { ...trusted, receiptKey: next.receiptKey };
    expect(await judge(text, { operator: late, chain: fakeChain(checkpoint) })).toBe("valid anchored ok");
    const unsigned = { ...operator, earlier: operator.earlier?.filter(({ role }) => role !== "note") };
    expect(await judge(text, { operator: unsigned, checkpoint })).toBe("indeterminate null unsigned_checkpoint");
  });

  it("another operator's checkpoint or keys: indeterminate", async () => {
    const otherId = { ...operator, operator: operator.registry };
    const other = parseCheckpoint(await signCheckpoint(otherId, checkpoint, keys));
    expect(await judge(text, { checkpoint: other })).toBe("indeterminate null other_operator");
    expect(await judge(text, { operator: { ...trusted, ...otherId } })).toBe("indeterminate null other_operator");
  });

  it("another checkpoint: of another size indeterminate, of another root invalid", async () => {
    const [older] = await test.options.store.checkpoints();
    expect(await judge(text, { checkpoint: parseCheckpoint(older!.note) })).toBe("indeterminate null other_checkpoint");
    const lying = parseCheckpoint(await signCheckpoint(operator, { size: 3, root: new Uint8Array(32) }, keys));
    expect(await judge(text, { checkpoint: lying })).toBe("invalid null checkpoint_mismatch");
  });

  it("a checkpoint beside the keys must bear their signatures", async () => {
    const unsigned = parseCheckpoint(
      await signCheckpoint(operator, checkpoint, { ...keys, noteKey: noteKeySigner(new Uint8Array(32).fill(7)) }),
    );
    expect(await judge(text, { checkpoint, operator: trusted })).toBe("valid included ok");
    expect(await judge(text, { checkpoint: unsigned, operator: trusted })).toBe(
      "indeterminate null unsigned_checkpoint",
    );
  });

  it("a chain: anchored, then final, and indeterminate if it does not answer", async () => {
    expect(await judge(text, { chain: fakeChain(checkpoint) })).toBe("valid anchored ok");
    expect(await judge(text, { chain: fakeChain(checkpoint, { finalSize: 3 }) })).toBe("valid final ok");
    expect(await judge(text, { chain: fakeChain(checkpoint, { finalSize: 1 }) })).toBe("valid anchored ok");
    // A freeze may cover an old batch. A retired key still counts for receipts from before its end.
    const frozen = { ...fakeChain(checkpoint, { finalSize: 3 }), isFinal: async () => false };
    expect(await judge(text, { chain: frozen })).toBe("valid anchored ok");
    const retired = (until: number) => ({
      ...fakeChain(checkpoint, { receiptKey: trusted.anchorKey }),
      readKeyPeriod: async () => ({ from: 1, until }),
    });
    expect(await judge(text, { chain: retired(NOW / 1000) })).toBe("valid anchored ok");
    expect(await judge(text, { chain: retired(NOW / 1000 - 1) })).toBe("invalid null receipt_key_mismatch");
    expect(await judge(text, { chain: fakeChain(undefined) })).toBe("indeterminate promised not_anchored");
    expect(await judge(text, { chain: fakeChain({ size: 3, root: new Uint8Array(32) }) })).toBe(
      "invalid null checkpoint_mismatch",
    );
    expect(await judge(text, { chain: fakeChain(checkpoint, { name: "Another" }) })).toBe(
      "invalid null domain_mismatch",
    );
    expect(await judge(text, { chain: { ...fakeChain(checkpoint), chainId: 1 } })).toBe(
      "indeterminate null wrong_chain",
    );
    const unreleased = { ...fakeChain(checkpoint), isKnownRegistry: () => false };
    expect(await judge(text, { chain: unreleased })).toBe("indeterminate null unknown_registry");
    expect(await judge(text, { chain: unreleased, operator: trusted })).toBe("valid anchored ok");
    expect(await judge(text, { chain: { ...fakeChain(checkpoint), readOperator: async () => undefined } })).toBe(
      "indeterminate null unknown_operator",
    );
  });
});

describe("the input of a verifier", () => {
  it("may be the bytes of a file in either form", async () => {
    for (const bytes of [utf8(text), Buffer.from(text), encodeBundle(bundle)]) {
      expect(await verifyBundle(bytes, { checkpoint })).toMatchObject({ verdict: "valid", state: "included" });
    }
    for (const bytes of [Uint8Array.of(0xff, 0xfe), Uint8Array.of(0x8c), Uint8Array.of(), new Uint8Array(9 << 20)]) {
      expect(await verifyBundle(bytes, { checkpoint })).toMatchObject({ verdict: "invalid", code: "malformed" });
    }
  });

  it("is not judged if it is of a later version", async () => {
    const later = text.replace("anchorlog.bundle/1", "anchorlog.bundle/2").replace('"log"', '"unheardOf": 1, "log"');
    const compact = encodeBundle(bundle);
    compact[4] = 2;
    for (const given of [later, compact]) {
      expect(await verifyBundle(given, { checkpoint })).toMatchObject({
        verdict: "indeterminate",
        code: "newer_format",
      });
    }
  });

  it("is not an object of JSON.parse, which drops repeated members", async () => {
    for (const given of [JSON.parse(text), null, undefined, 7, [...utf8(text)]] as never[]) {
      await expect(verifyBundle(given, { checkpoint })).rejects.toMatchObject({
        code: "bad_option",
        message: expect.stringContaining("text or bytes") as string,
      });
    }
  });

  it("is not judged without trust, or by an invalid trust", async () => {
    expect(await verifyBundle(text)).toMatchObject({ verdict: "indeterminate", code: "no_trust" });
    const unawaited = { chain: Promise.resolve() };
    const given = [null, "a note", 7, unawaited, { chain: "http://127.0.0.1:8545" }, { operator: "trust.json" }];
    for (const trust of given as never[]) {
      await expect(verifyBundle(text, trust)).rejects.toMatchObject({ code: "bad_option" });
    }
  });
});
