import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { WalletClient } from "viem";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  auditExport,
  buildReport,
  readExportFolder,
  renderHtml,
  writeExport,
  type Audit,
} from "anchorlog/verify/audit";
import { checkpointOrigin } from "anchorlog/action";
import { encodeTimestamp, TIMESTAMP_ADDRESS } from "anchorlog/chain";
import { formatBundle } from "anchorlog/verify/bundle";
import { ed25519NoteKey, formatVerifierKey } from "anchorlog/tlog";
import type { Hex } from "anchorlog";
import exportSchema from "../../../docs/schemas/export-1.json" with { type: "json" };
import verdictSchema from "../../../docs/schemas/verdict-1.json" with { type: "json" };
import { main } from "../../../src/cli/main.ts";
import { startFaultyNode } from "../../chain/faulty-node.ts";
import { fund, policyFor, readerOf, type FurtherNode } from "../../chain/timestamps.ts";
import { startAnvil } from "../../dispute/anvil.ts";
import { newFolder } from "../../folder.ts";
import { NOW, openTestOperator, signAction, trusted, wallets } from "../../operator.ts";
import { until } from "../../until.ts";

const folder = newFolder();
const isVerdict = new Ajv2020({ strict: true }).compile(verdictSchema);
const isExported = new Ajv2020({ strict: true }).compile(exportSchema);
const page = async (audit: Audit): Promise<string> =>
  renderHtml(await buildReport(audit, await readExportFolder(folder), { madeAt: NOW }));
const TRUST = { operator: trusted };
const file = () => join(folder, "timestamps.jsonl");

const anvil = await startAnvil(NOW / 1_000, 700_001);
const wire = await startFaultyNode(anvil.url);
const node: FurtherNode = { url: anvil.url, chainId: 700_001, kind: "anvil" };
const test = await openTestOperator(undefined, () => NOW, { timestamps: [policyFor(node, await fund(node))] });
const { anchorlog } = test;
const submit = async (nonce: number) => anchorlog.submitMany([await signAction(wallets[0]!, "a.example", nonce)]);
await submit(0);
await anchorlog.closeBatches();
await anchorlog.checkpoint();
await submit(1);
await until(async () => expect((await anchorlog.status()).timestamps[0]!.size).toBe(1));
const transaction = (await anchorlog.status()).timestamps[0]!.transaction!;
/** A bundle that leads to the checkpoint of size 1, and one without a checkpoint. */
const included = formatBundle(await anchorlog.bundle({ log: "a.example", index: 0 }));
const promised = formatBundle(await anchorlog.bundle({ log: "a.example", index: 1 }));
await writeExport(folder, test.options);
await test.close();
await anvil.test.mine({ blocks: 100 });
afterEach(() => {
  vi.restoreAllMocks();
  wire.rule = undefined;
});

const further = (chainId = 700_001) => [{ chainId, clients: [readerOf(wire.url, 700_001)] }];
const audit = async (chains = further()) => auditExport(await readExportFolder(folder), TRUST, chains);
/** Audits the export with other lines in its file of timestamps. */
async function auditOf(lines: readonly object[]) {
  const own = await readFile(file(), "utf8");
  await writeFile(file(), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  try {
    return await audit();
  } finally {
    await writeFile(file(), own);
  }
}
/** A command's output and its exit code. */
async function run(...args: string[]): Promise<{ code: number; text: string }> {
  let text = "";
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation(((part: string, done?: () => void) => {
      text += part;
      done?.();
      return true;
    }) as typeof process.stdout.write);
  }
  const code = await main(args);
  vi.restoreAllMocks();
  return { code, text };
}

