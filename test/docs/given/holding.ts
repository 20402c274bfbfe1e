/** For a client of the API server that has the log asked who holds an object. */
import { expect } from "vitest";
import type { Held } from "@anchorlog/client";
import { session } from "./session.ts";

export const { client } = await session();

export async function check({ held }: { held?: Held }): Promise<void> {
  const { data: me } = await client.GET("/wallets/me");
  expect(held).toMatchObject({ holder: me.account?.address, prior: held!.index - 1 });
}
