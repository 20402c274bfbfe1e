import { FormatError } from "../encoding/json.ts";
import { AnchorlogError } from "../errors.ts";

/** What an audit can find wrong. A closed set. */
export type FindingCode =
  | "missing_file"
  | "malformed"
  | "unknown_kind"
  | "bad_action"
  | "bad_signature"
  | "entry_mismatch"
  | "object_mismatch"
  | "wrong_prior"
  | "wrong_carry"
  | "deadline_passed"
  | "broken_chain"
  | "replay"
  | "bad_receipt"
  | "batch_mismatch"
  | "checkpoint_mismatch"
  | "chain_mismatch"
  | "key_mismatch"
  | "timestamp_mismatch";

/** One thing that is wrong, and where: a file, and the line in it where there is one. */
export type Finding = { readonly code: FindingCode; readonly where: string; readonly message: string };

/** One thing that could not be judged, because what it rests on cannot be read or is missing. */
export type Unjudged = { readonly where: string; readonly message: string };

const MOST_LISTED = 100;
const MOST_COUNTED = 1_000;

/** Ends an audit that has found enough: what follows adds nothing, and costs whoever has to judge it. */
export class TooManyFindings extends Error {}

/**
 * Collects findings: the first hundred are listed, the next ones counted, and the thousandth is the last. Beside them it
 * collects what was not judged.
 */
export class Findings {
  readonly list: Finding[] = [];
  total = 0;
  readonly unjudged: Unjudged[] = [];
  totalUnjudged = 0;

  /** Whether the audit ended with the last one. */
  get isFull(): boolean {
    return this.total === MOST_COUNTED;
  }

  /**
   * Notes a finding. Returns undefined, so that `return findings.add(...)` ends a check.
   *
   * @throws TooManyFindings with the thousandth.
   */
  add(code: FindingCode, where: string, message: string): undefined {
    this.total++;
    if (this.list.length < MOST_LISTED) this.list.push({ code, where, message });
    if (this.isFull) throw new TooManyFindings();
    return undefined;
  }

  /** Notes what was not judged, and why. A finding says what could not be read. */
  leave(where: string, message: string): undefined {
    this.totalUnjudged++;
    if (this.unjudged.length < MOST_LISTED) this.unjudged.push({ where, message });
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
