import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { verifyRow } from "anchorlog/verify/bundle";

const golden = (name: string): Buffer => readFileSync(new URL(`../../vectors/bundles/v1/${name}`, import.meta.url));
const row = { text: '{"id":1}' };

it.each([
  ["text", golden("included.json").toString()],
  ["the bytes of its JSON", golden("included.json")],
  ["its compact form", golden("included.bin")],
])("a bundle that records no row proves none, given as %s", async (_, bundle) => {
  const verdict = await verifyRow(bundle, row);
  expect(verdict).toMatchObject({ verdict: "invalid", code: "row_mismatch" });
  expect(verdict.message).toMatch(/^the action is a .+, not a record of a row$/);
});

it("a bundle in a newer format is not judged", async () => {
  const bundle = JSON.stringify({ format: "anchorlog.bundle/9" });
  expect(await verifyRow(bundle, row)).toMatchObject({ verdict: "indeterminate", code: "newer_format" });
});
