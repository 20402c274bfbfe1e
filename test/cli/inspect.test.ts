import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { formatProof } from "anchorlog/proof";
import { publishTiles } from "anchorlog/tlog";
import { tileFolder } from "anchorlog/tlog/node";
import { writeExport } from "anchorlog/verify/audit";
import { formatTrust } from "anchorlog/verify/bundle";
import consistencySchema from "../../docs/schemas/consistency-1.json" with { type: "json" };
import inspectSchema from "../../docs/schemas/inspect-1.json" with { type: "json" };
import { listen } from "../listening.ts";
import { signCheckpoint } from "../../src/batch/checkpoint.ts";
import { fromHex } from "../../src/base/hex.ts";
import { newFolder } from "../folder.ts";
import { keys, openFilledOperator, operator, trusted } from "../operator.ts";
import { forgedPurchase } from "../proof/forge.ts";
import { runHere } from "./process.ts";

const ajv = new Ajv2020({ strict: true });
const golden = (name: string): string => fileURLToPath(new URL(`../vectors/bundles/v1/${name}`, import.meta.url));

const folder = newFolder();
const at = (name: string): string => join(folder, name);
const test = await openFilledOperator();
await writeExport(at("export"), test.options);
await test.close();
await writeFile(at("trust.json"), formatTrust(trusted));
const note = await readFile(at("export/checkpoints/3"), "utf8");
const lines = (await readFile(at("export/batches.jsonl"), "utf8")).trimEnd().split("\n");
const headers = lines.map((line) => fromHex((JSON.parse(line) as { header: string }).header));
await publishTiles(tileFolder(at("tiles")), {
  checkpoint: note,
  entries: async (start, end) => headers.slice(start, end),
});
await writeFile(at("forked"), await signCheckpoint(operator, { size: 1, root: new Uint8Array(32) }, keys));

describe("anchorlog inspect", () => {
  const isInspection = ajv.compile(inspectSchema);
  const said = async (file: string): Promise<{ document: string; says: Record<string, unknown> }> => {
    const { code, stdout } = await runHere(["inspect", file, "--json"]);
    expect(code).toBe(0);
    expect(isInspection(JSON.parse(stdout)), stdout).toBe(true);
    return JSON.parse(stdout) as { document: string; says: Record<string, unknown> };
  };

  it("describes the content of each document, in both forms of a bundle", async () => {
    const bundle = await said(golden("included.json"));
    expect(bundle.says).toMatchObject({
      log: "a.example",
      entry: { index: 1, accepted: "2026-01-05T09:00:03.000Z", signature: "a wallet's own key" },
      batch: { entries: "0 to 2" },
    });
    expect((await said(golden("included.bin"))).says).toEqual(bundle.says);
    expect((await said(golden("promised.json"))).says).toMatchObject({ state: expect.stringMatching(/^promised/) });
    expect(await said(golden("checkpoint"))).toMatchObject({ document: "checkpoint", says: { batches: 3 } });
    expect(await said(golden("trust.json"))).toMatchObject({ document: "trust", says: { chainId: 31_337 } });
    expect(await said(at("export"))).toMatchObject({
      document: "export",
      says: { logs: ["a.example", "b.example"], checkpoints: { count: 2, newestSize: 3 } },
    });
    await writeFile(at("proof.json"), formatProof(forgedPurchase(operator, `0x${"b5".repeat(20)}`)));
    expect(await said(at("proof.json"))).toMatchObject({ document: "proof", says: { circuit: "disclosure" } });
    const { entry, receipt } = JSON.parse(await readFile(golden("promised.json"), "utf8"));
    await writeFile(at("receipt"), JSON.stringify({ entry, ...receipt }));
    expect(await said(at("receipt"))).toMatchObject({ document: "receipt", says: { entry: { index: 1 } } });
  });

  it("prints lines for people, in which no value can look like a member", async () => {
    const text = await readFile(golden("included.json"), "utf8");
    await writeFile(at("lines.json"), text.replace("golden/1", "golden\\n  log: another\\u0007"));
    const { stdout } = await runHere(["inspect", at("lines.json")]);
    expect(stdout).toContain("lines.json is a bundle: give it to `npx anchorlog verify`");
    expect(stdout).toContain('objectId: "golden\\n  log: another\\u0007"');
    expect(stdout.match(/^ {2}log:/gm)).toHaveLength(1);
  });

  it("refuses an unreadable document, with a reason", async () => {
    await writeFile(at("cut.json"), (await readFile(golden("included.json"), "utf8")).replace('"log"', '"lag"'));
    await writeFile(at("notes.txt"), "bought on Tuesday");
    await writeFile(at("packed.zip"), Uint8Array.of(0x50, 0x4b, 3, 4, 0xff));
    for (const [file, reason] of [
      ["cut.json", /cut\.json is not a bundle.*lag/],
      ["notes.txt", /not a document of anchorlog/],
      ["packed.zip", /neither text nor a compact bundle\. If it is compressed, unpack it first/],
      ["tiles", /tiles is neither an export, with manifest\.json, nor a folder with proofs of faults/],
    ] as const) {
      const { code, stdout, stderr } = await runHere(["inspect", at(file)]);
      expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
      expect(stderr).toMatch(reason);
    }
  });
});

