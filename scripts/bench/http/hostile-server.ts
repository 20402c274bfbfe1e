/** The API's server for hostile bodies, in its own process. It also signs requests and reports its CPU time. */
import { createSignedFetch } from "anchorlog/http";
import { MAX_BODY } from "../../../server/src/http/bodies.ts";
import { GROUPS, type Groups } from "../../../server/src/foundation/limitGroups.ts";
import { owner, sign, startServer } from "../../../server/test/harness.ts";
import { typedAction } from "../../../server/test/objects/typed.ts";
import { deleteFolders } from "../../../test/folder.ts";

/** A request without its credential and signature. */
export type Unsigned = { readonly method: string; readonly path: string; readonly content: string };
/** A batch that the request signs, one whose actions are signed each, and one whose template has a schema. */
type Form = "request" | "typed" | "schema";
/** Messages to the server. `batch` asks for the body of a batch. */
export type HostileOrder =
  | { readonly type: "sign"; readonly request: Unsigned }
  | { readonly type: "batch"; readonly form: Form; readonly count: number }
  | { readonly type: "cpu" | "end" };
/** Messages from the server. CPU time is in milliseconds and of all threads. */
export type HostileMessage =
  | { readonly type: "listening"; readonly port: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly type: "signed"; readonly headers: Readonly<Record<string, string>> }
  | { readonly type: "batch"; readonly content: string }
  | { readonly type: "cpu"; readonly ms: number };

const say = (message: HostileMessage): void => void process.send!(message);

// The clock stands still, so no window of a rate limit ends: no number of requests may use one up.
const endless = { minute: Number.MAX_SAFE_INTEGER, second: Number.MAX_SAFE_INTEGER };
const groups = Object.fromEntries(Object.keys(GROUPS).map((group) => [group, endless])) as Groups;
const server = await startServer({}, { groups });
const ada = await owner(server, "ada@example.com");
async function makeTemplate(body: object): Promise<string> {
  return (await sign<{ id: string }>(server, ada, "POST", "/templates", { body })).body.id;
}
const template = await makeTemplate({ name: "ticket" });
/** Makes a schema expensive to check. `CHECKED` has 110 values, because the server refuses more for too many checks. */
const branches = Array.from({ length: 8 }, () => ({ type: "integer" }));
const checking = await makeTemplate({ name: "checked", schema: { properties: { a: { items: { allOf: branches } } } } });
const CHECKED = { a: Array.from({ length: 110 }, () => 1) };
let minted = 0;
/** Maximum bytes of a mint in a batch without its properties' text: as a request, and as a typed action. */
const REQUESTED_BYTES = 200;
const TYPED_BYTES = 750;

async function signHeaders({ method, path, content }: Unsigned): Promise<Record<string, string>> {
  const { operator, config } = server.parts;
  let signed: Record<string, string> = {};
  const send = createSignedFetch({
    account: ada.wallet,
    operator,
    log: ada.log,
    authority: config.publicUrl.host,
    origins: [config.publicUrl.origin],
    readReceipt: "later",
    receiptKey: server.parts.keys.receipt,
    clock: () => server.clock.now,
    fetch: async (request) => {
      signed = Object.fromEntries(request.headers);
      return new Response(null, { status: 204 });
    },
  });
  const headers = { ...ada.headers, "content-type": "application/json" };
  await send(new URL(path, config.publicUrl).href, { method, headers, body: content });
  return signed;
}

/** Mints of objects with properties: as long as a batch has room for. */
async function mints(form: Form, count: number): Promise<string> {
  const properties = { text: "x".repeat(MAX_BODY / count - (form === "typed" ? TYPED_BYTES : REQUESTED_BYTES)) };
  const to = ada.wallet.address.toLowerCase();
  const mint = (): unknown => {
    const id = `bench-${(minted += 1)}`;
    if (form === "schema") return { mint: { id, template_id: checking, to, properties: CHECKED } };
    if (form === "request") return { mint: { id, template_id: template, to, properties } };
    const payload = { objectId: id, to, templateId: template, properties: JSON.stringify(properties) };
    return typedAction(server, ada, "Issue", payload);
  };
  return JSON.stringify({ actions: await Promise.all(Array.from({ length: count }, mint)) });
}

process.on("message", (order: HostileOrder) => {
  void (async () => {
    if (order.type === "sign") say({ type: "signed", headers: await signHeaders(order.request) });
    else if (order.type === "batch") say({ type: "batch", content: await mints(order.form, order.count) });
    else if (order.type === "cpu") {
      const { user, system } = process.cpuUsage();
      say({ type: "cpu", ms: (user + system) / 1_000 });
    } else {
      await server.close();
      await deleteFolders();
      process.disconnect();
    }
  })();
});
say({ type: "listening", port: Number(new URL(server.url).port), headers: ada.headers });
