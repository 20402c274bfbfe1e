/** The API's server for hostile bodies, in its own process. It also signs requests and reports its CPU time. */
import { createSignedFetch } from "anchorlog/http";
import { owner, startServer } from "../../../server/test/harness.ts";

/** A request without its credential and signature. */
export type Unsigned = { readonly method: string; readonly path: string; readonly content: string };
/** Messages to the server. */
export type HostileOrder = { readonly type: "sign"; readonly request: Unsigned } | { readonly type: "cpu" | "end" };
/** Messages from the server. CPU time is in milliseconds and of all threads. */
export type HostileMessage =
  | { readonly type: "listening"; readonly port: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly type: "signed"; readonly headers: Readonly<Record<string, string>> }
  | { readonly type: "cpu"; readonly ms: number };

const say = (message: HostileMessage): void => void process.send!(message);

// The test harness has wide limits and a clock that stands still.
const server = await startServer();
const ada = await owner(server, "ada@example.com");

async function sign({ method, path, content }: Unsigned): Promise<Record<string, string>> {
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

process.on("message", (order: HostileOrder) => {
  void (async () => {
    if (order.type === "sign") say({ type: "signed", headers: await sign(order.request) });
    else if (order.type === "cpu") {
      const { user, system } = process.cpuUsage();
      say({ type: "cpu", ms: (user + system) / 1_000 });
    } else {
      await server.close();
      process.disconnect();
    }
  })();
});
say({ type: "listening", port: Number(new URL(server.url).port), headers: ada.headers });
