import type { ChallengeKind } from "../anchor/presets.ts";
import type { Hex } from "../encoding/hex.ts";
import type { FaultProof } from "./faults.ts";
import { freezeOf, type FaultFreeze } from "./freezes.ts";

/** A fault that was found. */
export type FoundFault = {
  readonly proof: FaultProof;
  /** In words: what is wrong, and where. */
  readonly message: string;
};

/** What can be left open. */
export type OpenSubject = "header" | "entries" | "signature" | "commitment" | "payload";

/** What an export neither shows nor excludes. */
export type OpenQuestion = {
  /**
   * - `header`: the leaves under a checkpoint.
   * - `entries`: the leaves of a batch; asked for one by one.
   * - `signature`: an entry's.
   * - `commitment`: the actions are known, and do not give the batch's zkRoot. The operator can be made to show what
   *   stands at each position instead; with an entry's action that is a proof of `WrongCommitment`.
   * - `payload`: an entry's action is not known, so that whoever has only the export cannot tell whether its
   *   commitment is right. No challenge asks for a payload (`action` asks for its hash). Who holds the action asks what
   *   stands at its position, by the challenge `entry`, and compares.
   */
  readonly about: OpenSubject;
  /** The kind of challenge that makes the operator show it; undefined where none does. */
  readonly challenge: ChallengeKind | undefined;
  /** Of the header in the batch log. */
  readonly position: number;
  /** Of the entry in its batch, where it is about one. */
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
 * Collects what a search finds, up to a number of each. Beyond it a fault counts where it freezes more than those before:
 * else many of one log would hide those of another.
 */
export type FaultFindings = {
  readonly faults: FoundFault[];
  readonly questions: OpenQuestion[];
  /** @param freeze what the fault freezes; by default what its proof says, which then is made for each. */
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
