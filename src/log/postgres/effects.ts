import { AnchorlogError } from "../../errors.ts";
import type { PgClient } from "./connection.ts";
import type { EffectPoint, Effects } from "./draft.ts";
import { isCertain, isConflict, sqlState } from "./errors.ts";

/** What would end the transaction, or take back another draft's part of it; comments may come before it. */
const CONTROLS =
  /^(?:[\s;]|--[^\n]*\n|\/\*[^]*?\*\/)*(?:abort|begin|commit|end|prepare|release|rollback|savepoint|start)\b/i;
/** There is no transaction any more, or no such savepoint. */
const LOST = new Set(["25P01", "25P02", "3B001"]);

const NAMES: Record<EffectPoint, string> = { call: "anchorlog_call", draft: "anchorlog_draft" };

/** Runs statements in the transaction of a connection. */
export function effectsOver(client: PgClient): Effects {
  return {
    mark: async (point) => {
      // Constraints that may wait do wait, but for no longer than the draft: see `keep`.
      const wait = point === "draft" ? "; SET CONSTRAINTS ALL DEFERRED" : "";
      await client.query(`SAVEPOINT ${NAMES[point]}${wait}`);
    },
    keep: async (point) => {
      // Checked now, a constraint fails this draft; at the commit it would fail all others with it.
      const check = point === "draft" ? "SET CONSTRAINTS ALL IMMEDIATE; " : "";
      await client.query(`${check}RELEASE SAVEPOINT ${NAMES[point]}`);
    },
    undo: async (point) => {
      await client.query(`ROLLBACK TO SAVEPOINT ${NAMES[point]}; RELEASE SAVEPOINT ${NAMES[point]}`);
    },
    run: async ({ sql, parameters = [] }) => {
      if (CONTROLS.test(sql)) {
        throw new AnchorlogError("bad_effect", "a statement that commits with an entry cannot control its transaction");
      }
      await client.query({ text: sql, values: [...parameters], queryMode: "extended" });
    },
    isOwnFault: (error) =>
      (error instanceof AnchorlogError && error.code === "bad_effect") ||
      (isCertain(error) && !isConflict(error) && !LOST.has(sqlState(error)!)),
  };
}
