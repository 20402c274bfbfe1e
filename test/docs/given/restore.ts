/** For the guard, and a store that was restored. */
import { folder } from "./platform.ts";

export { importExport, readExportFolder } from "anchorlog/audit";
export { openSqliteStore } from "anchorlog/log/sqlite";
export { folder };
export const path = `${folder}/restored.sqlite`;
