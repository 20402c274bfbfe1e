import type { OperatorId } from "./action/domain.ts";
import { readLatest } from "./anchor/anchorer.ts";
import { compareRegistration, type ExpectedRegistration } from "./anchor/registration.ts";
import type { ChainWriter } from "./anchor/client.ts";
import type { BatchLog } from "./batch/batchLog.ts";
import type { Checkpoint } from "./batch/checkpoint.ts";
import { equalBytes } from "./encoding/bytes.ts";
import { fromHex, type Hex } from "./encoding/hex.ts";
import { AnchorlogError } from "./errors.ts";
import { describeLack, findLack, type MissingEntries } from "./log/guard/entries.ts";
import { batchLogKey, type Guard } from "./log/guard/guard.ts";
import type { LogStore } from "./log/store.ts";
import { within } from "./within.ts";

/** What a store does not hold of the headers under a checkpoint that was signed. */
export type MissingHeaders = {
  readonly what: "headers";
  /** Positions `[from, to)` of the batch log. */
  readonly from: number;
  readonly to: number;
  /** The store holds as many, but others: it is of another history, and refilling does not mend it. */
  readonly forked: boolean;
  /** Who knows of the checkpoint. */
  readonly by: Witness;
};

/** What a store does not hold of what was promised. */
export type Missing = MissingEntries | MissingHeaders;

/** Who tells of checkpoints that were signed, but the store. */
export type Witness = "guard" | "published note" | "registry";

/** Why nothing new is promised now. */
export type Obstacle = { readonly code: "read_only" | "chain_unavailable" | "guard_failed"; readonly message: string };

/** Compares a store with what is known elsewhere of what was signed. */
export type Comparison = {
  /** All that the store lacks, by guard, published note and chain as they are now. */
  missing(): Promise<readonly Missing[]>;
  /**
   * Asked before a batch is closed or a checkpoint signed. A witness that does not answer counts as one that agrees
   * where it has agreed since the start.
   *
   * @throws AnchorlogError `read_only` where the store lacks something; `chain_unavailable` where a witness did not
   *   answer since the start; `guard_failed`.
   */
  confirm(): Promise<void>;
  /** Says that the store was found to lack something: it is compared before anything else is promised. */
  doubt(): void;
  /** Why nothing is promised now, if so; where something is missing, it is looked for again, once in a while. */
  obstacle(): Obstacle | undefined | Promise<Obstacle | undefined>;
};

export type ComparisonOptions = {
  readonly store: LogStore;
  readonly batchLog: BatchLog;
  readonly logs: readonly Hex[];
  readonly guard: Guard | undefined;
  readonly chain: ChainWriter | undefined;
  readonly registration: ExpectedRegistration;
  /** The checkpoint that is published, if any. Absent where nothing is published. */
  readonly readPublished: (() => Promise<Checkpoint | undefined>) | undefined;
  readonly clock: () => number;
};

/** Milliseconds between two comparisons that promises wait for, and for which they wait. */
const RECHECK = 1_000;
/** Milliseconds after which a witness counts as silent. */
const PATIENCE = 10_000;

/**
 * Opens the comparison, and compares for the first time.
 *
 * @throws AnchorlogError `registration_mismatch`, `unknown_operator`, `wrong_chain`; `guard_failed`; what reading the
 *   store throws.
 */
