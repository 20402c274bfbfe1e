/** For a server whose route takes typed actions. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { openAnchorlog } from "anchorlog";
import { createActionPost } from "anchorlog/http";
import { openSqliteStore } from "anchorlog/log/sqlite";
import express from "express";
import { expect } from "vitest";
import { domain, folder, keys, log, operator, types, wallet } from "./platform.ts";

export const app = express();
export const anchorlog = await openAnchorlog({
  store: await openSqliteStore(join(folder, "execute.sqlite")),
  operator,
  logs: ["acme-games"],
  types,
  keys,
});

export async function check(): Promise<void> {
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ebus/execute`;
  const post = createActionPost({ account: wallet, domain, log, types });
  const to = wallet.address.toLowerCase() as `0x${string}`;
  const good = await post(url, "Transfer", { objectId: "42", to });
  expect(await good.json()).toMatchObject({ status: "accepted", log: "acme-games", index: 0 });
  const elsewhere = createActionPost({ account: wallet, domain: { ...domain, version: "2" }, log, types });
  const refused = await elsewhere(url, "Transfer", { objectId: "42", to });
  expect(refused.status).toBe(401);
  server.close();
  await anchorlog.close();
}
