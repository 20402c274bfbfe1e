import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auditExport, parseManifest, readExportFolder, writeExport, type Audit } from "anchorlog/verify/audit";
import { decodeHeader, parseCheckpoint, signCheckpoint } from "anchorlog/batch";
import { decodeEntry, encodeEntry } from "anchorlog/log";
import { signReceipt } from "anchorlog/log/receipt";
import { fromHex, toHex, type Hex } from "anchorlog";
import { noteKeySigner } from "anchorlog/action/signers";
import { fakeChain } from "../bundle/chain.ts";
import { mutationsOf } from "../bundle/mutations.ts";
import { keys, NOW, operator, signAction, trusted, wallets } from "../../operator.ts";
import { exportForFile } from "./exported.ts";

type Exported = { entry: Hex; action: unknown; receipt: Hex };

const { test, pristine, folder, checkpoint } = await exportForFile(async ({ anchorlog }) => {
  // One more entry, in no batch yet.
  const left = await anchorlog.submit(await signAction(wallets[0]!, "a.example", 5));
  expect(left.status).toBe("accepted");
});

const audit = async (trust: Parameters<typeof auditExport>[1] = { checkpoint }): Promise<Audit> =>
  auditExport(await readExportFolder(folder), trust);
const codes = (result: Audit): string[] => result.findings.map(({ code, where }) => `${code} ${where}`);
const edit = async (file: string, change: (text: string) => string) =>
  writeFile(join(folder, file), change(await readFile(join(folder, file), "utf8")));
const editLines = (file: string, change: (lines: string[]) => string[]) =>
  edit(file, (text) =>
    change(text.trimEnd().split("\n"))
      .map((line) => `${line}\n`)
      .join(""),
  );
const editManifest = (change: (manifest: Record<string, never>) => Record<string, unknown>) =>
  edit("manifest.json", (text) => JSON.stringify({ ...JSON.parse(text), ...change(JSON.parse(text)) }));

const LOG = "logs/a.example.jsonl";
const BATCHES = "batches.jsonl";

describe("an action entered after its deadline", () => {
  it.each([
    [60_999, "valid", []],
    [61_000, "invalid", [`deadline_passed ${LOG}:6`]],
  ])("is found in an export: %s ms from its making", async (after, verdict, expected) => {
    const lines = (await readFile(join(folder, LOG), "utf8")).trimEnd().split("\n");
    const last = JSON.parse(lines.at(-1)!) as Exported;
    const entry = encodeEntry({ ...decodeEntry(fromHex(last.entry)), acceptedAt: NOW + after });
    const receipt = (await signReceipt(operator, entry, keys.receiptKey)).signature;
    await editLines(LOG, (all) => all.with(5, JSON.stringify({ ...last, entry: toHex(entry), receipt })));
    const result = await audit();
    expect(result.verdict).toBe(verdict);
    expect(codes(result)).toEqual(expected);
  });
});

