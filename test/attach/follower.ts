/** A process that follows a table until it is killed: `node follower.ts FOLDER DATABASE`. */
import { defineActions, privateKeySigner } from "anchorlog/action";
import { attachTable, postgresTable, RECORD_KIND } from "anchorlog/attach";
import { openTestOperator, operator } from "../operator.ts";

const [, , folder, connectionString] = process.argv as [string, string, string, string];
const { anchorlog, options } = await openTestOperator(folder, Date.now, { types: defineActions(RECORD_KIND) });
const source = await postgresTable({ connectionString, table: "events", sweepEvery: 200 });
const table = { store: options.store, operator, log: "a.example", name: "events", source };
const signer = privateKeySigner(`0x${"c1".repeat(32)}`);
const attached = await attachTable({ ...table, anchorlog, signer, interval: 20, onError: console.error });
await attached.caughtUp();
process.stdout.write("caught up\n");
