import { encodeAbiParameters, keccak256, serializeErc6492Signature } from "viem";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hashDomain,
  logId,
  verifyAction,
  verifyActionOrWallet,
  type WalletAnswer,
  type WalletQuestion,
  type WalletVerifier,
} from "anchorlog/action";
import { MAX_SIGNATURE_BYTES } from "../../src/action/wallet.ts";
import { decodeEntry, encodeEntry, SCHEME_WALLET } from "anchorlog/log";
import { fromHex, toHex, type Hex } from "anchorlog";
import { ABOUT_NOTHING } from "../entries.ts";
import { openTestOperator, operator, signAction, types, wallets } from "../operator.ts";

const [alice] = wallets as [(typeof wallets)[0]];
const log = logId(operator, "a.example");
const rules = {
  kinds: types.kinds,
  domainSeparator: hashDomain({ ...operator, verifyingContract: operator.registry }),
  hasLog: (id: Hex) => id === log,
};
const good = await signAction(alice, "a.example", 1);
const block = { number: 7, hash: `0x${"77".repeat(32)}` } as const;

/** A verifier that returns the given answer, and records its questions. */
function scripted(answer: WalletAnswer | Error = { verdict: "valid", block }): WalletVerifier & {
  asked: WalletQuestion[];
} {
  const asked: WalletQuestion[] = [];
  return {
    asked,
    chainId: operator.chainId,
    ask: async (question) => {
      asked.push(question);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}
const judge = (signature: unknown, verifier = scripted()) =>
  verifyActionOrWallet({ ...good, signature }, rules, verifier);
const code = async (signature: unknown, verifier = scripted()): Promise<string> => {
  const verdict = await judge(signature, verifier);
  return verdict.verdict === "valid" ? "valid" : verdict.code;
};

describe("verifyActionOrWallet", () => {
  it("does not ask the chain about a signature of scheme 0 or a refused message", async () => {
    const verifier = scripted();
    expect(await verifyActionOrWallet(good, rules, verifier)).toEqual(verifyAction(good, rules));
    expect(await verifyActionOrWallet({ ...good, primaryType: "Burn" }, rules, verifier)).toMatchObject({
      code: "unknown_kind",
    });
    expect(verifier.asked).toEqual([]);
  });

  it("asks the chain about any other signature, with the digest that the wallet's owner saw", async () => {
    const verifier = scripted();
    const verdict = await judge("0x0102", verifier);
    const own = verifyAction(good, rules);
    expect(verdict).toMatchObject({ verdict: "valid", action: { signature: "0x0102", verifiedAt: block } });
    if (verdict.verdict !== "valid" || own.verdict !== "valid") throw new Error("not valid");
    expect(toHex(verdict.action.signatureHash)).toBe(keccak256("0x0102"));
    expect(verifier.asked).toEqual([
      { actor: good.message.actor, digest: own.action.digest, signature: "0x0102", deployment: undefined },
    ]);
    expect(own.action.verifiedAt).toBeUndefined();
  });

  it("keeps scheme 0's code if the actor is not a contract", async () => {
    const none = () => scripted({ verdict: "invalid", code: "no_wallet", message: "no code" });
    const other = await signAction(wallets[1]!, "a.example", 1);
    expect(await code(other.signature, none())).toBe("signature_mismatch");
    expect(await code(`${good.signature.slice(0, -2)}00`, none())).toBe("signature_non_canonical");
    expect(await code(good.signature.slice(0, -2), none())).toBe("signature_malformed");
  });

  it.each(["delegated_account", "signature_rejected"] as const)("passes on %s", async (refusal) => {
    expect(await code("0x01", scripted({ verdict: "invalid", code: refusal, message: "no" }))).toBe(refusal);
  });

  it("is indeterminate and retryable if the chain gives no valid answer", async () => {
    const at = (change: object): WalletAnswer => ({ verdict: "valid", block: { ...block, ...change } });
    for (const answer of [
      { verdict: "indeterminate", message: "down" } as const,
      new Error("broken"),
      at({ number: 0 }),
      at({ number: 1.5 }),
      at({ number: 2 ** 53 }),
      at({ hash: "0x12" }),
    ]) {
      const verifier = scripted(answer);
      expect(await judge("0x01", verifier)).toMatchObject({
        verdict: "indeterminate",
        code: "chain_unavailable",
        retryable: true,
      });
    }
  });

  it.each<[string, unknown]>([
    ["a missing signature", undefined],
    ["a number", 1],
    ["an empty signature", "0x"],
    ["upper-case hex", "0xAB"],
    ["half a byte", "0x123"],
    ["text that is not hex", "hello"],
    ["one byte too many", `0x${"00".repeat(MAX_SIGNATURE_BYTES + 1)}`],
    ["an array", ["0x01"]],
  ])("refuses %s without asking the chain", async (_, signature) => {
    const verifier = scripted();
    expect(await code(signature, verifier)).toBe("signature_malformed");
    expect(verifier.asked).toEqual([]);
  });

  it("asks about a signature of the greatest length", async () => {
    expect(await code(`0x${"00".repeat(MAX_SIGNATURE_BYTES)}`)).toBe("valid");
  });
});

const SUFFIX = "6492".repeat(16);
const factory: Hex = `0x${"fa".repeat(20)}`;
const wrap = (data: Hex, signature: Hex): Hex =>
  serializeErc6492Signature({ address: factory, data, signature }).toLowerCase() as Hex;

describe("ERC-6492 wrappers", () => {
  it("are read as an independent encoder writes them, and their hash covers all bytes", async () => {
    const hex = fc.uint8Array({ maxLength: 200 }).map((bytes) => toHex(bytes));
    await fc.assert(
      fc.asyncProperty(hex, hex, async (data, signature) => {
        const verifier = scripted();
        const wrapped = wrap(data, signature);
        const verdict = await judge(wrapped, verifier);
        expect(verifier.asked).toMatchObject([{ signature, deployment: { factory, factoryData: data } }]);
        if (verdict.verdict !== "valid") throw new Error("not valid");
        expect(verdict.action.signature).toBe(wrapped);
        expect(toHex(verdict.action.signatureHash)).toBe(keccak256(wrapped));
      }),
    );
  });

  const words = (...parts: (bigint | string)[]): string =>
    parts.map((part) => (typeof part === "bigint" ? part.toString(16).padStart(64, "0") : part)).join("");
  const body = encodeAbiParameters(
    [{ type: "address" }, { type: "bytes" }, { type: "bytes" }],
    [factory, "0x0102", "0x0304"],
  ).slice(2);
  const set = (word: number, value: bigint) => body.slice(0, 64 * word) + words(value) + body.slice(64 * (word + 1));
  const padded = "0102".padEnd(64, "0");

  it("accept the vector that the next cases change", async () => {
    expect(await code(`0x${body}${SUFFIX}`)).toBe("valid");
  });

  it.each<[string, string]>([
    ["nothing but the suffix", ""],
    ["an offset beyond the end", set(1, 10_000n)],
    ["a huge offset", set(1, 2n ** 256n - 1n)],
    ["an offset that overlaps the head", set(1, 0x20n)],
    ["an offset into the middle of a word", set(1, 0x61n)],
    ["both offsets at one place", set(2, 0x60n)],
    ["a second offset beyond the end", set(2, 10_000n)],
    ["a length beyond the end", set(3, 10_000n)],
    ["a length that its padding does not fit", set(3, 1n)],
    ["a huge length", set(3, 2n ** 256n - 1n)],
    ["a length of 2^53", set(3, 2n ** 53n)],
    ["a second length beyond the end", set(5, 33n)],
    ["a second length that is huge", set(5, 2n ** 255n)],
    ["a factory longer than an address", set(0, 1n << 160n)],
    ["a trailing word", body + words(0n)],
    ["a trailing byte", `${body}00`],
    ["a byte too few", body.slice(0, -2)],
    ["a word too few", body.slice(0, -64)],
    ["dirty padding", `${body.slice(0, -2)}01`],
    ["a gap", words(body.slice(0, 64), 0x60n, 0xc0n, 2n, padded, 0n, 2n, padded)],
    ["the signature before the data", words(body.slice(0, 64), 0xa0n, 0x60n, 2n, padded, 2n, padded)],
  ])("are refused with %s", async (_, bad) => {
    const verifier = scripted();
    expect(await code(`0x${bad}${SUFFIX}`, verifier)).toBe("signature_malformed");
    expect(verifier.asked).toEqual([]);
  });

  it("have one reading each: a change of any byte is refused or written back the same", async () => {
    const bytes = fromHex(wrap("0x010203", "0x0405"));
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 33), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const changed = toHex(bytes.map((byte, i) => (i === at ? byte ^ flip : byte)));
        const verifier = scripted();
        if ((await code(changed, verifier)) !== "valid") return;
        // Writing the parts again gives exactly the signature that was read.
        const { signature, deployment } = verifier.asked[0]!;
        const { factory: address, factoryData: data } = deployment!;
        expect(serializeErc6492Signature({ address, data, signature })).toBe(changed);
      }),
    );
  });
});

