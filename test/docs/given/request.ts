/** For a client of the API server, who is signed in, and the server itself. */
import { expect } from "vitest";
import type { Receipt } from "anchorlog/receipt";
import { signIn } from "../../../server/test/harness.ts";
import { startApi } from "./api.ts";

export const key = `0x${"c1".repeat(32)}` as const;

const { api, server } = await startApi();
export { api };
export const { access_token: token } = await signIn(server, "you@example.com");

export async function check({ wallet }: { wallet?: { id: string; x_receipt: Receipt } }): Promise<void> {
  expect(wallet?.id).toMatch(/^wal_[0-9a-f]{32}$/);
  expect(wallet?.x_receipt.key).toBe(server.parts.keys.receipt);
  await server.close();
}