describe("an export older than the newest checkpoint", () => {
  const newer = { size: 4, root: new Uint8Array(32).fill(1) };

  it("is indeterminate by a newer checkpoint, not forged", async () => {
    const note = await signCheckpoint(operator, newer, keys);
    for (const trust of [{ checkpoint: note }, { checkpoint: parseCheckpoint(note), operator: trusted }]) {
      expect(await audit(trust)).toMatchObject({
        verdict: "indeterminate",
        findings: [],
        message: expect.stringContaining("covers 4 batches, the export has fewer: give a newer export") as string,
      });
    }
  });

  it("is not forged by a chain that went on, and the audit says how far both agree", async () => {
    const known = fakeChain(newer);
    const chain = {
      ...known,
      readCheckpoint: async (id: never, size: number) =>
        size === 3 ? { root: toHex(checkpoint.root), time: 1_767_603_700 } : known.readCheckpoint(id, size),
    };
    expect(await audit({ chain })).toMatchObject({
      verdict: "indeterminate",
      findings: [],
      message: expect.stringContaining("up to size 3 it agrees with the chain") as string,
    });
    const forked = { ...chain, readCheckpoint: async () => ({ root: toHex(newer.root), time: 1 }) };
    const result = await audit({ chain: forked });
    expect(result.verdict).toBe("invalid");
    expect(codes(result)).toEqual(["chain_mismatch checkpoints/1", "chain_mismatch checkpoints/3"]);
  });

  it("has no final entries that the chain has not anchored", async () => {
    const known = fakeChain(newer, { finalSize: 4 });
    expect((await audit({ chain: known })).checkpoints).toMatchObject([
      { size: 1, final: false },
      { size: 3, final: false },
    ]);
    const first = (await audit()).checkpoints[0]!.root;
    const chain: typeof known = {
      ...known,
      readCheckpoint: async (id, size) => (size === 1 ? { root: first, time: 1 } : known.readCheckpoint(id, size)),
    };
    expect((await audit({ chain })).checkpoints).toMatchObject([
      { size: 1, final: true },
      { size: 3, final: false },
    ]);
  });

  it("is still invalid if it contradicts its own checkpoints", async () => {
    await editLines(BATCHES, (lines) => lines.slice(0, -1));
    const result = await audit({ checkpoint: await signCheckpoint(operator, newer, keys) });
    expect(codes(result)).toEqual(["checkpoint_mismatch checkpoints/3"]);
  });
});

describe("a batch that is dated ahead of its anchor", () => {
  const at = (time: number) => {
    const known = fakeChain(checkpoint);
    return {
      ...known,
      readCheckpoint: async (...args: Parameters<typeof known.readCheckpoint>) => {
        const anchored = await known.readCheckpoint(...args);
        return anchored && { ...anchored, time };
      },
    };
  };

  it("is found by a chain if it is more than an hour, as the registry would", async () => {
    expect((await audit({ chain: at(NOW / 1_000 - 3_600) })).verdict).toBe("valid");
    const ahead = [1, 2, 3].map((line) => `chain_mismatch ${BATCHES}:${line}`);
    expect(codes(await audit({ chain: at(NOW / 1_000 - 3_601) }))).toEqual(ahead);
    await editManifest(() => ({ checkpoints: [] }));
    expect(codes(await audit({ chain: at(NOW / 1_000 - 3_601) }))).toEqual(ahead);
  });
});

describe("a checkpoint that is trusted together with keys", () => {
  it("is not used without the signatures of these keys", async () => {
    const unsigned = await signCheckpoint(operator, checkpoint, {
      ...keys,
      noteKey: noteKeySigner(new Uint8Array(32).fill(7)),
    });
    expect((await audit({ checkpoint: unsigned })).verdict).toBe("valid");
    expect(await audit({ checkpoint: unsigned, operator: trusted })).toMatchObject({
      verdict: "indeterminate",
      message: expect.stringContaining("does not bear the trusted operator's signatures") as string,
    });
  });
});

describe("a node of another chain", () => {
  it("accuses nobody, since its addresses may belong to others", async () => {
    const elsewhere = { ...fakeChain({ size: 3, root: new Uint8Array(32) }), chainId: 1 };
    expect(await audit({ chain: elsewhere, operator: { ...trusted, receiptKey: trusted.anchorKey } })).toMatchObject({
      verdict: "indeterminate",
      findings: [],
      message: expect.stringContaining("the RPC serves chain 1, the export is of chain 31337") as string,
    });
  });
});

