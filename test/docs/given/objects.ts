/** For a client of the API server with a registered wallet. */
import { expect } from "vitest";
import { session } from "./session.ts";

export const { client, account } = await session();

type Left = {
  friend?: string;
  ticket?: { id: string };
  log?: { items: { name: string; actor: string; params: object }[] };
};

export async function check({ friend, ticket, log }: Left): Promise<void> {
  const { data: object } = await client.GET("/objects/{id}", { params: { path: { id: ticket!.id } } });
  expect(object).toMatchObject({ owner: friend, version: 2, properties: { seat: 12 } });
  const actor = account.address.toLowerCase();
  expect(log!.items).toMatchObject([
    { name: "transfer", actor, params: { id: ticket!.id, to: friend } },
    { name: "mint", actor },
  ]);
}
