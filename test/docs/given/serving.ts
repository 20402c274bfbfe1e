/** For a server of proofs, with an entry to ask for. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect } from "vitest";
import { openFilledOperator } from "../../operator.ts";

const { anchorlog, close } = await openFilledOperator();
export { anchorlog };
export const app = express();

export async function check(): Promise<void> {
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/proofs/${path}`);
    return [response.status, await response.json()];
  };
  expect(await ask("a.example/3")).toMatchObject([200, { log: "a.example", format: "anchorlog.bundle/1" }]);
  for (const [path, reason] of [
    ["a.example/99", "no_entry"],
    ["other.example/0", "unknown_log"],
  ])
    expect(await ask(path!)).toMatchObject([404, { error: { details: [{ reason }] } }]);
  server.close();
  await close();
}
