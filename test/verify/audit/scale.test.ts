import { appendFile, cp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import {
  auditExport,
  lineThreads,
  openKeptAudit,
  readExportFolder,
  type Audit,
  type AuditOptions,
} from "anchorlog/verify/audit";
import { LOG } from "../../../scripts/bench/log/actions.ts";
import { writeLargeExport } from "../../../scripts/bench/audit/export.ts";
import { createHeldEntries } from "../../../src/verify/audit/held.ts";
import { newFolder } from "../../folder.ts";
import { NOW, trusted } from "../../operator.ts";
import { isSlowSuite } from "../../slow.ts";

const FILE = `logs/${LOG}.jsonl`;
const home = newFolder();
let folder: string;
/** A copy with three faults. */
let bad: string;
/** Whole audits of both, in one thread. */
let [clean, faulty]: readonly Audit[] = [];

beforeAll(async () => {
  folder = join(home, "export");
  // Enough entries for five blocks of the log's file, and for threads to be started.
  await writeLargeExport(folder, { entries: 3_300, batch: 700 });
  bad = await copy("tampered");
  await tamper(bad);
  [clean, faulty] = [await audit(), await audit({}, bad)];
});

const audit = async (options: AuditOptions = {}, from = folder): Promise<Audit> =>
  auditExport(await readExportFolder(from), { operator: trusted }, [], NOW, options);
const open = (name: string) => openKeptAudit(join(home, name), 0);
const copy = async (name: string): Promise<string> => {
  await cp(folder, join(home, name), { recursive: true });
  return join(home, name);
};
/** Swaps the prices of two actions, and repeats a line. */
async function tamper(to: string): Promise<void> {
  const lines = (await readFile(join(to, FILE), "utf8")).split("\n");
  lines[1_500] = lines[1_500]!.replace("1250000000000000000", "1250000000000000001");
  lines.splice(2_500, 0, lines[900]!, "no JSON");
  await writeFile(join(to, FILE), lines.join("\n"));
}

it("is the same in threads as in one thread, without findings and with them", async () => {
  expect(clean).toMatchObject({ verdict: "valid", logs: [{ entries: 3_300, pending: 0 }] });
  expect(faulty!.findings.map(({ code }) => code)).toEqual(
    expect.arrayContaining(["bad_signature", "broken_chain", "replay", "malformed"]),
  );
  expect(await audit({ threads: lineThreads(2) }, bad)).toEqual(faulty);
  if (isSlowSuite) expect(await audit({ threads: lineThreads(2) })).toEqual(clean);
});

it("finds a signature that does not fit among those of a signer whose key is known", async () => {
  const from = join(home, "frequent");
  await writeLargeExport(from, { entries: 800, signers: 1 });
  const lines = (await readFile(join(from, FILE), "utf8")).split("\n");
  const [action, receipt] = [/(?<="signature":"0x)[0-9a-f]{130}/, /(?<="receipt":"0x)[0-9a-f]{130}/];
  const flip = (signature: string): string => signature.slice(0, 128) + (signature.endsWith("1b") ? "1c" : "1b");
  const signatureOf = (line: number): string => action.exec(lines[line]!)![0];
  for (const [line, part, change] of [
    [620, action, flip],
    [630, receipt, flip],
    [640, action, () => signatureOf(639)],
    [650, receipt, () => signatureOf(650)],
    [660, action, () => `${"f".repeat(64)}${signatureOf(660).slice(64)}`],
  ] as const) {
    lines[line] = lines[line]!.replace(part, change);
  }
  await writeFile(join(from, FILE), lines.join("\n"));
  const { findings } = await audit({}, from);
  const found = findings.map(({ where, code }) => `${where.split(":")[1]} ${code}`);
  expect(found).toEqual([
    "621 bad_signature",
    "631 bad_receipt",
    "641 bad_signature",
    "651 bad_receipt",
    "661 bad_signature",
  ]);
});

it("keeps the entries of a batch with a gap to the end, if the next batch completes a chunk with some of them", async () => {
  const from = join(home, "gap");
  await writeLargeExport(from, { entries: 300, batch: 150 });
  const lines = (await readFile(join(from, FILE), "utf8")).split("\n");
  await writeFile(join(from, FILE), lines.toSpliced(100, 1).join("\n"));
  const { findings } = await audit({}, from);
  expect(findings.map(({ message }) => message)).toContain(
    `covers entries 0 to 149 of ${LOG}; the export lacks 1 of them`,
  );
});

it("ends with the reason if a thread fails", async () => {
  const threads: AuditOptions["threads"] = async (rules) => {
    const team = await lineThreads(2)(rules);
    return { ...team, judge: () => team.zkRoot(new Uint8Array(5)) as never };
  };
  await expect(audit({ threads })).rejects.toMatchObject({ code: "verifier_failed" });
});

it("drops entries of a range of any length", () => {
  const held = createHeldEntries();
  const line = { bytes: new Uint8Array(), hash: new Uint8Array(32), entry: undefined, commitment: undefined };
  for (const index of [0, 127, 128, 2 ** 52]) held.set(index, line, true);
  held.drop(0, 130);
  expect([0, 127, 128, 2 ** 52].map((index) => held.get(index) !== undefined)).toEqual([false, false, true, true]);
  held.drop(0, 2 ** 53);
  expect(held.get(2 ** 52)).toBeUndefined();
});

/** Audits until some bytes are done, and then stops as if it was killed. */
async function interrupt(options: AuditOptions, from: string, after: number): Promise<void> {
  const stopped = new Error("stopped");
  const onProgress: AuditOptions["onProgress"] = ({ bytes }) => {
    if (bytes > after) throw stopped;
  };
  await expect(audit({ ...options, onProgress }, from)).rejects.toBe(stopped);
}

/** Audits, and returns the bytes that were not audited again. */
async function resume(options: AuditOptions, from = folder) {
  const seen: number[] = [];
  const found = await audit({ ...options, onProgress: ({ bytes }) => void seen.push(bytes) }, from);
  return { found, first: seen[0]! };
}

it("continues after it was killed, and gives the same result", async () => {
  await interrupt({ kept: await open("killed") }, folder, 1_500_000);
  // The state contains a secret, the salt of the nonces' marks.
  const [state] = await readdir(join(home, "killed"));
  expect((await stat(join(home, "killed", state!))).mode & 0o777).toBe(0o600);
  const { found, first } = await resume({ kept: await open("killed") });
  expect(first).toBeGreaterThan(1_000_000);
  expect(found).toEqual(clean);
  if (!isSlowSuite) return;
  await interrupt({ kept: await open("kept-tampered") }, bad, 1_500_000);
  expect(await audit({ kept: await open("kept-tampered") }, bad)).toEqual(faulty);
});

it.runIf(isSlowSuite)("continues where an earlier audit of a shorter export ended", async () => {
  const grown = await copy("grown");
  const text = await readFile(join(folder, FILE), "utf8");
  // The last batch's entries have no batch, and the last of them is still being written.
  const end = text.length - 400_000;
  const batches = (await readFile(join(folder, "batches.jsonl"), "utf8")).split("\n");
  await writeFile(join(grown, FILE), text.slice(0, end));
  await writeFile(join(grown, "batches.jsonl"), `${batches.slice(0, 4).join("\n")}\n`);
  const manifest = JSON.parse(await readFile(join(grown, "manifest.json"), "utf8")) as object;
  await writeFile(join(grown, "manifest.json"), JSON.stringify({ ...manifest, checkpoints: [] }));
  expect((await audit({ kept: await open("shorter") }, grown)).findings).toEqual([]);
  await appendFile(join(grown, FILE), text.slice(end));
  for (const name of ["batches.jsonl", "manifest.json"]) await cp(join(folder, name), join(grown, name));
  const { found, first } = await resume({ kept: await open("shorter") }, grown);
  expect(first).toBeGreaterThan(end - 2_000);
  expect(found).toEqual(clean);
  // A second look has nothing left to read.
  expect((await resume({ kept: await open("shorter") }, grown)).first).toBe(text.length);
});

it.runIf(isSlowSuite)("starts again if the verified part has changed, or the batches need other entries", async () => {
  expect((await audit({ kept: await open("changed") })).verdict).toBe("valid");
  expect(await audit({ kept: await open("changed") }, bad)).toEqual(faulty);
  // An audit with findings is not kept, so they are found each time.
  expect(await audit({ kept: await open("changed") }, bad)).toEqual(faulty);
  const other = await copy("other-batches");
  const batches = (await readFile(join(other, "batches.jsonl"), "utf8")).split("\n");
  await writeFile(join(other, "batches.jsonl"), batches.toSpliced(1, 1).join("\n"));
  expect(await audit({ kept: await open("changed") }, other)).toEqual(await audit({}, other));
});
