/** Makes an existing append-only table or stream provable, without touching its application. Node only. */
export { RECORD_KIND, canonicalRow, hashRow, type RecordPayload } from "../action/record.ts";
export { attachTable, type AttachOptions, type Attached, type RecordedRow } from "./attach.ts";
export { checkTable, type CheckSummary, type RowFinding } from "./check.ts";
export { jsonLines, type JsonLinesOptions } from "./jsonLines.ts";
export { postgresTable, type PostgresTableOptions } from "./postgres.ts";
export { proveRow, type ProvenRow } from "./prove.ts";
export { tableRecords, type RecordStore, type Records, type RowRecord, type TableOptions } from "./records.ts";
export { sqliteTable, type SqliteTableOptions } from "./sqlite.ts";
export type { Row, RowPage, RowSource } from "./source.ts";
