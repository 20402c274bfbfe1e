import { expect, it } from "vitest";
import { auditExport, readExportFolder } from "anchorlog/verify/audit";
import { writeLargeExport } from "../../../scripts/bench/audit/export.ts";
import { newFolder } from "../../folder.ts";
import { aliveHere } from "../../memory.ts";

/**
 * The most bytes of memory for each entry. The nonce's mark takes 28, and the object of every hundredth entry 64.
 * Keeping the entries would take 4,000.
 */
const AN_ENTRY = 200;

it("keeps almost no memory for a verified entry", async () => {
  const folder = newFolder();
  await writeLargeExport(folder, { entries: 40_000, batch: 1_000 });
  const used: { entries: number; bytes: number }[] = [];
  const onProgress = ({ entries }: { entries: number }): void => {
    if (entries < 20_000 * (used.length + 1) - 1_000) return;
    // The second collection waits until the first one has freed its buffers.
    aliveHere();
    used.push({ entries, bytes: aliveHere() });
  };
  const audit = await auditExport(await readExportFolder(folder), {}, [], Date.now(), { onProgress });
  expect(audit).toMatchObject({ findings: [], logs: [{ entries: 40_000 }] });
  const [half, whole] = used;
  expect((whole!.bytes - half!.bytes) / (whole!.entries - half!.entries)).toBeLessThan(AN_ENTRY);
});
