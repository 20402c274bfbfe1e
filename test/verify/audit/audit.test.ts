import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { auditExport, auditTiles, readExportFolder, writeExport, type Audit } from "anchorlog/verify/audit";
import { logId } from "anchorlog/action";
import { ChainUnavailableError } from "anchorlog/chain";
import { parseCheckpoint, signCheckpoint } from "anchorlog/batch";
import type { Trust } from "anchorlog/verify/bundle";
import { ed25519NoteKey } from "anchorlog/tlog";
import { fakeChain } from "../bundle/chain.ts";
import { keys, NOW, openTestOperator, operator, signAction, trusted, wallets } from "../../operator.ts";
import { exportForFile } from "./exported.ts";

const { folder, checkpoint } = await exportForFile();

const audit = async (trust: Trust = { checkpoint }): Promise<Audit> =>
  auditExport(await readExportFolder(folder), trust);
const codes = (result: Audit): string[] => [...new Set(result.findings.map(({ code }) => code))];
async function editLines(file: string, change: (lines: string[]) => string[]): Promise<void> {
  const lines = (await readFile(join(folder, file), "utf8")).trimEnd().split("\n");
  await writeFile(
    join(folder, file),
    change(lines)
      .map((line) => `${line}\n`)
      .join(""),
  );
}
const LOG = "logs/a.example.jsonl";
const lower = (text: string): string => text.toLowerCase();

