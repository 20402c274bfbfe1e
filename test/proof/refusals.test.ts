import { openProver, proveAbsence, proveDisclosure, proveOrder } from "anchorlog/proof/prover";
import type { Hex } from "anchorlog";
import { describe, expect, test } from "vitest";
import { closing } from "../ends.ts";
import { openProvenLog } from "./log.ts";

const log = await openProvenLog();
const { bundles, kinds, entries } = log;
const prover = closing(await openProver());

const beneficiary: Hex = `0x${"b5".repeat(20)}`;
const [early, late] = [bundles[2]!, bundles[21]!];
const object = (index: number) => ({ objectId: `object ${index}` });
const price = 2n ** 256n - 3n;

describe("refuses before it proves", () => {
  const say = (change: object) => ({ bundle: early, scope: 1n, beneficiary, ...change });
  test.each([
    ["another kind", "no_match", { action: "Vote" }],
    ["a price that is lower", "out_of_bounds", { where: { price: { atLeast: `${price + 1n}` } } }],
    ["a range of nothing", "statement_malformed", { where: { price: {} } }],
    ["a bound of a text", "statement_malformed", { where: { objectId: { atLeast: "1" } } }],
    ["a member that is not there", "statement_malformed", { reveal: ["none"] }],
    ["five values", "statement_malformed", { reveal: ["objectId", "to", "price", "salt", "entry.nonce"] }],
    ["a subject that is no address", "statement_malformed", { subject: "price" }],
    ["a beneficiary in capitals", "statement_malformed", { beneficiary: beneficiary.toUpperCase() }],
    ["a scope of r", "statement_malformed", { scope: 2n ** 255n }],
    ["a bundle that is only promised", "not_included", { bundle: log.promised }],
    [
      "an entry of another log",
      "zk_root_mismatch",
      {
        bundle: {
          ...early,
          entry: bundles[5]!.entry,
          inclusion: { ...early.inclusion, zkPath: bundles[5]!.inclusion!.zkPath },
        },
      },
    ],
    ["an entry that cannot be read", "statement_malformed", { bundle: { ...early, entry: "0x00" } }],
    [
      "a message that is not canonical",
      "statement_malformed",
      { bundle: { ...early, action: { ...early.action, message: { ...early.action.message, nonce: "x" } } } },
    ],
  ])("%s: %s", async (_, code, change) => {
    await expect(proveDisclosure(say(change) as never, { prover })).rejects.toThrow(expect.objectContaining({ code }));
  });

  test("an order that is reversed, has other values, or spans two checkpoints", async () => {
    const prove = (first: typeof early, of: number, second: typeof early) =>
      proveOrder(
        { first: { bundle: first, where: object(of) }, second: { bundle: second, where: {} }, beneficiary },
        { prover },
      );
    await expect(prove(late, 21, early)).rejects.toThrow(expect.objectContaining({ code: "not_before" }));
    await expect(prove(early, 2, early)).rejects.toThrow(expect.objectContaining({ code: "not_before" }));
    await expect(prove(early, 3, late)).rejects.toThrow(expect.objectContaining({ code: "no_match" }));
    await expect(prove(log.later, 0, late)).rejects.toThrow(/different checkpoints/);
    const elsewhere = { ...late, operator: { ...late.operator, registry: `0x${"99".repeat(20)}` as const } };
    await expect(prove(early, 2, elsewhere)).rejects.toThrow(/different logs/);
    await expect(prove(early, 2, { ...late, log: "b.example" })).rejects.toThrow(/different logs/);
  });

  test("an absence of an existing action, or with an incomplete batch", async () => {
    const prove = (change: object) =>
      proveAbsence({ bundle: early, entries, kinds, action: "Transfer", where: object(21), ...change }, { prover });
    await expect(prove({ where: object(19) })).rejects.toThrow(/position 19 matches/);
    await expect(prove({ action: "Vote", where: {} })).rejects.toThrow(expect.objectContaining({ code: "not_absent" }));
    for (const change of [
      { entries: entries.slice(1) },
      { entries: entries.toReversed() },
      { action: "None" },
      { kinds: new Map([["Transfer", kinds.get("Transfer")!]]) },
      { where: { price: "1" } },
    ]) {
      await expect(prove(change)).rejects.toThrow(expect.objectContaining({ code: "statement_malformed" }));
    }
    const exchanged = entries.with(1, entries[2]!).with(2, entries[1]!);
    await expect(prove({ entries: exchanged })).rejects.toThrow("entries[1] is entry 2, not 1");
  });
});
