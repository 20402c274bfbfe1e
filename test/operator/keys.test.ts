import { describe, expect, it } from "vitest";
import { privateKeyToAccount } from "viem/accounts";
import { privateKeySigner, type DigestSigner } from "anchorlog/action";
import { isCheckpointBy, parseCheckpoint } from "anchorlog/batch";
import { isReceiptBy } from "anchorlog/log/receipt";
import { fromHex, openAnchorlog, toHex, type Anchorlog, type AnchorlogOptions, type Hex } from "anchorlog";
import { noteKeySigner } from "anchorlog/action/signers";
import { keys, openTestOperator, operator, signAction, trusted, wallets } from "../operator.ts";

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const [alice] = wallets as [(typeof wallets)[0]];
const other = privateKeySigner(`0x${"77".repeat(32)}`);
const word = (value: bigint) => value.toString(16).padStart(64, "0");

/** The same signature with s in the upper half, as many devices and libraries return it. */
function withHighS(signature: Hex): Hex {
  const s = ORDER - BigInt(`0x${signature.slice(66, 130)}`);
  return `${signature.slice(0, 66)}${word(s)}${signature.endsWith("1b") ? "1c" : "1b"}` as Hex;
}
const withSmallV = (signature: Hex): Hex => `${signature.slice(0, -2)}${signature.endsWith("1b") ? "00" : "01"}` as Hex;

/** The changes of a signature on its way from the key. */
type Twist = (signature: Hex, hash: Hex) => unknown;
const throws: Twist = () => {
  throw new Error("device 0451 at 10.0.0.3 is locked");
};
const LIES: [string, Twist, string][] = [
  ["the signature of another key", (_, hash) => other.sign({ hash }), "bad_signature"],
  [
    "the signature of another digest",
    async () => keys.receiptKey.sign({ hash: `0x${"11".repeat(32)}` }),
    "bad_signature",
  ],
  ["zeros", () => `0x${"00".repeat(65)}`, "bad_signature"],
  ["text", () => "a signature", "bad_signature"],
  ["nothing", () => undefined, "bad_signature"],
  ["bytes", (s) => fromHex(s), "bad_signature"],
  ["63 bytes", (s) => s.slice(0, -4), "bad_signature"],
  ["an error", throws, "signer_failed"],
];
const MENDED: [string, Twist][] = [
  ["s in the upper half", withHighS],
  ["v of 0 or 1", withSmallV],
  ["both", (s) => withSmallV(withHighS(s))],
  ["s in the upper half and the parity of the lower one", (s) => `${withHighS(s).slice(0, -2)}${s.slice(-2)}`],
  ["no v", (s) => s.slice(0, -2)],
  ["no 0x", (s) => s.slice(2)],
  ["capitals", (s) => `0x${s.slice(2).toUpperCase()}`],
];

/** New actions of a log. */
const newActions = (count: number, log = "a.example") =>
  Promise.all(Array.from({ length: count }, () => signAction(alice, log, nonces++)));

/** A foreign signer over a key. Once `twist` is set, it changes the signatures. */
function foreign(key: DigestSigner, many: boolean): DigestSigner & { twist: Twist | undefined } {
  const sign = async ({ hash }: { hash: Hex }) => {
    const signature = await key.sign({ hash });
    return (signer.twist === undefined ? signature : await signer.twist(signature, hash)) as Hex;
  };
  const signMany = (digests: readonly Uint8Array[]) =>
    Promise.all(digests.map((digest) => sign({ hash: toHex(digest) })));
  const signer = { address: key.address, sign, ...(many ? { signMany } : {}), twist: undefined as Twist | undefined };
  return signer;
}

// All tests share one store, and append to it one after the other.
let nonces = 0;
const test = await openTestOperator();

const openWith = (changes: Partial<AnchorlogOptions>) => openAnchorlog({ ...test.options, ...changes });
const openWithKeys = (changes: Partial<AnchorlogOptions["keys"]>, rest: Partial<AnchorlogOptions> = {}) =>
  openWith({ ...rest, keys: { ...keys, ...changes } });

