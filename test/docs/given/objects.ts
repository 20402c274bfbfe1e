/** For a client of the API server with a registered wallet, whose requests are signed. */
import { expect } from "vitest";
import { createSignedFetch } from "anchorlog/http";
import { owner } from "../../../server/test/harness.ts";
import { startApi } from "./api.ts";

const { api, server } = await startApi();
export { api };
const { headers, wallet, log } = await owner(server, "you@example.com");
export { headers };
export const get = async (path: string) =>
  (await (await fetch(api + path, { headers })).json()) as Record<string, unknown>;
const { operator, keys } = server.parts;
export const signedFetch = createSignedFetch({
  account: wallet,
  operator,
  log,
  authority: new URL(api).host,
  origins: [api],
  receiptKey: keys.receipt,
});

type Left = { friend?: string; ticket?: { id: string }; log?: { name: string; actor: string; params: object }[] };

export async function check({ friend, ticket, log: done }: Left): Promise<void> {
  expect(await get(`/objects/${ticket!.id}`)).toMatchObject({ owner: friend, version: 2, properties: { seat: 12 } });
  const actor = wallet.address.toLowerCase();
  expect(done).toMatchObject([
    { name: "transfer", actor, params: { id: ticket!.id, to: friend } },
    { name: "mint", actor },
  ]);
  await server.close();
}
