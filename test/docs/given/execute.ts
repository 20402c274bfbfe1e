/** For a server with both sorts of routes: one that accepts typed actions, and routes behind the gate. */
import { mkdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openAnchorlog, type Hex } from "anchorlog";
import { sha256, stringToBytes } from "viem";
import { createActionPost, createSignedFetch } from "anchorlog/http";
import { openSqliteStore } from "anchorlog/store/sqlite";
import express from "express";
import { expect } from "vitest";
import { folder, keys, operator, types, wallet } from "./platform.ts";

const file = join(folder, "execute.sqlite");
export const app = express();
export const anchorlog = await openAnchorlog({
  store: await openSqliteStore(file),
  operator,
  logs: ["acme-games"],
  types,
  keys,
});
const database = new DatabaseSync(file);
database.exec("CREATE TABLE objects (id TEXT PRIMARY KEY, owner TEXT, edits INTEGER) STRICT");
database.exec("CREATE TABLE history (object TEXT, entry INTEGER) STRICT");
database.exec("INSERT INTO objects VALUES ('42', 'nobody', 0)");
export const effects = [{ sql: "UPDATE objects SET edits = edits + 1" }];

export async function check(): Promise<void> {
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiptKey = keys.receiptKey.address;
  const api = { account: wallet, operator, log: "acme-games", authority: "api.example", origins: [origin], receiptKey };
  const checkDomain = async (): Promise<true> => true;
  const post = createActionPost({ ...api, types, checkDomain });
  const to = wallet.address.toLowerCase() as Hex;
  const good = await post(`${origin}/ebus/execute`, "Transfer", { objectId: "42", to });
  expect([good.status, await good.json()]).toMatchObject([201, { status: "accepted", log: "acme-games", index: 0 }]);
  const put = await createSignedFetch({ ...api, checkDomain })(`${origin}/objects/42`, { method: "PUT", body: "{}" });
  expect(put.status).toBe(200);
  expect(database.prepare("SELECT owner, edits FROM objects").get()).toEqual({ owner: to, edits: 1 });
  expect(database.prepare("SELECT object, entry FROM history").all()).toEqual([{ object: "42", entry: 0 }]);
  const none = await post(`${origin}/ebus/execute`, "Transfer", { objectId: "43", to });
  expect([none.status, await none.json()]).toMatchObject([404, { error: { message: "there is no such object" } }]);
  await mkdir("files");
  const signedFetch = createSignedFetch({ ...api, checkDomain });
  const upload = await signedFetch(`${origin}/files`, { method: "POST", body: "a file's content" });
  expect(upload.status).toBe(201);
  const digest = sha256(stringToBytes("a file's content"));
  expect(await readFile(`files/${digest}`, "utf8")).toBe("a file's content");
  // A request without an action does not reach the routes behind the gate.
  expect((await fetch(`${origin}/objects/42`, { method: "PUT", body: "{}" })).status).toBe(401);
  const elsewhere = createActionPost({ ...api, operator: { ...operator, version: "2" }, types, checkDomain });
  expect((await elsewhere(`${origin}/ebus/execute`, "Transfer", { objectId: "42", to })).status).toBe(401);
  database.close();
  server.close();
  await anchorlog.close();
}
