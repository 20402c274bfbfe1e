import { expect, it } from "vitest";
import { queryDatabase } from "../../../../test/postgres.ts";
import { newFolder } from "../../../../test/folder.ts";
import { readConfig } from "../../../src/foundation/config.ts";
import { takeNewSecret } from "../../../src/main/newSecret.ts";
import { reindex } from "../../../src/main/reindex.ts";
import { setLimits } from "../../../src/main/setLimits.ts";
import { audit, rebuild } from "../../../src/main/replay/commands.ts";
import { environmentOf } from "../../engines.ts";
import { owner, sign, startServer } from "../../harness.ts";
import { store } from "../../files/files.ts";

const env = await environmentOf("PostgreSQL");
const server = await startServer(env);

const change = (text: string) => queryDatabase(env["DATABASE_URL"]!, `SET anchorlog.log = '*'; ${text}`);

it("audits a database under load, and rebuilds its tables when no server runs", async () => {
  const ada = await owner(server, "ada@example.com");
  const write = async (path: string, body: object) => {
    const answer = await sign<{ id: string }>(server, ada, "POST", path, { body });
    expect(answer.status).toBe(201);
    return answer.body.id;
  };
  const template_id = await write("/templates", { name: "coin", properties: { é: "ü" } });
  // Other collations do not order these ids by their bytes.
  for (const id of ["b", "A", "_", "a", "B"]) await write("/objects", { id, template_id, properties: { id } });
  await store(server, ada, Buffer.from("a file"));
  const parts = { config: server.parts.config, secrets: server.parts.secrets };
  const { entries, differences } = await audit(parts);
  expect([entries, differences]).toEqual([8, []]);
  await expect(rebuild(parts, true)).rejects.toMatchObject({ code: "server_runs" });

  await server.close();
  await change(`UPDATE object SET owner = '0x' WHERE id = '_'; DELETE FROM object WHERE id = 'A'`);
  const found = (await audit(parts)).differences;
  expect(found.map(({ what, key, columns }) => [what, key.split(" ")[1], ...columns])).toEqual([
    ["missing", "A"],
    ["different", "_", "owner"],
  ]);
  await expect(rebuild(parts, false)).rejects.toMatchObject({ code: "not_empty" });
  expect((await audit(parts)).differences).toEqual(found);
  expect(await rebuild(parts, true)).toEqual({ entries, lost: [], passed: [] });
  expect((await audit(parts)).differences).toEqual([]);
  await change("UPDATE request SET content = 'other' WHERE idx = 2");
  await expect(rebuild(parts, true)).rejects.toMatchObject({ code: "not_replayed" });
});

it("finds no server in an empty database, and makes no tables there", async () => {
  const empty = await environmentOf("PostgreSQL", true);
  const parts = { ...server.parts, config: readConfig({ DATA_DIR: newFolder(), ...empty }) };
  for (const ask of [
    () => audit(parts),
    () => rebuild(parts, true),
    () => takeNewSecret(parts),
    () => reindex(parts.config),
    () => setLimits(parts.config, "org_0", undefined),
  ])
    await expect(ask()).rejects.toMatchObject({ code: "no_log" });
  const tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'";
  expect(await queryDatabase(empty["DATABASE_URL"]!, tables)).toEqual([]);
});
