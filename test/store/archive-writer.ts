// Submits actions, closes batches, signs checkpoints and archives, all in parallel, and reports each receipt, until it
// is killed.
import { join } from "node:path";
import { openAnchorlog } from "anchorlog";
import { archiveFolder } from "anchorlog/store/archive";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { keys, operator, signAction, types, wallets } from "../operator.ts";
import { LOGS } from "./crash-reports.ts";

const [folder, round] = process.argv.slice(2);
const store = await openSqliteStore(join(folder!, "store.sqlite"), {
  archive: archiveFolder(join(folder!, "archive")),
});
const anchorlog = await openAnchorlog({ store, operator, logs: LOGS, types, keys, archive: { after: 0 }, threads: 1 });
let next = Number(round) * 1_000_000;

for (;;) {
  const deadline = Math.floor(Date.now() / 1000) + 600;
  const actions = await Promise.all(
    Array.from({ length: 6 }, (_, i) => signAction(wallets[i % 3]!, LOGS[i % 2]!, next++, { deadline })),
  );
  for (const answer of await anchorlog.submitMany(actions)) {
    if (answer.status !== "accepted") throw new Error(JSON.stringify(answer));
    process.stdout.write(`${JSON.stringify({ status: "accepted", log: answer.log, receipt: answer.receipt })}\n`);
  }
  await anchorlog.closeBatches();
  await anchorlog.checkpoint();
}
