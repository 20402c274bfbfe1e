import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeEach, expect, it } from "vitest";
import { checkpointOrigin } from "anchorlog/action";
import { signCheckpoint } from "anchorlog/batch";
import { ed25519NoteKey, publishTiles } from "anchorlog/tlog";
import { tileFolder } from "anchorlog/tlog/node";
import { formatTrust } from "anchorlog/verify/bundle";
import type { Report } from "anchorlog/verify/audit";
import reportSchema from "../../docs/schemas/report-1.json" with { type: "json" };
import { listen } from "../listening.ts";
import { hashHeader } from "../../src/batch/header.ts";
import { buildTree, treeRoot } from "../../src/crypto/merkle/tree.ts";
import { makeHistory, type Dishonest } from "../dispute/dishonest.ts";
import { newFolder } from "../folder.ts";
import { keys, trusted } from "../operator.ts";
import { openTown } from "../watch/town.ts";
import { writeFolder } from "./exported.ts";
import { keepSeenLog } from "../../src/cli/seenLog.ts";
import { runHere } from "./process.ts";

const isReport = new Ajv2020({ strict: true }).compile(reportSchema);

const folder = newFolder();
/** The folder that the server serves, and the paths that it was asked for. */
let served: string;
let asked: string[];
const at = (name: string): string => join(folder, name);
const town = await openTown();
const made = await makeHistory(town.operator);
await town.anchor(made);
const noteKey = ed25519NoteKey(checkpointOrigin(town.operator), keys.noteKey.publicKey);
await writeFile(at("trust.json"), formatTrust({ ...trusted, ...town.operator, noteKey }));
const server = await listen(async ({ url, method, headers }, response) => {
  asked.push(`${method} ${url}${headers.range === undefined ? "" : ` ${headers.range}`}`);
  const bytes = await readFile(join(served, url!)).catch(() => undefined);
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
  if (bytes === undefined) response.writeHead(404).end();
  else if (from > bytes.length) response.writeHead(416).end();
  else {
    response.writeHead(from === 0 ? 200 : 206, { "content-length": bytes.length - from });
    response.end(method === "HEAD" ? undefined : bytes.subarray(from));
  }
});
beforeEach(() => void (asked = []));

/** Publishes headers of the history, in this order. */
async function publish(name: string, of: Pick<Dishonest, "batches">, order: readonly number[]): Promise<void> {
  served = at(name);
  const headers = order.map((i) => of.batches[i]!.bytes);
  const root = treeRoot(buildTree(headers.map(hashHeader)));
  const checkpoint = await signCheckpoint(town.operator, { size: headers.length, root }, keys);
  await publishTiles(tileFolder(served), { checkpoint, entries: async (start, end) => headers.slice(start, end) });
}

async function audit(...args: string[]): Promise<{ code: number | null; report: Report }> {
  const { code, stdout, stderr } = await runHere(["audit", server.url, "--json", ...args]);
  expect(stdout, stderr).not.toBe("");
  const report = JSON.parse(stdout) as Report;
  expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true);
  return { code, report };
}
const chain = () => ["--rpc", town.anvil.url];
const trust = () => ["--trust", at("trust.json")];
const said = ({ findings }: Report): string[] =>
  findings.map(({ meaning, file, line }) => `${meaning} ${file}${line === undefined ? "" : `:${line}`}`);

it("judges a live log by the chain, by keys or without trust, and lists what it does not check", async () => {
  await publish("tiles", made, [0, 1, 2]);
  const whole = await audit(...chain(), ...trust(), "--report", at("report"));
  expect(whole.code).toBe(0);
  expect(whole.report).toMatchObject({ source: "tiles", verdict: "valid", findings: [] });
  expect(whole.report.headline).toMatch(/^The published batches are consistent with the registry on chain 31337/);
  expect(whole.report.notChecked.join("\n")).toContain("The actions, their signatures and receipts");
  expect(whole.report.batches).toHaveLength(3);
  expect(await readFile(at("report/report.html"), "utf8")).toContain("The actions themselves are not in a live log.");
  const byChain = await audit(...chain());
  expect(byChain).toMatchObject({ code: 0, report: { verdict: "valid" } });
  expect(byChain.report.notChecked.join("\n")).toContain("The note key's signature");
  expect(await audit(...trust())).toMatchObject({ code: 0, report: { verdict: "valid", compared: { keys: true } } });
  expect(await audit()).toMatchObject({ code: 2, report: { verdict: "indeterminate", headline: "No verdict" } });
  const refused = await runHere(["audit", server.url, ...trust(), "--cross-check"]);
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining("this URL has tiles") as string });
});

