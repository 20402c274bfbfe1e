import type { ChallengeKind } from "../../chain/presets.ts";
import type { Hex } from "../../base/hex.ts";
import type { FaultProof } from "./faults.ts";
import { freezeOf, type FaultFreeze } from "./freezes.ts";

/** A fault that was found. */
export type FoundFault = {
  readonly proof: FaultProof;
  /** Describes the fault and its place. */
  readonly message: string;
};

/** The kinds of open questions. */
export type OpenSubject = "header" | "entries" | "signature" | "commitment" | "payload";

/** A possible fault that an export neither shows nor excludes. */
export type OpenQuestion = {
  /**
   * - `header`: the leaves under a checkpoint.
   * - `entries`: the leaves of a batch, challenged one by one.
   * - `signature`: an entry's signature, or the action that it signs. If nobody shows them, the challenge freezes the
   *   log from the entry.
   * - `commitment`: the known actions do not give the batch's zkRoot. Challenge the operator for the leaf at each
   *   position. With an entry's action, its answer is a proof of `WrongCommitment`.
   * - `payload`: an entry's action is unknown although the export has payloads, so the export alone does not show
   *   whether its commitment is right. No challenge asks for a payload (`action` asks for its hash). Anyone with the
   *   action can ask for the leaf by the challenge `entry`, and compare.
   */
  readonly about: OpenSubject;
  /** The kind of challenge that makes the operator show it; undefined if no challenge does. */
  readonly challenge: ChallengeKind | undefined;
  /** The header's position in the batch log. */
  readonly position: number;
  /** The entry's position in its batch, if the question is about an entry. */
  readonly entry?: number | undefined;
  readonly message: string;
};

const ASKED_BY: Readonly<Record<OpenSubject, ChallengeKind | undefined>> = {
  header: "header",
  entries: "entry",
  signature: "action",
  commitment: "entry",
  payload: undefined,
};

/**
 * Collects faults and questions, up to a limit each. Beyond the limit a fault counts only if it freezes more than the
 * ones before it. Otherwise many faults of one log could hide another log's.
 */
export type FaultFindings = {
  readonly faults: FoundFault[];
  readonly questions: OpenQuestion[];
  /**
   * @param freeze the part of the log that the fault freezes. By default it is derived from the proof, which is then
   * made for every fault.
   */
  fault(message: string, prove: () => FaultProof, freeze?: FaultFreeze): void;
  question(about: OpenSubject, position: number, message: string, entry?: number): void;
};

export function collectFaults(limit: number): FaultFindings {
  const faults: FoundFault[] = [];
  const questions: OpenQuestion[] = [];
  const frozen = new Map<Hex, number>();
  return {
    faults,
    questions,
    fault: (message, prove, freeze) => {
      const made = freeze === undefined ? prove() : undefined;
      const { log, from } = freeze ?? freezeOf(made!);
      const least = frozen.get(log) ?? Infinity;
      if (faults.length >= limit && from >= least) return;
      frozen.set(log, Math.min(from, least));
      faults.push({ proof: made ?? prove(), message });
    },
    question: (about, position, message, entry) => {
      if (questions.length === limit) return;
      const of = entry === undefined ? {} : { entry };
      questions.push({ about, challenge: ASKED_BY[about], position, ...of, message });
    },
  };
}
