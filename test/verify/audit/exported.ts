/** An export in a folder, which the tests of a file change. */
import { cp, rm } from "node:fs/promises";
import { afterAll, beforeEach } from "vitest";
import { parseCheckpoint } from "anchorlog/batch";
import { writeExport } from "anchorlog/verify/audit";
import { newFolder } from "../../folder.ts";
import { openFilledOperator, type TestOperator } from "../../operator.ts";

/**
 * Exports an operator's log for all tests of a file. Each test begins with the same export in the folder.
 *
 * @param more changes the operator after its newest checkpoint, which is returned.
 */
export async function exportForFile(more = async (_test: TestOperator): Promise<void> => {}) {
  const test = await openFilledOperator();
  afterAll(() => test.close());
  const checkpoint = parseCheckpoint((await test.anchorlog.checkpoint()).note);
  await more(test);
  const [pristine, folder] = [newFolder(), newFolder()];
  await writeExport(pristine, test.options);
  beforeEach(async () => {
    await rm(folder, { recursive: true, force: true });
    await cp(pristine, folder, { recursive: true });
  });
  return { test, pristine, folder, checkpoint };
}
