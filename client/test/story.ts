/** Everything that people do with the platform from the first code on, only by the client and over HTTP. */
import { Webhook } from "standardwebhooks";
import { expect } from "vitest";
import type { ActionAccount } from "anchorlog/http";
import { createClient, type Client } from "@anchorlog/client";
import type { serverAt } from "../../server/test/process.ts";
import type { Receiver } from "../../server/test/webhooks/receiver.ts";
import { until } from "../../test/until.ts";

/** Signs in with the code from the mailbox, and registers the wallet. */
export async function arrive(
  { url, heldFetch }: Awaited<ReturnType<typeof serverAt>>,
  email: string,
  account: ActionAccount,
): Promise<Client> {
  // Its public address differs from the address at which it listens.
  const { authority } = (await (await fetch(`${url}/.well-known/anchorlog`)).json()) as { authority: string };
  const origin = `http://${authority}`;
  const at = {
    url: origin,
    fetch: (request: Request) => heldFetch(new Request(request.url.replace(origin, url), request)),
  };
  const client = createClient({ ...at, account, operator: await createClient(at).operator() });
  await client.requestCode(email);
  const { data: mailbox } = await client.GET("/dev/mailbox", { params: { query: { to: email } } });
  await client.signIn(email, /[0-9]{6}/.exec(mailbox.items[0]!.text)![0]);
  await client.POST("/wallets/register", { body: { address: account.address } });
  return client;
}

/** The ids of the story's actions. */
export type Told = { readonly mint: string; readonly transfer: string; readonly issue: string };

/** An owner mints a deed and transfers it, issues tickets, stores a file, finds all of it, and gets webhooks for it. */
export async function live(client: Client, me: string, friend: string, receiver: Receiver): Promise<Told> {
  const events = ["object.transfer"] as const;
  const { data: hook } = await client.POST("/webhooks", {
    body: { name: "ledger", url: receiver.url, events: [...events] },
  });
  const { data: deeds } = await client.POST("/templates", { body: { name: "deed", custody: true } });
  const { data: tickets } = await client.POST("/templates", {
    body: { name: "ticket", actions: { mint: ["issuer"], transfer: ["owner", "issuer"] } },
  });

  const mint = await client.prepare({ mint: { id: "deed-1", template_id: deeds.id, properties: { plot: 7 } } });
  const { data: minted } = await client.POST("/ebus/execute", { body: mint });
  expect(minted.object).toMatchObject({ id: "deed-1", owner: me.toLowerCase(), version: 1 });
  const body = await client.sign("Transfer", { objectId: "deed-1", holder: friend as `0x${string}` });
  const { data: transferred } = await client.POST("/ebus/execute", { body });
  expect(transferred.object.owner).toBe(friend.toLowerCase());
  await expect(
    client.POST("/ebus/execute", { body: await client.prepare({ burn: { id: "deed-1" } }) }),
  ).rejects.toMatchObject({ status: 403 });

  const seats = [1, 2, 3].map((seat) => ({
    mint: { id: `seat-${seat}`, template_id: tickets.id, properties: { seat } },
  }));
  const actions = await Promise.all(seats.map((action) => client.prepare(action)));
  const { data: issued } = await client.POST("/ebus/actions/batch", { body: { actions, atomic: true } });
  expect(issued.items.map(({ object }) => object?.id)).toEqual(["seat-1", "seat-2", "seat-3"]);

  const stored = await client.upload(new Blob(["Row 3, seat 2"]), "seat.txt");
  const params = { path: { id: stored.id } };
  expect((await client.GET("/storage/files/{id}/content", { params, parseAs: "text" })).data).toBe("Row 3, seat 2");

  const filter = ["seat>=2"];
  await until(async () => {
    const { data: found } = await client.GET("/indexer/query", { params: { query: { filter } } });
    expect(found.items.map(({ id }) => id).toSorted()).toEqual(["seat-2", "seat-3"]);
    const { data: words } = await client.GET("/indexer/search", { params: { query: { q: "deed" } } });
    expect(words.items).toMatchObject([{ id: "deed-1", owner: friend.toLowerCase() }]);
  });

  await until(() => expect(receiver.got).toHaveLength(1));
  const { headers, body: text } = receiver.got[0]!;
  const message = new Webhook(hook.secret).verify(text, headers) as { readonly type: string; readonly data: unknown };
  expect(message).toMatchObject({ type: "object.transfer", data: { id: transferred.action_id } });
  return { mint: minted.action_id, transfer: transferred.action_id, issue: issued.items[0]!.action_id! };
}
