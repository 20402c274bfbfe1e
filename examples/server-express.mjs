// An Express server that takes signed transfers, and serves their proofs. Keys, contracts and chain come later.
//
//     npm install anchorlog express
//     node server-express.mjs          then: node browser-client.mjs
import { defineActions, openAnchorlog } from "anchorlog";
import { developmentPlatform } from "anchorlog/development"; // keys that everybody knows
import { answerProof } from "anchorlog/http";
import { carriedAction, nodeActions } from "anchorlog/http/node";
import { openSqliteStore } from "anchorlog/store/sqlite";
import express from "express";

const { operator, keys } = developmentPlatform();
const types = defineActions({ Transfer: { objectId: "string", to: "address" } });
const store = await openSqliteStore("tickets.sqlite");
const anchorlog = await openAnchorlog({ store, operator, logs: ["acme"], types, keys });
// A table of the API's own, in the same database: it changes together with the log, or not at all.
await anchorlog.run([{ sql: "CREATE TABLE IF NOT EXISTS seats (id TEXT PRIMARY KEY, owner TEXT NOT NULL)" }]);
const OWN = "INSERT INTO seats VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET owner = excluded.owner";

const app = express();
const send = (res, { status, headers, body }) => res.status(status).set(headers).json(body);

/* oxlint-disable oxc/no-async-endpoint-handlers -- Express 5 passes rejections on */

// The gate verifies the action. `authority` is the API's public name.
app.post(
  "/transfers",
  nodeActions({ anchorlog, authority: "tickets.example", kinds: ["Transfer"] }),
  async (req, res) => {
    const carried = carriedAction(req, ["Transfer"]);
    if (carried.status !== "new") return send(res, carried.answer); // a retry gets its receipt again
    const { objectId, to } = carried.action.message.payload; // your rules come here
    const outcome = await carried.submit({ effects: [{ sql: OWN, parameters: [objectId, to], expect: 1 }] });
    return outcome.status === "accepted" ? res.status(201).json(outcome.accepted) : send(res, outcome.answer);
  },
);

app.get("/proofs/:log/:index", async (req, res) => send(res, await answerProof(anchorlog, req.params)));

// A server in production closes batches by its option `batches`, and anchors by `anchors`.
app.get("/checkpoint", async (_, res) => {
  await anchorlog.closeBatches();
  res.type("text/plain").send((await anchorlog.checkpoint()).note);
});

const server = app.listen(process.env.PORT ?? 3000, () => console.log(`http://localhost:${server.address().port}`));
process.once("SIGTERM", () => server.close(() => void anchorlog.close()));