export async function openComparison(options: ComparisonOptions): Promise<Comparison> {
  const { store, batchLog, guard, chain, registration, readPublished, clock } = options;
  const { operator, maxAnchorDelay } = registration;
  /** Witnesses that agreed since the start. */
  const agreed = new Set<Witness>();
  let isRegistrationKnown = false;
  let missing: readonly Missing[] = [];
  /** Why the last comparison came to no end. */
  let trouble: Obstacle | undefined;
  /** A registration that is not the configured one: nothing mends that but another configuration. */
  let mismatch: AnchorlogError | undefined;
  let doubted = false;
  let compared = -Infinity;
  let comparing: Promise<Obstacle | undefined> | undefined;

  const outside: { readonly by: Witness; readonly read: () => Promise<Checkpoint | undefined> }[] = [];
  if (readPublished !== undefined) outside.push({ by: "published note", read: readPublished });
  if (chain !== undefined) {
    outside.push({
      by: "registry",
      read: () => compareRegistrationOnce(chain).then(() => readRegistry(chain, operator)),
    });
  }

  const compareRegistrationOnce = async (chain: ChainWriter): Promise<void> => {
    if (isRegistrationKnown) return;
    if (mismatch !== undefined) throw mismatch;
    try {
      await compareRegistration(chain, registration);
      isRegistrationKnown = true;
    } catch (error) {
      if (error instanceof AnchorlogError && MISMATCHES.has(error.code)) mismatch = error;
      throw error;
    }
  };

  /** What the witnesses say: read before the store is, since a store is ahead of them where nothing is wrong. */
  const ask = async (): Promise<{ said: { by: Witness; checkpoint: Checkpoint }[]; silent: string[] }> => {
    const said: { by: Witness; checkpoint: Checkpoint }[] = [];
    const silent: string[] = [];
    const signed = await guard?.mark(batchLogKey(guard.origin));
    if (signed !== undefined) said.push({ by: "guard", checkpoint: { size: signed.size, root: signed.hash } });
    for (const { by, read } of outside) {
      try {
        const checkpoint = await within(PATIENCE, read());
        if (checkpoint !== undefined) said.push({ by, checkpoint });
        agreed.add(by);
      } catch (error) {
        if (error === mismatch || (error instanceof AnchorlogError && error.code === "foreign_tiles")) throw error;
        if (!agreed.has(by)) silent.push(`the ${by} cannot be asked: ${reasonOf(error)}`);
      }
    }
    return { said, silent };
  };

  const compareHeaders = async (): Promise<{ missing: MissingHeaders[]; silent: string[] }> => {
    const { said, silent } = await ask();
    try {
      await batchLog.catchUp();
    } catch (error) {
      if (!(error instanceof AnchorlogError) || error.code !== "store_behind") throw error;
      const range = { from: (await store.batches()).length, to: batchLog.size() };
      return { missing: [{ what: "headers", ...range, forked: range.from >= range.to, by: "guard" }], silent };
    }
    const known = batchLog.size();
    const found = said.flatMap(({ by, checkpoint: { size, root } }): MissingHeaders[] => {
      if (size > known) return [{ what: "headers", from: known, to: size, forked: false, by }];
      if (equalBytes(root, batchLog.tree.root(size))) return [];
      return [{ what: "headers", from: 0, to: size, forked: true, by }];
    });
    return { missing: found, silent };
  };

  const note = (found: readonly Missing[], silent: readonly string[]): void => {
    missing = found;
    trouble = silent.length === 0 ? undefined : { code: "chain_unavailable", message: silent.join("; ") };
  };

  const compareAll = async (): Promise<readonly Missing[]> => {
    const marks = await guard?.marks();
    const lacks = await Promise.all(
      options.logs.map(async (log) => {
        const mark = marks?.get(log);
        return mark === undefined ? undefined : findLack(store, log, mark);
      }),
    );
    const headers = await compareHeaders();
    note([...lacks.filter((lack) => lack !== undefined), ...headers.missing], headers.silent);
    compared = performance.now();
    doubted = false;
    if (missing.length === 0 && trouble === undefined) await guard?.compared(clock());
    return missing;
  };

  const confirm = async (): Promise<void> => {
    if (doubted || missing.some(({ what }) => what === "entries")) await compareAll();
    else {
      const headers = await compareHeaders();
      note(headers.missing, headers.silent);
    }
    if (missing[0] !== undefined) throw readOnly(missing[0]);
    if (trouble === undefined) return;
    throw new AnchorlogError(trouble.code, `the store was not compared since the start: ${trouble.message}`, {
      fix: "nothing is closed or signed on a store that was not compared: try again once all witnesses answer",
    });
  };

  /** Promises go on for a while on the word of the last comparison. */
  const isTrusted = async (): Promise<boolean> => {
    if (guard === undefined || maxAnchorDelay === undefined) return false;
    return clock() - (await guard.comparedAt()) < 250 * maxAnchorDelay;
  };
  const judge = async (): Promise<Obstacle | undefined> => {
    if (missing[0] !== undefined) return { code: "read_only", message: readOnly(missing[0]).message };
    return trouble === undefined || (await isTrusted()) ? undefined : trouble;
  };
  const compareAgain = async (): Promise<Obstacle | undefined> => {
    try {
      await compareAll();
      last = await judge();
    } catch (error) {
      if (!(error instanceof AnchorlogError)) throw error;
      last = { code: error.code === "guard_failed" ? "guard_failed" : "read_only", message: error.message };
    } finally {
      compared = performance.now();
      comparing = undefined;
    }
    return last;
  };

  await compareAll();
  let last = await judge();
  return {
    missing: compareAll,
    confirm,
    doubt: () => void (doubted = true),
    obstacle: () => {
      const isSettled = missing.length === 0 && trouble === undefined && mismatch === undefined && !doubted;
      if (isSettled) return undefined;
      if (performance.now() - compared < RECHECK) return last;
      return within(RECHECK, (comparing ??= compareAgain()), last);
    },
  };
}

/** Configurations that no chain will ever agree with. */
const MISMATCHES = new Set(["wrong_chain", "unknown_operator", "registration_mismatch"]);

async function readRegistry(chain: ChainWriter, operator: OperatorId): Promise<Checkpoint | undefined> {
  const { size, root } = await readLatest(chain, operator);
  return size === 0 ? undefined : { size, root: fromHex(root, 32) };
}

/** The error of whoever would write to a store that lacks something. */
export function readOnly(missing: Missing): AnchorlogError {
  return new AnchorlogError("read_only", `this store is read-only: ${describe(missing)}`, {
    fix: missing.forked
      ? "this store is of another history: open the one that receipts and checkpoints were signed from"
      : "put back what it lacks from an export (importExport) or a newer backup; it goes on by itself then",
    details: { ...missing },
  });
}

function describe(missing: Missing): string {
  const { from, to, forked } = missing;
  if (missing.what === "entries") return describeLack(missing);
  if (forked) return `its first ${to} headers are not those of the checkpoint that the ${missing.by} knows`;
  return `the batch log lacks the headers from ${from} to ${to - 1}, of which the ${missing.by} knows`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.split("\n", 1)[0]! : String(error);
}
