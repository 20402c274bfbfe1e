import { attempt } from "../../base/attempt.ts";
import { FormatError } from "../../base/json.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { meaningOf, type MeaningId } from "./meanings.ts";

/** The codes of findings. A closed set. */
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

/** A fault, and its place: a file and, if it concerns a line, the line's number. */
export type Finding = {
  readonly code: FindingCode;
  readonly where: string;
  readonly message: string;
  /** The key of its meaning in `MEANINGS`. */
  readonly meaning: MeaningId;
};

/** An item that could not be judged, because other data is unreadable, missing or withheld. */
export type Unjudged = { readonly where: string; readonly message: string };

const MOST_LISTED = 100;
/** The number of findings that ends an audit. */
export const MOST_COUNTED = 1_000;

/** Ends an audit that has enough findings. More would add nothing, and would cost the auditor time. */
export class TooManyFindings extends Error {}

/**
 * Collects findings and unjudged items. The first hundred findings are listed, the others are only counted, and the
 * thousandth ends the audit.
 */
export class Findings {
  readonly list: Finding[] = [];
  total = 0;
  readonly unjudged: Unjudged[] = [];
  totalUnjudged = 0;

  /** Whether the audit ended because of too many findings. */
  get isFull(): boolean {
    return this.total === MOST_COUNTED;
  }

  /**
   * Records a finding. Returns undefined, so that `return findings.add(...)` ends a check.
   *
   * @throws TooManyFindings with the thousandth.
   */
  add(code: FindingCode, where: string, message: string, meaning = meaningOf(code, where)): undefined {
    this.total++;
    if (this.list.length < MOST_LISTED) this.list.push({ code, where, message, meaning });
    if (this.isFull) throw new TooManyFindings();
    return undefined;
  }

  /** Records an unjudged item and its reason. Unreadable data has a finding of its own. */
  leave(where: string, message: string): undefined {
    this.totalUnjudged++;
    if (this.unjudged.length < MOST_LISTED) this.unjudged.push({ where, message });
    return undefined;
  }

  /** Reads attacker-controlled input. If the reader refuses it, that becomes a finding. */
  attempt<T>(code: FindingCode, where: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (isRefusal(error)) return this.add(code, where, error.message);
      throw error;
    }
  }
}

/** Whether a reader threw this because its input is malformed. */
export function isRefusal(error: unknown): error is Error {
  return error instanceof FormatError || error instanceof AnchorlogError || error instanceof RangeError;
}

/** Returns what `read` does, or `undefined` if it refuses. */
export const unlessRefused = <T>(read: () => T): T | undefined =>
  attempt(read, FormatError, AnchorlogError, RangeError);
