/** For a client of the API server who looks for an object that was handed on. */
import { expect } from "vitest";
import { transferred } from "./transferred.ts";

const { api, server, headers } = await transferred();
export const friend = `0x${"f1".repeat(20)}`;
export const get = async (path: string) =>
  (await (await fetch(api + path, { headers })).json()) as Record<string, unknown>;

type Left = { found?: { items: object[] }; seats?: { items: object[] } };

export async function check({ found, seats }: Left): Promise<void> {
  expect(found!.items).toMatchObject([{ owner: friend, properties: { seat: 12 } }]);
  expect(seats!.items).toEqual(found!.items);
  await server.close();
}
