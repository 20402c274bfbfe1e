import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chdir, cwd } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { MerkleTree } from "merkletreejs";
import { describe, expect, it } from "vitest";
import { encodeMessage, hashDomain, type SignedAction } from "anchorlog/action";
import { parseManifest } from "anchorlog/verify/audit";
import { decodeHeader } from "anchorlog/batch";
import { decodeEntry } from "anchorlog/log";
import { fromHex, toHex, type Hex } from "anchorlog";
import { commitmentByTheBook, rootByTheBook } from "./batch/by-the-book.ts";
import { runHere, type Ran } from "./cli/process.ts";
import expected from "./vectors/demo.json" with { type: "json" };
import { newFolder } from "./folder.ts";

// Runs the demonstration as `npm start` does, and checks the files that it leaves as a stranger would.
const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const output = newFolder();

async function run(cwd: string, ...args: string[]): Promise<Ran> {
  try {
    const options = { cwd, maxBuffer: 1 << 26, env: { ...process.env, NO_COLOR: "1" } };
    return { code: 0, ...(await promisify(execFile)(process.execPath, args, options)) };
  } catch (error) {
    const { code, stdout, stderr } = error as Ran;
    return { code, stdout, stderr };
  }
}
/** The command line in this process: to start one of its own takes longer than most commands. */
async function anchorlog(...args: string[]): Promise<Ran> {
  const before = cwd();
  chdir(output);
  try {
    return await runHere(args, { NO_COLOR: "1" });
  } finally {
    chdir(before);
  }
}
const json = (stdout: string): Record<string, unknown>[] =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const read = (path: string): Promise<string> => readFile(join(output, path), "utf8");
const lines = async <T>(path: string): Promise<T[]> =>
  (await read(path))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);

const { code, stdout, stderr } = await run(at("."), "--import", "tsx", at("scripts/demo.ts"), "--output", output);
expect(code, stderr).toBe(0);
const printed = stdout;

describe("the demonstration", () => {
  it("prints each step, and leaves the files that it names", async () => {
    for (const step of ["0", "1, 2", "3", "4", "5", "6", "7", "8", "9"])
      expect(printed).toMatch(new RegExp(`^${step}  `, "m"));
    expect((await readdir(output)).toSorted()).toEqual(
      expect.arrayContaining([
        "bundles",
        "checkpoint",
        "disclosure.json",
        "dispute.json",
        "export",
        "report.html",
        "summary.json",
        "tampered-export",
        "trust.json",
      ]),
    );
    expect(await readdir(join(output, "bundles"))).toHaveLength(1060);
    expect(await read("report.html")).toContain("Consistent with the registry on chain 31337");
  });

  it("accepts the valid actions, and refuses each invalid action for its reason", async () => {
    const summary = JSON.parse(await read("summary.json")) as {
      actions: object;
      refusals: { line: number; code: string }[];
      verdict: string;
    };
    expect(summary.verdict).toBe("valid");
    expect(summary.actions).toEqual({ read: 1080, accepted: 1060, retries: 1, refused: 19 });
    expect(summary.refusals.map(({ line, code }) => `${line} ${code}`)).toEqual(expected.refusals);
  });

  it("redeems an object after two sales, convicts a theft, and pays its holder without the operator", async () => {
    const { custody } = JSON.parse(await read("summary.json")) as { custody: object };
    expect(custody).toMatchObject({
      redeemed: { object: "seat-7", acts: ["Mint", "Transfer", "Transfer", "Redeem"] },
      stolen: { object: "seat-8", fault: "WrongPrior", freeze: { from: 6 } },
      claimed: { object: "seat-8" },
    });
  });

  it("gives the same roots at every run", async () => {
    const { batches, anchors } = JSON.parse(await read("summary.json")) as {
      batches: Record<string, unknown>[];
      anchors: Record<string, unknown>[];
    };
    expect(batches.map(({ log, root, zkRoot }) => ({ log, root, zkRoot }))).toEqual(expected.batches);
    expect(anchors.map(({ size, root }) => ({ size, root }))).toEqual(expected.anchors);
    expect(anchors.length).toBeGreaterThanOrEqual(2);
  });

  it("anchors batch roots that merkletreejs recomputes from the export", async () => {
    const nodeHash = (data: Buffer): Buffer =>
      createHash("sha256")
        .update(Buffer.from([1]))
        .update(data)
        .digest();
    for (const header of await headers()) {
      const entries = await entriesOf(header);
      const leaves = entries.map(({ entry }) =>
        createHash("sha256")
          .update(Buffer.from([0]))
          .update(fromHex(entry))
          .digest(),
      );
      expect(`0x${new MerkleTree(leaves, nodeHash).getRoot().toString("hex")}`).toBe(toHex(header.root));
    }
  });

  it("anchors zk roots that circomlibjs recomputes from the export", async () => {
    const { kinds, operator } = parseManifest(await read("export/manifest.json"));
    const domain = hashDomain({ ...operator, verifyingContract: operator.registry });
    for (const header of await headers()) {
      const commitments = (await entriesOf(header)).map(({ entry, action }) => {
        const kind = kinds.get(action.primaryType)!;
        const { actor, nonce, acceptedAt } = decodeEntry(fromHex(entry));
        const hash = createHash("sha256")
          .update(Buffer.from([0]))
          .update(fromHex(entry))
          .digest("hex");
        return commitmentByTheBook({
          actor: BigInt(toHex(actor)),
          nonce: BigInt(toHex(nonce)),
          acceptedAt,
          entryHash: BigInt(`0x${hash}`),
          payloadType: kind.payloadType,
          words: encodeMessage(kind, action.message, domain).payloadWords.map((word) => BigInt(toHex(word))),
        });
      });
      expect(rootByTheBook(commitments, 8)).toBe(BigInt(toHex(header.zkRoot)));
    }
  });
});

