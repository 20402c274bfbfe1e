import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, it } from "vitest";
import { closing } from "../../test/ends.ts";
import { newFolder } from "../../test/folder.ts";
import { startPostgres, type TestServer as Postgres } from "../../test/postgres.ts";
import { call, owner, sign, signIn, type Answer, type Refused } from "./harness.ts";
import { ask, enter, statuses } from "./outage.ts";
import { listening, signingFor, start } from "./process.ts";
import { isSlowSuite } from "../../test/slow.ts";

let folder: string;
let postgres: Postgres;
beforeEach(async () => {
  folder = newFolder();
  postgres = closing(await startPostgres());
});

it.runIf(isSlowSuite)("answers 503 while its database is unavailable, and continues when it is back", async () => {
  const env = {
    DATABASE_URL: await postgres.createDatabase(),
    GUARD_DATABASE_URL: await postgres.createDatabase(),
    PUBLIC_URL: "http://api.example",
  };
  const server = start(folder, env);
  const remote = await signingFor(await listening(server), folder, env);
  const ada = await owner(remote, "ada@example.com");
  const { body: template } = await sign<{ id: string }>(remote, ada, "POST", "/templates", { body: { name: "coin" } });
  let n = 0;
  const answers: Answer<Refused>[] = [];
  const over = new AbortController();
  const load = (async () => {
    while (!over.signal.aborted) {
      answers.push(...(await ask(remote, ada, template.id, ++n)));
      await sleep(200);
    }
  })();
  await sleep(500);
  await postgres.crash("SIGKILL");
  expect(statuses([...(await ask(remote, ada, template.id, ++n)), ...(await enter(remote))])).toEqual(
    Array(7).fill(503),
  );
  // Requests that need no database are answered, with limits; others are not.
  const openly = async (path: string) => {
    const { status, headers } = await call(remote, "GET", path);
    return [status, headers.get("x-ratelimit-limit") ?? headers.get("retry-after")];
  };
  for (const path of ["/verify", "/.well-known/anchorlog", "/openapi.json"])
    expect(await openly(path)).toEqual([200, "50"]);
  expect(await openly("/nowhere")).toEqual([404, "50"]);
  expect(await openly("/admin")).toEqual([200, "5"]);
  const checkpoint = await call(remote, "GET", "/checkpoint");
  expect([checkpoint.status, checkpoint.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^[0-9]+$/)]);
  const readiness = async () => (await call(remote, "GET", "/readyz")).status;
  await expect.poll(readiness).toBe(503);
  await postgres.start();
  await expect.poll(readiness).toBe(200);
  await expect.poll(async () => statuses(await ask(remote, ada, template.id, ++n))).toEqual([200, 200, 200, 200, 200]);
  over.abort();
  await load;
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.filter(({ status, headers }) => status !== 503 || headers.get("retry-after") === null)).toEqual([]);
  expect(await signIn(remote, "bob@example.com")).toHaveProperty("access_token");
});
