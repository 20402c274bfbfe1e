/** For a client of the API server who is told of what is done. */
import { expect } from "vitest";
import { session } from "./session.ts";

export const { client } = await session();

export async function check(): Promise<void> {
  const { data } = await client.GET("/webhooks");
  expect(data.items).toMatchObject([{ name: "ledger", active: true, events: ["object.transfer"] }]);
}
