import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqliteStore } from "anchorlog/log/sqlite";
import { describeArchive } from "./archive-contract.ts";

describeArchive("the SQLite store", async (folder) => {
  const path = join(folder, "store.sqlite");
  return {
    open: (archive) => openSqliteStore(path, { archive }),
    rows: async () => {
      const db = new DatabaseSync(path, { readOnly: true });
      const rows = db.prepare("SELECT idx FROM anchorlog_entries ORDER BY idx").all() as { idx: number }[];
      db.close();
      return rows.map(({ idx }) => idx);
    },
    remove: async () => {},
  };
});
