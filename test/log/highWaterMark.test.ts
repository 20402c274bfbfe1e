import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { toHex } from "../../src/encoding/hex.ts";
import { openHighWaterMark } from "../../src/log/highWaterMark.ts";

const A = toHex(new Uint8Array(32).fill(1));
const B = toHex(new Uint8Array(32).fill(2));
const mark = (size: number) => ({ size, hash: new Uint8Array(32).fill(size) });

describe("a file of high-water marks", () => {
  let folder: string;
  let path: string;
  const reopened = () => {
    const file = openHighWaterMark(path);
    file.close();
    return file.marks();
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "anchorlog-mark-"));
    path = join(folder, "mark");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("remembers the highest mark of each log, in whatever order they come", () => {
    const file = openHighWaterMark(path);
    for (const size of [1, 2, 3]) file.raise(A, mark(size));
    file.raise(B, mark(7));
    file.raise(A, mark(2));
    file.raise(A, mark(3));
    file.close();
    expect(reopened()).toEqual(
      new Map([
        [A, mark(3)],
        [B, mark(7)],
      ]),
    );
    const again = openHighWaterMark(path);
    again.raise(B, mark(8));
    again.raise(A, mark(4));
    again.close();
    expect(reopened()).toEqual(
      new Map([
        [A, mark(4)],
        [B, mark(8)],
      ]),
    );
  });

  test("keeps the mark before where a crash tore the newest one", () => {
    const file = openHighWaterMark(path);
    file.raise(A, mark(1));
    file.raise(A, mark(2));
    file.close();
    const bytes = readFileSync(path);
    // The second record of the slot is the newest: each of its bytes may be the one that did not reach the disk.
    for (let i = 16 + 80; i < 16 + 160; i++) {
      const torn = Buffer.from(bytes);
      torn[i]! ^= 1;
      writeFileSync(path, torn);
      expect(reopened().get(A)?.size).toBe(1);
    }
    writeFileSync(path, bytes);
    truncateSync(path, 16 + 100);
    expect(reopened().get(A)?.size).toBe(1);
  });

  test("begins anew where only a part of its first bytes was written", () => {
    writeFileSync(path, "anchorl");
    expect(reopened().size).toBe(0);
    expect(readFileSync(path, "utf8").startsWith("anchorlog.mark/1")).toBe(true);
  });

  test("refuses a file of another kind, and leaves it as it is", () => {
    writeFileSync(path, "something else altogether");
    expect(() => openHighWaterMark(path)).toThrow(expect.objectContaining({ code: "bad_mark" }));
    appendFileSync(path, "");
    expect(readFileSync(path, "utf8")).toBe("something else altogether");
  });
});
