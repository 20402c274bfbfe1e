import { compareRegistration, type ExpectedRegistration } from "../../chain/registration.ts";
import type { ChainTime } from "../../chain/chainTime.ts";
import type { ChainWriter } from "../../chain/client.ts";
import { ChainUnavailableError } from "../../chain/view.ts";
import type { BatchLog } from "../../batch/batchLog.ts";
import type { Checkpoint } from "../../batch/checkpoint.ts";
import { equalBytes } from "../../base/bytes.ts";
import type { Hex } from "../../base/hex.ts";
import { AnchorlogError, reasonOf } from "../../base/errors.ts";
import { describeLack, findLacks, type MissingEntries } from "../../log/guardEntries.ts";
import { batchLogKey, type Guard, type Mark } from "../../log/guard.ts";
import type { ChainStore } from "../../log/store.ts";
import { within } from "../../base/within.ts";
import {
  askSource,
  readRegistry,
  readRegistryInTime,
  type SourceAnswer,
  type OutsideSource,
  type CheckpointSource,
} from "./sources.ts";
import { createPatience, type Patience } from "../patience.ts";
import { countOf } from "../../base/countOf.ts";

/** Headers that a store lacks, although a signed checkpoint covers them. */
export type MissingHeaders = {
  readonly what: "headers";
  /** Positions `[from, to)` of the batch log. */
  readonly from: number;
  readonly to: number;
  /**
   * The store holds that many headers, but different ones: it is of another history, and an import cannot repair it.
   */
  readonly forked: boolean;
  /** The source that has the checkpoint. */
  readonly by: CheckpointSource;
};

/** Signed or promised data that a store lacks. */
export type Missing = MissingEntries | MissingHeaders;

/** Why the operator accepts no new actions now. */
export type Obstacle = { readonly code: "read_only" | "chain_unavailable" | "guard_failed"; readonly message: string };

/** Compares a store with the signed data that guard, published note and chain know. */
export type Comparison = {
  /**
   * Lists all that the store lacks, by guard, published note and chain as they are now.
   *
   * @throws AnchorlogError `chain_unavailable` if a source has not answered since the start; `guard_failed`.
   */
  missing(): Promise<readonly Missing[]>;
  /**
   * Asks the published note and the chain, before batches are closed or a checkpoint is signed. If a source does not
   * answer within its patience, its last answer is used. A late answer counts the next time.
   *
   * @param options `anew`: ask even if the sources answered a moment ago.
   * @throws AnchorlogError `registration_mismatch` and the like if the configuration no longer matches the registry.
   */
  ask(options: { readonly anew: boolean }): Promise<void>;
  /**
   * Compares the store with the guard as it is now and with the sources' last answers. Called before each batch is
   * closed and each checkpoint is signed.
   *
   * @throws AnchorlogError `read_only` if the store lacks something; `chain_unavailable` if a source has not answered
   * since the start; `guard_failed`.
   */
  confirm(): Promise<void>;
  /** Marks the store as incomplete: it is compared again before the operator accepts new actions. */
  doubt(): void;
  /** Returns what the last comparison found missing. */
  found(): readonly Missing[];
  /**
   * Returns why the operator accepts no new actions now, if so. While something is missing, it compares again from time
   * to time.
   */
  obstacle(): Obstacle | undefined | Promise<Obstacle | undefined>;
};

export type ComparisonOptions = {
  readonly store: Pick<ChainStore, "heads" | "entriesAt">;
  readonly batchLog: BatchLog;
  readonly guard: Guard | undefined;
  readonly chain: ChainWriter | undefined;
  /** Set if `chain` is. */
  readonly chainTime: Pick<ChainTime, "last" | "refresh"> | undefined;
  /** How long to wait for the chain before a batch is closed or a checkpoint is signed. */
  readonly patience: Patience;
  readonly registration: ExpectedRegistration;
  /** Reads the published checkpoint, if any. Undefined if the operator does not publish. */
  readonly readPublished: (() => Promise<Checkpoint | undefined>) | undefined;
  readonly clock: () => number;
};

/** Milliseconds between two comparisons that new actions wait for, and how long they wait. */
const RECHECK = 1_000;
/**
 * Milliseconds to wait for a source that has not answered yet, and for one that has. Closing and signing use a
 * {@link Patience} instead.
 */
const PATIENCE = 10_000;
const PATIENCE_AGAIN = 1_000;
type Outside = OutsideSource & { readonly patience: Patience };

