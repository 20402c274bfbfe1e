import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { backUp } from "../../../src/main/backup.ts";
import { reindex } from "../../../src/main/reindex.ts";
import { takeNewSecret } from "../../../src/main/newSecret.ts";
import { audit, rebuild } from "../../../src/main/replay/commands.ts";
import { DERIVED_TABLES } from "../../../src/main/replay/tables.ts";
import { setLimits } from "../../../src/main/setLimits.ts";
import { ENGINES, environmentOf } from "../../engines.ts";
import { sign, startServer, type TestServer } from "../../harness.ts";
import { founder } from "../../people.ts";
import { rowsOf } from "../../requests.ts";

let server: TestServer;

it("every command refuses to run if the accounts are missing", async () => {
  server = await startServer();
  const { config, secrets } = server.parts;
  await founder(server, "ada@example.com");
  await server.close();
  const accounts = join(config.folder, "accounts.sqlite");
  await rename(accounts, `${accounts}.kept`);
  const before = await readdir(config.folder);
  const commands = {
    audit: () => audit({ config, secrets }),
    rebuild: () => rebuild({ config, secrets }, true),
    reindex: () => reindex(config),
    "new-secret": () => takeNewSecret({ config, secrets }),
    limits: () => setLimits(config, "org_00", "usual"),
    backup: () => backUp(config, join(config.folder, "backup")),
  };
  for (const [name, run] of Object.entries(commands))
    await expect(run(), name).rejects.toMatchObject({
      code: "no_accounts",
      message: expect.stringContaining(`${accounts} does not exist: `) as string,
    });
  expect(await readdir(config.folder)).toEqual(before);
  await expect(server.restart()).rejects.toMatchObject({ code: "no_accounts" });
  await rename(`${accounts}.kept`, accounts);
  expect((await audit({ config, secrets })).differences).toEqual([]);
});

describe.each(ENGINES)("a rebuild with accounts over %s that lack an organization", (engine) => {
  it("keeps that organization's tables, and skips a log that has none", async () => {
    server = await startServer(await environmentOf(engine));
    const given = { config: server.parts.config, secrets: server.parts.secrets };
    const [ada, eve] = [await founder(server, "ada@example.com"), await founder(server, "eve@example.com")];
    for (const one of [ada, eve])
      expect((await sign(server, one, "POST", "/templates", { body: { name: "coin" } })).status).toBe(201);
    const { accounts } = server.parts.database.across;
    await accounts.deleteFrom("organization").where("id", "=", ada.org).execute();
    const rows = async () => {
      const all = await rowsOf(server);
      return DERIVED_TABLES.map((table) => all[table]);
    };
    const before = await rows();
    const refused = { code: "other_accounts", message: expect.stringContaining(`1 organizations`) as string };
    await expect(audit(given)).rejects.toMatchObject(refused);
    await server.close();
    await expect(rebuild(given, true)).rejects.toMatchObject(refused);
    server = await server.restart();
    expect(await rows()).toEqual(before);

    // As after the restore of an export that has more organizations than the backup of the accounts.
    const drop = (table: string) => ({ sql: `DELETE FROM ${table} WHERE org = '${ada.org}'` });
    for (const table of ["request", ...DERIVED_TABLES]) await server.parts.store.run([drop(table)]);
    expect(await audit(given)).toEqual({ entries: 2, differences: [], passed: [ada.log] });
    await server.close();
    expect(await rebuild(given, true)).toEqual({ entries: 2, lost: [], passed: [ada.log] });
    expect((await audit(given)).differences).toEqual([]);
  });
});
