/** The API server, and a client of it who handed on an object: one for all snippets that need them. */
import { privateKeyToAccount } from "viem/accounts";
import { createClient } from "@anchorlog/client";
import type { TestServer } from "../../../server/test/harness.ts";
import { startApi } from "./api.ts";

export const friend = `0x${"f1".repeat(20)}` as const;

let begun: ReturnType<typeof begin> | undefined;
export const session = (): NonNullable<typeof begun> => (begun ??= begin());

/** Signs somebody in, by the code in their mailbox. */
export async function readCode(api: string, to: string): Promise<string> {
  const { data } = await createClient({ url: api }).GET("/dev/mailbox", { params: { query: { to } } });
  return /[0-9]{6}/.exec(data.items[0]!.text)![0];
}

async function begin() {
  const { api, server } = await startApi();
  const account = privateKeyToAccount(`0x${"c2".repeat(32)}`);
  const operator = await createClient({ url: api }).operator();
  const client = createClient({ url: api, account, operator });
  await client.requestCode("host@example.com");
  await client.signIn("host@example.com", await readCode(api, "host@example.com"));
  await client.POST("/wallets/register", { body: { address: account.address } });
  const { data: template } = await client.POST("/templates", { body: { name: "ticket" } });
  const body = { template_id: template.id, properties: { seat: 12 } };
  const { data: ticket } = await client.POST("/objects", { body });
  const action = { transfer: { id: ticket.id, to: friend } };
  const { data: transfer } = await client.POST("/ebus/execute", { body: { action } });
  await close(server);
  return { api, server, client, account, ticket, transfer };
}

/** Closes batches and signs a checkpoint immediately, which the server does a little later. */
async function close({ parts: { anchorlog } }: TestServer): Promise<void> {
  await anchorlog.closeBatches();
  await anchorlog.checkpoint();
}

export async function end(): Promise<void> {
  await (await begun)?.server.close();
}
