/** Finds the proof of a row. */
import { canonicalRow } from "../action/record.ts";
import { assertGiven } from "../base/options.ts";
import { AnchorlogError } from "../base/errors.ts";
import { compare, recordedPart } from "./check.ts";
import { findRecords, sizeOf, type Records } from "./records.ts";
import type { RowSource } from "./source.ts";

/** A row's place in the log, and its JSON. */
export type ProvenRow = {
  /** The entry whose bundle proves the row. */
  readonly index: number;
  /** The row's canonical JSON, as recorded; undefined if the row is gone, or not as it was recorded. */
  readonly row: string | undefined;
};

/**
 * Finds the entry of a row's record, and the JSON that it is about: from the table, or from the log if a copy was kept.
 *
 * @throws AnchorlogError `no_entry` if the row is not recorded; as the source and the store do.
 */
export async function proveRow(id: string, source: RowSource, records: Records): Promise<ProvenRow> {
  assertGiven("proveRow", { id, source, records }, "id", "source.find()", "records.store");
  const [record] = await findRecords([id], await sizeOf(records), records);
  if (record === undefined) {
    throw new AnchorlogError("no_entry", `row ${id} of ${records.name} is not in the log`, {
      fix: "check the id, the table's name and the key; let `npx anchorlog attach` follow the table",
    });
  }
  const { index, payload } = record;
  const row = await source.find(id);
  if (row !== undefined && compare(row, record) === undefined) {
    const value = recordedPart(row, payload.columns);
    if ("part" in value) return { index, row: canonicalRow(value.part) };
  }
  return { index, row: payload.content === "" ? undefined : payload.content };
}
