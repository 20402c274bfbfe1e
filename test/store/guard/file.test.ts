import { existsSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { createFileGuard, openFileGuard, type Mark } from "anchorlog/store/guard";
import { newFolder } from "../../folder.ts";
import { operator } from "../../operator.ts";
import { guardContract, K, mark } from "./contract.ts";

const HEAD = 256;
const RECORD = 80;

describe("a guard in a file", () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = newFolder();
    path = join(folder, "guard");
  });

  guardContract({
    create: async (of) => createFileGuard(path, of),
    open: async (of) => openFileGuard(path, of),
  });

  /** The mark in the file when it is opened again. */
  const reopened = async (): Promise<Mark | undefined> => {
    const guard = openFileGuard(path, operator);
    const found = await guard.mark(K);
    await guard.close();
    return found;
  };

  test("can be opened once, by any name, in this process or another", async () => {
    const guard = createFileGuard(path, operator);
    symlinkSync(path, join(folder, "link"));
    for (const name of ["guard", "link"]) {
      expect(() => openFileGuard(join(folder, name), operator)).toThrow(
        expect.objectContaining({ code: "guard_locked" }),
      );
    }
    await guard.close();
    await openFileGuard(join(folder, "link"), operator).close();
  });

  test("keeps the previous mark if a crash damaged the newest one", async () => {
    const guard = createFileGuard(path, operator);
    await guard.move(K, undefined, mark(1), { durable: true });
    await guard.move(K, mark(1), mark(2), { durable: false });
    await guard.close();
    const bytes = readFileSync(path);
    // The second record of the slot is the newest: each of its bytes may be the one that did not reach the disk.
    for (let i = HEAD + RECORD; i < HEAD + 2 * RECORD; i++) {
      const torn = Buffer.from(bytes);
      torn[i]! ^= 1;
      writeFileSync(path, torn);
      expect((await reopened())?.size).toBe(1);
    }
    writeFileSync(path, bytes);
    truncateSync(path, HEAD + RECORD + 20);
    expect((await reopened())?.size).toBe(1);
  });

  test("may lose a first mark in a power cut: its receipt's entry is in the store, or was never sent", async () => {
    const guard = createFileGuard(path, operator);
    await guard.move(K, undefined, mark(1), { durable: false });
    await guard.close();
    truncateSync(path, HEAD + 20);
    expect(await reopened()).toBeUndefined();
    truncateSync(path, HEAD);
    expect(await reopened()).toBeUndefined();
  });

  test("is refused if both records of a mark are damaged, instead of losing the mark", async () => {
    const guard = createFileGuard(path, operator);
    await guard.move(K, undefined, mark(1), { durable: true });
    await guard.move(K, mark(1), mark(2), { durable: true });
    await guard.close();
    const bytes = readFileSync(path);
    for (const at of [HEAD, HEAD + RECORD]) bytes[at]! ^= 1;
    writeFileSync(path, bytes);
    expect(() => openFileGuard(path, operator)).toThrow(expect.objectContaining({ code: "bad_guard" }));
  });

  test("is refused if its header is damaged, and does not change a foreign file", async () => {
    await createFileGuard(path, operator).close();
    const bytes = readFileSync(path);
    for (let i = 0; i < HEAD; i += 7) {
      const damaged = Buffer.from(bytes);
      damaged[i]! ^= 1;
      writeFileSync(path, damaged);
      expect(() => openFileGuard(path, operator)).toThrow(expect.objectContaining({ code: "bad_guard" }));
    }
    writeFileSync(path, "something else altogether");
    expect(() => openFileGuard(path, operator)).toThrow(expect.objectContaining({ code: "bad_guard" }));
    expect(() => createFileGuard(path, operator)).toThrow(expect.objectContaining({ code: "guard_exists" }));
    expect(readFileSync(path, "utf8")).toBe("something else altogether");
  });

  test("is not created in a missing folder, and leaves nothing behind", () => {
    const nowhere = join(folder, "nowhere", "guard");
    expect(() => createFileGuard(nowhere, operator)).toThrow(expect.objectContaining({ code: "guard_failed" }));
    expect(existsSync(join(folder, "nowhere"))).toBe(false);
  });
});