it("an export is whole if the operator goes on meanwhile", async () => {
  const test = await openTestOperator(undefined, () => NOW);
  const { anchorlog } = test;
  const { store } = test.options;
  let nonce = 1_000;
  const grow = async (): Promise<void> => {
    await anchorlog.submitMany([await signAction(wallets[0]!, "a.example", nonce++)]);
    await anchorlog.closeBatches();
    const { size, root } = await anchorlog.checkpoint();
    const block = { number: size, hash: `0x${"01".repeat(32)}`, time: 1 } as const;
    const transaction: Hex = `0x${String(nonce).padStart(64, "0")}`;
    const account: Hex = `0x${"02".repeat(20)}`;
    await store.keepTimestamp({ chainId: 700_001, size, root, transaction, account, block, final: false });
  };
  const whileGrowing =
    <A extends unknown[], T>(read: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      await grow();
      return read(...args);
    };
  await grow();
  const own = newFolder();
  const growing = {
    ...store,
    checkpoints: whileGrowing(store.checkpoints),
    timestamps: whileGrowing(store.timestamps),
    batches: whileGrowing(store.batches),
    entries: whileGrowing(store.entries),
  };
  await writeExport(own, { ...test.options, store: growing });
  const audited = async () => {
    const { verdict, findings } = await auditExport(await readExportFolder(own), TRUST);
    return [verdict, findings];
  };
  expect(await audited()).toEqual(["valid", []]);
  // An organization signs up, acts, and has its batch closed while the names of logs are read.
  const allLogNames: typeof store.allLogNames = async () => {
    const names = await store.allLogNames();
    await anchorlog.addLog("c.example");
    await anchorlog.submitMany([await signAction(wallets[0]!, "c.example", nonce++)]);
    await grow();
    return names;
  };
  await writeExport(own, { ...test.options, store: { ...store, allLogNames } });
  expect(await audited()).toEqual(["valid", []]);
});

describe("an export's timestamps", () => {
  it("are listed with the chain's time and the sender", async () => {
    const line = JSON.parse(await readFile(file(), "utf8")) as unknown;
    expect(line).toEqual({ chainId: "700001", size: "1", transaction });
    expect(isExported(line)).toBe(true);
    const found = await audit();
    expect(found).toMatchObject({
      verdict: "valid",
      timestamps: [
        { chainId: 700_001, size: 1, transaction, verdict: { verdict: "valid", seen: { chainId: 700_001 } } },
      ],
    });
    expect(await page(found)).toContain("there at latest");
  });

  it("are listed without a verdict if their chain is not asked", async () => {
    const found = await audit([]);
    expect(found).toMatchObject({ verdict: "valid", timestamps: [{ size: 1 }] });
    expect(found.timestamps[0]!.verdict).toBeUndefined();
    expect(await page(found)).toContain("not asked");
  });

  it("are neither confirmed nor forged if their chain does not answer", async () => {
    wire.rule = async () => "hang up";
    expect(await audit()).toMatchObject({ verdict: "indeterminate", findings: [] });
    wire.rule = undefined;
    const elsewhere = await audit(further(10));
    expect(elsewhere).toMatchObject({ verdict: "indeterminate", message: expect.stringMatching(/chain 10/) as string });
  });

  it("are found if their transactions do not confirm them", async () => {
    const good = { chainId: "700001", size: "1", transaction };
    for (const [lines, code] of [
      [[{ ...good, size: "7" }], "timestamp_mismatch"],
      [[{ ...good, size: "0" }, good], "timestamp_mismatch"],
      [[good, good], "malformed"],
      [[{ ...good, more: 1 }], "malformed"],
      [[{ ...good, transaction: "0x12" }], "malformed"],
    ] as const) {
      const { verdict, findings } = await auditOf(lines);
      expect([verdict, findings.map((finding) => finding.code)]).toEqual(["invalid", [code]]);
    }
    const manifest = await readFile(join(folder, "manifest.json"), "utf8");
    const noteKey = ed25519NoteKey(checkpointOrigin({ ...trusted, chainId: 0 }), trusted.noteKey.publicKey);
    const ofNoChain = manifest
      .replace('"chainId": "31337"', '"chainId": "0"')
      .replace(formatVerifierKey(trusted.noteKey), formatVerifierKey(noteKey));
    await writeFile(join(folder, "manifest.json"), ofNoChain);
    const nowhere = await auditOf([good]);
    await writeFile(join(folder, "manifest.json"), manifest);
    expect(nowhere.findings.at(-1)).toMatchObject({ code: "timestamp_mismatch", where: "timestamps.jsonl" });
    // An unknown timestamp is not a forgery.
    expect(await auditOf([{ ...good, transaction: `0x${"12".repeat(32)}` }])).toMatchObject({
      verdict: "indeterminate",
      findings: [],
    });
  });
});

