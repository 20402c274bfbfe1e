import type { Hex } from "../../base/hex.ts";
import { assertGiven } from "../../base/options.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { OperationsStore } from "../../log/store.ts";
import type { Attempt, Behind, Pending, PendingStore } from "./types.ts";

/** The account and chain of a pending transaction. */
export type PendingPlace = { readonly chainId: number; readonly account: Hex };

/** Keeps the pending transaction in memory, for commands that a user runs once and that print what they sent. */
export function memoryPendingStore(): PendingStore {
  let stored: string | undefined;
  return {
    read: async () => readPending(stored),
    write: async (next, before) => {
      if (stored !== formatPending(before)) throw pendingMoved();
      stored = formatPending(next);
    },
  };
}

/**
 * Keeps it in an operator's store, with the logs.
 *
 * @example
 * const pending = logPendingStore(store, { chainId: 1, account: walletClient.account.address })
 * const transactions = openTransactions({ chain: { publicClient, walletClient }, store: pending })
 * await transactions.resume() // pursues what an earlier process has sent
 */
export function logPendingStore(
  store: Pick<OperationsStore, "pendingTransaction" | "replacePendingTransaction">,
  of: PendingPlace,
): PendingStore {
  assertGiven("logPendingStore", { store, of }, "store.pendingTransaction()", "of.chainId", "of.account");
  const { chainId, account } = of;
  const place = { chainId, account: account.toLowerCase() as Hex };
  return {
    read: async () => readPending(await store.pendingTransaction(place)),
    write: async (next, before) => {
      if (!(await store.replacePendingTransaction(place, formatPending(next), formatPending(before)))) {
        throw pendingMoved();
      }
    },
  };
}

export function pendingMoved(): AnchorlogError {
  return new AnchorlogError("pending_moved", "the stored transaction is not the one that was read", {
    fix: "let one process at a time send from this account; it looks again by itself",
  });
}

const AMOUNTS = ["value", "gas", "maxFeePerGas", "maxPriorityFeePerGas"] as const;

/** Formats a pending transaction as JSON. The same one always gives the same text; no transaction gives undefined. */
export function formatPending(pending: Pending | undefined): string | undefined {
  if (pending === undefined) return undefined;
  const { chainId, account, nonce, attempts, before, fromBlock, since, bumps, behind } = pending;
  const fields = { chainId, account, nonce, fromBlock, since, bumps };
  return JSON.stringify({
    ...fields,
    before: before.map(plain),
    attempts: attempts.map(plain),
    behind: behind.map(({ attempt, fromBlock, since }) => ({ fromBlock, since, attempt: plain(attempt) })),
  });
}

function plain({ key, to, data, hash, raw, ...attempt }: Attempt): unknown {
  return { key, to, data, hash, raw, ...Object.fromEntries(AMOUNTS.map((name) => [name, `${attempt[name]}`])) };
}

/** @throws AnchorlogError `store_damaged` if the text is not a stored transaction. */
export function readPending(text: string | undefined): Pending | undefined {
  if (text === undefined) return undefined;
  try {
    const { before, attempts, behind, ...fields } = JSON.parse(text) as Omit<
      Pending,
      "before" | "attempts" | "behind"
    > & {
      before: Record<string, string>[];
      attempts: Record<string, string>[];
      behind: (Omit<Behind, "attempt"> & { attempt: Record<string, string> })[];
    };
    return {
      ...fields,
      before: before.map(readAttempt),
      attempts: attempts.map(readAttempt),
      behind: behind.map((at) => ({ ...at, attempt: readAttempt(at.attempt) })),
    };
  } catch (cause) {
    throw new AnchorlogError("store_damaged", "the stored transaction is not what was written", {
      fix: "find out who changed the store; the account's nonce on the chain shows whether a transaction is pending",
      cause,
    });
  }
}

function readAttempt({ key, to, data, hash, raw, ...amounts }: Record<string, string>): Attempt {
  const read = Object.fromEntries(AMOUNTS.map((name) => [name, BigInt(amounts[name]!)]));
  return { key, to, data, hash, raw, ...read } as unknown as Attempt;
}
