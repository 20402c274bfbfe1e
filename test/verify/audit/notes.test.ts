import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { privateKeySigner, type DigestSigner } from "anchorlog/action";
import { auditExport, EXPORT_FILES, readExportFolder, writeExport } from "anchorlog/verify/audit";
import { signCheckpoint } from "anchorlog/batch";
import { noteKeySigner } from "anchorlog/action/signers";
import { newFolder } from "../../folder.ts";
import { keys, openFilledOperator, operator } from "../../operator.ts";

const folder = newFolder();
const test = await openFilledOperator();

const asked: unknown[] = [];
const next = privateKeySigner(`0x${"c1".repeat(32)}`);
const anchorKey: DigestSigner = {
  address: next.address,
  sign: (parameters) => {
    asked.push(parameters);
    return next.sign(parameters);
  },
};
const rotated = { ...keys, anchorKey, noteKey: noteKeySigner(new Uint8Array(32).fill(0xc3)) };

describe("an export with successor keys", () => {
  it("has each checkpoint signed by them and by the earlier keys", async () => {
    const out = join(folder, "rotated");
    await writeExport(out, { ...test.options, keys: rotated });
    expect((await auditExport(await readExportFolder(out), {})).findings).toEqual([]);
    const checkpoints = await test.options.store.checkpoints();
    expect(asked).toHaveLength(checkpoints.length);
    for (const { size, note } of checkpoints) {
      const written = await readFile(join(out, EXPORT_FILES.checkpoint(size)), "utf8");
      for (const line of note.split("\n").filter((it) => it.startsWith("\u2014"))) expect(written).toContain(line);
      expect(written.match(/^\u2014/gm)).toHaveLength(4);
    }
  });

  it("keeps its signatures if the keys are the same", async () => {
    const out = join(folder, "same");
    await writeExport(out, test.options);
    for (const { size, note } of await test.options.store.checkpoints())
      expect(await readFile(join(out, EXPORT_FILES.checkpoint(size)), "utf8")).toBe(note);
  });

  it("signs nothing if a stored checkpoint does not belong to the headers", async () => {
    const { store } = test.options;
    const [first, ...rest] = await store.checkpoints();
    const root = new Uint8Array(32).fill(1);
    const forged = { size: first!.size, root, note: await signCheckpoint(operator, { size: first!.size, root }, keys) };
    asked.length = 0;
    const lying = { ...store, checkpoints: async () => [forged, ...rest] };
    const refused = writeExport(join(folder, "forged"), { ...test.options, store: lying, keys: rotated });
    await expect(refused).rejects.toMatchObject({ code: "store_damaged" });
    expect(asked).toEqual([]);
  });
});
