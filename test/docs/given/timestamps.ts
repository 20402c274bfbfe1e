/** For an operator that writes timestamps: a further chain on which its checkpoint is already written. */
import { join } from "node:path";
import { openAnchorlog, type Anchorlog, type Hex } from "anchorlog";
import { TIMESTAMP_ADDRESS, type TimestampVerdict } from "anchorlog/chain";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { expect } from "vitest";
import { fund, policyFor, type FurtherNode } from "../../chain/timestamps.ts";
import { startAnvil } from "../../dispute/anvil.ts";
import { keys, operator, signActionFor, types, wallets } from "../../operator.ts";
import { folder } from "./platform.ts";
import { until } from "../../until.ts";

export { openAnchorlog };

const anvil = await startAnvil(Math.floor(Date.now() / 1_000), 700_001);
const further: FurtherNode = { url: anvil.url, chainId: 700_001, kind: "anvil" };
const policy = policyFor(further, await fund(further));
export const { publicClient, walletClient } = policy.chain;
const open = async () => ({
  store: await openSqliteStore(join(folder, "timestamps.sqlite")),
  operator,
  logs: ["acme-games"],
  types,
  keys,
});

const before = await openAnchorlog({ ...(await open()), timestamps: [policy] });
const deadline = Math.floor(Date.now() / 1_000) + 3_600;
await before.submitMany([await signActionFor(operator, wallets[0]!, "acme-games", 0, { deadline })]);
await before.closeBatches();
export const { note } = await before.checkpoint();
export let transaction: Hex = TIMESTAMP_ADDRESS;
await until(async () => {
  const [status] = (await before.status()).timestamps;
  expect(status!.size).toBe(1);
  transaction = status!.transaction!;
});
await before.close();
await anvil.test.mine({ blocks: 100 });
export const options = await open();

export async function check({ anchorlog, found }: { anchorlog: Anchorlog; found: TimestampVerdict }): Promise<void> {
  expect(found).toMatchObject({ verdict: "valid", seen: { chainId: 700_001 } });
  await until(async () => expect((await anchorlog.status()).timestamps).toMatchObject([{ size: 1, final: 1 }]));
  await anchorlog.close();
  await anvil.close();
}
