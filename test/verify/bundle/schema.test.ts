import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseManifest, writeExport } from "anchorlog/verify/audit";
import { FormatError } from "../../../src/base/json.ts";
import { parseExportedEntry } from "../../../src/verify/audit/format.ts";
import { formatBundle, formatTrust, parseTrust, verifyBundle } from "anchorlog/verify/bundle";
import bundleSchema from "../../../docs/schemas/bundle-1.json" with { type: "json" };
import exportSchema from "../../../docs/schemas/export-1.json" with { type: "json" };
import trustSchema from "../../../docs/schemas/trust-1.json" with { type: "json" };
import verdictSchema from "../../../docs/schemas/verdict-1.json" with { type: "json" };
import { newFolder } from "../../folder.ts";
import { openFilledOperator, trusted } from "../../operator.ts";
import { INDETERMINATE, INVALID } from "./codes.ts";
import { GOLDEN_BUNDLES } from "./golden.ts";
import { mutationsOf } from "./mutations.ts";
import { runs } from "../../seed.ts";

const golden = (name: string): string =>
  readFileSync(new URL(`../../vectors/bundles/v1/${name}.json`, import.meta.url), "utf8");
const ajv = new Ajv2020({ strict: true });
const accepts = (schema: object) => {
  const validate = ajv.compile(schema);
  return (document: string): boolean => validate(JSON.parse(document));
};
const isBundle = accepts(bundleSchema);
const isTrust = accepts(trustSchema);
const isExported = accepts(exportSchema);
const isVerdict = accepts(verdictSchema);

/** A verifier's reasons to refuse a form, before it computes anything. */
const FORM = new Set(["malformed", "unknown_member", "missing_member", "non_canonical"]);

const test = await openFilledOperator();

describe("the schema of bundles", () => {
  const documents = GOLDEN_BUNDLES.map(golden);

  it("accepts the bundles that are written, and the golden ones", async () => {
    for (const document of documents) expect(isBundle(document)).toBe(true);
    for (let index = 0; index < 5; index++) {
      expect(isBundle(formatBundle(await test.anchorlog.bundle({ log: "a.example", index })))).toBe(true);
    }
  });

  it("accepts exactly the forms that a verifier accepts", async () => {
    const seen = { refused: 0, accepted: 0 };
    await fc.assert(
      fc.asyncProperty(mutationsOf(documents), async (document) => {
        const { verdict, code, message } = await verifyBundle(document, {});
        if (!isBundle(document)) {
          seen.refused++;
          // The schema is of this version.
          if (code !== "newer_format") expect(verdict, document).toBe("invalid");
          return;
        }
        seen.accepted++;
        // Beyond a schema: another member of the bundle determines the members and types of a payload, and a schema can
        // limit only the number of digits of nonces and field elements.
        const cannotSay =
          /^action\.message\.(?:payload\b|nonce: expected a uint256 in range)|^inclusion\.zkPath.* the order/.test(
            message,
          );
        if (!cannotSay) expect(FORM, `${message}\n${document}`).not.toContain(code);
      }),
      { numRuns: runs(4_000) },
    );
    expect(Math.min(seen.refused, seen.accepted), JSON.stringify(seen)).toBeGreaterThan(runs(200));
  });

  it("has the exact range of counts and deadlines, around every digit of their limits", () => {
    for (const [def, limit] of [
      ["count", 2n ** 53n - 1n],
      ["uint64", 2n ** 64n - 1n],
    ] as const) {
      const pattern = new RegExp(bundleSchema.$defs[def].pattern, "u");
      for (let power = 1n; power < 10n ** 21n; power *= 10n) {
        for (const value of [power - 1n, power, limit - power, limit + power, limit - (limit % power), limit]) {
          if (value >= 0n) expect(pattern.test(String(value)), String(value)).toBe(value <= limit);
        }
      }
    }
  });
});

