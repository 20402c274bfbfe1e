// A Hono server that takes signed transfers, and serves their proofs. Keys, contracts and chain come later.
//
//     npm install anchorlog hono @hono/node-server
//     node hono.mjs                    then: node browser-client.mjs
import { serve } from "@hono/node-server";
import { defineActions, openAnchorlog } from "anchorlog";
import { developmentPlatform } from "anchorlog/development"; // keys that everybody knows
import { answerProof, carriedAction, webActions } from "anchorlog/http";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { Hono } from "hono";

const { operator, keys } = developmentPlatform();
const types = defineActions({ Transfer: { objectId: "string", to: "address" } });
const store = await openSqliteStore("tickets.sqlite");
const anchorlog = await openAnchorlog({ store, operator, logs: ["acme"], types, keys });

const app = new Hono();
const send = ({ status, headers, body }) => Response.json(body, { status, headers });

// The gate verifies the action of a web-standard request. `authority` is the API's public name.
const gate = webActions({ anchorlog, authority: "tickets.example", kinds: ["Transfer"] });
app.post("/transfers", async (c) => {
  const passed = await gate(c.req.raw);
  if (passed instanceof Response) return passed;
  const carried = carriedAction(passed, ["Transfer"]);
  if (carried.status !== "new") return send(carried.answer); // a retry gets its receipt again
  // Your rules about carried.action.message.payload come here.
  const outcome = await carried.submit();
  return outcome.status === "accepted" ? c.json(outcome.accepted, 201) : send(outcome.answer);
});

app.get("/proofs/:log/:index", async (c) => send(await answerProof(anchorlog, c.req.param())));

// A server in production closes batches by its option `batches`, and anchors by `anchors`.
app.get("/checkpoint", async (c) => {
  await anchorlog.closeBatches();
  return c.text((await anchorlog.checkpoint()).note);
});

const server = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) }, ({ port }) =>
  console.log(`http://localhost:${port}`),
);
process.once("SIGTERM", () => server.close(() => void anchorlog.close()));
