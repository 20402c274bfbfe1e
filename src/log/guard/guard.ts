import { sha256 } from "@noble/hashes/sha2.js";
import { checkpointOrigin, type OperatorId } from "../../action/domain.ts";
import { equalBytes, utf8 } from "../../encoding/bytes.ts";
import { toHex, type Hex } from "../../encoding/hex.ts";
import { AnchorlogError } from "../../errors.ts";
import { readOperatorId } from "../../action/address.ts";
import type { LogStore } from "../store.ts";

/** How far something grew: its size, and the 32 bytes that all of it leads to. */
export type Mark = {
  /** Of a log, its entries; of the batch log, its headers. */
  readonly size: number;
  /** Of a log, the hash of its last entry; of the batch log, its root. */
  readonly hash: Uint8Array;
};

/**
 * Remembers what an operator signed, apart from the store, so that a store that was restored, copied or replaced never
 * has anything signed that contradicts it: of each log the last entry, and of the batch log the last checkpoint. It is
 * asked before, and trusted; the store is not. Marks are the operator's, whatever key signed: a key that follows
 * another one is bound by what that signed.
 *
 * Any method rejects with an AnchorlogError `guard_failed` where it cannot do its work: nothing is signed then.
 */
export type Guard = {
  /** Whose it is: the origin of the operator's checkpoints (PROTOCOL §5.1). */
  readonly origin: string;
  /** Whether several processes may have it open, as a store that several write needs it. */
  readonly shared: boolean;
  /** What is remembered under a key: a log's identifier, or {@link batchLogKey}. */
  mark(key: Hex): Promise<Mark | undefined>;
  /** All of it. */
  marks(): Promise<ReadonlyMap<Hex, Mark>>;
  /**
   * Moves a mark from what the caller knows it to be: compare-and-swap.
   *
   * @param options `durable`: on disk when it resolves. Otherwise it outlives this process, and a power cut may take
   *   the newest ones back.
   * @returns false, and nothing changed, where something else is remembered than `from`.
   */
  move(key: Hex, from: Mark | undefined, to: Mark, options: { readonly durable: boolean }): Promise<boolean>;
  /** When the store was last compared with the chain, in Unix ms, by the chain's time where that is less; 0 if it never was. */
  comparedAt(): Promise<number>;
  /** Says that it was compared; an earlier time changes nothing. */
  compared(at: number): Promise<void>;
  close(): Promise<void>;
};

/** The key under which a guard remembers the newest checkpoint: SHA-256 of the origin. */
export function batchLogKey(origin: string): Hex {
  return toHex(sha256(utf8(origin)));
}

/** The key of the time of comparison, which no log and no batch log has. */
export const COMPARED_KEY: Hex = `0x${"00".repeat(32)}`;

export function sameMark(a: Mark | undefined, b: Mark | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.size === b.size && equalBytes(a.hash, b.hash);
}

/** The origin of an operator's checkpoints, in whatever case its addresses are given. */
export function originOf(operator: OperatorId): string {
  return checkpointOrigin(readOperatorId(operator));
}

/** Checks that a guard is the operator's. */
export function assertGuardOf(guard: Pick<Guard, "origin">, operator: OperatorId, where: string): void {
  const origin = originOf(operator);
  if (guard.origin === origin) return;
  throw new AnchorlogError("foreign_guard", `${where} is the guard of ${guard.origin}, not of ${origin}`, {
    fix: "open the guard that was made for this operator; each operator has its own",
  });
}

/** Hardhat's and anvil's, where nothing is at stake. */
const LOCAL_CHAIN = 31_337;

/**
 * Checks that a guard fits the operator and its store.
 *
 * @throws AnchorlogError `no_guard`, `foreign_guard`, `bad_option`.
 */
export function assertGuard(
  guard: Guard | undefined,
  store: Pick<LogStore, "shared">,
  operator: OperatorId,
): asserts guard is Guard | undefined {
  if (guard === undefined) {
    if (operator.chainId === LOCAL_CHAIN) return;
    throw new AnchorlogError("no_guard", `an operator of chain ${operator.chainId} is not opened without a guard`, {
      fix: "give the option guard (anchorlog/log/guard): without one, a restored backup costs the stake",
    });
  }
  assertGuardOf(guard, operator, "this");
  if (store.shared && !guard.shared) {
    throw new AnchorlogError("bad_option", "several processes may write this store, and only one may open this guard", {
      fix: "keep the guard where all of them reach it: openPostgresGuard, in a database of its own",
    });
  }
}

/** What a guard says that was never made. */
export function noGuard(where: string): AnchorlogError {
  return new AnchorlogError("no_guard", `${where}: there is no guard`, {
    fix:
      "name the guard that was made for this operator. For a new operator `anchorlog register` makes it (createFileGuard, " +
      "createPostgresGuard). Where it is lost for good: `anchorlog guard adopt` (adoptStore), since a new guard remembers " +
      "nothing of what was signed",
  });
}

export function guardFailed(where: string, error: unknown): AnchorlogError {
  if (error instanceof AnchorlogError && error.code === "guard_failed") return error;
  // Its own advice is about a store.
  const why = (error instanceof Error ? error.message : String(error)).split("\nTo mend it: ")[0]!;
  return new AnchorlogError("guard_failed", `the guard ${where} failed: ${why}`, {
    fix: "see to its disk or database, then try again: until it answers, nothing is signed",
    cause: error,
  });
}
