import { describe, expect, it } from "vitest";
import { hashTypedData, type TypedDataDefinition } from "viem";
import { privateKeySigner, type DigestSigner } from "anchorlog/action";
import { checkpointTypedData, hashCheckpoint } from "anchorlog/batch";
import { hashReceipt, receiptTypedData } from "anchorlog/log/receipt";
import { toHex, type Hex } from "anchorlog";
import { createTurns } from "../../src/base/turns.ts";
import { isSignedBy, recoverSigner } from "../../src/action/signature.ts";
import { signDigest, signDigests } from "../../src/action/signer.ts";
import { encodeEntry } from "../../src/log/entry.ts";
import { ABOUT_NOTHING } from "../entries.ts";
import { operator } from "../operator.ts";

const own = privateKeySigner(`0x${"b7".repeat(32)}`);
const digests = (count: number) => Array.from({ length: count }, (_, i) => new Uint8Array(32).fill(i + 1));

/** A signer that returns each signature only when the test says so, and counts the waiting calls. */
function heldSigner(options: Partial<DigestSigner> = {}) {
  const waiting: { readonly hash: Hex; readonly go: () => void }[] = [];
  const asked: Hex[] = [];
  const signer: DigestSigner = {
    address: own.address,
    ...options,
    sign: ({ hash }) =>
      new Promise((resolve) => {
        asked.push(hash);
        waiting.push({ hash, go: () => resolve(own.sign({ hash })) });
      }),
  };
  return { signer, waiting, asked };
}
const settled = () => new Promise((resolve) => void setImmediate(resolve));

it("a digest is signed by one address, and by no malformed signature", async () => {
  const [digest, another] = digests(2) as [Uint8Array, Uint8Array];
  const signature = await own.sign({ hash: toHex(digest) });
  expect(isSignedBy(own.address, digest, signature)).toBe(true);
  expect(isSignedBy(own.address, another, signature)).toBe(false);
  expect(isSignedBy(own.address, digest, `${signature}00`)).toBe(false);
});

describe("many digests", () => {
  it("are signed as many at a time as the signer allows, over all callers, and returned in order", async () => {
    const { signer, waiting, asked } = heldSigner({ concurrency: 3 });
    const all = digests(8);
    const results = [signDigests(signer, all.slice(0, 5)), signDigests(signer, all.slice(5))];
    let most = 0;
    while (asked.length < 8 || waiting.length > 0) {
      await settled();
      most = Math.max(most, waiting.length);
      // Answers the newest call first.
      waiting.pop()?.go();
    }
    expect(most).toBe(3);
    expect((await Promise.all(results)).flat()).toEqual(await own.signMany!(all));
  });

  it("are signed sixteen at a time by default", async () => {
    const { signer, waiting } = heldSigner();
    const result = signDigests(signer, digests(40));
    await settled();
    expect(waiting).toHaveLength(16);
    for (let answered = 0; answered < 40; await settled()) {
      const one = waiting.pop();
      one?.go();
      if (one !== undefined) answered++;
    }
    expect(await result).toHaveLength(40);
  });

  it("fail one by one: a failed signature leaves the others", async () => {
    const signer: DigestSigner = {
      address: own.address,
      sign: async ({ hash }) => {
        if (hash.endsWith("03")) throw new Error("no");
        return own.sign({ hash });
      },
    };
    const signed = await signDigests(signer, digests(6));
    expect(signed.map((it) => (typeof it === "string" ? "signed" : it.code))).toEqual([
      "signed",
      "signed",
      "signer_failed",
      "signed",
      "signed",
      "signed",
    ]);
  });

  it("are not all tried with a signer that is down, and are signed once it is back", async () => {
    let [isDown, asked] = [true, 0];
    const signer: DigestSigner = {
      address: own.address,
      concurrency: 2,
      sign: async ({ hash }) => {
        asked++;
        if (isDown) throw new Error("down");
        return own.sign({ hash });
      },
    };
    const failed = await signDigests(signer, digests(100));
    expect(failed.every((it) => typeof it !== "string" && it.code === "signer_failed")).toBe(true);
    expect(asked).toBeLessThan(10);
    isDown = false;
    expect(await signDigests(signer, digests(3))).toEqual(await own.signMany!(digests(3)));
  });

  it("time out with a silent signer, and so do those behind them", async () => {
    const { signer } = heldSigner({ concurrency: 1, timeout: 20 });
    const [one, two] = await Promise.all([signDigests(signer, digests(1)), signDigests(signer, digests(1))]);
    for (const [error] of [one, two]) expect(error).toMatchObject({ code: "signer_failed" });
    await expect(signDigest(signer, digests(1)[0]!)).rejects.toMatchObject({ code: "signer_failed" });
    const many: DigestSigner = {
      address: own.address,
      timeout: 20,
      sign: own.sign,
      signMany: () => new Promise(() => {}),
    };
    expect(await signDigests(many, digests(2))).toMatchObject([{ code: "signer_failed" }, { code: "signer_failed" }]);
  });
});

