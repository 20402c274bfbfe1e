/** For a platform with a table of orders in SQLite. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { checkpointOrigin, privateKeySigner, type Hex } from "anchorlog/action";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { ed25519NoteKey } from "anchorlog/tlog";
import type { TrustedOperator } from "anchorlog/verify/bundle";
import { expect } from "vitest";
import { folder, keys, operator, operatorId } from "./platform.ts";

const db = new DatabaseSync(join(folder, "shop.sqlite"));
db.exec("CREATE TABLE orders (id INTEGER PRIMARY KEY, item TEXT)");
for (let i = 0; i < 50; i++) db.prepare("INSERT INTO orders (item) VALUES (?)").run(`item ${i}`);
db.close();

export const options = { store: await openSqliteStore(":memory:"), operator, logs: ["shop"], keys };
export const signer = privateKeySigner(`0x${"c1".repeat(32)}`);
const lower = (address: string) => address.toLowerCase() as Hex;
export const trusted: TrustedOperator = {
  ...operatorId,
  anchorKey: lower(keys.anchorKey.address),
  receiptKey: lower(keys.receiptKey.address),
  noteKey: ed25519NoteKey(checkpointOrigin(operatorId), keys.noteKey.publicKey),
};

type Left = {
  readonly anchorlog: { close(): Promise<void> };
  readonly verdict: unknown;
  readonly row: string;
  readonly differing: string[];
};

export async function check({ anchorlog, verdict, row, differing }: Left): Promise<void> {
  expect(row).toBe('{"id":42,"item":"item 41"}');
  expect(verdict).toMatchObject({ verdict: "valid", state: "promised" });
  expect(differing).toEqual([]);
  await anchorlog.close();
}
