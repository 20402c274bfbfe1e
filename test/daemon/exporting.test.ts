import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openExporting } from "../../src/daemon/exporting.ts";
import { newFolder } from "../folder.ts";
import { keys, openTestOperator } from "../operator.ts";

it("reports its failures only while it leads", async () => {
  const { anchorlog, options, close } = await openTestOperator();
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
  await expect.poll(exporting.failure).toBeTypeOf("string");
  leads = false;
  await expect.poll(exporting.failure).toBeUndefined();
  await exporting.stop();
  await close();
});
