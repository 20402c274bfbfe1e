/** For a client whose wallet signs requests, and the server that it sends them to. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { WalletProvider } from "anchorlog/http";
import { openAnchorlog } from "anchorlog";
import { carriedAction, nodeActions } from "anchorlog/http/node";
import { openSqliteStore } from "anchorlog/store/sqlite";
import express from "express";
import { expect } from "vitest";
import { keys, node, operator, types, wallet } from "./platform.ts";

export { operator, publicClient } from "./platform.ts";

/** A browser's window: its wallet is the node, which signs for its accounts. */
export const window = { ethereum: node.client as unknown as WalletProvider };
export const { address } = wallet;
export const body = JSON.stringify({ property: "colour", value: "red" });

const store = await openSqliteStore(":memory:");
const anchorlog = await openAnchorlog({ store, operator, logs: ["acme-games"], types, keys });
const signed: unknown[] = [];
const app = express();
app.use(nodeActions({ anchorlog, authority: "api.example" }));
// oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 passes rejections on
app.put("/objects/42", async (request, response) => {
  const carried = carriedAction(request, ["HttpRequest"]);
  if (carried.status !== "new") throw new Error(carried.status);
  signed.push(carried.action.message);
  const outcome = await carried.submit();
  if (outcome.status !== "accepted") throw new Error(outcome.status);
  response.json(outcome.accepted);
});
const server = createServer(app);
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

// Acts as a name server: this name leads to that server.
const { fetch } = globalThis;
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== "https://api.example") return fetch(request);
  const { port } = server.address() as AddressInfo;
  const { method, headers } = request;
  return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { method, headers, body: await request.arrayBuffer() });
};

export async function check(left: { receipt: { entry: string } }): Promise<void> {
  expect(left.receipt.entry).toMatch(/^0x01/);
  expect(signed).toMatchObject([{ actor: address.toLowerCase(), payload: { method: "PUT", target: "/objects/42" } }]);
  globalThis.fetch = fetch;
  server.close();
  await anchorlog.close();
}
