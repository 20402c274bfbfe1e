import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createFileGuard, openFileGuard } from "anchorlog/store/guard";
import { openSqliteStore, type SqliteStore } from "anchorlog/store/sqlite";
import { atEnd } from "../ends.ts";
import { logId } from "../../src/action/domain.ts";
import { lockFile } from "../../src/store/lock.ts";
import { newFolder } from "../folder.ts";
import { operator } from "../operator.ts";
import { K, mark } from "./guard/contract.ts";

describe("a lock's file", () => {
  let path: string;
  beforeEach(() => {
    path = join(newFolder(), "store.sqlite");
  });

  /** Makes the lock's file as another user would, and continues as a user who can only read it. */
  function makeForeign(): void {
    chmodSync(join(path, ".."), 0o777);
    writeFileSync(`${path}-lock`, "");
    chmodSync(`${path}-lock`, 0o444);
    if (process.getuid!() !== 0) return;
    process.seteuid!(65_534);
    atEnd(() => process.seteuid!(0));
  }

  // SQLite's BEGIN EXCLUSIVE succeeds there for any number of processes.
  it.runIf(process.platform !== "win32")("is refused if this user cannot write it", async () => {
    makeForeign();
    const error = { code: "unwritable", message: expect.stringContaining(`${path}-lock cannot be written`) as string };
    expect(() => lockFile(path, "guard_locked")).toThrow(expect.objectContaining(error));
    const message = expect.stringMatching(
      /-lock cannot be written: .*\nTo fix it: .*begin with store\.sqlite,/,
    ) as string;
    await expect(openSqliteStore(path)).rejects.toMatchObject({ code: "store_failed", message });
  });

  it("stops a guard's signatures if it is deleted or replaced, since another process may have opened the guard", async () => {
    const guard = createFileGuard(path, operator);
    await guard.move(K, undefined, mark(1), { durable: true });
    rmSync(`${path}-lock`);
    const message = expect.stringContaining(`${path}-lock was deleted or replaced`) as string;
    const refused = { code: "guard_failed", message };
    await expect(guard.move(K, mark(1), mark(2), { durable: true })).rejects.toMatchObject(refused);
    const second = openFileGuard(path, operator);
    await expect(guard.move(K, mark(1), mark(2), { durable: true })).rejects.toMatchObject(refused);
    await second.move(K, mark(1), mark(2), { durable: true });
    await second.close();
    await guard.close();
  });

  it("stops a store's writes if it is deleted, since another process may have opened the store", async () => {
    const store = await openSqliteStore(path);
    const write = (to: SqliteStore, name: string) => to.addLogs([{ id: logId(operator, name), name }]);
    await write(store, "before");
    rmSync(`${path}-lock`);
    const message = expect.stringContaining(`${path}-lock was deleted or replaced`) as string;
    await expect(write(store, "after")).rejects.toMatchObject({ code: "store_failed", message });
    const second = await openSqliteStore(path);
    await expect(write(store, "after")).rejects.toMatchObject({ code: "store_failed", message });
    await write(second, "after");
    await second.close();
    await store.close();
  });
});
