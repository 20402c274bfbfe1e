/** For a client of the API server who is told of what is done. */
import { expect } from "vitest";
import { session } from "./session.ts";

export const { client } = await session();

export async function check({ webhook }: { webhook?: { id: string; secret: string } }): Promise<void> {
  expect(webhook!.secret).toMatch(/^whsec_/);
  const { data } = await client.GET("/webhooks/{id}", { params: { path: { id: webhook!.id } } });
  expect(data).toMatchObject({ active: true, events: ["object.transfer"] });
}
