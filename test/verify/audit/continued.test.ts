import { cp, mkdir, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { privateKeySigner, type DigestSigner } from "anchorlog/action";
import {
  auditExport,
  buildReport,
  formatReport,
  readExportFolder,
  renderHtml,
  writeExport,
  type ReadExport,
} from "anchorlog/verify/audit";
import { newFolder } from "../../folder.ts";
import { keys, openFilledOperator, openTestOperator, signAction, trusted, wallets } from "../../operator.ts";

const LOG = "logs/a.example.jsonl";
const folder = newFolder();
let out: string;
let nonce = 100;
/** Receipts that were signed. */
let signed = 0;
const receiptKey: DigestSigner = {
  address: keys.receiptKey.address,
  sign: (parameters) => {
    signed++;
    return keys.receiptKey.sign(parameters);
  },
};
const write = (more: object = {}, withoutPayloads = false) =>
  writeExport(out, { ...test.options, keys: { ...keys, receiptKey, ...more }, withoutPayloads });
/** Adds a batch with `entries` entries, under a new checkpoint. */
async function grow(entries: number): Promise<void> {
  for (let i = 0; i < entries; i++) await test.anchorlog.submit(await signAction(wallets[0]!, "a.example", nonce++));
  await test.anchorlog.closeBatches();
  await test.anchorlog.checkpoint();
}
async function contents(path: string): Promise<Record<string, string>> {
  const files = (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const texts = files.map(async (file) => {
    const name = join(file.parentPath, file.name);
    return [name.slice(path.length + 1), await readFile(name, "utf8")] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}
/** The files of an export written in one go. */
async function whole(): Promise<Record<string, string>> {
  const made = `${out}-whole`;
  await writeExport(made, test.options);
  return contents(made);
}

const test = await openFilledOperator();
beforeEach(() => {
  out = join(folder, `export-${nonce++}`);
  signed = 0;
});

it("continues an earlier export: it signs and writes new lines only, and equals one made in one step", async () => {
  await write();
  const first = signed;
  expect(first).toBeGreaterThan(4);
  expect(await write()).toEqual({ entries: 0, batches: 0, checkpoints: 0 });
  expect(signed).toBe(first);
  await grow(3);
  await test.anchorlog.submit(await signAction(wallets[1]!, "a.example", nonce++));
  expect(await write()).toEqual({ entries: 4, batches: 1, checkpoints: 1 });
  expect(signed).toBe(first + 4);
  expect(await contents(out)).toEqual(await whole());
});

it("repairs the end of a file after a crash", async () => {
  await write();
  const first = signed;
  const before = await whole();
  // Half a line, a line of zeros as after a power cut, and fewer batches than the manifest states.
  await writeFile(join(out, LOG), '{"entry":"0x01', { flag: "a" });
  await write();
  expect([signed - first, await contents(out)]).toEqual([0, before]);
  await writeFile(join(out, LOG), `${"\0".repeat(700)}\n`, { flag: "a" });
  await truncate(join(out, "batches.jsonl"), 700);
  await write();
  expect(await contents(out)).toEqual(before);
  expect(signed).toBeGreaterThan(first);
});

it("is rewritten for another key, and is invalid until that is done", async () => {
  await write();
  const other = privateKeySigner(`0x${"c7".repeat(32)}`);
  const failing = { address: other.address, sign: () => Promise.reject(new Error("the signer is away")) };
  await expect(write({ receiptKey: failing })).rejects.toMatchObject({ code: "signer_failed" });
  await expect(readExportFolder(out)).rejects.toMatchObject({ code: "unreadable" });
  await write({ receiptKey: other });
  expect((await auditExport(await readExportFolder(out), {})).findings).toEqual([]);
});

it("does not touch a folder with another operator's export or another program's manifest", async () => {
  await write();
  const before = await contents(out);
  const operator = { ...test.options.operator, operator: `0x${"d8".repeat(20)}` } as const;
  const foreign = {
    code: "foreign_export",
    message: expect.stringContaining(`${out} has the export of another operator`) as string,
  };
  await expect(writeExport(out, { ...test.options, operator })).rejects.toMatchObject(foreign);
  expect(await contents(out)).toEqual(before);
  await writeFile(join(out, "manifest.json"), JSON.stringify({ name: "A page", start_url: "/" }));
  await expect(write()).rejects.toMatchObject({ code: "foreign_export" });
  expect(JSON.parse(await readFile(join(out, "manifest.json"), "utf8"))).toEqual({ name: "A page", start_url: "/" });
});

it("is valid at any moment for a reader beside the writer, and after a copy within a line", async () => {
  await write();
  const verdicts = new Set<string>();
  const opened = await readExportFolder(out);
  // The logs are read before the operator continues, everything else after.
  const log = await opened(LOG);
  const read: ReadExport = async (name) => (name === LOG ? log : opened(name));
  const done = new AbortController();
  const writing = (async () => {
    for (let i = 0; i < 4; i++) {
      await grow(2);
      await write();
    }
  })().finally(() => done.abort());
  while (!done.signal.aborted)
    verdicts.add((await auditExport(await readExportFolder(out), { operator: trusted })).verdict);
  await writing;
  expect([...verdicts]).toEqual(["valid"]);
  expect(await auditExport(read, { operator: trusted })).toMatchObject({ verdict: "valid" });
  const copy = `${out}-copy`;
  await cp(out, copy, { recursive: true });
  await test.anchorlog.submit(await signAction(wallets[1]!, "a.example", nonce++));
  await write();
  const [longer, shorter] = [await readFile(join(out, LOG)), await readFile(join(copy, LOG))];
  await writeFile(join(copy, LOG), longer.subarray(0, shorter.length + 300));
  expect(await auditExport(await readExportFolder(copy), { operator: trusted })).toMatchObject({ verdict: "valid" });
});

it("is valid if it is cut off after the batches of a new log", async () => {
  await write();
  await test.anchorlog.addLog("new.example");
  await test.anchorlog.submit(await signAction(wallets[0]!, "new.example", nonce++));
  await grow(1);
  const { size } = await test.anchorlog.checkpoint();
  // A folder stands at the place of a note.
  await mkdir(join(out, `checkpoints/${size}`, "in-the-way"), { recursive: true });
  await expect(write()).rejects.toThrow(/rename/);
  const names = (await readFile(join(out, "batches.jsonl"), "utf8")).trimEnd().split("\n");
  expect(names).toHaveLength(size);
  expect(await auditExport(await readExportFolder(out), { operator: trusted })).toMatchObject({
    verdict: "valid",
    findings: [],
    logs: [{}, {}, { name: "new.example", entries: 1, pending: 0 }],
  });
  await rm(join(out, `checkpoints/${size}`), { recursive: true });
  await write();
  expect(await contents(out)).toEqual(await whole());
});

it("is valid if it is cut within a new line, also the first, or within a character", async () => {
  await write();
  const payload = { objectId: "\u00e9".repeat(50), holder: wallets[0]!.address.toLowerCase() };
  await test.anchorlog.submit(await signAction(wallets[0]!, "a.example", nonce++, { kind: "Hand", payload }));
  const before = await readFile(join(out, LOG));
  await write();
  const after = await readFile(join(out, LOG));
  const character = after.indexOf("\u00e9", before.length) + 1;
  for (const length of [character, character + 1, character - 5]) {
    await writeFile(join(out, LOG), after.subarray(0, length));
    const cut = await auditExport(await readExportFolder(out), { operator: trusted });
    expect(cut, `cut at ${length}`).toMatchObject({ verdict: "valid", findings: [] });
  }
  const fresh = await openTestOperator();
  const made = `${out}-fresh`;
  await fresh.anchorlog.submit(await signAction(wallets[0]!, "a.example", nonce++));
  await writeExport(made, fresh.options);
  await writeFile(join(made, LOG), (await readFile(join(made, LOG))).subarray(0, 40));
  await fresh.close();
  expect(await auditExport(await readExportFolder(made), { operator: trusted })).toMatchObject({
    verdict: "valid",
    logs: [{ entries: 0 }, { entries: 0 }],
  });
});

it("is rewritten over another history by the same keys", async () => {
  await write();
  const other = await openFilledOperator();
  await other.anchorlog.submit(await signAction(wallets[2]!, "b.example", nonce++));
  await other.anchorlog.closeBatches();
  await other.anchorlog.checkpoint();
  await write();
  const mine = await contents(out);
  await writeExport(out, other.options);
  const audited = await auditExport(await readExportFolder(out), { operator: trusted });
  expect([audited.verdict, audited.findings]).toEqual(["valid", []]);
  // And back.
  await write();
  expect(await contents(out)).toEqual(mine);
});

it("continues without payloads in the same way, and is judged without them", async () => {
  await write({}, true);
  await grow(2);
  expect(await write({}, true)).toEqual({ entries: 2, batches: 1, checkpoints: 1 });
  const made = await contents(out);
  await writeExport(`${out}-whole`, { ...test.options, withoutPayloads: true });
  expect(made).toEqual(await contents(`${out}-whole`));
  const lines = made[LOG]!.trimEnd().split("\n");
  expect(lines.join()).not.toMatch(/payload"|object 1/);
  // As docs/protocol/2-audit.md defines the size of a line.
  const [fields] = lines.map((line) => JSON.parse(line) as { signed: { primaryType: string } });
  expect(lines[0]!.length + 1).toBe(976 + fields!.signed.primaryType.length);
  const found = await auditExport(await readExportFolder(out), { operator: trusted });
  expect(found).toMatchObject({ verdict: "valid", findings: [], unjudged: [], unchecked: { signatures: 0 } });
  expect(found.unchecked.payloads).toBe(found.logs.reduce((sum, { entries }) => sum + entries, 0));
  const report = await buildReport(found, await readExportFolder(out), { madeAt: 0 });
  expect(formatReport(report)).toMatch(/^not checked: The payloads of \d+ entries, which the export withholds/m);
  expect(renderHtml(report)).toMatch(/What was not checked<.*The payloads of/s);
});

it("does not mix lines with and without payloads", async () => {
  for (const first of [true, false]) {
    out = `${out}-${first}`;
    await write({}, first);
    const before = await contents(out);
    await grow(1);
    await expect(write({}, !first)).rejects.toMatchObject({ code: "other_payloads" });
    expect(await contents(out)).toEqual(before);
    // A line of the other form is malformed.
    const file = join(out, "manifest.json");
    const { payloads, ...manifest } = JSON.parse(before["manifest.json"]!) as { payloads?: string };
    await writeFile(file, JSON.stringify(payloads === undefined ? { ...manifest, payloads: "withheld" } : manifest));
    const { findings } = await auditExport(await readExportFolder(out), {});
    expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(["malformed"]));
  }
});
