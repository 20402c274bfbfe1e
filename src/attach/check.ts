/** Compares a table with its records. */
import { canonicalRow, hashRow } from "../action/record.ts";
import { assertGiven } from "../base/options.ts";
import { AnchorlogError } from "../base/errors.ts";
import { assertIntact } from "../log/intact.ts";
import { ENTRIES, findRecords, newestRecord, recordIn, sizeOf, type Records, type RowRecord } from "./records.ts";
import type { Row, RowSource } from "./source.ts";

/** A row that is not as its record says. */
export type RowFinding = {
  /**
   * - `changed`: its content is not what was recorded.
   * - `removed`: it was recorded, and is not in the table.
   * - `unrecorded`: it has no record: it was inserted while nothing followed the table, or just now.
   * - `columns_gone`: a column that was recorded is gone, so the row cannot be compared.
   */
  readonly finding: "changed" | "removed" | "unrecorded" | "columns_gone";
  readonly id: string;
  /** The record's index in the log. */
  readonly index?: number;
  readonly message: string;
};

/** The numbers of a check. */
export type CheckSummary = { readonly rows: number; readonly records: number; readonly findings: number };

/**
 * Compares all rows of a table with their records, both ways. It reads the log's entries and checks each record's action
 * against its entry; whether the log itself is the one that was anchored is for an audit.
 *
 * @returns the numbers, as the generator's value.
 * @throws AnchorlogError `no_entry` if the log has no record of the table by this key; `bad_source`, `bad_row`;
 * `store_damaged` if an entry is not the one that was appended.
 */
export async function* checkTable(
  source: RowSource,
  records: Records,
): AsyncGenerator<RowFinding, CheckSummary, undefined> {
  assertGiven("checkTable", { source, records }, "source.all()", "records.store");
  const size = await sizeOf(records);
  // One bit for each entry whose row is in the table.
  const met = new Uint8Array(Math.ceil(size / 8));
  const unrecorded: string[] = [];
  let [rows, findings] = [0, 0];
  for await (const page of source.all()) {
    rows += page.rows.length;
    const found = await findRecords(
      page.rows.map(({ id }) => id),
      await sizeOf(records),
      records,
    );
    for (const [i, row] of page.rows.entries()) {
      const record = found[i];
      if (record === undefined) {
        unrecorded.push(row.id);
        continue;
      }
      if (record.index < size) met[record.index >> 3]! |= 1 << (record.index & 7);
      const finding = compare(row, record);
      if (finding === undefined) continue;
      findings++;
      yield finding;
    }
  }
  let total = 0;
  for await (const record of recordsBelow(size, records)) {
    total++;
    if ((met[record.index >> 3]! & (1 << (record.index & 7))) !== 0) continue;
    findings++;
    yield { finding: "removed", id: record.id, index: record.index, message: `row ${record.id} is gone` };
  }
  if (total === 0 && unrecorded.length > 0 && (await newestRecord(records)) === undefined) throw notRecorded(records);
  for await (const id of stillUnrecorded(unrecorded, records)) {
    findings++;
    yield { finding: "unrecorded", id, message: `row ${id} is not in the log` };
  }
  return { rows, records: total, findings };
}

function notRecorded({ name, signer }: Records): AnchorlogError {
  return new AnchorlogError("no_entry", `this log has no record of ${name} by ${signer}`, {
    fix: "check --log, --name (by default the table) and --signer; or let `npx anchorlog attach` record the rows first",
  });
}

/** Returns how a row differs from its record, or undefined if it does not. */
export function compare(row: Row, { id, index, payload }: RowRecord): RowFinding | undefined {
  const value = recordedPart(row, payload.columns);
  if ("gone" in value) {
    const message = `row ${id} was recorded with column ${value.gone}, which is gone`;
    return { finding: "columns_gone", id, index, message };
  }
  if (hashRow(canonicalRow(value.part)) === payload.rowHash) return undefined;
  return { finding: "changed", id, index, message: `row ${id} is not as it was recorded` };
}

/** Returns the part of a row that was recorded: the columns that the table had then. Or the name of one that is gone. */
export function recordedPart({ value }: Row, columns: string): { readonly part: unknown } | { readonly gone: string } {
  if (columns === "") return { part: value };
  const names = JSON.parse(columns) as string[];
  const all = value as Readonly<Record<string, unknown>>;
  const gone = names.find((name) => !Object.hasOwn(all, name));
  if (gone !== undefined) return { gone };
  return { part: Object.fromEntries(names.map((name) => [name, all[name]])) };
}

async function* recordsBelow(size: number, records: Records): AsyncGenerator<RowRecord> {
  for (let from = 0; from < size; from += ENTRIES) {
    for (const entry of await records.store.entries(records.log, from, Math.min(size, from + ENTRIES))) {
      const record = recordIn(entry, records);
      if (record === undefined) continue;
      assertIntact([entry], records.context);
      yield record;
    }
  }
}

/** Yields the rows that still have no record: a follower may have recorded some while the table was read. */
async function* stillUnrecorded(ids: readonly string[], records: Records): AsyncGenerator<string> {
  const size = await sizeOf(records);
  for (let from = 0; from < ids.length; from += ENTRIES) {
    const part = ids.slice(from, from + ENTRIES);
    const found = await findRecords(part, size, records);
    yield* part.filter((_, i) => found[i] === undefined);
  }
}