it("refuses a compact signature (EIP-2098)", () => {
  const compact = `0x${"11".repeat(64)}` as const;
  expect(verifyAction({ ...good, signature: compact }, rules)).toMatchObject({ code: "signature_malformed" });
});

describe("entries of scheme 1", () => {
  const bytes = (fill: number, length = 32) => new Uint8Array(length).fill(fill);
  const entry = {
    log: bytes(1),
    index: 0,
    prev: bytes(1),
    actor: bytes(2, 20),
    nonce: bytes(3),
    digest: bytes(4),
    signatureHash: bytes(5),
    scheme: SCHEME_WALLET,
    verifiedBlock: 9,
    acceptedAt: 10,
    ...ABOUT_NOTHING,
  };

  it("name the block at which the wallet was asked", () => {
    expect(decodeEntry(encodeEntry(entry))).toEqual(entry);
    for (const change of [{ verifiedBlock: 0 }, { scheme: 0 }, { scheme: 2 }, { scheme: 255, verifiedBlock: 0 }]) {
      expect(() => decodeEntry(encodeEntry({ ...entry, ...change }))).toThrow(RangeError);
    }
  });
});

describe("an operator's policy", () => {
  it("refuses contract wallets by default", async () => {
    const test = await openTestOperator();
    expect(await test.anchorlog.submit({ ...good, signature: "0x01" })).toMatchObject({ code: "signature_malformed" });
  });
});
