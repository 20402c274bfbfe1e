import fc from "fast-check";
import { expect, it } from "vitest";
import {
  addEffects,
  dropEffects,
  emptyEffects,
  packedEffects,
  unpackEffects,
} from "../../src/store/sqlite/effectsPack.ts";
import type { Statement } from "../../src/log/store.ts";

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.bigInt(),
  fc.constant(null),
  fc.uint8Array(),
  fc.constant({ entry: "index" } as const),
);
const statement = fc.record<Statement>(
  {
    sql: fc.constantFrom("SELECT 1", "UPDATE a SET b = ?", "DELETE FROM a"),
    parameters: fc.array(value, { maxLength: 4 }),
    expect: fc.nat(),
    refusal: fc.constant({ code: "taken", message: "it is taken" }),
  },
  { requiredKeys: ["sql"] },
);
const drafts = fc.array(fc.array(statement, { minLength: 1, maxLength: 4 }), { maxLength: 5 });

const sent = ({ sql, parameters = [], expect: rows }: Statement) => ({ sql, parameters, expect: rows });

it("unpacks the statements of each draft, without those of drafts that were dropped", () => {
  fc.assert(
    fc.property(drafts, drafts, drafts, (kept, dropped, after) => {
      const pack = emptyEffects();
      const add = (statements: Statement[], draft: number) => addEffects(pack, draft, statements);
      kept.forEach(add);
      dropped.forEach((statements, i) => add(statements, kept.length + i));
      dropEffects(pack, kept.length);
      after.forEach((statements, i) => add(statements, kept.length + i));
      const all = [...kept, ...after].map((statements) => statements.map(sent));
      expect(unpackEffects(structuredClone(packedEffects(pack)))).toEqual(new Map(all.entries()));
    }),
  );
});
