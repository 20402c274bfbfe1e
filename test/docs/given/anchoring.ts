/** For an operator that anchors by itself, with a batch that is not anchored yet. */
import { join } from "node:path";
import { openAnchorlog, type Anchorlog, type Hex } from "anchorlog";
import { depositStake, readLatest, registerOperator } from "anchorlog/chain";
import { createFileGuard, openFileGuard } from "anchorlog/store/guard";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { expect } from "vitest";
import { developmentAccount, LOCAL_CHAIN_ID } from "../../../scripts/development.ts";
import { keys, operator as template, signActionFor, types, wallets } from "../../operator.ts";
import { folder, node, operatorId } from "./platform.ts";

export { openAnchorlog };

const account = developmentAccount(17, LOCAL_CHAIN_ID);
const chain = node.writer(account);
const operator = { ...template, ...operatorId, operator: account.address.toLowerCase() as Hex };
const { name, version } = operator;
const maxAnchorDelay = 3_600;
await registerOperator(chain, operator, { name, version, maxAnchorDelay, ...keys });
await depositStake(chain, operator);
const guardFile = join(folder, "anchoring.guard");
await createFileGuard(guardFile, operator).close();
const open = async () => ({
  store: await openSqliteStore(join(folder, "anchoring.sqlite")),
  guard: openFileGuard(guardFile, operator),
  operator,
  logs: ["acme-games"],
  types,
  keys,
  chain,
  maxAnchorDelay,
});

const before = await openAnchorlog(await open());
const deadline = Math.floor(Date.now() / 1_000) + 3_600;
await before.submitMany([await signActionFor(operator, wallets[0]!, "acme-games", 0, { deadline })]);
await before.closeBatches();
await before.close();
export const options = await open();

export async function check({ anchorlog }: { anchorlog: Anchorlog }): Promise<void> {
  expect((await readLatest(chain, operator)).size).toBe(1);
  await anchorlog.close();
}
