/** The records of one table in a log: reading and finding them. */
import { readOperatorId } from "../action/address.ts";
import { hashDomain, logId, type Domain } from "../action/domain.ts";
import type { ActionContext } from "../action/verify.ts";
import { recordKind, rowName, rowObjectKey, type RecordPayload } from "../action/record.ts";
import { AnchorlogError } from "../base/errors.ts";
import { inLowerCase, type Hex } from "../base/hex.ts";
import { assertGiven } from "../base/options.ts";
import { acceptedAtOf, decodeEntry } from "../log/entry.ts";
import { assertIntact } from "../log/intact.ts";
import type { ChainStore, StoredEntry } from "../log/store.ts";
import type { AnchorlogOptions } from "../operator/options.ts";

/** The part of a store that records are read from. */
export type RecordStore = Pick<ChainStore, "heads" | "entries" | "actsBefore">;

/** The records of one table. */
export type Records = {
  readonly store: RecordStore;
  /** The operator's domain and kinds. */
  readonly context: ActionContext;
  /** The log's id. */
  readonly log: Hex;
  /** The table's name in its records. */
  readonly name: string;
  /** The service key's address, lower-case. Actions of others are not records. */
  readonly signer: Hex;
};

/** A row's record. */
export type RowRecord = {
  readonly index: number;
  /** Unix milliseconds. */
  readonly acceptedAt: number;
  readonly id: string;
  readonly payload: RecordPayload;
};

/** Entries that are read at once. */
export const ENTRIES = 1_000;

const NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/** A table's records in a log: what {@link attachTable} makes under the same options. */
export type TableOptions = {
  readonly store: RecordStore;
  readonly operator: AnchorlogOptions["operator"];
  /** The log's name. */
  readonly log: string;
  /** The table's name in its records, `[A-Za-z0-9_.-]{1,64}`. */
  readonly name: string;
  /** The service key's address. */
  readonly signer: string;
};

/**
 * Names a table's records, for `checkTable` and `proveRow`.
 *
 * @throws AnchorlogError `bad_option` if the name is not allowed; `bad_address` or `bad_chain_id` of the operator.
 */
export function tableRecords(options: TableOptions): Records {
  assertGiven("tableRecords", options, "store.heads()", "operator.registry", "log", "name", "signer");
  const { store, operator: given, log, name, signer } = options;
  const operator = readOperatorId(given);
  if (!NAME.test(name)) {
    throw new AnchorlogError("bad_option", `a table's name in records matches ${NAME.source}, not ${name}`, {
      details: { option: "name" },
    });
  }
  const context = { kinds: new Map([[recordKind.name, recordKind]]), domainSeparator: hashDomain(domainOf(operator)) };
  return { store, context, log: logId(operator, log), name, signer: inLowerCase(signer as Hex) };
}

/** The EIP-712 domain of an operator's actions. */
export function domainOf({ name, version, chainId, registry }: TableOptions["operator"]): Domain {
  return { name, version, chainId, verifyingContract: inLowerCase(registry) };
}

export async function sizeOf({ store, log }: Pick<Records, "store" | "log">): Promise<number> {
  return (await store.heads([log])).get(log)?.size ?? 0;
}

/** Returns what an entry records, or undefined if it is not one of the table's records. */
export function recordIn(
  stored: StoredEntry,
  { name, signer }: Pick<Records, "name" | "signer">,
): RowRecord | undefined {
  const { primaryType, message } = stored.action;
  if (primaryType !== recordKind.name || message.actor !== signer) return undefined;
  const payload = message.payload as RecordPayload;
  const start = rowName(name, "");
  if (typeof payload.row !== "string" || !payload.row.startsWith(start)) return undefined;
  return { index: stored.index, acceptedAt: acceptedAtOf(stored.bytes), id: payload.row.slice(start.length), payload };
}

/**
 * Finds the records of rows by their ids, among the first `size` entries of the log. Each one's entry is checked
 * against its action.
 *
 * @throws AnchorlogError `store_damaged`; the store's errors.
 */
export async function findRecords(
  ids: readonly string[],
  size: number,
  records: Records,
): Promise<(RowRecord | undefined)[]> {
  const { store, log, name } = records;
  const found = new Map<string, RowRecord>();
  // The store finds acts below an entry that exists, so the last entry is looked at by itself.
  const last = size === 0 ? [] : await store.entries(log, size - 1, size);
  addRecords(last, found, records);
  let open = size < 2 ? [] : ids.filter((id) => !found.has(id)).map((id) => ({ id, below: size - 1 }));
  // Others may act upon the same object, so the newest act may not be the record.
  while (open.length > 0) {
    const acts = await actsOf(
      open.map(({ id, below }) => ({ key: rowObjectKey(rowName(name, id)), below })),
      records,
    );
    const entries = await readEntries(
      acts.flatMap((index) => index ?? []),
      records,
    );
    addRecords(entries.values(), found, records);
    open = open.flatMap(({ id }, i) => {
      const entry = entries.get(acts[i] ?? -1);
      if (entry === undefined || found.has(id)) return [];
      return decodeEntry(entry.bytes).prior === undefined ? [] : [{ id, below: entry.index }];
    });
  }
  return ids.map((id) => found.get(id));
}

/** Adds the records in entries by their ids. @throws AnchorlogError `store_damaged` */
function addRecords(entries: Iterable<StoredEntry>, found: Map<string, RowRecord>, records: Records): void {
  for (const entry of entries) {
    const record = recordIn(entry, records);
    if (record === undefined) continue;
    assertIntact([entry], records.context);
    found.set(record.id, record);
  }
}

/** Unwanted entries that are read to save a query. */
const GAP = 32;

/** Reads entries by their indexes, in few queries if they lie together. */
async function readEntries(
  indexes: readonly number[],
  { store, log }: Pick<Records, "store" | "log">,
): Promise<Map<number, StoredEntry>> {
  const entries = new Map<number, StoredEntry>();
  const sorted = indexes.toSorted((a, b) => a - b);
  for (let i = 0; i < sorted.length;) {
    const from = i++;
    while (i < sorted.length && sorted[i]! - sorted[i - 1]! <= GAP) i++;
    for (const entry of await store.entries(log, sorted[from]!, sorted[i - 1]! + 1)) entries.set(entry.index, entry);
  }
  return entries;
}

/** Returns the index of the newest act upon each object below an index, if any. */
async function actsOf(
  open: readonly { readonly key: Uint8Array; readonly below: number }[],
  { store, log }: Pick<Records, "store" | "log">,
): Promise<(number | undefined)[]> {
  const isOneCall = open.every(({ below }) => below === open[0]!.below);
  const calls = isOneCall ? [open] : open.map((one) => [one]);
  const indexes: (number | undefined)[] = [];
  for (const call of calls) {
    const acts = await store.actsBefore(
      log,
      call.map(({ key }) => key),
      call[0]!.below,
    );
    indexes.push(...acts.map((act) => act?.index));
  }
  return indexes;
}

/** Returns the table's newest record, or undefined if it has none. */
export async function newestRecord(records: Records): Promise<RowRecord | undefined> {
  for (let to = await sizeOf(records); to > 0; to -= ENTRIES) {
    const entries = await records.store.entries(records.log, Math.max(0, to - ENTRIES), to);
    for (const entry of entries.toReversed()) {
      const record = recordIn(entry, records);
      if (record !== undefined) return record;
    }
  }
  return undefined;
}