describe("the audit of an honest export", () => {
  it("is valid by a checkpoint, by keys and by a chain, and indeterminate without trust", async () => {
    expect(await audit()).toMatchObject({ verdict: "valid", findings: [], more: 0 });
    expect((await audit({ operator: trusted })).verdict).toBe("valid");
    const byChain = await audit({ chain: fakeChain(checkpoint, { finalSize: 1 }) });
    expect(byChain).toMatchObject({
      verdict: "valid",
      checkpoints: [
        { size: 1, final: true },
        { size: 3, final: false },
      ],
    });
    expect(await audit({})).toMatchObject({ verdict: "indeterminate", findings: [] });
  });

  it("is indeterminate if its newest entry is in no batch and dated ahead of the auditor's clock", async () => {
    const own = await openTestOperator();
    await own.anchorlog.submit(await signAction(wallets[0]!, "a.example", 0));
    const out = join(own.folder, "export");
    await writeExport(out, own.options);
    const at = async (now: number) => auditExport(await readExportFolder(out), { operator: trusted }, [], now);
    expect(await at(NOW - 3_600_000)).toMatchObject({ verdict: "valid", findings: [] });
    expect(await at(NOW - 3_600_001)).toMatchObject({
      verdict: "indeterminate",
      findings: [],
      message: expect.stringContaining("its receipt is a fault") as string,
    });
    await own.close();
    expect((await auditExport(await readExportFolder(folder), { operator: trusted }, [], 0)).verdict).toBe("valid");
  });

  it("is valid by a trust file that lists its keys as earlier ones, and indeterminate by one that does not", async () => {
    const other = operator.operator;
    const { anchorKey, receiptKey, noteKey } = trusted;
    const rotated = (until: number) => ({
      ...trusted,
      anchorKey: other,
      receiptKey: operator.registry,
      noteKey: ed25519NoteKey(noteKey.name, new Uint8Array(32).fill(2)),
      earlier: [
        { role: "anchor", key: anchorKey, until },
        { role: "receipt", key: receiptKey, until },
        { role: "note", key: noteKey },
      ] as const,
    });
    const after = rotated(NOW / 1_000);
    expect(await audit({ operator: after, checkpoint })).toMatchObject({ verdict: "valid" });
    expect(await audit({ operator: after, chain: fakeChain(checkpoint) })).toMatchObject({ verdict: "valid" });
    for (const [unknowing, said] of [
      [{ ...after, earlier: after.earlier.slice(1) }, "anchor key"],
      [{ ...after, earlier: after.earlier.slice(0, 2) }, "note key"],
      [{ ...trusted, receiptKey: other }, "receipt key"],
      [rotated(NOW / 1_000 - 1), "had ended"],
    ] as const) {
      expect(await audit({ operator: unknowing })).toMatchObject({
        verdict: "indeterminate",
        findings: [],
        message: expect.stringContaining(said) as string,
      });
      // The chain has all keys.
      expect(await audit({ operator: unknowing, chain: fakeChain(checkpoint) })).toMatchObject({ verdict: "valid" });
    }
  });

  it("takes the trust of a bundle, with the time of its receipt", async () => {
    const trust = { operator: trusted, receivedAt: NOW };
    expect(await audit(trust)).toMatchObject({ verdict: "valid" });
    expect((await auditTiles({ get: async () => undefined }, trust)).audit.verdict).toBe("indeterminate");
  });

  it("accepts a key that was retired later for earlier receipts only, and a freeze is not finality", async () => {
    const rotated = fakeChain(checkpoint, {
      finalSize: 3,
      anchorKey: operator.operator,
      receiptKey: operator.registry,
    });
    const chain = {
      ...rotated,
      readKeyPeriod: async (_id: unknown, role: string, key: string) =>
        key === (role === "anchor" ? trusted.anchorKey : trusted.receiptKey)
          ? { from: 1, until: NOW / 1_000 }
          : undefined,
      // Log b.example is frozen. Its only batch is at position 2.
      isFinal: async (_id: unknown, batch: { log: string }) => batch.log !== logId(operator, "b.example"),
    };
    expect(await audit({ chain })).toMatchObject({
      verdict: "valid",
      checkpoints: [
        { size: 1, final: true },
        { size: 3, final: false },
      ],
    });
    const until = NOW / 1_000 - 1;
    const before = await audit({ chain: { ...chain, readKeyPeriod: async () => ({ from: 1, until }) } });
    expect(before.findings.map(({ code, where }) => `${code} ${where}`)).toEqual([
      `key_mismatch ${LOG}`,
      "key_mismatch logs/b.example.jsonl",
    ]);
    const strangers = await audit({ chain: { ...chain, readKeyPeriod: async () => undefined } });
    expect(codes(strangers)).toEqual(["key_mismatch"]);
  });

  it("asks a chain about finality a few times, for any number of batches and checkpoints", async () => {
    const own = await openTestOperator();
    for (let nonce = 0; nonce < 8; nonce++) {
      await own.anchorlog.submit(await signAction(wallets[0]!, "a.example", nonce));
      await own.anchorlog.closeBatches();
      await own.anchorlog.checkpoint();
    }
    const newest = parseCheckpoint((await own.anchorlog.checkpoint()).note);
    const out = join(own.folder, "export");
    await writeExport(out, own.options);
    for (const finalSize of [0, 5, 8]) {
      let asked = 0;
      const known = fakeChain(newest, { finalSize: 8 });
      // Frozen from there on.
      const isFinal: typeof known.isFinal = async (_, { position }) => ++asked > 0 && position < finalSize;
      const { verdict, checkpoints } = await auditExport(await readExportFolder(out), { chain: { ...known, isFinal } });
      expect(verdict).toBe("valid");
      expect(checkpoints.filter(({ final }) => final).map(({ size }) => size)).toEqual(
        Array.from({ length: finalSize }, (_, i) => i + 1),
      );
      expect(asked).toBeLessThanOrEqual(4);
    }
  });

  it("connects to the chain after the export is read, since a node forgets blocks during a long audit", async () => {
    const opened = await readExportFolder(folder);
    const order: string[] = [];
    const read: typeof opened = async (name) => {
      order.push(name);
      return opened(name);
    };
    const chain = async () => {
      order.push("chain");
      return fakeChain(checkpoint);
    };
    expect(await auditExport(read, { chain })).toMatchObject({
      verdict: "valid",
      checkpoints: [{}, { anchoredAt: expect.any(Number) as number }],
    });
    expect(order.indexOf("chain")).toBe(order.length - 1);
    const down = () => Promise.reject(new ChainUnavailableError("the node is away"));
    expect(await auditExport(opened, { chain: down })).toMatchObject({ verdict: "indeterminate", findings: [] });
  });

  it("lists the parts that no trust confirms", async () => {
    const said = async (trust: Trust) => {
      const { verdict, message } = await audit(trust);
      return [verdict, message.split("agrees with what is trusted")[1]];
    };
    const receipts = ". Not checked: the receipts, whose key was not judged";
    const first = await readFile(join(folder, "checkpoints/1"), "utf8");
    const rest = (position: number) => `the batches from position ${position} on, which no trusted checkpoint covers`;
    expect(await said({ checkpoint })).toEqual(["valid", receipts]);
    expect(await said({ checkpoint: first })).toEqual(["valid", `${receipts}; ${rest(1)}`]);
    expect(await said({ checkpoint: first, operator: trusted })).toEqual(["valid", ""]);
    expect(await said({ operator: trusted })).toEqual(["valid", ""]);
    expect(await said({ chain: fakeChain(checkpoint) })).toEqual(["valid", ""]);
    const file = join(folder, "manifest.json");
    const manifest = JSON.parse(await readFile(file, "utf8")) as object;
    await writeFile(file, JSON.stringify({ ...manifest, checkpoints: ["1"] }));
    expect(await said({ operator: trusted })).toEqual(["valid", `. Not checked: ${rest(1)}`]);
    expect(await said({ chain: fakeChain(checkpoint) })).toEqual(["valid", ""]);
    await writeFile(file, JSON.stringify({ ...manifest, checkpoints: [] }));
    expect(await said({ operator: trusted })).toEqual(["valid", `. Not checked: ${rest(0)}`]);
  });

  it("lists every log and batch", async () => {
    const result = await audit();
    expect(result.logs).toMatchObject([
      { name: "a.example", entries: 5, pending: 0 },
      { name: "b.example", entries: 3, pending: 0 },
    ]);
    expect(result.batches.map(({ log, number, start, count }) => [log, number, start, count])).toEqual([
      ["a.example", 0, 0, 2],
      ["a.example", 1, 2, 3],
      ["b.example", 0, 0, 3],
    ]);
  });

  it("is indeterminate if the trust is another operator's", async () => {
    const other = parseCheckpoint(await signCheckpoint({ ...operator, chainId: 1 }, checkpoint, keys));
    expect((await audit({ checkpoint: other })).verdict).toBe("indeterminate");
    expect((await audit({ operator: { ...trusted, chainId: 1 } })).verdict).toBe("indeterminate");
    expect((await audit({ chain: { ...fakeChain(checkpoint), chainId: 1 } })).verdict).toBe("indeterminate");
    expect((await audit({ chain: fakeChain(undefined) })).verdict).toBe("indeterminate");
  });
});