it("continues from the last audit with --state, and finds that history was changed since", async () => {
  const state = ["--state", at("state")];
  await publish("growing", made, [0]);
  expect((await audit(...trust(), ...state)).code).toBe(0);
  await publish("growing", made, [0, 1, 2]);
  expect((await audit(...trust(), ...state)).code).toBe(0);
  expect((await stat(at("state/headers"))).size).toBe(3 * 229);

  await publish("older", made, [0, 1]);
  const older = await audit(...trust(), ...state);
  expect(older).toMatchObject({ code: 2, report: { verdict: "indeterminate" } });
  expect(older.report.summary).toContain("this may be an old copy");

  await publish("forked", made, [0, 1, 0]);
  const forked = await audit(...trust(), ...chain(), ...state, "--evidence", at("evidence"));
  expect(forked.code).toBe(1);
  expect(said(forked.report)).toContain("other_history checkpoint");
  expect(forked.report.findings[0]!.detail).toContain("the batch at position 2 is another");
  expect(await readdir(at("state"))).toContainEqual(expect.stringMatching(/^contradicting-3-/));
  expect((await stat(at("state/headers"))).size).toBe(3 * 229);
  expect((await readdir(at("evidence"))).join()).toContain("CheckpointEquivocation");
  const { code, stdout } = await runHere(["report-fault", at("evidence"), ...chain()]);
  expect({ code, refused: stdout.includes("refused") }).toEqual({ code: 2, refused: false });

  served = at("growing");
  expect((await audit(...trust(), ...state)).code).toBe(0);
});

it("refuses a --state that cannot be a folder before it reads the log", async () => {
  await publish("unread", made, [0]);
  await writeFile(at("file"), "");
  for (const state of [at("file"), at("file/state")]) {
    const { code, stdout, stderr } = await runHere(["audit", server.url, ...trust(), "--state", state]);
    expect({ code, stdout, asked }).toEqual({ code: 3, stdout: "", asked: [] });
    expect(stderr).toMatch(/^anchorlog: --state .*: cannot be used as a folder: .*give a folder/);
  }
});

it("proves that two signed logs of different sizes differ, even if neither is anchored", async () => {
  await publish("shown-before", made, [0, 1, 2, 0]);
  const state = at("state-of-fork");
  const headers = [0, 1, 2, 0].map((i) => made.batches[i]!.bytes);
  await keepSeenLog(state, { note: await readFile(at("shown-before/checkpoint"), "utf8"), headers });
  await publish("shown-now", made, [0, 1, 2, 1, 0]);
  const options = [...trust(), ...chain(), "--state", state, "--evidence", at("evidence-of-fork")];
  const { code, report } = await audit(...options);
  expect(code).toBe(1);
  const message =
    "the note of size 5 does not continue the one of size 4 that was published before: position 3 differs";
  expect(report.evidence?.files.map((file) => file.message)).toContain(message);
  const asked = await runHere(["report-fault", at("evidence-of-fork"), ...chain()]);
  expect({ code: asked.code, refused: asked.stdout.includes("refused") }).toEqual({ code: 2, refused: false });
});

it("names the tile of a batch that does not follow, and accuses nobody for unreadable tiles", async () => {
  const lying = await makeHistory(town.operator, {
    header: (header, position) => (position === 2 ? { ...header, parent: new Uint8Array(32).fill(7) } : header),
  });
  await publish("lying", lying, [0, 1, 2]);
  const { code, report } = await audit(...trust());
  expect({ code, said: said(report) }).toEqual({ code: 1, said: ["batch_mismatch tile/entries/000:3"] });
  served = at("nowhere");
  const outage = await audit(...trust());
  expect(outage).toMatchObject({ code: 2, report: { verdict: "indeterminate", findings: [] } });
  await publish("behind", made, [0]);
  const behind = await audit(...chain());
  expect(behind).toMatchObject({ code: 2, report: { findings: [] } });
  expect(behind.report.summary).toContain("the live log shows fewer");
});

it("audits an export over HTTP like one in a folder, and continues by reading what was added", async () => {
  await writeFolder(at("export"), made.read);
  served = at("export");
  const first = await audit(...chain(), "--state", at("state-of-export"));
  const { stdout } = await runHere(["audit", at("export"), ...chain(), "--json"]);
  const { context: _, ...local } = JSON.parse(stdout) as Report;
  expect(first.report).toMatchObject(JSON.parse(JSON.stringify(local)) as object);
  expect(first.code).toBe(0);
  const twice = await audit(...chain(), "--cross-check");
  expect(twice).toMatchObject({ code: 0, report: { crossCheck: { disagreements: [] } } });
  expect(twice.report.crossCheck!.entries).toBeGreaterThan(0);
  asked = [];
  expect((await audit(...chain(), "--state", at("state-of-export"))).code).toBe(0);
});
