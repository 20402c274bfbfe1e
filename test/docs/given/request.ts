/** For a client of the API server, who is signed in, and the server itself. */
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { expect } from "vitest";
import type { Receipt } from "anchorlog/receipt";
import { signIn, startServer } from "../../../server/test/harness.ts";

const free = createServer().listen(0, "127.0.0.1");
await once(free, "listening");
const { port } = free.address() as AddressInfo;
free.close();
await once(free, "close");

export const api = `http://127.0.0.1:${port}`;
export const key = `0x${"c1".repeat(32)}` as const;

const server = await startServer({ PUBLIC_URL: api, PORT: String(port) }, { clock: { now: Date.now() } });
export const { access_token: token } = await signIn(server, "you@example.com");

export async function check({ wallet }: { wallet?: { id: string; x_receipt: Receipt } }): Promise<void> {
  expect(wallet?.id).toMatch(/^wal_[0-9a-f]{32}$/);
  expect(wallet?.x_receipt.key).toBe(server.platform.keys.receipt);
  await server.close();
}