describe("the audit catches", () => {
  it.each<[string, (lines: string[]) => string[], string[]]>([
    [
      "a changed payload",
      (l) => l.with(1, l[1]!.replace('"objectId":"object 1"', '"objectId":"object 9"')),
      ["bad_signature"],
    ],
    ["a dropped row", (l) => l.toSpliced(3, 1), ["broken_chain", "batch_mismatch"]],
    ["a dropped last row", (l) => l.slice(0, -1), ["batch_mismatch"]],
    ["a doubled row", (l) => l.toSpliced(2, 0, l[1]!), ["broken_chain", "replay"]],
    ["swapped rows", (l) => [l[0]!, l[2]!, l[1]!, ...l.slice(3)], ["broken_chain"]],
    ["a changed receipt", (l) => l.with(0, l[0]!.replace(/"receipt":"0x../, '"receipt":"0x00')), ["bad_receipt"]],
    ["a row that is no JSON", (l) => l.with(0, "{"), ["malformed"]],
    [
      "a row with an action of null",
      (l) => l.with(0, l[0]!.replace(/"action":\{.*\},"receipt"/, '"action":null,"receipt"')),
      ["malformed"],
    ],
    [
      "a row with a message of null",
      (l) => l.with(0, l[0]!.replace(/"message":\{.*\}\},"sig/, '"message":null,"sig')),
      ["bad_action"],
    ],
    ["a row of an unknown kind", (l) => l.with(0, l[0]!.replace('"Transfer"', '"Burn"')), ["unknown_kind"]],
    ["an empty log", () => [], ["batch_mismatch"]],
  ])("%s", async (_, change, expected) => {
    await editLines(LOG, change);
    const result = await audit();
    expect(result.verdict).toBe("invalid");
    expect([...new Set(codes(result))]).toEqual(expect.arrayContaining(expected));
    expect(result.findings[0]!.where).toMatch(/^(logs\/a\.example\.jsonl|batches\.jsonl):\d+$/);
  });

  it("an action with another text, another signature or both, and says which", async () => {
    const lines = (await readFile(join(folder, LOG), "utf8")).split("\n");
    const signatureOf = (line: string) => /"signature":"(0x[0-9a-f]+)"/.exec(line)![1]!;
    const said = lines[1]!.replace('"objectId":"object 1"', '"objectId":"object 9"');
    const other = signatureOf(lines[0]!);
    for (const [line, meaning] of [
      [said, "changed_action"],
      [lines[1]!.replace(signatureOf(lines[1]!), other), "replaced_signature"],
      [said.replace(signatureOf(said), other), "unrelated_signature"],
    ] as const) {
      await writeFile(join(folder, LOG), lines.with(1, line).join("\n"));
      const { findings } = await audit();
      expect(findings).toMatchObject([{ code: "bad_signature", where: `${LOG}:2`, meaning }]);
      // A recovered address belongs to nobody, so it is not named.
      expect(findings[0]!.message.replaceAll(lower(wallets[1]!.address), "")).not.toMatch(/0x/);
    }
  });

  it("any one bit of an entry changed", async () => {
    const original = await readFile(join(folder, LOG), "utf8");
    for (let byte = 0; byte < 267; byte += 5) {
      const at = original.indexOf('"entry":"0x') + 11 + 2 * byte;
      const changed = original.slice(0, at) + (original[at] === "0" ? "1" : "0") + original.slice(at + 1);
      await writeFile(join(folder, LOG), changed);
      expect((await audit()).verdict, `byte ${byte}`).toBe("invalid");
    }
  });

  it("batches that are dropped, changed or in another order", async () => {
    const headers = (await readFile(join(folder, "batches.jsonl"), "utf8")).trimEnd().split("\n");
    const original = headers.join("\n");
    for (const change of [
      (l: string[]) => l.slice(0, -1),
      (l: string[]) => l.toReversed(),
      (l: string[]) => l.with(1, l[1]!.replace(/..("\})$/, "00$1")),
      (l: string[]) => [...l, l[2]!],
      () => [],
    ]) {
      await writeFile(join(folder, "batches.jsonl"), original);
      await editLines("batches.jsonl", change);
      expect((await audit()).verdict).toBe("invalid");
    }
  });

  it("checkpoints of another root, size or signer", async () => {
    const file = join(folder, "checkpoints/3");
    const honest = await readFile(file, "utf8");
    for (const [note, code] of [
      [honest.replace("\n3\n", "\n2\n"), "checkpoint_mismatch"],
      [await signCheckpoint(operator, { size: 3, root: new Uint8Array(32) }, keys), "checkpoint_mismatch"],
      [await signCheckpoint(operator, checkpoint, { ...keys, anchorKey: keys.receiptKey }), "bad_signature"],
      ["", "malformed"],
    ] as const) {
      await writeFile(file, note);
      expect(codes(await audit())).toContain(code);
    }
  });

  it("missing files, one by one", async () => {
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(files).toHaveLength(6);
    for (const file of files) {
      const path = join(file.parentPath, file.name);
      const content = await readFile(path);
      await rm(path);
      // A folder without a manifest is not an export, and accuses nobody.
      if (file.name === "manifest.json") {
        await expect(audit()).rejects.toMatchObject({
          code: "unreadable",
          message: expect.stringMatching(/not an export/),
        });
        expect(await auditExport(async () => undefined, { checkpoint })).toMatchObject({
          verdict: "indeterminate",
          findings: [],
        });
      } else expect(codes(await audit()), path).toContain("missing_file");
      await writeFile(path, content);
    }
    expect((await audit()).verdict).toBe("valid");
  });

  it("no fault in an export of a later version", async () => {
    const file = join(folder, "manifest.json");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace("anchorlog.export/1", "anchorlog.export/2"));
    const { verdict, message } = await audit();
    expect(verdict).toBe("indeterminate");
    expect(message).toContain("judge it with a newer release");
    await writeFile(file, text);
  });

  it("bytes that are not UTF-8", async () => {
    await writeFile(join(folder, LOG), Buffer.from([0xff, 0xfe, 0x0a]));
    expect(codes(await audit())).toContain("malformed");
  });

  it("keys in the manifest that are not the trusted or registered ones", async () => {
    const file = join(folder, "manifest.json");
    const manifest = await readFile(file, "utf8");
    await writeFile(file, manifest.replace(trusted.receiptKey, trusted.anchorKey));
    expect(codes(await audit({ chain: fakeChain(checkpoint) }))).toContain("key_mismatch");
    await writeFile(file, manifest);
    const another = fakeChain(checkpoint, { receiptKey: trusted.anchorKey });
    expect(codes(await audit({ chain: another }))).toEqual(["key_mismatch"]);
    // The node may lack the key's registration if its newest block is from before the last entry.
    const lagging = { ...another, readTime: async () => NOW / 1000 - 1 };
    expect(await audit({ chain: lagging })).toMatchObject({
      verdict: "indeterminate",
      findings: [],
      message: expect.stringMatching(/does not know the export's keys yet: the node's newest block/) as string,
    });
  });

  it("a history that agrees with itself but not with what was anchored", async () => {
    const lying = { size: 3, root: new Uint8Array(32).fill(1) };
    expect(codes(await audit({ chain: fakeChain(lying) }))).toContain("chain_mismatch");
    const note = parseCheckpoint(await signCheckpoint(operator, lying, keys));
    expect(codes(await audit({ checkpoint: note }))).toEqual(["chain_mismatch"]);
  });
});
