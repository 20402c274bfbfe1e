import { existsSync } from "node:fs";
import { chmod, copyFile, link, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { writeExport } from "anchorlog/verify/audit";
import { logId } from "../../src/action/domain.ts";
import { inLowerCase } from "../../src/base/hex.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { openReader } from "../../src/store/sqlite/reader.ts";
import { developmentAccount, LOCAL_CHAIN_ID } from "../../src/development/keys.ts";
import { newFolder } from "../folder.ts";
import { openFilledOperator, openTestOperator } from "../operator.ts";
import { runHere } from "./process.ts";

// A restore's checks of files. It stops at a missing key here.
let folder: string;
const at = (name: string): string => join(folder, name);
const operator = {
  chainId: LOCAL_CHAIN_ID,
  registry: `0x${"5".repeat(40)}`,
  operator: inLowerCase(developmentAccount(1, LOCAL_CHAIN_ID).address),
} as const;
const settings = {
  operator: {
    chainId: operator.chainId,
    registry: operator.registry,
    address: operator.operator,
    name: "My Platform",
    maxAnchorDelaySeconds: 3_600,
  },
  chain: { rpc: ["http://127.0.0.1:1"] },
  keys: {
    account: "development:1",
    anchor: "env:ANCHORLOG_SECRET_NONE",
    receipt: "development:3",
    note: "development:0",
  },
  store: { sqlite: "anchorlog.sqlite" },
  process: { threads: 0 },
};
const restore = (...args: string[]) => runHere(["restore", ...args, "--config", at("anchorlog.jsonc")]);

beforeEach(async () => {
  folder = newFolder();
  await writeFile(at("anchorlog.jsonc"), JSON.stringify(settings));
  await addLog("older");
  expect(await runHere(["backup", at("backup.sqlite"), "--config", at("anchorlog.jsonc")])).toMatchObject({ code: 0 });
  await addLog("newer");
});

async function addLog(name: string): Promise<void> {
  const store = await openSqliteStore(at("anchorlog.sqlite"));
  await store.addLogs([{ id: logId(operator, name), name }]);
  await store.close();
}

async function logsOf(file: string): Promise<string[]> {
  const reader = openReader(at(file));
  try {
    return (await reader.allLogNames()).map(({ name }) => name).sort();
  } finally {
    reader.close();
  }
}

it("leaves the store that was moved away unchanged, even after a killed restore", async () => {
  await link(at("anchorlog.sqlite"), at("anchorlog.sqlite.partial"));
  await rename(at("anchorlog.sqlite"), at("moved.sqlite"));
  await restore(at("backup.sqlite"));
  expect(await logsOf("anchorlog.sqlite")).toEqual(["older"]);
  expect(await logsOf("moved.sqlite")).toEqual(["newer", "older"]);
  expect(existsSync(at("anchorlog.sqlite.partial"))).toBe(false);
});

it("restores a read-only backup as a file that its owner can write", async () => {
  await rename(at("anchorlog.sqlite"), at("moved.sqlite"));
  await chmod(at("backup.sqlite"), 0o444);
  await restore(at("backup.sqlite"));
  expect(await logsOf("anchorlog.sqlite")).toEqual(["older"]);
  expect((await stat(at("anchorlog.sqlite"))).mode & 0o600).toBe(0o600);
});

it("writes no store while a process has the store open, even if its file was moved", async () => {
  const store = await openSqliteStore(at("anchorlog.sqlite"));
  await rename(at("anchorlog.sqlite"), at("moved.sqlite"));
  for (const suffix of ["-wal", "-shm"]) await rm(at(`anchorlog.sqlite${suffix}`), { force: true });
  const { code, stderr } = await restore(at("backup.sqlite"));
  expect(stderr).toMatch(/anchorlog\.sqlite is locked: it is open here already, or in another process/);
  expect(code).toBe(2);
  expect(existsSync(at("anchorlog.sqlite"))).toBe(false);
  await store.close();
});

it("writes no store if the account or the export is missing", async () => {
  await rename(at("anchorlog.sqlite"), at("moved.sqlite"));
  const env = { ANCHORLOG_KEYS_ACCOUNT: "file:no-key" };
  const without = await runHere(["restore", at("backup.sqlite"), "--config", at("anchorlog.jsonc")], env);
  expect(without).toMatchObject({ code: 3, stderr: expect.stringMatching(/keys\.account: .*no-key/) as string });
  const nowhere = await restore(at("backup.sqlite"), "--export", at("nowhere"));
  expect(nowhere).toMatchObject({ code: 3, stderr: expect.stringMatching(/nowhere does not exist/) as string });
  expect(existsSync(at("anchorlog.sqlite"))).toBe(false);
});

it("imports nothing from another operator's export", async () => {
  const test = await openFilledOperator();
  await writeExport(at("export"), test.options);
  await test.close();
  await rename(at("anchorlog.sqlite"), at("moved.sqlite"));
  const { code, stderr } = await restore(at("backup.sqlite"), "--export", at("export"));
  expect(stderr).toMatch(/export is of another operator: 0x[0-9a-f]{40} of 0x[0-9a-f]{40} on chain 31337/);
  expect(code).toBe(3);
  expect(existsSync(at("anchorlog.sqlite"))).toBe(false);
});

it("writes no store if the export has no payloads", async () => {
  await rename(at("anchorlog.sqlite"), at("moved.sqlite"));
  const own = { operator: { ...operator, name: "My Platform", version: "1" } };
  const test = await openTestOperator(undefined, undefined, own);
  await writeExport(at("open"), { ...test.options, withoutPayloads: true });
  await test.close();
  const { code, stderr } = await restore(at("backup.sqlite"), "--export", at("open"));
  expect(stderr).toMatch(/the export withholds the payloads.*\n.*give an export that has them, or a backup/);
  expect(code).toBe(3);
  expect(existsSync(at("anchorlog.sqlite"))).toBe(false);
});

it("refuses a copied store as a backup if its newest entries are in a separate file", async () => {
  const store = await openSqliteStore(at("anchorlog.sqlite"));
  await store.addLogs([{ id: logId(operator, "newest"), name: "newest" }]);
  for (const suffix of ["", "-wal"]) await copyFile(at(`anchorlog.sqlite${suffix}`), at(`copied.sqlite${suffix}`));
  await store.close();
  await rename(at("anchorlog.sqlite"), at("moved.sqlite"));
  const { code, stderr } = await restore(at("copied.sqlite"));
  expect(stderr).toMatch(/copied\.sqlite-wal has commits that .*copied\.sqlite lacks[^]*move both files back/);
  expect(code).toBe(3);
  expect(existsSync(at("anchorlog.sqlite"))).toBe(false);
});