describe("a receipt", () => {
  it.each(LIES)(
    "never carries %s as its signature: the action is in the log, and a retry gets a receipt",
    async (_, twist) => {
      for (const many of [false, true]) {
        const receiptKey = foreign(keys.receiptKey, many);
        const errors: unknown[] = [];
        const anchorlog = await openWithKeys({ receiptKey }, { onError: (error) => errors.push(error) });
        const actions = await newActions(2);
        receiptKey.twist = twist;
        const answers = await anchorlog.submitMany(actions);
        for (const answer of answers) {
          expect(answer).toEqual({
            status: "indeterminate",
            code: "receipt_unavailable",
            message: expect.stringContaining("send it again") as string,
            retryable: true,
          });
        }
        expect(JSON.stringify(answers)).not.toContain("10.0.0.3");
        expect(errors).toHaveLength(1);
        receiptKey.twist = undefined;
        for (const answer of await anchorlog.submitMany(actions)) {
          expect(answer.status).toBe("retry");
          expectReceipt(answer);
        }
      }
    },
  );

  it.each(MENDED)("with %s in its signature is corrected", async (_, twist) => {
    for (const many of [false, true]) {
      const receiptKey = foreign(keys.receiptKey, many);
      receiptKey.twist = twist;
      const anchorlog = await openWithKeys({ receiptKey });
      const [answer] = await anchorlog.submitMany(await newActions(1));
      expect(answer!.status).toBe("accepted");
      expectReceipt(answer!);
    }
  });

  it("that cannot be signed does not hold back the others", async () => {
    const receiptKey = foreign(keys.receiptKey, true);
    const anchorlog = await openWithKeys({ receiptKey }, { onError: () => {} });
    const actions = await newActions(3);
    let count = 0;
    receiptKey.twist = (signature) => (count++ === 1 ? other.sign({ hash: `0x${"22".repeat(32)}` }) : signature);
    const answers = await anchorlog.submitMany(actions);
    expect(answers.map(({ status }) => status)).toEqual(["accepted", "indeterminate", "accepted"]);
    for (const answer of [answers[0], answers[2]]) expectReceipt(answer!);
  });

  it("is missing if signMany returns fewer signatures than digests", async () => {
    const honest = foreign(keys.receiptKey, true);
    let drop = 0;
    const signMany = async (digests: readonly Uint8Array[]) => (await honest.signMany!(digests)).slice(drop);
    const anchorlog = await openWithKeys({ receiptKey: { ...honest, signMany } }, { onError: () => {} });
    drop = 1;
    const actions = await newActions(2);
    const answers = await anchorlog.submitMany(actions);
    // The second key's signature does not count as the first one's.
    expect(answers.map(({ status }) => status)).toEqual(["indeterminate", "indeterminate"]);
  });

  it("by a foreign signer is also checked if the operator uses threads", async () => {
    const receiptKey = foreign(keys.receiptKey, true);
    const anchorlog = await openWithKeys({ receiptKey }, { threads: 1, onError: () => {} });
    receiptKey.twist = () => `0x${"00".repeat(65)}`;
    const actions = await newActions(2);
    const answers = await anchorlog.submitMany(actions);
    expect(answers.map((answer) => "code" in answer && answer.code)).toEqual([
      "receipt_unavailable",
      "receipt_unavailable",
    ]);
    await expect(anchorlog.bundle({ log: "a.example", index: 0 })).rejects.toMatchObject({ code: "bad_signature" });
    receiptKey.twist = undefined;
    const [answer] = await anchorlog.submitMany(actions);
    expectReceipt(answer!);
  });

  function expectReceipt(answer: object): void {
    if (!("receipt" in answer)) throw new Error(JSON.stringify(answer));
    const { entry, signature, key } = answer.receipt as { entry: Hex; signature: Hex; key: Hex };
    expect(key).toBe(trusted.receiptKey);
    expect(isReceiptBy(trusted.receiptKey, operator, fromHex(entry), signature)).toBe(true);
  }
});

describe("a checkpoint", () => {
  const fill = async (anchorlog: Anchorlog) => {
    await anchorlog.submitMany(await newActions(1));
    await anchorlog.closeBatches();
    return (await test.options.store.checkpoints()).length;
  };

  it.each(LIES)("never carries %s as the anchor key's signature", async (_, twist, code) => {
    const anchorKey = foreign(keys.anchorKey, false);
    const anchorlog = await openWithKeys({ anchorKey });
    const before = await fill(anchorlog);
    anchorKey.twist = twist;
    await expect(anchorlog.checkpoint()).rejects.toMatchObject({ code });
    expect(await test.options.store.checkpoints()).toHaveLength(before);
    anchorKey.twist = undefined;
    expect(isCheckpointBy(parseCheckpoint((await anchorlog.checkpoint()).note), operator, trusted)).toBe(true);
  });

  it.each(MENDED)("with %s in the anchor key's signature is corrected", async (_, twist) => {
    const anchorKey = foreign(keys.anchorKey, false);
    anchorKey.twist = twist;
    const anchorlog = await openWithKeys({ anchorKey });
    await fill(anchorlog);
    expect(isCheckpointBy(parseCheckpoint((await anchorlog.checkpoint()).note), operator, trusted)).toBe(true);
  });

  it("is signed with a copy of the note key: clearing the caller's bytes changes nothing", async () => {
    const secretKey = new Uint8Array(32).fill(0xb3);
    const anchorlog = await openWithKeys({ noteKey: noteKeySigner(secretKey) });
    secretKey.fill(0);
    await fill(anchorlog);
    expect(isCheckpointBy(parseCheckpoint((await anchorlog.checkpoint()).note), operator, trusted)).toBe(true);
  });
});

