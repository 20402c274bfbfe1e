import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { openExporting } from "../../src/daemon/exporting.ts";
import { atEnd } from "../ends.ts";
import { newFolder } from "../folder.ts";
import { keys, openTestOperator } from "../operator.ts";

it("reports a failure until it has written an export, or another process leads", async () => {
  const { anchorlog, options } = await openTestOperator();
  const folder = join(newFolder(), "export");
  await writeFile(folder, "a file in place of the folder");
  const config = { "export.folder": folder, "export.everySeconds": 0.02 };
  let leads = true;
  const exporting = openExporting(config as never, {
    anchorlog,
    options: { ...options, keys },
    isLeader: async () => leads,
    log: () => {},
  });
  atEnd(exporting.stop);
  await expect.poll(exporting.failure).toBeTypeOf("string");
  leads = false;
  await expect.poll(exporting.failure).toBeUndefined();
  leads = true;
  await expect.poll(exporting.failure).toBeTypeOf("string");
  await rm(folder);
  await expect.poll(exporting.failure).toBeUndefined();
});

it("exports within a minute once it leads, and not before", async () => {
  vi.useFakeTimers();
  atEnd(() => void vi.useRealTimers());
  let leads = false;
  const read = vi.fn(() => Promise.reject(new Error("it exports")));
  const exporting = openExporting({ "export.folder": newFolder(), "export.everySeconds": 3_600 } as never, {
    anchorlog: { keys: read },
    options: {} as never,
    isLeader: async () => leads,
    log: () => {},
  });
  await vi.advanceTimersByTimeAsync(90_000);
  expect(read).not.toHaveBeenCalled();
  leads = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalled();
  await exporting.stop();
});
