/** For a client of the API server, who is signed in, and the server itself. */
import { expect } from "vitest";
import type { Client } from "@anchorlog/client";
import { signIn } from "../../../server/test/harness.ts";
import { session } from "./session.ts";

export const key = `0x${"c1".repeat(32)}` as const;
export const { api, server } = await session();
export const { access_token: token } = await signIn(server, "you@example.com");

type Left = { client?: Client; account?: { address: string } };

export async function check({ client, account }: Left): Promise<void> {
  const { data: me } = await client!.GET("/wallets/me");
  expect(me).toMatchObject({ email: "you@example.com", account: { address: account!.address.toLowerCase() } });
}