describe("opening refuses", () => {
  describe.each(["anchorKey", "receiptKey"] as const)("an %s", (name) => {
    it.each(LIES)("that signs with %s", async (_, twist, code) => {
      const signer = foreign(keys[name], false);
      // Every lie by the receipt key must also be refused from this key.
      signer.twist = async (signature, hash) => twist(signature, hash);
      await expect(openWithKeys({ [name]: signer })).rejects.toMatchObject({ code, details: { key: name } });
    });

    it("that is not a signer, or has no address", async () => {
      for (const [signer, code] of [
        [undefined, "bad_key"],
        [`0x${"b1".repeat(32)}`, "bad_key"],
        [{ address: keys[name].address }, "bad_key"],
        [{ sign: keys[name].sign }, "bad_address"],
        [{ ...foreign(keys[name], false), address: `0x${"b1".repeat(19)}` }, "bad_address"],
      ] as const) {
        await expect(openWithKeys({ [name]: signer as never })).rejects.toMatchObject({ code });
      }
    });
  });

  it("a receipt key whose signMany signs with another key", async () => {
    const signer = foreign(keys.receiptKey, true);
    const receiptKey = { ...signer, signMany: (digests: readonly Uint8Array[]) => other.signMany!(digests) };
    await expect(openWithKeys({ receiptKey })).rejects.toMatchObject({ code: "bad_signature" });
  });

  it("the same key in both roles, which registries refuse", async () => {
    const anchorKey = privateKeyToAccount(`0x${"b2".repeat(32)}`);
    await expect(openWithKeys({ anchorKey })).rejects.toMatchObject({ code: "same_key" });
  });

  it.each([
    ["16 bytes", new Uint8Array(16)],
    ["64 bytes", new Uint8Array(64)],
    ["nothing", undefined],
    ["hex", `0x${"b3".repeat(32)}`],
    ["an array", Array.from({ length: 32 }, () => 0xb3)],
  ])("a note key of %s", async (_, noteKey) => {
    await expect(openWithKeys({ noteKey: noteKey as never })).rejects.toMatchObject({
      code: "bad_key",
      details: { key: "noteKey" },
    });
  });

  it.each([0, -1, 1.5, NaN, "31337", undefined])("%j as the chain ID", async (chainId) => {
    await expect(openWith({ operator: { ...operator, chainId: chainId as never } })).rejects.toMatchObject({
      code: "bad_chain_id",
    });
  });
});

describe("addresses in configuration", () => {
  it("may be in any case, and lead to the same evidence", async () => {
    const address = privateKeyToAccount(`0x${"b4".repeat(32)}`).address;
    expect(address).not.toBe(operator.operator);
    const anchorlog = await openWith({ operator: { ...operator, operator: address } });
    const shouting = await openWith({
      operator: { ...operator, registry: `0x${operator.registry.slice(2).toUpperCase()}` },
    });
    const action = await newActions(1);
    const [first] = await anchorlog.submitMany(action);
    expect(first).toMatchObject({ status: "accepted" });
    expect(await shouting.submitMany(action)).toEqual([{ ...first, status: "retry" }]);
    await anchorlog.closeBatches();
    const { note } = await anchorlog.checkpoint();
    expect(isCheckpointBy(parseCheckpoint(note), operator, trusted)).toBe(true);
    expect((await anchorlog.bundle({ log: "a.example", index: 0 })).operator.address).toBe(operator.operator);
  });

  it.each(["registry", "operator"] as const)("are refused if the checksum of %s is wrong", async (member) => {
    const checked = privateKeyToAccount(`0x${"b4".repeat(32)}`).address;
    const at = checked.search(/[A-F]/);
    const typo = `${checked.slice(0, at)}${checked[at]!.toLowerCase()}${checked.slice(at + 1)}` as Hex;
    await expect(openWith({ operator: { ...operator, [member]: typo } })).rejects.toMatchObject({
      code: "bad_address",
      message: expect.stringContaining(checked) as string,
    });
    for (const none of ["", "0x", operator.registry.slice(2), `${operator.registry}00`, undefined]) {
      await expect(openWith({ operator: { ...operator, [member]: none as Hex } })).rejects.toMatchObject({
        code: "bad_address",
      });
    }
  });
});
