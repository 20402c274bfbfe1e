import { readdir, readFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, it } from "vitest";
import { auditExport, readExportFolder, writeExport } from "anchorlog/verify/audit";
import { digestFiles, placeFiles, readFiles, type GivenFile } from "../../src/page/auditFiles.ts";
import { newFolder } from "../folder.ts";
import { openFilledOperator, trusted } from "../operator.ts";

const folder = newFolder();
const test = await openFilledOperator();
await writeExport(join(folder, "export"), test.options);
await test.close();
const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
const files = await Promise.all(
  names.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return { path: path.slice(folder.length + 1), file: new Blob([await readFile(path)]) };
  }),
);

const audit = (given: readonly GivenFile[]) => auditExport(readFiles(placeFiles(given)!.files), { operator: trusted });

it("audits the files of a dropped folder like the folder itself", async () => {
  const expected = await auditExport(await readExportFolder(join(folder, "export")), { operator: trusted });
  expect(expected.verdict).toBe("valid");
  expect(await audit(files)).toEqual(expected);
  const beside = { path: "trust.json", file: new Blob(["x"]) };
  expect(await audit([beside, ...files])).toEqual(expected);
  expect(placeFiles([beside, ...files])!.others).toEqual([beside]);
  expect(placeFiles([beside])).toBeUndefined();
});

it("assigns files that were chosen without their folder by their names", async () => {
  const loose = files.map(({ path, file }) => ({ path: path.split("/").at(-1)!, file }));
  const other = { path: "trust.json", file: new Blob(["x"]) };
  expect(placeFiles([...loose, other])!.others).toEqual([other]);
  expect([...placeFiles(loose)!.files.keys()].sort()).toEqual(
    files.map(({ path }) => path.slice("export/".length)).sort(),
  );
  expect((await audit(loose)).verdict).toBe("valid");
  expect((await audit(files.filter(({ path }) => !path.endsWith("batches.jsonl")))).findings).toMatchObject([
    { code: "missing_file", where: "batches.jsonl" },
  ]);
});

it("hashes the files as sha256sum does", async () => {
  const [digest] = await digestFiles(placeFiles(files)!.files);
  const bytes = await readFile(join(folder, "export", digest!.name));
  expect(digest).toMatchObject({ bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
});
