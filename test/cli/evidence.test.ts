import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it, vi } from "vitest";
import { checkpointOrigin } from "anchorlog/action";
import { parseFault, formatFault } from "anchorlog/dispute";
import { ed25519NoteKey } from "anchorlog/tlog";
import { formatTrust } from "anchorlog/verify/bundle";
import { formatReport, type Report } from "anchorlog/verify/audit";
import { registerOperator } from "anchorlog/chain";
import { toHex, type Hex } from "anchorlog";
import faultSchema from "../../docs/schemas/fault-1.json" with { type: "json" };
import faultAnswerSchema from "../../docs/schemas/fault-answer-1.json" with { type: "json" };
import inspectSchema from "../../docs/schemas/inspect-1.json" with { type: "json" };
import reportSchema from "../../docs/schemas/report-1.json" with { type: "json" };
import { atEnd } from "../ends.ts";
import { listen } from "../listening.ts";
import { withParts } from "../../src/cli/spool.ts";
import { openHttpExport } from "../../src/verify/audit/httpExport.ts";
import { makeHistory } from "../dispute/dishonest.ts";
import { newFolder } from "../folder.ts";
import { keys, signActionFor, trusted, wallets } from "../operator.ts";
import { account, openTown } from "../watch/town.ts";
import { writeFolder } from "./exported.ts";
import { runHere } from "./process.ts";

const A = "a.example";
const ajv = new Ajv2020({ strict: true });
const [isFault, isAnswer, isInspection, isReport] = [faultSchema, faultAnswerSchema, inspectSchema, reportSchema].map(
  (schema) => ajv.compile(schema),
) as [ReturnType<typeof ajv.compile>, ...ReturnType<typeof ajv.compile>[]];
const key = { WATCHER: toHex(account(5).getHdKey().privateKey!) };

const folder = newFolder();
const at = (name: string): string => join(folder, name);
const town = await openTown();
const { signature } = await signActionFor(town.operator, wallets[0]!, A, 1);
const made = await makeHistory(town.operator, {
  action: (action, i) => (i === 4 ? { ...action, signature } : action),
  header: (header, position) => (position === 1 ? { ...header, parent: new Uint8Array(32).fill(7) } : header),
});
await town.anchor(made);
await writeFolder(at("export"), made.read);
const noteKey = ed25519NoteKey(checkpointOrigin(town.operator), keys.noteKey.publicKey);
await writeFile(at("trust.json"), formatTrust({ ...trusted, ...town.operator, noteKey }));

async function audit(source: string, ...more: string[]): Promise<{ code: number | null; report: Report }> {
  const against = ["--rpc", town.anvil.url, "--trust", at("trust.json"), "--json"];
  const { code, stdout, stderr } = await runHere([
    "audit",
    source.startsWith("http") ? source : at(source),
    ...against,
    ...more,
  ]);
  const report = JSON.parse(stdout === "" ? `"${stderr}"` : stdout) as Report;
  expect(isReport!(report), JSON.stringify(isReport!.errors)).toBe(true);
  return { code, report };
}

it("writes each fault that an export shows; reporting one convicts the operator", async () => {
  const { code, report } = await audit("export", "--evidence", at("evidence"), "--report", at("report"));
  expect(code).toBe(1);
  const files = await readdir(at("evidence"));
  expect(files.sort()).toEqual(["fault-1-MalformedLeaf.json", "fault-2-ForgedAction.json"]);
  const forged = report.findings.find(({ meaning }) => meaning === "forged_action")!;
  expect(forged).toMatchObject({ line: 5, evidence: ["fault-2-ForgedAction.json"] });
  const html = await readFile(at("report/report.html"), "utf8");
  for (const name of files) expect(html).toContain(name);
  expect(await readFile(at("report/report.md"), "utf8")).toContain("report-fault");

  for (const name of files) {
    const text = await readFile(at(`evidence/${name}`), "utf8");
    expect(isFault(JSON.parse(text)), JSON.stringify(isFault.errors)).toBe(true);
    expect(formatFault(parseFault(text))).toBe(text);
  }
  const inspected = await runHere(["inspect", at("evidence"), "--json"]);
  expect(isInspection!(JSON.parse(inspected.stdout)), inspected.stdout).toBe(true);
  expect(inspected.stdout).toContain("An anchored entry was not signed by its actor.");

  const reportFault = (...args: string[]) =>
    runHere(["report-fault", at("evidence"), "--rpc", town.anvil.url, ...args], key);
  const asked = await reportFault();
  expect(asked.code).toBe(2);
  expect(asked.stdout.match(/would convict/g)).toHaveLength(2);
  expect(asked.stdout).toContain("nothing was sent: add --key REFERENCE and --yes");
  expect(await town.stake()).toMatchObject({ status: "open" });

  const sent = await reportFault("--key", "env:WATCHER", "--yes", "--json");
  expect(sent).toMatchObject({ code: 0, stderr: "" });
  for (const line of sent.stdout.trimEnd().split("\n")) {
    expect(isAnswer!(JSON.parse(line)), line).toBe(true);
    expect(JSON.parse(line)).toMatchObject({ answer: "sent" });
  }
  expect(await town.stake()).toMatchObject({ status: "slashed", stake: 0n });
  expect(await town.creditOf(account(5))).toBeGreaterThan(0n);
});

