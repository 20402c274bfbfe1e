// The files in test/vectors/refused/ are for verifiers in other languages: protocol/1-verify §11 names them.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseTrust, verifyBundle } from "anchorlog/verify/bundle";
import { checkReceipt, type SentAction } from "anchorlog/log/receipt";
import { toHex } from "anchorlog";
import type { OperatorId } from "anchorlog/action";
import { chainOf } from "./chain.ts";
import { BUNDLE_CODES } from "./codes.ts";
import { refusedFiles, type ReceiptCase, type RefusedCase } from "./refused.ts";

const FOLDER = new URL("../../vectors/refused/", import.meta.url);
const read = (name: string): Uint8Array => readFileSync(new URL(name, FOLDER));
const text = (name: string): string => new TextDecoder().decode(read(name));
const { cases } = JSON.parse(text("index.json")) as { readonly cases: readonly RefusedCase[] };

const receipts = JSON.parse(text("receipts.json")) as {
  readonly operator: OperatorId;
  readonly sent: SentAction;
  readonly cases: readonly ReceiptCase[];
};

describe("the receipts that a client must refuse", () => {
  it.each(receipts.cases)("$says: $code", async ({ receipt, receiptKey, now, code }) => {
    const { operator, sent } = receipts;
    const checked = checkReceipt(receipt, sent, { operator, receiptKey, clock: () => now });
    const found = await checked.then(
      () => "ok",
      (error: unknown) => (error as { code: string }).code,
    );
    expect(found).toBe(code);
  });

  it("have a case for each code", () => {
    const codes = new Set(receipts.cases.map(({ code }) => code));
    expect(codes.size).toBe(9);
  });
});

describe("the documents that must be refused", () => {
  it("have a case for each code, and no others", () => {
    expect([...new Set(cases.map(({ code }) => code))].toSorted()).toEqual(Object.keys(BUNDLE_CODES).toSorted());
  });

  it.each(cases)("$bundle, $says: $code", async ({ bundle, checkpoint, keys, chain, receivedAt, ...expected }) => {
    const { verdict, state, code } = await verifyBundle(read(bundle), {
      ...(checkpoint !== undefined && { checkpoint: text(checkpoint) }),
      ...(keys !== undefined && { operator: parseTrust(text(keys)) }),
      ...(chain !== undefined && { chain: chainOf(chain) }),
      ...(receivedAt !== undefined && { receivedAt }),
    });
    expect({ verdict, state, code }).toEqual({
      verdict: expected.verdict,
      state: expected.state,
      code: expected.code,
    });
  });

  it("equal their generator's output, byte for byte", async () => {
    const files = await refusedFiles();
    expect(readdirSync(FOLDER).toSorted()).toEqual([...files.keys(), "exports.json"].toSorted());
    for (const [name, bytes] of files)
      expect(toHex(read(name)), `${name}: run npx tsx test/verify/bundle/write-refused.ts`).toBe(toHex(bytes));
  });
});
