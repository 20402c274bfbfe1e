/** The inputs of the golden bundles in test/vectors/bundles/, and the files that today's code writes from them. */
import { privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import {
  checkpointOrigin,
  defineActions,
  logId,
  objectKeyOf,
  privateKeySigner,
  toTypedData,
  type Message,
  type SignedAction,
} from "anchorlog/action";
import { ed25519NoteKey } from "anchorlog/tlog";
import { encodeBundle, formatBundle, formatTrust } from "anchorlog/verify/bundle";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { openAnchorlog, type AnchorlogOptions, type Hex } from "anchorlog";
import { noteKeySigner } from "anchorlog/action/signers";

/** The folder under test/vectors/bundles/ of the current format. */
export const GOLDEN_VERSION = "v1";
/** The bundles of the folder: `<name>.json`, and `<name>.bin` in compact form. */
export const GOLDEN_BUNDLES = ["promised", "included", "anchored", "wallet", "held", "asked"] as const;

const account = (digits: string): PrivateKeyAccount => privateKeyToAccount(`0x${digits.repeat(32)}`);
const lower = (address: string): Hex => address.toLowerCase() as Hex;
export const START = 1_767_603_600_000;

const actor = account("c1");
export const keys = {
  anchorKey: account("c2"),
  receiptKey: privateKeySigner(`0x${"c3".repeat(32)}`),
  noteKey: noteKeySigner(new Uint8Array(32).fill(0xc4)),
};
export const operator: AnchorlogOptions["operator"] = {
  chainId: 31_337,
  registry: `0x${"1d".repeat(20)}`,
  operator: `0x${"2e".repeat(20)}`,
  name: "Golden Platform",
  version: "1",
};
export const types = defineActions({
  Transfer: { objectId: "string", to: "address", price: "uint128", salt: "bytes32" },
  Everything: {
    yes: "bool",
    text: "string",
    data: "bytes",
    tag: "bytes4",
    small: "uint8",
    debt: "int64",
    whole: "uint256",
  },
  Hand: { objectId: "string", holder: "address", note: "bytes4" },
});
const hand = { objectId: "golden/2", holder: lower(actor.address), note: "0x01020304" } as const;
const payloads: Record<string, Record<string, string | boolean>> = {
  Transfer: { objectId: "golden/1", to: `0x${"3f".repeat(20)}`, price: "1250000", salt: `0x${"5a".repeat(32)}` },
  Everything: {
    yes: true,
    text: 'Zürich \u0000 "日本" \u{1f5ff}',
    data: "0x00ff10",
    tag: "0xdeadbeef",
    small: "0",
    debt: "-9223372036854775808",
    whole: (2n ** 256n - 1n).toString(),
  },
  Hand: hand,
  Ask: { objectKey: objectKeyOf(types.kinds.get("Hand")!, hand) },
};

/** A signed action. A contract wallet's action has a signature that the wallet accepts. */
export async function sign(
  log: string,
  nonce: bigint,
  kind: string,
  wallet?: { actor: Hex; signature: Hex },
): Promise<SignedAction> {
  const message = {
    log: logId(operator, log),
    actor: wallet?.actor ?? lower(actor.address),
    nonce: nonce.toString(),
    deadline: String(START / 1000 + 3600),
    payload: payloads[kind],
  } as Message;
  const { name, version, chainId, registry: verifyingContract } = operator;
  const data = toTypedData(types.kinds.get(kind)!, message, { name, version, chainId, verifyingContract });
  return {
    primaryType: kind,
    message,
    signature: wallet?.signature ?? (await actor.signTypedData(data)),
  };
}

/** All files of the folder by name. Same inputs, same bytes: keys, clock and the wallet's answer are fixed. */
export async function goldenFiles(): Promise<Map<string, Uint8Array>> {
  let now = START;
  const anchorlog = await openAnchorlog({
    store: await openSqliteStore(":memory:"),
    operator,
    logs: ["a.example", "b.example"],
    types,
    keys,
    clock: () => (now += 1_500),
    wallets: {
      chainId: operator.chainId,
      ask: async () => ({ verdict: "valid", block: { number: 1_234, hash: `0x${"4b".repeat(32)}` } }),
    },
  });
  const submit = async (action: SignedAction): Promise<void> => {
    const answer = await anchorlog.submit(action as never);
    if (answer.status !== "accepted") throw new Error(JSON.stringify(answer));
  };
  const wallet = { actor: `0x${"6c".repeat(20)}`, signature: `0x${"7d".repeat(97)}` } as const;
  for (const nonce of [0n, 1n, 2n]) await submit(await sign("a.example", nonce, "Transfer"));
  await anchorlog.closeBatches();
  await submit(await sign("b.example", 0n, "Transfer"));
  for (let nonce = 3n; nonce < 24n; nonce++) await submit(await sign("a.example", nonce, "Transfer"));
  await submit(await sign("a.example", 2n ** 256n - 1n, "Everything"));
  await submit(await sign("a.example", 0n, "Everything", wallet));
  await submit(await sign("a.example", 24n, "Transfer"));
  for (const [nonce, kind] of [
    [25n, "Hand"],
    [26n, "Hand"],
    [27n, "Ask"],
  ] as const)
    await submit(await sign("a.example", nonce, kind));
  await anchorlog.closeBatches();
  const { note } = await anchorlog.checkpoint();
  await submit(await sign("b.example", 1n, "Everything"));

  const places = [
    ["promised", "b.example", 1],
    ["included", "a.example", 1],
    ["anchored", "a.example", 24],
    ["wallet", "a.example", 25],
    ["held", "a.example", 28],
    ["asked", "a.example", 29],
  ] as const;
  const utf8 = new TextEncoder();
  const files = new Map<string, Uint8Array>();
  for (const [name, log, index] of places) {
    const bundle = await anchorlog.bundle({ log, index });
    files.set(`${name}.json`, utf8.encode(formatBundle(bundle)));
    files.set(`${name}.bin`, encodeBundle(bundle));
  }
  await anchorlog.close();
  files.set("checkpoint", utf8.encode(note));
  files.set(
    "trust.json",
    utf8.encode(
      formatTrust({
        ...operator,
        anchorKey: lower(keys.anchorKey.address),
        receiptKey: lower(keys.receiptKey.address),
        noteKey: ed25519NoteKey(checkpointOrigin(operator), keys.noteKey.publicKey),
      }),
    ),
  );
  return files;
}
