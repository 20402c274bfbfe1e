import { spawnSync } from "node:child_process";
import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { closing } from "../ends.ts";
import { PROGRAMS } from "../../src/cli/dev/programs.ts";
import { devRoutes } from "../../src/cli/dev/routes.ts";
import { serveStatus } from "../../src/daemon/server.ts";
import { lockFile } from "../../src/store/lock.ts";
import { newFolder } from "../folder.ts";
import { openTestOperator, signAction, wallets } from "../operator.ts";
import { runHere } from "./process.ts";

const home = newFolder();
const test = await openTestOperator();
const none = (): never => expect.fail("asked for a page");
const pages = { isAlive: none, obstacle: none, metrics: none, status: none };
const route = devRoutes(test.anchorlog);
const server = closing(await serveStatus({ host: "127.0.0.1", port: 0, pages, route, onError: none }));

/** If the folder is accepted, the taken port is refused instead. */
const dev = (folder: string) => runHere(["dev", "--folder", folder, "--port", new URL(server.url).port]);

it("deletes no folder that it did not write", async () => {
  const folder = join(home, "precious");
  await mkdir(folder);
  // An operator's own folder has one, too.
  for (const name of ["thesis", "anchorlog.jsonc"]) await writeFile(join(folder, name), "");
  const { code, stderr } = await dev(folder);
  expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringMatching(/did not write/) as string });
  expect((await readdir(folder)).toSorted()).toEqual(["anchorlog.jsonc", "thesis"]);
});

it("leaves alone a folder that another process uses", async () => {
  const folder = join(home, "taken");
  await mkdir(folder);
  const { unlock } = lockFile(join(folder, "anchorlog-dev"), "dev_locked");
  await writeFile(join(folder, "anchorlog.sqlite"), "");
  const { code, stderr } = await dev(folder);
  unlock();
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(/taken.* is locked/) as string });
  expect(await readdir(folder)).toContain("anchorlog.sqlite");
});

it("accepts actions, and gives out bundles", async () => {
  const ask = async (method: string, path: string, body?: string): Promise<[number, unknown]> => {
    const response = await fetch(`${server.url}${path}`, { method, ...(body !== undefined && { body }) });
    return [response.status, await response.json()];
  };
  const action = await signAction(wallets[0]!, "a.example", 0);
  const text = JSON.stringify(action);
  expect(await ask("POST", "/actions", text)).toMatchObject([201, { status: "accepted", index: 0 }]);
  expect(await ask("POST", "/actions", text)).toMatchObject([200, { status: "retry", index: 0 }]);
  const other = await signAction(wallets[1]!, "a.example", 1);
  const forged = JSON.stringify({ ...other, signature: action.signature });
  expect(await ask("POST", "/actions", forged)).toMatchObject([
    401,
    { error: { details: [{ reason: "signature_mismatch" }] } },
  ]);
  for (const unreadable of ["{", text + " ".repeat(1 << 20)])
    expect(await ask("POST", "/actions", unreadable)).toMatchObject([400, { error: expect.any(String) as string }]);

  await test.anchorlog.closeBatches();
  await test.anchorlog.checkpoint();
  expect(await ask("GET", "/bundles/a.example/0")).toMatchObject([200, { action }]);
  for (const [method, path] of [
    ["PUT", "/actions"],
    ["POST", "/bundles/a.example/0"],
    ["GET", "/bundles/a.example/x"],
  ] as const)
    expect(await ask(method, path)).toMatchObject([404, { error: "not_found" }]);
});

it.each(Object.entries(PROGRAMS))(
  "writes %s, which prints an error of the configuration without a stack",
  async (name, text) => {
    const folder = join(home, name);
    await mkdir(folder);
    await symlink(fileURLToPath(new URL("../../node_modules", import.meta.url)), join(folder, "node_modules"));
    await writeFile(join(folder, name), text);
    const config = join(folder, "anchorlog.jsonc");
    await writeFile(config, '{ "operator": 7 }');
    const { status, stderr } = spawnSync(process.execPath, [join(folder, name)], { encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^the configuration [^\n]* faults:\n[^]*\nTo fix it: [^\n]*\n$/);
    expect(stderr).not.toContain("    at ");
  },
);
