// Makes an outbox table of PostgreSQL provable: follows it, proves one row, and finds a row that was changed.
//
//     npm install anchorlog pg
//     DATABASE_URL=postgresql://user@host/database node attach-postgres.mjs
//
// The application writes its orders and the outbox. anchorlog reads the outbox, with the right to SELECT alone.
import { defineActions, openAnchorlog } from "anchorlog";
import { attachTable, checkTable, postgresTable, proveRow, RECORD_KIND, tableRecords } from "anchorlog/attach";
import { developmentPlatform } from "anchorlog/development"; // keys that everybody knows
import { openSqliteStore } from "anchorlog/store/sqlite";
import { verifyRow } from "anchorlog/verify/bundle";
import pg from "pg";

// The application: each order and its outbox row commit together.
const connectionString = process.env.DATABASE_URL;
const app = new pg.Client({ connectionString });
await app.connect();
await app.query(`
  CREATE TABLE IF NOT EXISTS orders (id bigserial PRIMARY KEY, item text, price numeric);
  CREATE TABLE IF NOT EXISTS outbox (id bigserial PRIMARY KEY, at timestamptz DEFAULT now(), event jsonb NOT NULL);
`);
async function order(item, price) {
  await app.query("BEGIN");
  const { rows } = await app.query("INSERT INTO orders (item, price) VALUES ($1, $2) RETURNING *", [item, price]);
  await app.query("INSERT INTO outbox (event) VALUES ($1)", [{ type: "ordered", ...rows[0] }]);
  await app.query("COMMIT");
}
for (const [i, item] of ["cup", "pot", "jar"].entries()) await order(item, 10 + i);

// The operator: its log gets one record for each row, signed by the service key. A chain comes later.
const { operator, keys, wallets } = developmentPlatform();
const signer = wallets[0];
const types = defineActions({ ...RECORD_KIND });
const store = await openSqliteStore("records.sqlite");
const anchorlog = await openAnchorlog({ store, operator, logs: ["shop"], types, keys });

// Follow the table. In production this runs for years, and continues after a restart.
const table = { store, operator, log: "shop", name: "outbox" };
const source = await postgresTable({ connectionString, table: "outbox" });
const attached = await attachTable({ ...table, anchorlog, source, signer, onError: console.error });
await attached.caughtUp();
console.log(`recorded ${attached.recorded()} rows`);

// Prove row 2. A customer gets the bundle and the row's JSON, and verifies both offline.
const records = tableRecords({ ...table, signer: signer.address });
const { index, row } = await proveRow("2", source, records);
await anchorlog.closeBatches();
const { note } = await anchorlog.checkpoint();
const bundle = JSON.stringify(await anchorlog.bundle({ log: "shop", index }));
const verify = async (text) => {
  const { verdict, state, code } = await verifyRow(bundle, { text, signer: signer.address }, { checkpoint: note });
  console.log(`${text}: ${verdict} (${verdict === "valid" ? state : code})`);
};
await verify(row);
await verify(row.replace("pot", "pan"));

// Somebody changes the past. The comparison of the table with its records names the row.
await app.query(`UPDATE outbox SET event = jsonb_set(event, '{price}', '1') WHERE id = 2`);
for await (const { finding, id } of checkTable(source, records)) console.log(`${finding}: row ${id}`);

await attached.stop();
await anchorlog.close();
await app.end();