describe("the other schemas", () => {
  it("accept the same trust files as their reader", () => {
    const documents = [golden("trust"), formatTrust(trusted)];
    for (const document of documents) expect(isTrust(document)).toBe(true);
    fc.assert(
      fc.property(mutationsOf(documents), (document) => {
        let refusal: string | undefined;
        try {
          parseTrust(document);
        } catch (error) {
          refusal = (error as Error).message;
        }
        // Beyond a schema: a note key's name is the operator's, and its identifier is the hash of name and key.
        if (!isTrust(document)) expect(refusal, document).toBeDefined();
        else if (refusal !== undefined)
          expect(refusal).toMatch(/the verifier key's ID does not fit its key|the operator's origin is/);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("accept an export: its manifest, and every line of its entries and batches", async () => {
    const folder = newFolder();
    await writeExport(folder, test.options);
    const read = (file: string): Promise<string> => readFile(join(folder, file), "utf8");
    const manifest = await read("manifest.json");
    const lines = (await Promise.all(["logs/a.example.jsonl", "logs/b.example.jsonl", "batches.jsonl"].map(read)))
      .join("")
      .trimEnd()
      .split("\n");
    expect(lines).toHaveLength(5 + 3 + 3);
    for (const document of [manifest, ...lines]) expect(isExported(document), document).toBe(true);
    fc.assert(
      fc.property(mutationsOf([manifest]), (document) => {
        if (!isExported(document)) return;
        try {
          parseManifest(document);
        } catch (error) {
          // Beyond a schema: relations between two members.
          expect(String(error)).toMatch(
            /the verifier key's ID|the operator's origin is|its payload type must read|is there twice|the list must ascend/,
          );
        }
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("accept an export without payloads, and refuse the lines that its reader refuses", async () => {
    const folder = newFolder();
    await writeExport(folder, { ...test.options, withoutPayloads: true });
    const manifest = await readFile(join(folder, "manifest.json"), "utf8");
    const [line] = (await readFile(join(folder, "logs/a.example.jsonl"), "utf8")).split("\n");
    const { signed: _, ...without } = JSON.parse(line!) as { signed: object };
    for (const document of [manifest, line!, JSON.stringify(without)])
      expect(isExported(document), document).toBe(true);
    expect(isExported(manifest.replace("withheld", "shown"))).toBe(false);
    expect(() => parseManifest(manifest.replace("withheld", "shown"))).toThrow(FormatError);
    fc.assert(
      fc.property(mutationsOf([line!]), (document) => {
        if (isExported(document)) parseExportedEntry(document, { payloads: "withheld" });
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("accept every verdict with all of its codes, and no other code", async () => {
    for (const [document, trust] of [
      [golden("included"), {}],
      [golden("included"), { operator: parseTrust(golden("trust")) }],
      ["{}", {}],
    ] as const) {
      const judged = { file: "bundle.json", document: "bundle", ...(await verifyBundle(document, trust)) };
      const explained = { ...judged, consequence: "So nothing in this file counts." };
      const isInvalid = judged.verdict === "invalid";
      expect(isVerdict(JSON.stringify(judged))).toBe(!isInvalid);
      expect(isVerdict(JSON.stringify(explained))).toBe(isInvalid);
      const verdict = isInvalid ? explained : judged;
      expect(isVerdict(JSON.stringify({ ...verdict, code: "fine" }))).toBe(false);
      expect(isVerdict(JSON.stringify({ ...verdict, verdict: "valid", code: "malformed" }))).toBe(false);
    }
    const [, invalid, indeterminate] = verdictSchema.oneOf;
    expect(invalid!.properties.code.enum).toEqual(Object.keys(INVALID));
    expect(indeterminate!.properties.code.enum).toEqual(Object.keys(INDETERMINATE));
  });

  it("agree on shared parts", () => {
    const shared = { ...bundleSchema.$defs, ...trustSchema.$defs } as Record<string, unknown>;
    for (const defs of [bundleSchema.$defs, exportSchema.$defs, trustSchema.$defs] as Record<string, unknown>[]) {
      for (const [name, schema] of Object.entries(defs)) {
        if (name in shared) expect(schema, name).toEqual(shared[name]);
      }
    }
  });
});
