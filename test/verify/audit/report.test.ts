import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import {
  auditExport,
  buildReport,
  formatReport,
  MEANINGS,
  readExportFolder,
  renderHtml,
  renderMarkdown,
  type Report,
  type ReportContext,
} from "anchorlog/verify/audit";
import { signCheckpoint } from "anchorlog/batch";
import type { Trust } from "anchorlog/verify/bundle";
import { layout } from "../../../src/verify/audit/layout.ts";
import reportSchema from "../../../docs/schemas/report-1.json" with { type: "json" };
import { fakeChain } from "../bundle/chain.ts";
import { keys, NOW, operator, trusted, wallets } from "../../operator.ts";
import { exportForFile } from "./exported.ts";

const isReport = new Ajv2020({ strict: true }).compile(reportSchema);
const LOG = "logs/a.example.jsonl";
const BATCHES = "batches.jsonl";

const { pristine, folder, checkpoint } = await exportForFile();

/** Audits the folder, and checks that every writer takes the report. */
async function report(trust: Trust = { checkpoint }, context: Partial<ReportContext> = {}): Promise<Report> {
  const read = await readExportFolder(folder);
  const made = await buildReport(await auditExport(read, trust), read, { madeAt: NOW, ...context });
  const written: unknown = JSON.parse(JSON.stringify(made));
  expect(isReport(written), JSON.stringify(isReport.errors)).toBe(true);
  for (const text of [renderHtml(made).replaceAll("&#39;", "'"), renderMarkdown(made), formatReport(made)]) {
    expect(text).toContain(made.headline);
    for (const { wrong } of made.findings) expect(text).toContain(wrong);
    expect(text).not.toMatch(/\bundefined\b|\bNaN\b|\[object/);
  }
  for (const { parts } of layout(made)) {
    for (const part of parts) {
      if (part.kind === "table") expect(part.rows.every((row) => row.length === part.columns.length)).toBe(true);
    }
  }
  return made;
}

async function editLines(file: string, change: (lines: string[]) => string[]): Promise<void> {
  const lines = (await readFile(join(folder, file), "utf8")).trimEnd().split("\n");
  const text = change(lines).map((line) => `${line}\n`);
  await writeFile(join(folder, file), text.join(""));
}

/** The findings, each with the findings folded below it. */
const folded = ({ findings }: Report) =>
  findings.map(({ meaning, file, line, consequences }) => [
    `${meaning} ${file}${line === undefined ? "" : `:${line}`}`,
    ...consequences.map((one) => `${one.code} ${one.file}${one.line === undefined ? "" : `:${one.line}`}`),
  ]);

describe("a report's headline", () => {
  it("is as strong as the data that the export was compared with", async () => {
    const chain = fakeChain(checkpoint, { finalSize: 3 });
    for (const [trust, headline] of [
      [{}, "No verdict: the files agree with each other, and were compared with nothing else"],
      [{ checkpoint }, "Consistent with the checkpoint of size 3; not compared with a chain"],
      [{ operator: trusted }, "Consistent with the trusted keys; not compared with a chain"],
      [
        { operator: trusted, checkpoint },
        "Consistent with the checkpoint of size 3 and the trusted keys; not compared with a chain",
      ],
      [{ chain }, "Consistent with the registry on chain 31337 at block 7: checkpoint of size 3"],
      [{ chain: { ...chain, chainId: 1 } }, "No verdict"],
    ] as const) {
      expect((await report(trust)).headline).toBe(headline);
    }
  });

  it("claims less if parts were not checked, and names them", async () => {
    const { summary, notChecked } = await report();
    expect(summary).toContain("Some parts were not checked. They are listed below.");
    expect(notChecked).toContain("The receipts, whose key was not judged.");
    expect(notChecked.join()).toMatch(/no chain was asked.*The operator's keys/s);
    expect((await report({ chain: fakeChain(checkpoint) })).notChecked).toHaveLength(1);
  });

  it("does not compare with a root that cannot be computed, and accuses nobody without keys", async () => {
    await editLines(BATCHES, (lines) => lines.with(1, "{"));
    const { summary, compared, findings } = await report();
    expect(compared).toEqual({ keys: false });
    expect(summary).toContain("Compared with nothing outside of the export.");
    expect(findings).toMatchObject([{ meaning: "malformed_line" }]);
    expect(renderHtml(await report())).toContain("no finding accuses it.");
    expect(renderHtml(await report({ operator: trusted }))).not.toContain("no finding accuses it.");
  });

  it("counts causes, and names the place of the first", async () => {
    await editLines(LOG, (lines) => lines.toSpliced(3, 1));
    const { headline, summary } = await report();
    expect(headline).toBe("Does not check out: one thing is wrong");
    expect(summary).toMatch(
      /^This entry does not follow the one before it in the file. It is in logs\/a.example.jsonl, line 4\./,
    );
  });
});

describe("a finding in a report", () => {
  it("names who did what, to which object and when, and the way to the chain", async () => {
    await editLines(LOG, (lines) => lines.with(1, lines[1]!.replace('"object 1"', '"object 9"')));
    const { findings } = await report({ chain: fakeChain(checkpoint, { finalSize: 3 }) });
    expect(findings).toMatchObject([
      {
        code: "bad_signature",
        wrong: "This action was changed after it was signed.",
        file: LOG,
        line: 2,
        faults: [],
        action: {
          log: "a.example",
          index: 1,
          actor: wallets[1]!.address.toLowerCase(),
          words: expect.stringContaining('Transfer(objectId: "object 9", to: 0x') as string,
          acceptedAt: NOW,
          way: { batch: 0, position: 0, checkpoint: { size: 3 }, anchoredAt: 1_767_603_700, isFinal: true },
        },
        consequences: [],
      },
    ]);
  });

  it("marks on the way to the chain only the steps that are wrong", async () => {
    const steps = ({ findings, ...made }: Report) =>
      layout({ ...made, findings })
        .flatMap(({ parts }) => parts)
        .flatMap((part) => (part.kind === "way" ? part.steps.slice(0, 3) : []))
        .map(
          ({ name, isReached, value }) =>
            `${String(isReached)} ${name} ${typeof value === "string" ? value : value.data}`,
        );
    const action = `"object 1"`;
    for (const [change, expected] of [
      [
        (line: string) => line.replace(action, '"object 9"'),
        [
          "false Action the text on this line was changed after its actor signed it",
          "true Entry records the action that the actor signed, and not this text",
          "true Receipt the operator's promise",
        ],
      ],
      [
        (line: string) => line.replace(/"receipt":"0x../, '"receipt":"0x00'),
        [
          "true Action signed by its actor",
          "true Entry records this action, in its place in the log",
          "false Receipt not the operator's promise for this entry",
        ],
      ],
      [
        (line: string) =>
          line.replace(/("signature":"0x..)(.)/, (_, head: string, it: string) => head + (it === "0" ? "1" : "0")),
        [
          "false Action this is not the signature that the log recorded",
          "true Entry records this action",
          "true Receipt the operator's promise",
        ],
      ],
    ] as const) {
      await rm(folder, { recursive: true });
      await cp(pristine, folder, { recursive: true });
      await editLines(LOG, (lines) => lines.with(1, change(lines[1]!)));
      expect(steps(await report({ operator: trusted }))).toEqual(expected);
    }
    // Without the operator's keys, the key of a receipt proves nothing.
    expect(steps(await report()).at(-1)).toMatch(/^undefined Receipt signed by the key that the export names/);
  });

  it("about batches does not call entries unbatched", async () => {
    await editLines(BATCHES, (lines) => lines.with(1, "{"));
    const made = await report();
    expect(formatReport(made)).toContain("log a.example: 5 entries, 3 not in a readable batch");
    expect(made.notChecked.join()).toContain("Whether a batch covers 3 entries: batches are missing");
  });

  it("has its possible consequences below it", async () => {
    const forge = async (size: number) => signCheckpoint(operator, { size, root: new Uint8Array(32).fill(size) }, keys);
    const flip = (line: string) =>
      line.replace(/(.{130})"\}$/, (_, end: string) => `${end[0] === "0" ? "1" : "0"}${end.slice(1)}"}`);
    for (const [change, expected] of [
      [() => editLines(LOG, (l) => l.toSpliced(3, 1)), [[`misplaced_entry ${LOG}:4`, `batch_mismatch ${BATCHES}:2`]]],
      [
        () => editLines(LOG, (l) => l.toSpliced(2, 0, l[1]!)),
        [[`misplaced_entry ${LOG}:3`, `wrong_prior ${LOG}:3`, `replay ${LOG}:3`]],
      ],
      [
        () => editLines(BATCHES, (l) => l.with(0, flip(l[0]!))),
        [
          [
            `batch_mismatch ${BATCHES}:1`,
            `batch_mismatch ${BATCHES}:2`,
            "checkpoint_mismatch checkpoints/1",
            "checkpoint_mismatch checkpoints/3",
            `chain_mismatch ${BATCHES}`,
          ],
        ],
      ],
      [
        async () => {
          const file = join(folder, "checkpoints/3");
          const root = Buffer.from(checkpoint.root).toString("base64");
          await writeFile(file, (await readFile(file, "utf8")).replace(root, Buffer.alloc(32).toString("base64")));
        },
        [["unsigned_checkpoint checkpoints/3", "checkpoint_mismatch checkpoints/3"]],
      ],
      [() => editLines(LOG, (l) => l.slice(0, -1)), [[`missing_entries ${BATCHES}:2`]]],
      [() => editLines(BATCHES, () => []), [["missing_batches checkpoints/1"], ["missing_batches checkpoints/3"]]],
      // Two causes stay apart.
      [
        async () => {
          await writeFile(join(folder, "checkpoints/1"), await forge(1));
          await editLines(LOG, (l) => l.with(0, l[0]!.replace(/"receipt":"0x../, '"receipt":"0x00')));
        },
        [[`bad_receipt ${LOG}:1`], ["checkpoint_mismatch checkpoints/1"]],
      ],
    ] as const) {
      await rm(folder, { recursive: true });
      await cp(pristine, folder, { recursive: true });
      await change();
      expect(folded(await report())).toEqual(expected);
    }
  });

  it("is folded below a manifest of other keys, if a chain shows these", async () => {
    const file = join(folder, "manifest.json");
    await writeFile(file, (await readFile(file, "utf8")).replace(trusted.receiptKey, trusted.anchorKey));
    const { findings } = await report({ chain: fakeChain(checkpoint) });
    expect(findings).toMatchObject([{ meaning: "other_keys" }]);
    expect(findings[0]!.consequences).toHaveLength(8);
  });
});

describe("the writers of a report", () => {
  it("escape text of the export, and need no script and no network", async () => {
    const file = join(folder, "manifest.json");
    const evil = "<script>alert(1)</script> | `x` [l](http://evil.example)";
    await writeFile(file, (await readFile(file, "utf8")).replace("Test platform", evil));
    const made = await report(
      { checkpoint },
      { sections: [{ title: "A & B", columns: ["x"], rows: [['"\u202equoted"']] }] },
    );
    const html = renderHtml(made);
    expect(html).not.toMatch(/<script|<link|<img|src=|url\(|@import/);
    expect(html).toContain("&#60;script&#62;");
    expect(html).toContain("A &#38; B");
    expect(renderMarkdown(made)).toContain(
      "\\<script\\>alert(1)\\</script\\> \\| \\`x\\` \\[l\\](http://evil.example)",
    );
  });

  it("show every hash in full", async () => {
    const made = await report();
    for (const text of [renderHtml(made), renderMarkdown(made)]) {
      const hashes = [
        ...made.batches.flatMap(({ root, zkRoot }) => [root, zkRoot]),
        ...made.checkpoints.map(({ root }) => root),
      ];
      for (const hash of hashes) expect(text).toContain(hash);
    }
  });

  it("have words for each meaning", () => {
    for (const { wrong, follows, doesNotFollow, proof, todo } of Object.values(MEANINGS)) {
      for (const text of [wrong, follows, doesNotFollow, proof, todo]) expect(text).toMatch(/^[A-Z].*\.$/s);
    }
  });
});
