import { expect, it } from "vitest";
import { newFolder } from "../../test/folder.ts";
import { environmentOf } from "./engines.ts";
import { call, owner, sign } from "./harness.ts";
import { ask, enter, statuses, wireTo } from "./outage.ts";
import { listening, signingFor, start } from "./process.ts";

const folder = newFolder();

it("answers 503 while its database hangs, and continues when it answers again", async () => {
  const { DATABASE_URL, ...rest } = await environmentOf("PostgreSQL");
  const wire = await wireTo(DATABASE_URL!);
  const env = { ...rest, DATABASE_URL: wire.url, PUBLIC_URL: "http://api.example" };
  const server = start(folder, env);
  const remote = await signingFor(await listening(server), folder, env);
  const ada = await owner(remote, "ada@example.com");
  const { body: template } = await sign<{ id: string }>(remote, ada, "POST", "/templates", { body: { name: "coin" } });
  wire.hold();
  expect(statuses([...(await ask(remote, ada, template.id, 1)), ...(await enter(remote))])).toEqual(Array(7).fill(503));
  expect((await call(remote, "GET", "/readyz")).status).toBe(503);
  expect((await call(remote, "GET", "/livez")).status).toBe(200);
  wire.release();
  await expect
    .poll(async () => statuses(await ask(remote, ada, template.id, 2)), { interval: 1_000 })
    .toEqual([200, 200, 200, 200, 200]);
});
