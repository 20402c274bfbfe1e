import { FormatError } from "../encoding/json.ts";
import { AnchorlogError } from "../errors.ts";

/** What an audit can find wrong. A closed set. */
export type FindingCode =
  | "missing_file"
  | "malformed"
  | "bad_action"
  | "bad_signature"
  | "entry_mismatch"
  | "broken_chain"
  | "replay"
  | "bad_receipt"
  | "batch_mismatch"
  | "checkpoint_mismatch"
  | "chain_mismatch"
  | "key_mismatch";

/** One thing that is wrong, and where: a file, and the line in it where there is one. */
export type Finding = { readonly code: FindingCode; readonly where: string; readonly message: string };

const MOST_LISTED = 100;

/** Collects findings: all are counted, the first hundred are listed. */
export class Findings {
  readonly list: Finding[] = [];
  total = 0;

  /** Notes a finding. Returns undefined, so that `return findings.add(...)` ends a check. */
  add(code: FindingCode, where: string, message: string): undefined {
    this.total++;
    if (this.list.length < MOST_LISTED) this.list.push({ code, where, message });
    return undefined;
  }

  /** Reads attacker-controlled input; what the reader refuses becomes a finding. */
  attempt<T>(code: FindingCode, where: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      const refused = error instanceof FormatError || error instanceof AnchorlogError || error instanceof RangeError;
      if (refused) return this.add(code, where, error.message);
      throw error;
    }
  }
}