it("finds the same faults in an export on a server, and leaves no copy of it behind", async () => {
  const server = await listen(async ({ url, method }, response) => {
    const bytes = await readFile(at(`export${url}`)).catch(() => undefined);
    response.writeHead(bytes === undefined ? 404 : 200, { "content-length": bytes?.length ?? 0 });
    response.end(method === "HEAD" ? undefined : bytes);
  });
  const temporary = at("temporary");
  await mkdir(temporary);
  vi.stubEnv("TMPDIR", temporary);
  atEnd(() => vi.unstubAllEnvs());
  const read = (await openHttpExport(server.url))!;
  const name = `logs/${A}.jsonl`;
  await withParts(read, async ({ lines }) => {
    const file = (await lines!(name))!;
    const text = await readFile(at(`export/${name}`));
    expect(Buffer.from(file.part!(100, 50))).toEqual(text.subarray(100, 150));
    expect(await readdir(temporary)).toHaveLength(1);
  });
  await expect(withParts(read, async () => Promise.reject(new Error("ended")))).rejects.toThrow("ended");
  const { code } = await audit(server.url, "--evidence", at("served"));
  expect(code).toBe(1);
  for (const file of await readdir(at("evidence"))) {
    expect(await readFile(at(`served/${file}`), "utf8")).toBe(await readFile(at(`evidence/${file}`), "utf8"));
  }
  expect(await readdir(temporary)).toEqual([]);
});

it("prints the contract's reason to refuse a proof", async () => {
  const document = parseFault(await readFile(at("evidence/fault-2-ForgedAction.json"), "utf8"));
  const stranger: Hex = `0x${"77".repeat(20)}`;
  const of = {
    operator: { ...document.operator, operator: stranger },
    proof: { ...document.proof, operator: stranger },
  };
  await writeFile(at("stranger.json"), formatFault({ ...document, ...of }));
  const { code, stdout, stderr } = await runHere(["report-fault", at("stranger.json"), "--rpc", town.anvil.url]);
  expect(code, stderr).toBe(1);
  expect(stdout).toMatch(/stranger\.json: refused: proveForgedAction: the contract refuses it: \w+\(/);
});

it("writes nothing if only files of the export were changed, and reports that", async () => {
  const honest = { ...town.operator, operator: account(2).address.toLowerCase() as Hex };
  const { name, version } = honest;
  await registerOperator(town.anvil.writer(account(2)), honest, { name, version, maxAnchorDelay: 60, ...keys });
  const { read } = await makeHistory(honest);
  await writeFolder(at("changed"), async (name) => {
    const text = await read(name);
    return name === `logs/${A}.jsonl` ? text!.replace('"objectId":"object 1"', '"objectId":"object 9"') : text;
  });
  const { code, report } = await audit("changed", "--evidence", at("none"));
  expect(code).toBe(1);
  expect(report.findings).toMatchObject([{ meaning: "changed_action", evidence: [] }]);
  expect(report.evidence).toMatchObject({ files: [], questions: 0 });
  expect(formatReport(report)).toContain("evidence: no fault can be proven with these files alone");
});

it("refuses a proof in any other form, and a folder that is not empty", async () => {
  const text = await readFile(at("evidence/fault-2-ForgedAction.json"), "utf8");
  const document = JSON.parse(text) as { transaction: { data: string } };
  const { data } = document.transaction;
  for (const changed of [
    { ...document, fault: "Replay" },
    { ...document, more: 1 },
    { ...document, transaction: { ...document.transaction, data: `${data}00` } },
    { ...document, transaction: { ...document.transaction, data: data.slice(0, -64) } },
  ]) {
    await writeFile(at("changed.json"), JSON.stringify(changed));
    const { code, stderr } = await runHere(["report-fault", at("changed.json"), "--rpc", town.anvil.url]);
    expect(code).toBe(3);
    expect(stderr).toContain("changed.json");
  }
  const args = ["audit", at("export"), "--evidence", at("evidence")];
  expect((await runHere([...args, "--rpc", town.anvil.url])).stderr).toContain("evidence is never replaced");
  expect((await runHere(args)).stderr).toContain("--evidence needs --rpc");
});
