// An API whose data is in a PostgreSQL database of its own, through Drizzle. The log has another database, so two
// writes cannot commit together. A crash between them loses nothing, and repeats nothing.
//
//     npm install anchorlog pg drizzle-orm express
//     DATABASE_URL=postgresql://user@host/database node drizzle-postgres.mjs
import { defineActions, openAnchorlog } from "anchorlog";
import { logId } from "anchorlog/action";
import { attachTable, postgresTable, RECORD_KIND } from "anchorlog/attach";
import { developmentPlatform } from "anchorlog/development"; // keys that everybody knows
import { answerProof } from "anchorlog/http";
import { carriedAction, nodeActions } from "anchorlog/http/node";
import { openLog } from "anchorlog/log";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { bigint, bigserial, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import express from "express";

const connectionString = process.env.DATABASE_URL;
const db = drizzle(connectionString);
const seats = pgTable("seats", { id: text("id").primaryKey(), owner: text("owner").notNull() });
const sales = pgTable("sales", { entry: bigint("entry", { mode: "number" }).primaryKey(), seat: text("seat") });
const prices = pgTable("prices", { seat: text("seat").primaryKey(), price: text("price").notNull() });
const outbox = pgTable("outbox", { id: bigserial("id", { mode: "number" }).primaryKey(), event: jsonb("event") });
const cursor = pgTable("cursor", { next: bigint("next", { mode: "number" }).notNull() });
await db.execute(sql`
  CREATE TABLE IF NOT EXISTS seats (id text PRIMARY KEY, owner text NOT NULL);
  CREATE TABLE IF NOT EXISTS sales (entry bigint PRIMARY KEY, seat text);
  CREATE TABLE IF NOT EXISTS prices (seat text PRIMARY KEY, price text NOT NULL);
  CREATE TABLE IF NOT EXISTS outbox (id bigserial PRIMARY KEY, event jsonb);
  CREATE TABLE IF NOT EXISTS cursor AS SELECT 0::bigint AS next;
`);

const { operator, keys, wallets } = developmentPlatform();
const signer = wallets[0];
const types = defineActions({ Transfer: { objectId: "string", to: "address" }, ...RECORD_KIND });
const store = await openSqliteStore("tickets.sqlite");
const anchorlog = await openAnchorlog({ store, operator, logs: ["acme", "acme-prices"], types, keys });

// For signed actions, the log is written first. Then its entries are applied here, in their order. The cursor commits
// together with what an entry changes, so each is applied once, at the latest after a restart.
const log = openLog({ id: logId(operator, "acme"), store, clock: Date.now, maxDeadlineAhead: 0 });
async function applyEntries() {
  const [{ next }] = await db.select().from(cursor);
  for await (const { index, action } of log.stream(next)) {
    await db.transaction(async (tx) => {
      const { objectId: id, to: owner } = action.message.payload;
      await tx.insert(seats).values({ id, owner }).onConflictDoUpdate({ target: seats.id, set: { owner } });
      await tx.insert(sales).values({ entry: index, seat: id });
      await tx.update(cursor).set({ next: index + 1 });
    });
  }
}
let applying = Promise.resolve(); // one after another
const applied = () => (applying = applying.catch(() => {}).then(applyEntries));
await applied();

// For its own changes, the API writes its database first, with an outbox row in the same transaction.
// `attachTable` records each row once, and continues after a restart.
const source = await postgresTable({ connectionString, table: "outbox" });
const table = { anchorlog, store, operator, log: "acme-prices", name: "outbox", source, signer };
const attached = await attachTable({ ...table, interval: 50, onError: console.error });

const app = express();
const send = (res, { status, headers, body }) => res.status(status).set(headers).json(body);

/* oxlint-disable oxc/no-async-endpoint-handlers -- Express 5 passes rejections on */

app.post(
  "/transfers",
  nodeActions({ anchorlog, authority: "tickets.example", kinds: ["Transfer"] }),
  async (req, res) => {
    const carried = carriedAction(req, ["Transfer"]);
    await applied(); // your rules see what all entries changed
    if (carried.status !== "new") return send(res, carried.answer); // a retry gets its receipt again
    // Your rules come here: an entry in the log cannot be refused any more.
    const outcome = await carried.submit();
    if (outcome.status !== "accepted") return send(res, outcome.answer);
    await applied();
    return res.status(201).json(outcome.accepted);
  },
);

app.put("/prices/:seat/:price", async (req, res) => {
  const { seat, price } = req.params;
  await db.transaction(async (tx) => {
    const [old] = await tx.select().from(prices).where(eq(prices.seat, seat)).for("update");
    if (old?.price === price) return; // a retry changes nothing
    await tx.insert(prices).values({ seat, price }).onConflictDoUpdate({ target: prices.seat, set: { price } });
    await tx.insert(outbox).values({ event: { seat, price } });
  });
  res.sendStatus(204);
});

app.get("/proofs/:log/:index", async (req, res) => send(res, await answerProof(anchorlog, req.params)));

const server = app.listen(process.env.PORT ?? 3000, () => console.log(`http://localhost:${server.address().port}`));
process.once("SIGTERM", () => server.close(() => void close()));
async function close() {
  await attached.stop();
  await anchorlog.close();
  await db.$client.end();
}