describe("a manifest", () => {
  it.each<[string, (manifest: Record<string, never[]>) => Record<string, unknown>]>([
    ["checkpoints out of order", ({ checkpoints }) => ({ checkpoints: checkpoints!.toReversed() })],
    ["a checkpoint twice", ({ checkpoints }) => ({ checkpoints: [...checkpoints!, checkpoints!.at(-1)] })],
    ["checkpoints in the order of their digits", () => ({ checkpoints: ["1", "10", "3"] })],
    ["logs out of order", ({ logs }) => ({ logs: logs!.toReversed() })],
    ["a log twice", ({ logs }) => ({ logs: [logs![0], ...logs!] })],
    ["kinds out of order", ({ kinds }) => ({ kinds: kinds!.toReversed() })],
    ["a kind twice", ({ kinds }) => ({ kinds: [kinds![0], ...kinds!] })],
    [
      "a name that no registry takes",
      ({ operator }) => ({ operator: { ...(operator as object), name: "Z\u00fcrich" } }),
    ],
  ])("with %s is malformed", async (_, change) => {
    await editManifest(change);
    const result = await audit();
    expect(result.verdict).toBe("invalid");
    expect(codes(result)).toEqual(["malformed manifest.json"]);
  });

  it("with more than 100,000 logs and checkpoints is read", async () => {
    const many = Array.from({ length: 120_000 }, (_, i) => i + 100_000);
    await editManifest(() => ({ logs: many.map((n) => `log-${n}`), checkpoints: many.map(String) }));
    const { logs, checkpoints } = parseManifest(await readFile(join(folder, "manifest.json"), "utf8"));
    expect([logs.at(-1), checkpoints.at(-1)]).toEqual(["log-219999", 219_999]);
  });

  it("is written in order, for any order of the operator's options", async () => {
    const logs = test.options.logs!.toReversed();
    const types = { ...test.options.types, kinds: new Map([...test.options.types.kinds].toReversed()) };
    await writeExport(folder, { ...test.options, logs, types });
    expect(await readFile(join(folder, "manifest.json"), "utf8")).toBe(
      await readFile(join(pristine, "manifest.json"), "utf8"),
    );
  });
});

describe("a header that is malformed", () => {
  const header = async (line: number): Promise<Hex> => {
    const lines = (await readFile(join(folder, BATCHES), "utf8")).split("\n");
    return (JSON.parse(lines[line]!) as { header: Hex }).header;
  };
  const malformed = async (line: number) => {
    const bytes = fromHex(await header(line));
    bytes[0] = 3;
    return JSON.stringify({ header: toHex(bytes) });
  };

  it.each([
    ["of another tag", malformed],
    ["that is no JSON", async () => "{"],
    ["that is cut", async (line: number) => JSON.stringify({ header: (await header(line)).slice(0, -2) })],
  ])("%s accuses no checkpoint and no batch after it", async (_, make) => {
    // A line of the log a.example; the next batch of that log follows it.
    const line = await make(0);
    await editLines(BATCHES, (lines) => lines.with(0, line));
    expect(codes(await audit({ chain: fakeChain(checkpoint) }))).toEqual([`malformed ${BATCHES}:1`]);
    const result = await audit();
    expect(codes(result)).toEqual([`malformed ${BATCHES}:1`]);
    expect(result.batches.map(({ position }) => position)).toEqual([1, 2]);
  });

  it("does not affect earlier checkpoints", async () => {
    const line = await malformed(2);
    await editLines(BATCHES, (lines) => lines.with(2, line));
    const lying = await signCheckpoint(operator, { size: 1, root: new Uint8Array(32) }, keys);
    await writeFile(join(folder, "checkpoints/1"), lying);
    expect(codes(await audit())).toEqual([`malformed ${BATCHES}:3`, "checkpoint_mismatch checkpoints/1"]);
  });

  it("does not hide a lie in the next batch", async () => {
    const second = decodeHeader(fromHex(await header(1)));
    expect(second.number).toBe(1);
    const bytes = fromHex(await header(1));
    bytes[130]! ^= 1;
    await editLines(BATCHES, (lines) => ["{", JSON.stringify({ header: toHex(bytes) }), ...lines.slice(2)]);
    const found = codes(await audit({}));
    expect(found).toEqual([`malformed ${BATCHES}:1`, `batch_mismatch ${BATCHES}:2`]);
  });

  it("accuses nothing else, and missing batches or logs do not either", async () => {
    await rm(join(folder, BATCHES));
    expect(codes(await audit())).toEqual([`missing_file ${BATCHES}`]);
    await cp(join(pristine, BATCHES), join(folder, BATCHES));
    await rm(join(folder, LOG));
    expect(codes(await audit())).toEqual([`missing_file ${LOG}`]);
  });
});

