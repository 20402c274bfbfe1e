import { expect, it } from "vitest";
import { queryDatabase } from "../../test/postgres.ts";
import { createSecrets } from "../src/secrets.ts";
import { audit } from "../src/replay/commands.ts";
import { environmentOf } from "./engines.ts";
import { call, owner, sign, startServer, type Refused, type TestServer } from "./harness.ts";

/**
 * A copy of a database under another name, of the same owner. By TEMPLATE: `pg_dump` does not come with the binaries of
 * the tests, and gives the same rows.
 */
async function copyOf(url: string): Promise<string> {
  const [above, copy] = [new URL(url), new URL(url)];
  [above.username, above.pathname] = ["postgres", "/postgres"];
  copy.pathname = `${copy.pathname}_${Date.now()}`;
  const [from, to] = [new URL(url).pathname.slice(1), copy.pathname.slice(1)];
  await queryDatabase(above.href, `CREATE DATABASE ${to} TEMPLATE ${from} OWNER ${copy.username}`);
  return copy.href;
}

const audited = async ({ parts: { config } }: TestServer) => audit({ config, secrets: createSecrets(config.secret!) });

it("goes on from a dump of PostgreSQL that is up to date, and is read-only over an older one", async () => {
  const { DATABASE_URL, GUARD_DATABASE_URL } = await environmentOf("PostgreSQL");
  let server = await startServer({ DATABASE_URL: DATABASE_URL!, GUARD_DATABASE_URL: GUARD_DATABASE_URL! });
  const ada = await owner(server, "ada@example.com");
  const make = (name: string) => sign<Refused & { id: string }>(server, ada, "POST", "/templates", { body: { name } });
  const names = async () => {
    const { headers } = ada;
    const { body } = await call<{ items: { name: string }[] }>(server, "GET", "/templates", { headers });
    return body.items.map(({ name }) => name);
  };
  const ready = () => call<Refused>(server, "GET", "/readyz");
  await make("one");
  await server.stop();
  const yesterday = await copyOf(DATABASE_URL!);

  server = await server.restart();
  await make("two");
  await server.stop();
  const today = await copyOf(DATABASE_URL!);

  server = await server.restart({ DATABASE_URL: today });
  expect((await ready()).status).toBe(200);
  expect(await audited(server)).toMatchObject({ differences: [] });
  expect(await names()).toEqual(["two", "one"]);
  expect((await make("three")).status).toBe(201);

  server = await server.restart({ DATABASE_URL: yesterday });
  expect(await ready()).toMatchObject({ status: 503, body: { error: { details: [{ reason: "read_only" }] } } });
  const refused = await make("four");
  expect(refused).toMatchObject({ status: 503, body: { error: { details: [{ reason: "read_only" }] } } });
  expect(refused.headers.get("retry-after")).toBe("30");
  expect(await names()).toEqual(["one"]);
  expect(await audited(server)).toMatchObject({ differences: [] });
  // Whoever operates it is told why, and what is to be done.
  const page = await (await fetch(`${server.url}/admin`)).text();
  expect(page).toMatch(/store_behind.*the store lacks entries [0-9]+ to [0-9]+: restore them/);
  await server.close();
}, 120_000);
