import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { newFolder } from "../../../test/folder.ts";
import { readConfig } from "../../src/foundation/config.ts";
import { reindex } from "../../src/main/reindex.ts";
import { call, owner, sign } from "../harness.ts";
import { listening, signingFor, start, terminate } from "../process.ts";
import type { Found } from "./objects.ts";

/** Objects per round, and per batch: indexing a round takes several commits. */
const OBJECTS = 1_200;
const BATCH = 400;
const folder = newFolder();
const env = { PUBLIC_URL: "http://api.example" };

/** All rows of the index. Their order in a table depends on the commits, so they are sorted. */
function dump(): object[] {
  const db = new DatabaseSync(join(folder, "data", "index.sqlite"), { readOnly: true });
  const tables = ["search_cursor", "search_object", "search_term"];
  const rows = tables.map((table) => db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all());
  db.close();
  return rows;
}

it("the index is complete after each kill, and identical to a rebuilt one", async () => {
  let server = start(folder, env);
  let remote = await signingFor(await listening(server), folder, env);
  const ada = await owner(remote, "ada@example.com");
  const { body: template } = await sign<{ id: string }>(remote, ada, "POST", "/templates", {
    body: { name: "ticket" },
  });
  const found = () => call<Found>(remote, "GET", "/indexer/search?q=ticket&limit=100", { headers: ada.headers });
  const rounds = [0, 2, 5, 10, 20, 40, 80, 160, 320, 640];
  for (const [round, delay] of rounds.entries()) {
    const actions = Array.from({ length: OBJECTS }, (_, i) => ({
      mint: { template_id: template.id, id: `o${round}-${i}`, properties: { round, i, text: `number ${i}` } },
    }));
    for (let at = 0; at < OBJECTS; at += BATCH) {
      const body = { actions: actions.slice(at, at + BATCH) };
      expect((await sign(remote, ada, "POST", "/ebus/actions/batch", { body })).status).toBe(200);
    }
    const asked = found().catch(() => {});
    await sleep(delay);
    server.child.kill("SIGKILL");
    await asked;
    await server.ended;
    server = start(folder, env);
    remote = await signingFor(await listening(server), folder, env);
  }
  await expect.poll(async () => (await found()).body.is_behind).toBe(false);
  await terminate(server);
  const before = dump();
  expect(before[1]).toHaveLength(rounds.length * OBJECTS);
  const config = readConfig({ DATA_DIR: join(folder, "data"), CHAIN: "none", ...env });
  expect(await reindex(config)).toBe(rounds.length * OBJECTS);
  expect(dump()).toEqual(before);
});