describe("an export that is made to exhaust its auditor", () => {
  const bounded = (result: Audit) => {
    expect(result).toMatchObject({ verdict: "invalid", more: 900 });
    expect(result.findings).toHaveLength(100);
    expect(result.message).toContain("1000 findings, where the audit stopped; the first: ");
  };

  it("of 20 MB of empty lines is given up at line 1,000", async () => {
    await writeFile(join(folder, LOG), "\n".repeat(20_000_000));
    bounded(await audit());
    await cp(join(pristine, LOG), join(folder, LOG));
    await writeFile(join(folder, BATCHES), "\n".repeat(20_000_000));
    bounded(await audit());
  });

  it("of more empty lines than fit a list is given up too, in its timestamps", async () => {
    const lines = "\n".repeat(200_000_000);
    const read = await readExportFolder(folder);
    bounded(await auditExport(async (name) => (name === "timestamps.jsonl" ? lines : read(name)), { checkpoint }));
  });

  it("of thousands of headers over the same entries has each entry hashed once", async () => {
    await editLines(BATCHES, (lines) => [...lines, ...Array.from({ length: 5_000 }, () => lines[1]!)]);
    const result = await audit();
    bounded(result);
    expect(result.findings[0]).toMatchObject({
      code: "batch_mismatch",
      where: `${BATCHES}:4`,
      message: expect.stringContaining("covers entry 2 of a.example, which a batch before covers") as string,
    });
  });

  it("of lines longer than any entry is not parsed", async () => {
    await edit(LOG, (text) => `${" ".repeat(1 << 21)}${text}`);
    expect((await audit()).findings[0]).toMatchObject({
      code: "malformed",
      where: `${LOG}:1`,
      message: "document: a line has at most 2097152 bytes",
    });
  });
});

describe("an export with any of its lines changed", () => {
  it("is audited to the end, and no entry or header is accepted for another", async () => {
    const names = ["manifest.json", LOG, "logs/b.example.jsonl", BATCHES, "checkpoints/1", "checkpoints/3"];
    const files = new Map<string, string>();
    for (const name of names) files.set(name, await readFile(join(pristine, name), "utf8"));
    const lineOf = (name: string, i: number) => files.get(name)!.trimEnd().split("\n")[i]!;
    const places = [...[0, 3, 5].map((i) => [LOG, i] as const), ...[0, 1, 2].map((i) => [BATCHES, i] as const)];
    const lines = [...places.map(([name, i]) => lineOf(name, i)), files.get("manifest.json")!];
    const whole = lines.map((line) => JSON.stringify(JSON.parse(line)));
    const seen = { audited: 0 };
    await fc.assert(
      fc.asyncProperty(fc.nat(lines.length - 1), fc.gen(), async (which, gen) => {
        const changed = gen(() => mutationsOf([lines[which]!]));
        if (changed === whole[which]) return;
        const place = places[which];
        const text = place === undefined ? changed : files.get(place[0])!.replace(lines[which]!, () => changed);
        const read = async (name: string) => (name === (place?.[0] ?? "manifest.json") ? text : files.get(name));
        const { verdict } = await auditExport(read, { checkpoint });
        seen.audited++;
        // A manifest may omit checkpoints and kinds without entries.
        if (place !== undefined) expect(verdict, changed).toBe("invalid");
      }),
      { numRuns: 60, seed: 20_260_105 },
    );
    expect(seen.audited).toBeGreaterThan(40);
  });
});
