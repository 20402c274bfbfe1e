/** For a client of the API server whose signed requests are posted. */
import { expect } from "vitest";
import { call, owner, sign } from "../../../server/test/harness.ts";
import { startApi } from "./api.ts";

const { server } = await startApi();
const client = await owner(server, "you@example.com");

export async function post(path: string, body: object): Promise<Record<string, unknown>> {
  return (await sign<Record<string, unknown>>(server, client, "POST", path, { body })).body;
}

export async function check({ webhook }: { webhook?: { id: string; secret: string } }): Promise<void> {
  expect(webhook!.secret).toMatch(/^whsec_/);
  const { body } = await call(server, "GET", `/webhooks/${webhook!.id}`, { headers: client.headers });
  expect(body).toMatchObject({ active: true, events: ["object.transfer"] });
  await server.close();
}