type Comparing = ComparisonOptions & {
  readonly outside: readonly Outside[];
  /** The largest checkpoint of each source since the start. It remains if the source stops answering. */
  readonly answers: Map<CheckpointSource, SourceAnswer>;
  /** When each source was asked for its last answer, even if the answer came late; Unix ms. */
  readonly answered: Map<CheckpointSource, number>;
  /** Why sources did not answer the last questions. `asked` is when those ended, by `performance.now`. */
  silent: readonly string[];
  asked: number;
  /** The result of the last comparison. `compared` is when it ended, by `performance.now`. */
  missing: readonly Missing[];
  compared: number;
  /** Why the last comparison could not be completed. */
  trouble: (Obstacle & { readonly code: "chain_unavailable" }) | undefined;
  last: Obstacle | undefined;
  doubted: boolean;
  comparing: Promise<Obstacle | undefined> | undefined;
};

/**
 * Opens the comparison, and compares for the first time.
 *
 * @throws AnchorlogError `registration_mismatch`, `unknown_operator`, `wrong_chain`; `guard_failed`; the store's
 * errors.
 */
export async function openComparison(options: ComparisonOptions): Promise<Comparison> {
  const comparison: Comparing = {
    ...options,
    outside: outsideSources(options),
    answers: new Map(),
    answered: new Map(),
    silent: [],
    asked: -Infinity,
    missing: [],
    compared: -Infinity,
    trouble: undefined,
    last: undefined,
    doubted: false,
    comparing: undefined,
  };
  await askAndCompare(comparison);
  return {
    missing: async () => {
      const found = await askAndCompare(comparison);
      if (found.length === 0) assertCompared(comparison);
      return found;
    },
    ask: async ({ anew }) => {
      const isDue = anew || performance.now() - comparison.asked >= RECHECK;
      if (isDue) await askOutside(comparison, ({ patience }) => patience);
    },
    confirm: () => confirm(comparison),
    found: () => comparison.missing,
    doubt: () => void (comparison.doubted = true),
    obstacle: () => obstacle(comparison),
  };
}

/** The published note and the registry, if the operator has them. */
function outsideSources({ readPublished, chain, chainTime, registration, patience }: ComparisonOptions): Outside[] {
  const outside: Outside[] = [];
  if (readPublished !== undefined) {
    outside.push({ by: "published note", read: readPublished, patience: createPatience("the tiles' place") });
  }
  if (chain === undefined) return outside;
  const { operator } = registration;
  let isRegistrationKnown = false;
  const read = async (): Promise<Checkpoint | undefined> => {
    if (!isRegistrationKnown) await compareRegistration(chain, registration);
    isRegistrationKnown = true;
    await chainTime?.refresh();
    return readRegistry(chain, operator);
  };
  return [...outside, { by: "registry", read, readAgain: () => readRegistryInTime(chain, operator), patience }];
}

async function askAndCompare(comparison: Comparing): Promise<readonly Missing[]> {
  // The fixed time limits, because the caller does not close or sign.
  await askOutside(comparison, ({ by }): Patience => {
    const limit = comparison.answers.has(by) ? PATIENCE_AGAIN : PATIENCE;
    return (question) => within(limit, question());
  });
  return compareAll(comparison);
}

async function askOutside(comparison: Comparing, waitFor: (source: Outside) => Patience): Promise<void> {
  const { outside } = comparison;
  if (outside.length === 0) return;
  const reasons = await Promise.all(outside.map((source) => askOne(comparison, source, waitFor(source))));
  comparison.silent = reasons.filter((why) => why !== undefined);
  comparison.asked = performance.now();
}

/** Asks a source. Returns why it did not answer, or `undefined` if it did. */
async function askOne(
  { answers, answered, clock }: Comparing,
  source: Outside,
  wait: Patience,
): Promise<string | undefined> {
  const now = clock();
  try {
    // A late answer is still recorded, and counts the next time.
    await wait(async () => {
      await askSource(source, answers, clock);
      answered.set(source.by, now);
    });
    return undefined;
  } catch (error) {
    if (error instanceof AnchorlogError && MISMATCHES.has(error.code)) throw error;
    return `the ${source.by} cannot be asked: ${reasonOf(error)}`;
  }
}

async function compareAll(comparison: Comparing): Promise<readonly Missing[]> {
  const { store, guard } = comparison;
  const lacks = guard === undefined ? [] : await findLacks(store, await marksOfLogs(guard));
  const headers = await compareHeaders(comparison);
  const missing = [...lacks, ...headers];
  Object.assign(comparison, { missing, compared: performance.now(), doubted: false });
  comparison.last = await judge(comparison);
  return missing;
}