it("a timestamp over no batches confirms nothing", async () => {
  const node: FurtherNode = { url: anvil.url, chainId: 700_001, kind: "anvil" };
  const { walletClient } = policyFor(node, await fund(node)).chain as unknown as {
    walletClient: WalletClient;
  };
  const data = encodeTimestamp({ operator: trusted, checkpoint: { size: 0, root: sha256(new Uint8Array()) } });
  const { account, chain } = walletClient;
  const nothing = await walletClient.sendTransaction({ account: account!, chain: chain!, to: TIMESTAMP_ADDRESS, data });
  await anvil.test.mine({ blocks: 100 });
  const { verdict, findings } = await auditOf([{ chainId: "700001", size: "0", transaction: nothing }]);
  expect([verdict, findings.map(({ code }) => code)]).toEqual(["invalid", ["timestamp_mismatch"]]);
});

describe("the command line", () => {
  const place = async (name: string, text: string) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };

  it("audits an export with its timestamps, by nodes of the further chain", async () => {
    const trust = await place(
      "trust.json",
      JSON.stringify({
        format: "anchorlog.trust/1",
        chainId: String(trusted.chainId),
        registry: trusted.registry,
        operator: trusted.operator,
        anchorKey: trusted.anchorKey,
        receiptKey: trusted.receiptKey,
        noteKey: (JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as { keys: { noteKey: string } })
          .keys.noteKey,
      }),
    );
    const nodes = `${wire.url},${anvil.url}`;
    const { code, text } = await run("audit", folder, "--trust", trust, "--timestamps", nodes);
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/timestamp of size 1 on chain 700001.*there at latest .*sent by 0x/),
    ]);
    wire.rule = async () => "hang up";
    const failed = await run("audit", folder, "--trust", trust, "--timestamps", nodes);
    expect([failed.code, failed.text]).toEqual([2, expect.not.stringContaining("127.0.0.1")]);
    expect((await run("audit", folder, "--timestamps", "ftp://x")).code).toBe(3);
  });

  it("names the time at which a bundle's checkpoint existed", async () => {
    const bundle = await place("bundle.json", included);
    const checkpoint = join(folder, "checkpoints/1");
    const named = `${transaction}@${anvil.url}`;
    const found = await run("verify", bundle, "--checkpoint", checkpoint, "--timestamp", named);
    expect([found.code, found.text]).toEqual([
      0,
      expect.stringMatching(/timestamp valid: the checkpoint of size 1 existed at latest/),
    ]);
    const json = await run("verify", bundle, "--checkpoint", checkpoint, "--timestamp", named, "--json");
    expect(JSON.parse(json.text)).toMatchObject({ verdict: "valid", timestamp: { verdict: "valid" } });
    expect([isVerdict(JSON.parse(json.text)), isVerdict.errors]).toEqual([true, null]);
    const without = await run("verify", await place("promised.json", promised), "--timestamp", named);
    expect([without.code, without.text]).toEqual([2, expect.stringMatching(/no checkpoint covers the bundle's entry/)]);
    const other = await run(
      "verify",
      bundle,
      "--checkpoint",
      checkpoint,
      "--timestamp",
      `0x${"12".repeat(32)}@${anvil.url}`,
    );
    expect([other.code, other.text]).toEqual([2, expect.stringMatching(/timestamp indeterminate \(not_found\)/)]);
    // If a bundle cannot be checked for timestamps, other bundles still get their verdict.
    const newer = await place("newer.json", included.replace("anchorlog.bundle/1", "anchorlog.bundle/2"));
    const open = await run("verify", newer, bundle, "--checkpoint", checkpoint, "--timestamp", named);
    expect([open.code, open.text]).toEqual([
      2,
      expect.stringMatching(/newer\.json: indeterminate \(newer_format\).*\n.*bundle\.json: timestamp valid/s),
    ]);
    for (const wrong of [transaction, `${transaction}@ftp://x`, `0x12@${anvil.url}`]) {
      expect((await run("verify", bundle, "--timestamp", wrong)).code).toBe(3);
    }
  });
});
