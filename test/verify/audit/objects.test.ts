import { describe, expect, it } from "vitest";
import { ANYBODY } from "anchorlog/action";
import { auditExport, importExport } from "anchorlog/verify/audit";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { makeHistory, type Lies } from "../../dispute/dishonest.ts";
import { about, ask, objectPlan, seat, W1 } from "../../dispute/object-plan.ts";
import { NOW, operator, trusted } from "../../operator.ts";

const audit = async (lies: Lies) => {
  const { read } = await makeHistory(operator, lies);
  const { verdict, findings } = await auditExport(read, { operator: trusted }, [], NOW);
  return { verdict, read, found: findings.map(({ code, where }) => `${where.split(":")[1]} ${code}`) };
};
const OTHER = new Uint8Array(20).fill(0xe8);
const OTHER_KEY = new Uint8Array(32).fill(7);

describe("the audit of entries' objects", () => {
  it("finds nothing in an honest history", async () => {
    expect(await audit({ plan: objectPlan() })).toMatchObject({ verdict: "valid", found: [] });
  });

  // A receipt belongs to the promised entry. A false entry does not make its actor a holder.
  it.each<[string, Lies, readonly string[]]>([
    ["another object", about(4, { objectKey: OTHER_KEY, prior: undefined }), ["5 object_mismatch"]],
    ["another part", about(2, { part: 1 }), ["3 object_mismatch", "3 wrong_prior"]],
    ["another holder than named", about(1, { holder: ANYBODY }), ["2 object_mismatch"]],
    ["a first act's holder", about(0, { holder: OTHER }), ["1 object_mismatch", "2 wrong_prior"]],
    ["a prior that skips an act", about(3, { prior: 0 }), ["4 wrong_prior"]],
    ["no prior", about(1, { prior: undefined }), ["2 wrong_prior"]],
    ["an ask as prior", about(3, { prior: 2 }), ["4 wrong_prior"]],
    ["another holder than asked about", about(2, { holder: OTHER }), ["3 wrong_prior"]],
    ["a holder that is not carried over", about(4, { holder: OTHER }), ["5 wrong_carry"]],
  ])("finds %s", async (_, lies, expected) => {
    const { verdict, found } = await audit(lies);
    expect(verdict).toBe("invalid");
    expect(found.filter((finding) => !finding.endsWith("bad_receipt"))).toEqual(expected);
  });

  it("finds a first ask that names a holder malformed", async () => {
    const { verdict, found } = await audit(about(0, { holder: OTHER }, objectPlan({ 0: { fields: ask } })));
    expect(verdict).toBe("invalid");
    expect(found[0]).toBe("1 malformed");
  });

  it.each<[string, Lies, string]>([
    ["a thief's act", { plan: objectPlan({ 3: { by: 0 } }) }, "4 wrong_prior"],
    ["an act after its deadline", { plan: objectPlan({ 1: { fields: LATE() } }) }, "2 deadline_passed"],
  ])("finds %s, and nothing of it is imported", async (_, lies, expected) => {
    const { verdict, found, read } = await audit(lies);
    expect(verdict).toBe("invalid");
    expect(found).toEqual([expected]);
    const store = await openSqliteStore(":memory:");
    await expect(importExport(read, store)).rejects.toMatchObject({ code: "bad_export" });
    expect(await store.allLogNames()).toEqual([]);
    await store.close();
  });
});

function LATE() {
  return { ...seat(W1), deadline: NOW / 1000 - 1 };
}
