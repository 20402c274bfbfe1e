// An operator that signs one more checkpoint and writes timestamps, until its input ends or it is killed. Prints a line
// for each event of a timestamp.
import { createInterface } from "node:readline";
import { privateKeyToAccount } from "viem/accounts";
import { openAnchorlog, type Hex } from "anchorlog";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { keys, operator, settings, signAction, types, wallets } from "../operator.ts";
import { policyFor } from "./timestamps.ts";

export type WriterTask = {
  readonly path: string;
  readonly url: string;
  readonly chainId: number;
  readonly key: Hex;
  /** The nonce of the one action that it submits. */
  readonly nonce: number;
};

const { path, url, chainId, key, nonce } = JSON.parse(process.argv[2]!) as WriterTask;
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const store = await openSqliteStore(path);
const logs = ["a.example"];
const before = await openAnchorlog({ store, operator, logs, types, keys });
const deadline = Math.floor(Date.now() / 1_000) + 3_600;
await before.submitMany([await signAction(wallets[0]!, "a.example", nonce, { deadline })]);
await before.closeBatches();
await before.checkpoint();
await before.close();

const anchorlog = await openAnchorlog({
  ...settings,
  store: await openSqliteStore(path),
  logs,
  timestamps: [policyFor({ url, chainId }, privateKeyToAccount(key))],
  onTimestamp: print,
  onError: (error) => print({ what: "failed", message: (error as Error).message }),
});
createInterface(process.stdin).on("close", () => void anchorlog.close());
