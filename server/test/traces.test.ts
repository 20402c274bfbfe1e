import { Server, type IncomingMessage, type ServerResponse } from "node:http";
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterAll, expect, it } from "vitest";
import { call, owner, sign, startServer } from "./harness.ts";

const exporter = new InMemorySpanExporter();
type Emit = (this: Server, event: string, ...given: unknown[]) => boolean;
const http: { emit: Emit } = Server.prototype;
const { emit } = http;

/** Handles each request within a separate span, as an SDK's instrumentation of HTTP does. */
function instrument(): void {
  http.emit = function (event, ...given) {
    const go = () => emit.call(this, event, ...given);
    if (event !== "request") return go();
    const [{ method = "", url = "" }, response] = given as [IncomingMessage, ServerResponse];
    return trace.getTracer("http").startActiveSpan(`${method} ${url}`, (span) => {
      response.once("close", () => span.end());
      return go();
    });
  };
}

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
instrument();
afterAll(() => {
  http.emit = emit;
  trace.disable();
  context.disable();
});

it("the log's spans are children of the request's span", async () => {
  const server = await startServer({ TRACES: "true" });
  const ada = await owner(server, "ada@example.com");
  const { body } = await sign<{ id: string }>(server, ada, "POST", "/templates", { body: { name: "t" } });
  const actions = [1, 2].map((n) => ({ mint: { id: `o${n}`, template_id: body.id } }));
  expect((await sign(server, ada, "POST", "/ebus/actions/batch", { body: { actions } })).status).toBe(200);
  expect((await call(server, "GET", "/objects", { headers: ada.headers })).status).toBe(200);
  const spans = () => exporter.getFinishedSpans();
  const parentsOf = (name: string) =>
    spans()
      .filter((span) => span.name === name)
      .map(
        ({ parentSpanContext }) =>
          spans().find((other) => other.spanContext().spanId === parentSpanContext?.spanId)?.name,
      );
  await expect.poll(() => spans().map(({ name }) => name)).toContain("GET /objects");
  expect(parentsOf("anchorlog.submit")).toEqual([
    "POST /wallets/register",
    "POST /templates",
    "POST /ebus/actions/batch",
  ]);
  expect(new Set(parentsOf("anchorlog.append"))).toEqual(new Set(["anchorlog.submit"]));
});
