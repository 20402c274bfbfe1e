import { sha256 } from "@noble/hashes/sha2.js";
import { checkpointOrigin, type OperatorId } from "../action/domain.ts";
import { equalBytes, utf8 } from "../base/bytes.ts";
import { toHex, type Hex } from "../base/hex.ts";
import { AnchorlogError, withoutRemedy } from "../base/errors.ts";
import { readOperatorId } from "../action/address.ts";
import { LOCAL_CHAIN } from "../action/signers/development.ts";
import type { OperationsStore } from "./store.ts";

/** A signed state of a log or of the batch log: its size, and the hash that covers all of it. */
export type Mark = {
  /** For a log, its number of entries; for the batch log, its number of headers. */
  readonly size: number;
  /** For a log, the hash of its last entry; for the batch log, its root. */
  readonly hash: Uint8Array;
};

/**
 * Double-signing protection: stores the newest signed state outside the store, which is each log's last entry and the
 * batch log's last checkpoint. So a restored, copied or replaced store cannot make the operator sign a contradiction.
 * The guard is checked before signing, and trusted over the store. Marks belong to the operator, not to a key: after a
 * key change the new key is bound by the old key's marks.
 *
 * Any method rejects with an AnchorlogError `guard_failed` if it cannot do its work. Nothing is signed then.
 */
export type Guard = {
  /** The operator's checkpoint origin (protocol/1-verify §7.1), which identifies the guard's operator. */
  readonly origin: string;
  /** Whether several processes may open it. Required for a store that several processes write. */
  readonly shared: boolean;
  /** The mark of a key: a log's identifier, or {@link batchLogKey}. */
  mark(key: Hex): Promise<Mark | undefined>;
  /** All marks by key. */
  marks(): Promise<ReadonlyMap<Hex, Mark>>;
  /**
   * Moves a mark if it still is `from` (compare-and-swap).
   *
   * @param options `durable`: the mark is on disk when the promise resolves. Otherwise it survives this process, but a
   *   power cut may undo the newest moves.
   * @returns false, with nothing changed, if the mark is not `from`.
   */
  move(key: Hex, from: Mark | undefined, to: Mark, options: { readonly durable: boolean }): Promise<boolean>;
  /**
   * Unix milliseconds of the last comparison of the store with the chain, or the chain's time if that is earlier; 0 if
   * never.
   */
  comparedAt(): Promise<number>;
  /** Records the time of a comparison; an earlier time changes nothing. */
  compared(at: number): Promise<void>;
  close(): Promise<void>;
};

/** The key of the newest checkpoint's mark: SHA-256 of the origin. */
export function batchLogKey(origin: string): Hex {
  return toHex(sha256(utf8(origin)));
}

/** The key of the time of comparison. No log and no batch log has this key. */
export const COMPARED_KEY: Hex = `0x${"00".repeat(32)}`;

export function sameMark(a: Mark | undefined, b: Mark | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.size === b.size && equalBytes(a.hash, b.hash);
}

/** The origin of an operator's checkpoints. Addresses may be in any case. */
export function originOf(operator: OperatorId): string {
  return checkpointOrigin(readOperatorId(operator));
}

/** Checks that a guard belongs to the operator. */
export function assertGuardOf(guard: Pick<Guard, "origin">, operator: OperatorId, where: string): void {
  const origin = originOf(operator);
  if (guard.origin === origin) return;
  throw new AnchorlogError("foreign_guard", `${where} is the guard of ${guard.origin}, not of ${origin}`, {
    fix: "open the guard that was made for this operator; each operator has its own",
  });
}

/**
 * Checks that a guard fits the operator and its store.
 *
 * @throws AnchorlogError `no_guard`, `foreign_guard`, `bad_option`.
 */
export function assertGuard(
  guard: Guard | undefined,
  store: Pick<OperationsStore, "shared">,
  operator: OperatorId,
): asserts guard is Guard | undefined {
  if (guard === undefined) {
    if (operator.chainId === LOCAL_CHAIN) return;
    throw new AnchorlogError("no_guard", `an operator of chain ${operator.chainId} is not opened without a guard`, {
      fix: "give the option guard (anchorlog/store/guard): without one, a restored backup costs the stake",
    });
  }
  assertGuardOf(guard, operator, "this");
  if (store.shared && !guard.shared) {
    throw new AnchorlogError("bad_option", "several processes may write this store, and only one may open this guard", {
      fix: "keep the guard in a place that all processes reach: openPostgresGuard, in a database of its own",
    });
  }
}

/** The error for a guard that was never created. */
export function noGuard(where: string): AnchorlogError {
  return new AnchorlogError("no_guard", `${where}: there is no guard`, {
    fix:
      "name the guard that was made for this operator. For a new operator `npx anchorlog register` makes it (createFileGuard, " +
      "createPostgresGuard). If it is lost for good: `npx anchorlog guard adopt` (adoptStore). A new guard remembers " +
      "nothing of what was signed",
  });
}

export function guardFailed(where: string, error: unknown): AnchorlogError {
  if (error instanceof AnchorlogError && error.code === "guard_failed") return error;
  // Leave out the error's own advice, which is about a store.
  const why = withoutRemedy(error);
  return new AnchorlogError("guard_failed", `the guard ${where} failed: ${why}`, {
    fix: "repair its disk or database, then try again: until it answers, nothing is signed",
    cause: error,
  });
}
