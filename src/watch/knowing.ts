/**
 * Faults that only show with knowledge from outside the operator's records: other operators' logs, and externally owned
 * accounts.
 */
import { logId, type OperatorId } from "../action/domain.ts";
import { coveringCheckpoint, type AnchoredHistory } from "../dispute/evidence.ts";
import { foreignLog, forgedAction } from "../dispute/faults/faults.ts";
import type { FoundFault } from "../dispute/faults/findings.ts";
import { readEntry, readHeader } from "../dispute/succession.ts";
import { toHex, type Hex } from "../base/hex.ts";
import { SCHEME_WALLET } from "../log/entry.ts";

/** Another operator's log, by its owner and name. */
export type ForeignLog = { readonly owner: OperatorId; readonly log: string };

/** An account's statement that it has a private key, and is not a contract: see `signExternallyOwned`. */
export type OwnedAccount = { readonly account: Hex; readonly signature: Hex };

/** Finds headers of logs that belong to another operator. */
export function findForeignLogs(history: AnchoredHistory, logs: readonly ForeignLog[]): FoundFault[] {
  const known = new Map(logs.map((foreign) => [logId(foreign.owner, foreign.log), foreign]));
  return [...history.headers.entries()].flatMap(([position, bytes]) => {
    const header = readHeader(bytes);
    const foreign = header && known.get(toHex(header.log));
    if (foreign === undefined || coveringCheckpoint(history, position) === undefined) return [];
    const message = `the header at ${position} is of the log ${foreign.log} of ${foreign.owner.operator}`;
    return [{ message, proof: foreignLog(history, position, foreign.owner, foreign.log) }];
  });
}

/** Finds entries that claim a contract wallet's signature, although the account has a private key. */
export function findOwned(history: AnchoredHistory, accounts: readonly OwnedAccount[]): FoundFault[] {
  if (accounts.length === 0) return [];
  const known = new Map(accounts.map((owned) => [owned.account.toLowerCase(), owned.signature]));
  const faults: FoundFault[] = [];
  for (const batch of history.headers.keys()) {
    if (coveringCheckpoint(history, batch) === undefined || readHeader(history.headers[batch]!) === undefined) continue;
    for (const [position, bytes] of (history.entries(batch) ?? []).entries()) {
      const entry = readEntry(bytes);
      const signature = entry?.scheme === SCHEME_WALLET ? known.get(toHex(entry.actor)) : undefined;
      if (signature === undefined) continue;
      const message = `entry ${position} of the batch at ${batch} is by no contract wallet`;
      faults.push({ message, proof: forgedAction(history, { batch, position }, signature) });
    }
  }
  return faults;
}