describe("a signature from an outside signer", () => {
  const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const digest = new Uint8Array(32).fill(7);
  const word = (value: bigint) => value.toString(16).padStart(64, "0");
  const given = (signature: string, address: Hex = own.address) =>
    signDigest({ address, sign: async () => signature as Hex }, digest);
  /**
   * A signature in all forms that signers and wallets give, except capitals and `0x`: other v, other s, 64 bytes
   * (EIP-2098).
   */
  const formsOf = (strict: Hex) => {
    const [r, s, v] = [strict.slice(2, 66), BigInt(`0x${strict.slice(66, 130)}`), Number(`0x${strict.slice(130)}`)];
    const form = (s: bigint, v: number) => `0x${r}${word(s)}${v.toString(16).padStart(2, "0")}`;
    const forms = [form(s, v), form(s, v - 27), form(ORDER - s, 55 - v), form(ORDER - s, 28 - v)];
    // v by EIP-155 on chain 1, v as one digit, and the parity in the top bit of s.
    forms.push(form(s, v + 10), `0x${r}${word(s)}${v - 27}`, `0x${r}${word(s | (BigInt(v - 27) << 255n))}`);
    return forms.flatMap((one) => [one, one.slice(2), `0x${one.slice(2).toUpperCase()}`, `0X${one.slice(2)}`]);
  };

  it("is normalized to the one strict form, for each form of v and s", async () => {
    const parities = new Set<string>();
    for (let i = 0; i < 8; i++) {
      const signer = privateKeySigner(`0x${word(BigInt(i + 1))}`);
      const strict = await signer.sign({ hash: toHex(digest) });
      parities.add(strict.slice(-2));
      for (const form of formsOf(strict)) expect(await given(form, signer.address)).toBe(strict);
    }
    expect(parities.size).toBe(2);
  });

  it("keeps an s that is the highest of the lower half", async () => {
    const signature = `0x${word(1n)}${word(ORDER / 2n)}1b`;
    const signer = recoverSigner(digest, signature) as { readonly address: Hex };
    expect(await given(signature, signer.address)).toBe(signature);
  });

  it("is refused if it is longer or shorter than r, s and v", async () => {
    const strict = await own.sign({ hash: toHex(digest) });
    for (const wrong of [`${strict}00`, `${strict}0`, strict.slice(0, -3), `0x0x${strict.slice(2)}`, "0x", ""]) {
      await expect(given(wrong)).rejects.toMatchObject({ code: "bad_signature" });
    }
  });

  it("is refused if it is another key's, and the error names that key", async () => {
    const other = privateKeySigner(`0x${"b8".repeat(32)}`);
    const refused = given(await other.sign({ hash: toHex(digest) }));
    await expect(refused).rejects.toMatchObject({
      code: "bad_signature",
      message: expect.stringContaining(`it is by ${other.address.toLowerCase()}`) as string,
    });
  });
});

it("turns continue after a failed task", async () => {
  const inTurn = createTurns(1);
  const failing = inTurn(() => Promise.reject(new Error("no")));
  const next = inTurn(async () => "done");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("done");
});

describe("the statement that a signer sees", () => {
  const entry = encodeEntry({
    log: new Uint8Array(32).fill(1),
    index: 7,
    prev: new Uint8Array(32).fill(2),
    digest: new Uint8Array(32).fill(3),
    actor: new Uint8Array(20).fill(4),
    nonce: new Uint8Array(32).fill(5),
    signatureHash: new Uint8Array(32).fill(6),
    scheme: 0,
    verifiedBlock: 0,
    acceptedAt: 1_767_603_600_000,
    ...ABOUT_NOTHING,
  });
  const checkpoint = { size: 2 ** 40, root: new Uint8Array(32).fill(9) };

  it.each([
    ["a receipt", receiptTypedData(operator, entry), hashReceipt(operator, entry)],
    ["a checkpoint", checkpointTypedData(operator, checkpoint), hashCheckpoint(operator, checkpoint)],
  ] as const)("is the one whose digest is signed, by viem's reckoning: %s", (_, statement, digest) => {
    // As JSON carries it.
    const carried = JSON.parse(JSON.stringify(statement)) as TypedDataDefinition;
    expect(hashTypedData(carried)).toBe(toHex(digest));
  });
});
