import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { domainSeparator } from "viem";
import { privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import {
  checkpointOrigin,
  defineActions,
  logId,
  privateKeySigner,
  toTypedData,
  type Message,
  type SignedAction,
} from "anchorlog/action";
import { openAnchorlog, type Anchorlog, type AnchorlogOptions, type Hex } from "anchorlog";
import { ed25519NoteKey } from "anchorlog/tlog";
import type { TrustedOperator } from "anchorlog/verify/bundle";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { noteKeySigner } from "anchorlog/action/signers";
import { closing } from "./ends.ts";

const account = (digits: string): PrivateKeyAccount => privateKeyToAccount(`0x${digits.repeat(32)}`);
const lower = (address: string): Hex => address.toLowerCase() as Hex;

export const wallets = ["a1", "a2", "a3"].map(account);
export const types = defineActions({
  Transfer: { objectId: "string", to: "address", price: "uint256", salt: "bytes32" },
  Vote: { yes: "bool" },
  /** Acts upon the same objects as `Transfer`, and names their holder. */
  Hand: { objectId: "string", holder: "address" },
});
export const NOW = 1_767_603_600_000;

const anchorKey = account("b1");
const receiptKey = privateKeySigner(`0x${"b2".repeat(32)}`);
const noteKey = noteKeySigner(new Uint8Array(32).fill(0xb3));
export const operator: AnchorlogOptions["operator"] = {
  chainId: 31_337,
  registry: lower("0x00000000000000000000000000000000000000AA"),
  operator: lower(account("b4").address),
  name: "Test platform",
  version: "1",
};
export const keys = { anchorKey, receiptKey, noteKey };
/** The options of an operator of one log, but for its store. */
export const settings = { operator, logs: ["a.example"], types, keys };
/** A registry's answers about the test operator's domain, by the names of its functions. */
export const registeredDomain = {
  operatorTerms: { name: operator.name, version: operator.version },
  deploymentChainId: BigInt(operator.chainId),
  actionDomain: domainSeparator({ domain: { ...operator, verifyingContract: operator.registry } }),
};
export const trusted: TrustedOperator = {
  chainId: operator.chainId,
  registry: operator.registry,
  operator: operator.operator,
  anchorKey: lower(anchorKey.address),
  receiptKey: lower(receiptKey.address),
  noteKey: ed25519NoteKey(checkpointOrigin(operator), noteKey.publicKey),
};

/** The signed fields: by default a `Transfer` of a separate object. */
export type Fields = {
  kind?: string;
  payload?: Message["payload"];
  deadline?: number;
  /** The kind's types; by default the test operator's. */
  types?: Pick<AnchorlogOptions["types"], "kinds">;
};

/** A payload about nothing. */
export const HTTP_REQUEST = {
  authority: "api.example",
  method: "PUT",
  target: "/",
  contentType: "",
  contentDigest: `0x${"00".repeat(32)}`,
} as const;

/** Signs an action as one of the wallets, for the test operator. */
export const signAction = (
  wallet: PrivateKeyAccount,
  log: string,
  nonce: bigint | number,
  fields: Fields = {},
): Promise<SignedAction> => signActionFor(operator, wallet, log, nonce, fields);

/** The same for any operator. */
export async function signActionFor(
  operator: AnchorlogOptions["operator"],
  wallet: PrivateKeyAccount,
  log: string,
  nonce: bigint | number,
  fields: Fields = {},
): Promise<SignedAction> {
  const primaryType = fields.kind ?? "Transfer";
  const payload = fields.payload ?? {
    objectId: `object ${nonce}`,
    to: lower(wallets[1]!.address),
    price: (2n ** 256n - 1n - BigInt(nonce)).toString(),
    salt: `0x${"5a".repeat(32)}`,
  };
  const message = {
    log: logId(operator, log),
    actor: lower(wallet.address),
    nonce: String(nonce),
    deadline: String(fields.deadline ?? NOW / 1000 + 60),
    payload,
  } as Message;
  const domain = {
    name: operator.name,
    version: operator.version,
    chainId: operator.chainId,
    verifyingContract: operator.registry,
  };
  const data = toTypedData((fields.types ?? types).kinds.get(primaryType)!, message, domain);
  return { primaryType, message, signature: await wallet.signTypedData(data) };
}

export type TestOperator = {
  readonly anchorlog: Anchorlog;
  readonly options: AnchorlogOptions;
  readonly folder: string;
  close(): Promise<void>;
};

/** An operator with two logs over a SQLite file, without a chain. It ends with the test or file. */
export async function openTestOperator(
  folder?: string,
  clock: () => number = () => NOW,
  own: Partial<AnchorlogOptions> = {},
): Promise<TestOperator> {
  const home = folder ?? (await mkdtemp(join(tmpdir(), "anchorlog-test-")));
  const options: AnchorlogOptions = {
    store: own.store ?? (await openSqliteStore(join(home, "store.sqlite"))),
    ...settings,
    logs: ["a.example", "b.example"],
    clock,
    ...own,
  };
  const anchorlog = await openAnchorlog(options);
  const close = async (): Promise<void> => {
    await anchorlog.close();
    if (folder === undefined) await rm(home, { recursive: true, force: true });
  };
  return closing({ anchorlog, options, folder: home, close });
}

/** The same with entries: five in the first log in two batches, three in the second in one batch, and a checkpoint. */
export async function openFilledOperator(): Promise<TestOperator> {
  const test = await openTestOperator();
  const submit = async (log: string, from: number, to: number) => {
    for (let nonce = from; nonce < to; nonce++) {
      const answer = await test.anchorlog.submit(await signAction(wallets[nonce % 3]!, log, nonce));
      if (answer.status !== "accepted") throw new Error(JSON.stringify(answer));
    }
  };
  await submit("a.example", 0, 2);
  await test.anchorlog.closeBatches();
  await test.anchorlog.checkpoint();
  await submit("b.example", 0, 3);
  await submit("a.example", 2, 5);
  await test.anchorlog.closeBatches();
  await test.anchorlog.checkpoint();
  return test;
}