/** Reads the store last: in a sound store it is then ahead of the sources. */
async function compareHeaders(comparison: Comparing): Promise<MissingHeaders[]> {
  const { batchLog, guard, chain, chainTime, outside, answers, answered } = comparison;
  const said = [...answers].map(([by, { checkpoint }]): [CheckpointSource, Checkpoint | undefined] => [by, checkpoint]);
  // The earlier of the chain's time and the local clock: a process that opens without the chain relies on this time
  // (see `openAnchorlog`).
  const asOf = Math.min(chainTime?.last() ?? Infinity, ...outside.map(({ by }) => answered.get(by) ?? 0));
  const signed = await guard?.mark(batchLogKey(guard.origin));
  if (signed !== undefined) said.unshift(["guard", { size: signed.size, root: signed.hash }]);
  await batchLog.catchUp();
  const known = batchLog.size();
  const found = said.flatMap(([by, checkpoint]): MissingHeaders[] => {
    if (checkpoint === undefined) return [];
    const { size, root } = checkpoint;
    if (size > known) return [{ what: "headers", from: known, to: size, forked: false, by }];
    if (equalBytes(root, batchLog.tree.root(size))) return [];
    return [{ what: "headers", from: 0, to: size, forked: true, by }];
  });
  const isUnanswered = outside.some(({ by }) => !answers.has(by));
  comparison.trouble = isUnanswered ? { code: "chain_unavailable", message: comparison.silent.join("; ") } : undefined;
  if (chain !== undefined && found.length === 0) await guard?.compared(asOf);
  return found;
}

async function confirm(comparison: Comparing): Promise<void> {
  if (comparison.doubted || comparison.missing.some(({ what }) => what === "entries")) await compareAll(comparison);
  else comparison.missing = await compareHeaders(comparison);
  if (comparison.missing[0] !== undefined) throw readOnly(comparison.missing[0]);
  assertCompared(comparison);
}

function assertCompared({ trouble }: Comparing): void {
  if (trouble === undefined) return;
  throw new ChainUnavailableError(`the store was not compared since the start: ${trouble.message}`, {
    fix: "nothing is closed or signed on a store that was not compared: try again once the chain's node and the place of the tiles answer",
  });
}

function obstacle(comparison: Comparing): Obstacle | undefined | Promise<Obstacle | undefined> {
  const { missing, trouble, doubted, compared, last } = comparison;
  if (missing.length === 0 && trouble === undefined && !doubted) return undefined;
  if (performance.now() - compared < RECHECK && !(doubted && last === undefined)) return last;
  return within(RECHECK, (comparison.comparing ??= compareAgain(comparison)), last);
}

async function compareAgain(comparison: Comparing): Promise<Obstacle | undefined> {
  try {
    await askAndCompare(comparison);
  } catch (error) {
    if (!(error instanceof AnchorlogError)) throw error;
    comparison.compared = performance.now();
    // For example, the registration has changed.
    comparison.doubted = true;
    const code = error.code === "guard_failed" ? "guard_failed" : "read_only";
    comparison.last = { code, message: error.message };
  } finally {
    comparison.comparing = undefined;
  }
  return comparison.last;
}

async function judge(comparison: Comparing): Promise<Obstacle | undefined> {
  const { missing, trouble } = comparison;
  if (missing[0] !== undefined) return { code: "read_only", message: readOnly(missing[0]).message };
  return trouble === undefined || (await isTrusted(comparison)) ? undefined : trouble;
}

/**
 * If the chain does not answer, new actions are still accepted for a quarter of `maxAnchorDelay` after the last
 * comparison.
 */
async function isTrusted({ guard, registration, clock }: Comparing): Promise<boolean> {
  const { maxAnchorDelay } = registration;
  if (guard === undefined || maxAnchorDelay === undefined) return false;
  const age = clock() - (await guard.comparedAt());
  return age >= 0 && age < 250 * maxAnchorDelay;
}

/** Errors of a configuration that contradicts the chain. Waiting does not help. */
const MISMATCHES = new Set(["wrong_chain", "unknown_operator", "registration_mismatch"]);

async function marksOfLogs(guard: Guard): Promise<ReadonlyMap<Hex, Mark>> {
  const headers = batchLogKey(guard.origin);
  return new Map([...(await guard.marks())].filter(([key]) => key !== headers));
}

/** Creates the error for writing to a store that lacks something. */
export function readOnly(missing: Missing): AnchorlogError {
  return new AnchorlogError("read_only", `this store is read-only: ${describe(missing)}`, {
    fix: missing.forked
      ? "this store is of another history: open the one that receipts and checkpoints were signed from"
      : "put back what it lacks from an export (importExport) or a newer backup. It then continues without your help. It also does " +
        "if the registry has not shown that checkpoint for a quarter of an hour",
    details: { ...missing },
  });
}

function describe(missing: Missing): string {
  const { from, to, forked } = missing;
  if (missing.what === "entries") return describeLack(missing);
  if (forked) return `the checkpoint of the ${missing.by} contradicts the store's first ${countOf(to, "header")}`;
  return `the batch log lacks the headers from ${from} to ${to - 1}, which the ${missing.by} has`;
}
