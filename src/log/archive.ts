/** Where older entries of a store are kept. Node only. */
export type { Archive } from "./archive/archive.ts";
export { archiveFolder } from "./archive/folder.ts";
