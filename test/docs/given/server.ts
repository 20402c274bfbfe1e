/** For the server that submits, closes, anchors and makes bundles. */
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import type { Anchorlog, Submission } from "anchorlog";
import { connectChain } from "anchorlog/chain";
import { verifyBundle, type Bundle } from "anchorlog/verify/bundle";
import { createFileGuard } from "anchorlog/store/guard";
import { expect } from "vitest";
import { folder, keys, node, operator as identity, transfer } from "./platform.ts";

export { publicClient, walletClient } from "./platform.ts";
export const { chainId, registry, operator } = identity;
export const { anchorKey, receiptKey, noteKey } = keys;
// A new operator creates its guard once.
await createFileGuard(join(folder, "anchorlog.guard"), identity).close();
export const { message, signature } = await transfer(0);
export const actions = [await transfer(1), await transfer(2)];

// A table of the API in the log's database.
const database = new DatabaseSync(join(folder, "anchorlog.sqlite"));
database.exec("CREATE TABLE objects (id TEXT PRIMARY KEY)");
database.close();
export const effects = [1, 2].map((n) => [{ sql: "INSERT INTO objects VALUES (?)", parameters: [`object/${n}`] }]);

export async function check(left: { anchorlog: Anchorlog; answer: Submission; bundle: Bundle }): Promise<void> {
  expect(left.answer.status).toBe("accepted");
  const text = JSON.stringify(left.bundle);
  const verdict = await verifyBundle(text, { chain: await connectChain(node.url) });
  expect(verdict).toMatchObject({ verdict: "valid", state: "anchored" });
  const written = new DatabaseSync(join(folder, "anchorlog.sqlite"), { readOnly: true });
  expect(written.prepare("SELECT id FROM objects").all()).toHaveLength(2);
  written.close();
  await left.anchorlog.close();
}
