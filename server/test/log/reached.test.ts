import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { logId } from "anchorlog/action";
import { openStore } from "anchorlog/daemon/config";
import { backUp } from "../../src/main/backup.ts";
import { configureOperator } from "../../src/log/operator.ts";
import { assertReached } from "../../src/log/reached.ts";
import { audit, rebuild } from "../../src/main/replay/commands.ts";
import { ENGINES, environmentOf } from "../engines.ts";
import { call, sign, startServer, type TestServer } from "../harness.ts";
import { founder, newWallet, reasonOf, type Person } from "../people.ts";
import { typedAction } from "../objects/typed.ts";
import { isSlowSuite } from "../../../test/slow.ts";

let server: TestServer;

/** Has an object that a typed action made. */
async function holder(): Promise<Person> {
  const ada = await founder(server, "ada@example.com");
  const body = { name: "deed", custody: true };
  const { body: template } = await sign<{ id: string }>(server, ada, "POST", "/templates", { body });
  const payload = {
    objectId: "d",
    holder: ada.wallet.address.toLowerCase(),
    templateId: template.id,
    properties: "{}",
  };
  const mint = await typedAction(server, ada, "Mint", payload);
  expect((await call(server, "POST", "/ebus/execute", { headers: ada.headers, body: mint })).status).toBe(200);
  return ada;
}

async function give(ada: Person): Promise<string> {
  const to = newWallet().address.toLowerCase();
  const body = await typedAction(server, ada, "Transfer", { objectId: "d", holder: to });
  expect((await call(server, "POST", "/ebus/execute", { headers: ada.headers, body })).status).toBe(200);
  return to;
}

const ownerOf = async ({ headers }: Person): Promise<string> =>
  (await call<{ owner: string }>(server, "GET", "/objects/d", { headers })).body.owner;

describe.each(ENGINES)("the tables over %s", (engine) => {
  it("are served only once they include the newest action of each organization", async () => {
    server = await startServer(await environmentOf(engine));
    const given = { config: server.parts.config, secrets: server.parts.secrets };
    const ada = await holder();
    const { anchorlog, database, store, operator } = server.parts;
    // A full page of organizations without a log comes before hers.
    const { id: founderId } = await database.across.accounts
      .selectFrom("account")
      .select("id")
      .executeTakeFirstOrThrow();
    const others = Array.from({ length: 200 }, (_, i) => `org_${String(i).padStart(32, "0")}`);
    const row = { name: "other", founder: founderId, limits: null, created_at: 0 };
    await database.across.accounts
      .insertInto("organization")
      .values(others.map((id) => ({ ...row, id, log: id.replace("_", "-") })))
      .execute();

    const submitMany = anchorlog.submitMany.bind(anchorlog);
    // Appends only the entry, as the restore of an export does.
    Object.assign(anchorlog, { submitMany: (actions: readonly unknown[]) => submitMany(actions) });
    const to = await give(ada);
    Object.assign(anchorlog, { submitMany });
    const { size } = await store.head(logId(operator, ada.log));
    // Asks have no rows.
    for (let i = 0; i < 3; i++) {
      server.clock.now += 60_000;
      expect((await call(server, "GET", "/objects/d/proof", { headers: ada.headers })).status).toBe(200);
    }
    const behind = {
      code: "tables_behind",
      message: expect.stringContaining(`entry ${size - 1} of log ${ada.log}: `) as string,
    };
    await expect(assertReached(server.parts, 1)).rejects.toMatchObject(behind);
    await server.close();
    await expect(server.restart()).rejects.toMatchObject(behind);

    expect(await rebuild(given, true)).toMatchObject({ entries: size + 3 });
    server = await server.restart();
    await assertReached(server.parts, 1);
    expect(await ownerOf(ada)).toBe(to);
  });
});

it.runIf(isSlowSuite)("are checked by a process that takes over a log which another process has written", async () => {
  const env = await environmentOf("PostgreSQL");
  server = await startServer(env);
  const ada = await holder();
  const { config, secrets, store } = server.parts;
  await store.giveUp!();
  const other = await startServer(env);
  const holderNow = newWallet().address.toLowerCase();
  const transfer = await typedAction(server, ada, "Transfer", { objectId: "d", holder: holderNow });
  // Appends only the entry, as the restore of an export does.
  expect((await other.parts.anchorlog.submitMany([transfer]))[0]).toMatchObject({ status: "accepted" });
  await other.close();

  const make = () => sign(server, ada, "POST", "/templates", { body: { name: "coin" } });
  expect(reasonOf(await make())).toBe("503 read_only");
  const retry = await call(server, "POST", "/ebus/execute", { headers: ada.headers, body: transfer });
  expect(reasonOf(retry)).toBe("503 read_only");
  await expect(server.close()).rejects.toMatchObject({
    errors: expect.arrayContaining([
      expect.objectContaining({ message: expect.stringContaining("tables_behind") as string }),
    ]) as Error[],
  });
  await rebuild({ config, secrets }, true);
  server = await startServer(env, { folder: config.folder });
  expect(await ownerOf(ada)).toBe(holderNow);
  expect((await make()).status).toBe(201);
});

it.runIf(isSlowSuite)(
  "are rebuilt after entries were restored into a backup, as far as the request contents exist",
  async () => {
    server = await startServer();
    const { config, secrets, operator } = server.parts;
    const ada = await holder();
    const log = logId(operator, ada.log);
    const file = join(config.folder, "log.sqlite");
    const backup = join(config.folder, "backup");
    await backUp(config, backup);
    const { size } = await server.parts.store.head(log);
    const to = await give(ada);

    /** Stops the server, replaces the log by the backup, and restores the entries that the backup lacks. */
    const restore = async (): Promise<void> => {
      const newer = await server.parts.store.entries(log, size, size + 2);
      await server.close();
      for (const rest of ["", "-wal", "-shm"]) await rm(file + rest, { force: true });
      await copyFile(join(backup, "log.sqlite"), file);
      const configured = await configureOperator(config);
      const store = await openStore(configured.operator, configured.env);
      await store.restore(log, newer);
      await store.close();
    };
    await restore();
    await expect(server.restart()).rejects.toMatchObject({ code: "tables_behind" });
    await rebuild({ config, secrets }, true);
    server = await server.restart();
    expect(await ownerOf(ada)).toBe(to);
    expect((await audit({ config, secrets })).differences).toEqual([]);

    expect((await sign(server, ada, "POST", "/templates", { body: { name: "coin" } })).status).toBe(201);
    await restore();
    await expect(rebuild({ config, secrets }, true)).rejects.toMatchObject({
      code: "not_replayed",
      message: expect.stringMatching(`^entry ${size + 1} of .*not stored: restore a newer backup`) as string,
    });
  },
);
