/** For snippets of API clients that receive webhooks. */
import { expect } from "vitest";
import { session } from "./session.ts";

export const { client } = await session();

export async function check(): Promise<void> {
  const { data } = await client.GET("/webhooks");
  expect(data.items).toMatchObject([{ name: "ledger", active: true, events: ["object.transfer"] }]);
}