describe("anchorlog verify", () => {
  it("finds every bundle valid by the checkpoint", async () => {
    const files = (await readdir(join(output, "bundles"))).map((name) => `bundles/${name}`);
    const built = [at("bin/anchorlog.js"), "verify", ...files, "--checkpoint", "checkpoint", "--json"];
    const { code, stdout } = await run(output, ...built);
    expect(code).toBe(0);
    const results = json(stdout);
    expect(results.map(({ file }) => file)).toEqual(files);
    expect(
      new Set(results.map(({ verdict, state, code: c }) => `${String(verdict)} ${String(state)} ${String(c)}`)),
    ).toEqual(new Set(["valid included ok"]));
    expect(Object.keys(results[0]!)).toEqual([
      "file",
      "document",
      "verdict",
      "state",
      "code",
      "message",
      "entry",
      "about",
    ]);
  });

  const bundle = "bundles/acme-games-00000.json";
  it("exits with the worst exit code of all files", async () => {
    await writeFile(join(output, "flipped.json"), (await read(bundle)).replace('"nonce": "0"', '"nonce": "1"'));
    expect(await anchorlog("verify", bundle)).toMatchObject({
      code: 2,
      stdout: expect.stringContaining("no_trust") as string,
    });
    expect(await anchorlog("verify", "flipped.json", bundle)).toMatchObject({ code: 1 });
    expect(await anchorlog("verify", "flipped.json", bundle, "--checkpoint", "checkpoint")).toMatchObject({ code: 1 });
    expect(await anchorlog("verify", bundle, "--trust", "trust.json", "--json")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"promised"') as string,
    });
    expect(await anchorlog("verify", bundle, "--trust", "trust.json", "--checkpoint", "checkpoint")).toMatchObject({
      code: 0,
    });
    expect(await anchorlog("verify", bundle, "--rpc", "http://127.0.0.1:9", "--json")).toMatchObject({
      code: 2,
      stdout: expect.stringContaining("rpc_unavailable") as string,
    });
    expect(await anchorlog("verify", "checkpoint", "dispute.json", "--checkpoint", "checkpoint")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^checkpoint: checkpoint valid: .*\ndispute\.json: dispute valid, included: entry \d+ of acme-games is the earliest, /,
      ) as string,
    });
  });
});

describe("anchorlog audit", () => {
  it("finds the export valid and the tampered copy invalid", async () => {
    expect(await anchorlog("audit", "export", "--checkpoint", "checkpoint")).toMatchObject({ code: 0 });
    expect(await anchorlog("audit", "export")).toMatchObject({ code: 2 });
    const tampered = await anchorlog(
      "audit",
      "tampered-export",
      "--checkpoint",
      "checkpoint",
      "--json",
      "--report",
      "tampered",
    );
    expect(tampered.code).toBe(1);
    expect(JSON.parse(tampered.stdout)).toMatchObject({
      verdict: "invalid",
      findings: [{ code: "bad_signature" }],
    });
    expect(await read("tampered/report.html")).toContain("This action was changed after it was signed.");
  });
});

type Line = { entry: Hex; action: SignedAction };
const headers = async () =>
  (await lines<{ header: Hex }>("export/batches.jsonl")).map(({ header }) => decodeHeader(fromHex(header)));
async function entriesOf({ log, start, count }: Awaited<ReturnType<typeof headers>>[number]): Promise<Line[]> {
  for (const file of await readdir(join(output, "export/logs"))) {
    const all = await lines<Line>(`export/logs/${file}`);
    if (toHex(decodeEntry(fromHex(all[0]!.entry)).log) === toHex(log)) return all.slice(start, start + count);
  }
  throw new Error("no such log");
}
