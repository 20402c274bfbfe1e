import { formatProof, parseProof } from "anchorlog/proof";
import { expect, test } from "vitest";
import { operator } from "../operator.ts";
import { forgedPurchase } from "./forge.ts";

const document = forgedPurchase(operator, `0x${"b5".repeat(20)}`);

test("a proof is written as JSON with two spaces, and read back unchanged", () => {
  const text = formatProof(document);
  expect(text).toMatch(/^\{\n {2}"format": "[^"]+",\n {2}"circuit": "disclosure",\n/);
  expect(text.endsWith("\n}\n")).toBe(true);
  expect(parseProof(text)).toEqual(document);
});

test("a bound is either atLeast or atMost", () => {
  const bounds = [{ of: "price", is: "between", value: "1" }];
  const text = formatProof({ ...document, claim: { ...document.claim, bounds: bounds as never } });
  expect(() => parseProof(text)).toThrow('claim.bounds[0].is: expected "atLeast" or "atMost", got "between"');
});

test.each(["batches", "proofs"])("a proof without %s is refused", (member) => {
  const text = formatProof({ ...document, [member]: [] });
  expect(() => parseProof(text)).toThrow(`${member}: is empty`);
});
