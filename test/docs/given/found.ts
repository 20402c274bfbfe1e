/** For a client of the API server who looks for an object that was handed on. */
import { expect } from "vitest";
import { friend, session } from "./session.ts";

export const { client, ticket } = await session();
export { friend };

type Left = { found?: { items: { id: string }[] }; seats?: { items: { id: string }[] } };

export function check({ found, seats }: Left): void {
  for (const { items } of [found!, seats!]) expect(items.map(({ id }) => id)).toContain(ticket.id);
}
