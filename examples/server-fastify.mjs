// A Fastify server that takes signed transfers, and serves their proofs. Keys, contracts and chain come later.
//
//     npm install anchorlog fastify
//     node server-fastify.mjs          then: node browser-client.mjs
import { defineActions, openAnchorlog } from "anchorlog";
import { developmentPlatform } from "anchorlog/development"; // keys that everybody knows
import { answerProof } from "anchorlog/http";
import { carriedAction, fastifyActions } from "anchorlog/http/node";
import { openSqliteStore } from "anchorlog/store/sqlite";
import Fastify from "fastify";

const { operator, keys } = developmentPlatform();
const types = defineActions({ Transfer: { objectId: "string", to: "address" } });
const store = await openSqliteStore("tickets.sqlite");
const anchorlog = await openAnchorlog({ store, operator, logs: ["acme"], types, keys });

const app = Fastify();
const send = (reply, { status, headers, body }) => reply.code(status).headers(headers).send(body);

// The gate verifies the actions of this scope. `authority` is the API's public name.
app.register(async (scope) => {
  scope.register(fastifyActions({ anchorlog, authority: "tickets.example", kinds: ["Transfer"] }));
  scope.post("/transfers", async (request, reply) => {
    const carried = carriedAction(request, ["Transfer"]);
    if (carried.status !== "new") return send(reply, carried.answer); // a retry gets its receipt again
    // Your rules about carried.action.message.payload come here.
    const outcome = await carried.submit();
    return outcome.status === "accepted" ? reply.code(201).send(outcome.accepted) : send(reply, outcome.answer);
  });
});

app.get("/proofs/:log/:index", async ({ params }, reply) => send(reply, await answerProof(anchorlog, params)));

// A server in production closes batches by its option `batches`, and anchors by `anchors`.
app.get("/checkpoint", async (_, reply) => {
  await anchorlog.closeBatches();
  return reply.type("text/plain").send((await anchorlog.checkpoint()).note);
});

app.addHook("onClose", () => anchorlog.close());
const { port } = new URL(await app.listen({ port: Number(process.env.PORT ?? 3000) }));
console.log(`http://localhost:${port}`);
process.once("SIGTERM", () => void app.close());
