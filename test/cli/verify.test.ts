import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterEach, expect, it, vi } from "vitest";
import verdictSchema from "../../docs/schemas/verdict-1.json" with { type: "json" };
import { parseTrust } from "../../src/verify/trust.ts";
import { CONSEQUENCES } from "../../src/verify/consequences.ts";
import { judgeDocument } from "../../src/cli/evidence.ts";
import { main } from "../../src/cli/main.ts";
import { fromHex } from "../../src/base/hex.ts";
import { decodeEntry } from "../../src/log/entry.ts";
import { newFolder } from "../folder.ts";
import { fakeChain } from "../verify/bundle/chain.ts";
import { runHere } from "./process.ts";

const golden = (name: string): string => fileURLToPath(new URL(`../vectors/bundles/v1/${name}`, import.meta.url));
const isVerdict = new Ajv2020({ strict: true }).compile(verdictSchema);

afterEach(() => vi.restoreAllMocks());

/** The command's output, a JSON object a line, and its exit code. */
async function verify(...args: string[]): Promise<{ code: number; verdicts: Record<string, unknown>[] }> {
  const { code, printed } = await run("--json", ...args);
  const lines = printed.trimEnd().split("\n");
  return { code, verdicts: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

const lineOf = async (...args: string[]): Promise<string> => (await run(...args)).printed;

async function run(...args: string[]): Promise<{ code: number; printed: string }> {
  let printed = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation(((text: string, done?: () => void) => {
    printed += text;
    done?.();
    return true;
  }) as typeof process.stdout.write);
  const code = await main(["verify", ...args]);
  write.mockRestore();
  return { code, printed };
}

it("accepts bundles as JSON and in compact form together, with the same verdict", async () => {
  const files = ["included", "anchored", "wallet"].flatMap((name) => [golden(`${name}.json`), golden(`${name}.bin`)]);
  const { code, verdicts } = await verify("--checkpoint", golden("checkpoint"), ...files);
  expect(code).toBe(0);
  expect(verdicts.map(({ file }) => file)).toEqual(files);
  for (const [i, verdict] of verdicts.entries()) {
    expect(verdict).toMatchObject({ verdict: "valid", state: "included", code: "ok" });
    if (i % 2 === 1) expect(verdict).toEqual({ ...verdicts[i - 1], file: files[i] });
  }
});

/** Writes documents into a folder of their own, and judges the folder. */
async function verifyFolder(documents: Readonly<Record<string, string | Uint8Array>>, ...options: string[]) {
  const folder = newFolder();
  for (const [name, content] of Object.entries(documents)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const { code, verdicts } = await verify(folder, ...options);
  for (const verdict of verdicts) expect(isVerdict(verdict), JSON.stringify(verdict)).toBe(true);
  const told = verdicts.map(({ file, document, verdict, code }) => [
    String(file).slice(folder.length + 1),
    `${String(document)} ${String(verdict)} ${String(code)}`,
  ]);
  return { code, told: Object.fromEntries(told) as Record<string, string>, verdicts };
}

it("prints a line for each file of a folder, by the format that the file names", async () => {
  const bundle = await readFile(golden("included.json"), "utf8");
  const compact = await readFile(golden("included.bin"));
  const note = await readFile(golden("checkpoint"), "utf8");
  const { entry, receipt } = JSON.parse(bundle) as { entry: string; receipt: { key: string; signature: string } };
  const proof = '{"format":"anchorlog.proof/1"}';
  const { code, told, verdicts } = await verifyFolder(
    {
      "bundle.json": bundle,
      "bundle.bin": compact,
      "receipt.json": JSON.stringify({ entry, ...receipt }),
      "receipt-of-another.json": JSON.stringify({ entry, ...receipt, signature: `0x${"11".repeat(64)}1b` }),
      checkpoint: note,
      "checkpoint-cut": note.slice(0, 200),
      "trust.json": await readFile(golden("trust.json")),
      "deep/down/proof.json": proof,
      "newer-proof.json": proof.replace("/1", "/2"),
      "dispute.json": '{"format":"anchorlog.dispute/1","id":"0x00"}',
      "manifest-of-an-export.json": '{"format":"anchorlog.export/1"}',
      "object.json": "{}",
      "notes.txt": "bought on Tuesday",
      empty: "",
      latin1: new Uint8Array([0xe9, 0x20]),
      long: new Uint8Array((8 << 20) + 1),
      "bundle-cut.json": bundle.slice(0, -200),
      "bundle-twice.json": bundle.replace("{", '{"format":"anchorlog.bundle/1",'),
      "bundle-cut.bin": compact.subarray(0, -1),
      "magic.bin": compact.subarray(0, 4),
    },
    "--trust",
    golden("trust.json"),
    "--checkpoint",
    golden("checkpoint"),
  );
  expect(told).toEqual({
    "bundle.json": "bundle valid ok",
    "bundle.bin": "bundle valid ok",
    "receipt.json": "receipt valid ok",
    "receipt-of-another.json": "receipt invalid receipt_mismatch",
    checkpoint: "checkpoint valid ok",
    "checkpoint-cut": "checkpoint invalid malformed",
    "trust.json": "trust indeterminate unknown_document",
    "deep/down/proof.json": "proof invalid missing_member",
    "newer-proof.json": "proof indeterminate newer_format",
    "dispute.json": "dispute invalid non_canonical",
    "manifest-of-an-export.json": "export indeterminate unknown_document",
    "object.json": "null indeterminate unknown_document",
    "notes.txt": "null indeterminate unknown_document",
    empty: "null indeterminate unknown_document",
    latin1: "null indeterminate unknown_document",
    long: "null indeterminate unknown_document",
    "bundle-cut.json": "bundle invalid malformed",
    "bundle-twice.json": "bundle invalid non_canonical",
    "bundle-cut.bin": "bundle invalid malformed",
    "magic.bin": "bundle invalid malformed",
  });
  expect(code).toBe(1);
  const files = verdicts.map(({ file }) => String(file));
  expect(files).toEqual(files.toSorted());
});

it("judges each line as a document, independently of the others, and keeps no overlong line", async () => {
  const bundle = JSON.stringify(JSON.parse(await readFile(golden("included.json"), "utf8")));
  const folder = newFolder();
  const file = join(folder, "lines");
  const lines = [bundle, "", "é".repeat(5 << 20), "{}", bundle.replace("golden/1", "golden/2")];
  await writeFile(file, lines.join("\n"));
  const { code, verdicts } = await verify("--lines", file, "--checkpoint", golden("checkpoint"));
  expect(code).toBe(1);
  expect(verdicts.map((verdict) => [verdict["file"], verdict["code"]])).toEqual([
    [`${file}:1`, "ok"],
    [`${file}:3`, "unknown_document"],
    [`${file}:4`, "unknown_document"],
    [`${file}:5`, "signature_mismatch"],
  ]);
  await writeFile(file, "\n");
  expect((await run("--lines", file)).code).toBe(3);
});

it("judges an export's folder by its manifest alone, since the audit judges exports", async () => {
  const documents = { "manifest.json": '{"format":"anchorlog.export/1"}', "logs/a.jsonl": "{}\n" };
  expect((await verifyFolder(documents)).told).toEqual({ "manifest.json": "export indeterminate unknown_document" });
});

it("judges receipts and checkpoints by the given trust, and gives no verdict without trust", async () => {
  const note = await readFile(golden("checkpoint"), "utf8");
  const { entry, receipt } = JSON.parse(await readFile(golden("promised.json"), "utf8")) as {
    entry: string;
    receipt: object;
  };
  const documents = { receipt: JSON.stringify({ entry, ...receipt }), checkpoint: note };
  const said = async (...options: string[]) => (await verifyFolder(documents, ...options)).told;
  expect(await said()).toEqual({
    receipt: "receipt indeterminate no_trust",
    checkpoint: "checkpoint indeterminate no_trust",
  });
  expect(await said("--trust", golden("trust.json"))).toEqual({
    receipt: "receipt valid ok",
    checkpoint: "checkpoint valid ok",
  });
  expect(await said("--rpc", "http://127.0.0.1:9", "--trust", golden("trust.json"))).toEqual({
    receipt: "receipt indeterminate rpc_unavailable",
    checkpoint: "checkpoint indeterminate rpc_unavailable",
  });
  const folder = newFolder();
  const trust = JSON.parse(await readFile(golden("trust.json"), "utf8")) as object;
  const other = join(folder, "trust.json");
  await writeFile(
    other,
    JSON.stringify({ ...trust, receiptKey: `0x${"11".repeat(20)}`, anchorKey: `0x${"22".repeat(20)}` }),
  );
  expect(await said("--trust", other)).toEqual({
    receipt: "receipt indeterminate unknown_receipt_key",
    checkpoint: "checkpoint indeterminate unsigned_checkpoint",
  });
});

it("judges no receipt by a node that may not know its key's registration yet", async () => {
  const { entry, receipt } = JSON.parse(await readFile(golden("promised.json"), "utf8")) as {
    entry: string;
    receipt: object;
  };
  const operator = parseTrust(await readFile(golden("trust.json"), "utf8"));
  const { acceptedAt } = decodeEntry(fromHex(entry));
  const codeAt = async (time: number) => {
    const chain = { ...fakeChain(undefined), chainId: operator.chainId, readTime: async () => time };
    return (await judgeDocument(JSON.stringify({ entry, ...receipt }), { operator, chain })).code;
  };
  expect(await codeAt(acceptedAt / 1_000)).toBe("receipt_key_mismatch");
  expect(await codeAt(acceptedAt / 1_000 - 1)).toBe("unknown_receipt_key");
});

it("prints signer, action and time of acceptance, in JSON and in text", async () => {
  const { verdicts } = await verify("--checkpoint", golden("checkpoint"), golden("included.json"));
  const { log, action } = JSON.parse(await readFile(golden("included.json"), "utf8")) as {
    log: string;
    action: { message: { actor: string; payload: Record<string, string> } };
  };
  const entry = verdicts[0]!["entry"] as Record<string, unknown>;
  expect(entry).toMatchObject({ log, index: 1, signer: action.message.actor });
  expect(entry["action"]).toMatch(
    /^Transfer\(objectId: "golden\/1", to: 0x(3f){20}, price: 1250000, salt: 0x(5a){32}\)$/,
  );
  const text = await lineOf(golden("included.json"), "--checkpoint", golden("checkpoint"));
  expect(text).toContain(`; signed by ${action.message.actor}: ${String(entry["action"])}; accepted `);
  expect(text).toContain(new Date(Number(entry["acceptedAt"])).toISOString());
  const asked = await verify("--checkpoint", golden("checkpoint"), golden("asked.json"));
  expect((asked.verdicts[0]!["entry"] as Record<string, unknown>)["action"]).toMatch(
    /^ask who holds object 0x[0-9a-f]{64}$/,
  );
  const invalid = await verify(
    "--trust",
    golden("trust.json"),
    golden("asked.json"),
    "--checkpoint",
    golden("checkpoint"),
  );
  expect(invalid.code).toBe(0);
});

it("prints an object's holder and the act before", async () => {
  const files = ["held.json", "asked.bin"].map(golden);
  const { code, verdicts } = await verify("--checkpoint", golden("checkpoint"), ...files);
  expect(code).toBe(0);
  const [held, asked] = verdicts as [Record<string, unknown>, Record<string, unknown>];
  const { objectKey, holder } = held["about"] as Record<string, string>;
  expect(held["about"]).toEqual({ objectKey, prior: 27, holder });
  expect(held["message"]).toMatch(
    new RegExp(`acts upon object ${objectKey}; the act before: entry 27; from here on ${holder} holds it$`),
  );
  expect(asked["about"]).toEqual({ objectKey, prior: 28, holder });
  expect(asked["message"]).toMatch(
    new RegExp(`when asked at entry 29, ${holder} held object ${objectKey}; last act: entry 28$`),
  );
  for (const verdict of verdicts) expect(isVerdict(verdict), JSON.stringify(verdict)).toBe(true);
});

it("is indeterminate while the node does not answer", async () => {
  const { code, verdicts } = await verify(golden("included.json"), "--rpc", "http://127.0.0.1:9");
  expect({ code, verdicts }).toMatchObject({ code: 2, verdicts: [{ code: "rpc_unavailable" }] });
});

it.each(
  [
    ["verify"],
    ["verify", "missing.json"],
    ["verify", golden("included.json"), "missing.json"],
    ["verify", golden("included.json"), "--checkpoint", "missing"],
    ["verify", golden("included.json"), "--checkpoint", golden("included.json")],
    ["verify", golden("included.json"), "--trust", golden("checkpoint")],
    ["verify", golden("included.json"), "--checkpoint", golden("checkpoint"), "--rpc", "http://127.0.0.1:9"],
    ["verify", golden("included.json"), "--rpc", "ftp://127.0.0.1"],
    ["verify", golden("included.json"), "--frobnicate"],
    ["audit"],
    ["audit", "missing"],
    ["audit", "export", "export"],
    ["frobnicate"],
    [],
  ].map((args) => [args.map((arg) => basename(arg)).join(" "), args] as const),
)("prints no verdict and exits with 3 if it is called as %o", async (_, args) => {
  const { code, stdout } = await runHere(args);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
});

it("explains for each code of an invalid document what it shows, and what it does not show", async () => {
  for (const [code, words] of Object.entries(CONSEQUENCES)) {
    expect(words, code).toMatch(/^So [^.]+\. It does not show [^.]+\.( [A-Z][^.]+\.)?$/);
  }
  const refused = fileURLToPath(new URL("../vectors/refused", import.meta.url));
  const lines = (await lineOf(refused)).split("\n").filter((line) => line.includes(": invalid ("));
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) {
    const [, code] = /: invalid \((\w+)\): /.exec(line)!;
    expect(line.endsWith(`. ${CONSEQUENCES[code as keyof typeof CONSEQUENCES]}`), line).toBe(true);
  }
  expect(lines.some((line) => line.includes("(zk_mismatch)"))).toBe(true);
  const { verdicts } = await verify(refused);
  const invalid = verdicts.filter(({ verdict }) => verdict === "invalid");
  expect(invalid).toHaveLength(lines.length);
  for (const verdict of invalid) {
    expect(verdict["consequence"]).toBe(CONSEQUENCES[verdict["code"] as keyof typeof CONSEQUENCES]);
    expect(isVerdict(verdict), JSON.stringify(verdict)).toBe(true);
  }
});
