/** The archive: storage outside the database for a store's older entries. Node only. */
export type { Archive } from "../log/archive.ts";
export { archiveFolder } from "./archive/folder.ts";
export { findMissingSegments, type MissingSegment } from "./archive/missing.ts";