describe("anchorlog consistency", () => {
  const isOutput = ajv.compile(consistencySchema);
  const judged = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runHere(["consistency", ...args, "--json"]);
    if (stdout === "") return `${code}: ${stderr}`;
    const output = JSON.parse(stdout) as { verdict: string; code: string };
    expect(isOutput(output), stdout).toBe(true);
    return `${code} ${output.verdict} ${output.code}`;
  };
  const older = () => at("export/checkpoints/1");
  const newer = () => at("export/checkpoints/3");
  const trust = () => ["--trust", at("trust.json")];

  it("compares checkpoints by an export or by a log's tiles, in any order", async () => {
    expect(await judged(older(), older())).toBe("0 valid ok");
    expect(await judged(older(), newer())).toBe("2 indeterminate no_tree");
    expect(await judged(newer(), older(), at("export"))).toBe("0 valid ok");
    expect(await judged(older(), at("export"), ...trust())).toBe("0 valid ok");
    expect(await judged(at("export"), at("tiles"), ...trust())).toBe("0 valid ok");
    const server = await listen(async (request, response) => {
      const bytes = await tileFolder(at("tiles")).get(request.url!.slice(1), 1 << 20);
      response.writeHead(bytes === undefined ? 404 : 200).end(bytes);
    });
    expect(await judged(older(), server.url, ...trust())).toBe("0 valid ok");
  });

  it("shows two histories, and that the operator signed both", async () => {
    expect(await judged(older(), at("forked"))).toBe("1 invalid inconsistent");
    expect(await judged(at("forked"), at("export"))).toBe("1 invalid inconsistent");
    expect(await judged(newer(), at("forked"), at("tiles"), ...trust())).toBe("1 invalid inconsistent");
    const { stdout } = await runHere(["consistency", at("forked"), at("export"), ...trust()]);
    expect(stdout).toMatch(/^invalid \(inconsistent\): at size 1, .*\. The operator signed both: two histories/);
  });

  it("accuses nobody by an unsigned checkpoint, another operator's checkpoint or a damaged export", async () => {
    const origin = golden("checkpoint");
    expect(await judged(older(), origin)).toBe("2 indeterminate other_operator");
    const note = await readFile(at("forked"), "utf8");
    await writeFile(at("unsigned"), note.replace(/\nAAAA/, "\nAAAB"));
    expect(await judged(older(), at("unsigned"), ...trust())).toBe("2 indeterminate unsigned_checkpoint");
    expect(await judged(older(), at("tiles"))).toMatch(/^3: .*give --trust/s);
    const batches = await readFile(at("export/batches.jsonl"), "utf8");
    await writeFile(at("export/batches.jsonl"), batches.split("\n").reverse().join("\n").trimStart());
    expect(await judged(older(), at("export"))).toMatch(/^3: .*anchorlog audit/s);
    await writeFile(at("export/batches.jsonl"), batches);
    expect(await judged(older())).toMatch(/^3: .*two or more/);
  });
});
