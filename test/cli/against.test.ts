import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { checkpointOrigin } from "anchorlog/action";
import { signCheckpoint } from "anchorlog/batch";
import { ed25519NoteKey, publishTiles } from "anchorlog/tlog";
import { tileFolder } from "anchorlog/tlog/node";
import { formatTrust } from "anchorlog/verify/bundle";
import verdictSchema from "../../docs/schemas/verdict-1.json" with { type: "json" };
import { listen } from "../listening.ts";
import { hashHeader } from "../../src/batch/header.ts";
import { buildTree, treeRoot } from "../../src/crypto/merkle/tree.ts";
import { signReceipt } from "../../src/log/receipt/receipt.ts";
import { decodeEntry, encodeEntry } from "../../src/log/entry.ts";
import { snippetsOf } from "../docs/snippets.ts";
import { makeHistory } from "../dispute/dishonest.ts";
import { newFolder } from "../folder.ts";
import { keys, trusted } from "../operator.ts";
import { openTown } from "../watch/town.ts";
import { writeFolder } from "./exported.ts";
import { runHere } from "./process.ts";

const isVerdict = new Ajv2020({ strict: true }).compile(verdictSchema);
const A = "a.example";
const run = promisify(execFile);

const folder = newFolder();
const at = (name: string): string => join(folder, name);
const town = await openTown();
const made = await makeHistory(town.operator);
await town.anchor(made);
await writeFolder(at("export"), made.read);
const noteKey = ed25519NoteKey(checkpointOrigin(town.operator), keys.noteKey.publicKey);
await writeFile(at("trust.json"), formatTrust({ ...trusted, ...town.operator, noteKey }));
const headers = made.batches.map(({ bytes }) => bytes);
const root = treeRoot(buildTree(headers.map(hashHeader)));
const checkpoint = await signCheckpoint(town.operator, { size: headers.length, root }, keys);
await publishTiles(tileFolder(at("tiles")), { checkpoint, entries: async (start, end) => headers.slice(start, end) });
const server = await listen(async ({ url }, response) => {
  const bytes = await readFile(join(at("tiles"), url!)).catch(() => undefined);
  response.writeHead(bytes === undefined ? 404 : 200).end(bytes);
});
const { entries } = made.logs.get(A)!;
await writeFile(at("kept.json"), JSON.stringify(entries[1]!.receipt));
await writeFile(at("last.json"), JSON.stringify(entries[4]!.receipt));
// The operator promised another entry at index 4, and one that never came.
const entry = decodeEntry(entries[4]!.bytes);
for (const [name, index] of [
  ["broken.json", 4],
  ["never.json", 9],
] as const) {
  const other = encodeEntry({ ...entry, index, digest: new Uint8Array(32).fill(7) });
  await writeFile(at(name), JSON.stringify(await signReceipt(town.operator, other, keys.receiptKey)));
}

async function against(place: string, name: string, ...more: string[]): Promise<string> {
  const args = ["verify", at(name), "--trust", at("trust.json"), "--against", place, "--json", ...more];
  const { code, stdout, stderr } = await runHere(args);
  expect(stdout, stderr).not.toBe("");
  const line = JSON.parse(stdout) as { verdict: string; against?: { verdict: string; code: string } };
  expect(isVerdict(line), stdout).toBe(true);
  return `${code} ${line.verdict}, ${line.against?.verdict} ${line.against?.code}`;
}

it("compares a receipt with an export, at its index", async () => {
  expect(await against(at("export"), "kept.json")).toBe("0 valid, valid ok");
  expect(await against(at("export"), "broken.json")).toBe("1 valid, invalid broken_promise");
  expect(await against(at("export"), "never.json")).toBe("2 valid, indeterminate not_there");
  const { stdout } = await runHere([
    "verify",
    at("broken.json"),
    "--trust",
    at("trust.json"),
    "--against",
    at("export"),
  ]);
  expect(stdout).toMatch(
    /broken\.json: promise invalid \(broken_promise\): .*export has another entry 4 of log a\.example/,
  );
});

it("compares a receipt with a live log, as far as it shows entries", async () => {
  expect(await against(server.url, "last.json")).toBe("0 valid, valid ok");
  expect(await against(server.url, "broken.json")).toBe("1 valid, invalid broken_promise");
  expect(await against(server.url, "kept.json")).toBe("2 valid, indeterminate not_shown");
  expect(await against(server.url, "never.json")).toBe("2 valid, indeterminate not_there");
});

it("judges no promise of a receipt that is not proven to be the operator's", async () => {
  const receipt = JSON.parse(await readFile(at("broken.json"), "utf8")) as object;
  await writeFile(at("forged.json"), JSON.stringify({ ...receipt, signature: `0x${"11".repeat(64)}1b` }));
  expect(await against(at("export"), "forged.json")).toBe("1 invalid, undefined undefined");
});

/** Replaces curl on machines that have none. */
const CURL = `command -v curl > /dev/null || curl() {
  for body; do :; done
  "${process.execPath}" -e 'const [url, body] = process.argv.slice(1);
    fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body })
      .then((answer) => answer.text()).then(console.log)' "$2" "$body"
}`;

it("the curl calls of docs/AUDITING.md return the registry's values of the export", async () => {
  const { registry, operator } = town.operator;
  const [functions, ...calls] = snippetsOf("docs/AUDITING.md").filter(({ language }) => language === "sh evm");
  const values = { NODE: town.anvil.url, REGISTRY: registry, OPERATOR: operator, KEY: keys.receiptKey.address };
  const words = async (number: number): Promise<string[]> => {
    const script = [CURL, functions!.text, calls[number]!.text].join("\n");
    const filledIn = script.replace(
      /^(NODE|REGISTRY|OPERATOR|KEY)=.*$/gm,
      (_, name: keyof typeof values) => `${name}=${values[name].replace(/^0x/, "")}`,
    );
    return (await run("sh", ["-c", filledIn])).stdout.trim().split("\n");
  };
  const [, newest] = made.anchors;
  const [root, size, time, count] = await words(0);
  expect([`0x${root}`, Number(`0x${size}`), Number(`0x${count}`)]).toEqual([newest!.root, 3, 2]);
  expect(await words(1)).toEqual([expect.stringMatching(/^0+1$/), root, size, time]);
  const [begin, end] = await words(2);
  expect(Number(`0x${begin}`)).toBeGreaterThan(0);
  expect(Number(`0x${end}`)).toBe(0);
});

it("proves a broken promise on chain", async () => {
  const rpc = ["--rpc", town.anvil.url];
  expect(await against(at("export"), "kept.json", ...rpc, "--evidence", at("none"))).toBe("0 valid, valid ok");
  const evidence = ["--evidence", at("evidence")];
  expect(await against(at("export"), "broken.json", ...rpc, ...evidence)).toBe("1 valid, invalid broken_promise");
  expect(await readdir(at("evidence"))).toEqual(["fault-1-EntryEquivocation.json"]);
  const { code, stdout } = await runHere(["report-fault", at("evidence"), ...rpc]);
  expect(code, stdout).toBe(2);
  expect(stdout).toContain("would convict the operator of EntryEquivocation");
});
