/** The tracer of a process whose configuration asks for traces: of the OpenTelemetry that is loaded before it. */
import { within } from "../within.ts";
import { AnchorlogError } from "../errors.ts";
import type { Tracer } from "../operator/tracing.ts";

export type Traces = {
  readonly tracer: Tracer;
  /** Has what was recorded exported, as far as that takes no longer than a few seconds. */
  flush(): Promise<void>;
};

/** What is used of `@opentelemetry/api`: here it is typed, so that who does not trace need not install it. */
export type TraceApi = {
  readonly trace: {
    getTracer(name: string): Tracer;
    getTracerProvider(): object;
  };
};

const REGISTER = "@opentelemetry/auto-instrumentations-node/register";
/** Milliseconds. */
const FLUSH = 5_000;

/**
 * @throws AnchorlogError `otel_missing` where the API is not installed, `otel_not_started` where no SDK is registered
 *   with it: all spans would go nowhere.
 */
export async function openTraces(load: () => Promise<TraceApi> = loadApi): Promise<Traces> {
  const { trace } = await load().catch((cause: unknown) => {
    throw new AnchorlogError("otel_missing", "process.traces needs @opentelemetry/api, which is not installed here", {
      fix: "npm install @opentelemetry/api @opentelemetry/auto-instrumentations-node; or leave process.traces out",
      cause,
    });
  });
  // The API's own provider, which passes on to that of an SDK, once one is registered.
  const provider = trace.getTracerProvider() as {
    getDelegateTracer?(name: string): unknown;
    getDelegate?(): { forceFlush?(): Promise<void> };
  };
  if (provider.getDelegateTracer !== undefined && provider.getDelegateTracer("anchorlog") === undefined) {
    throw new AnchorlogError("otel_not_started", "process.traces is set, and no SDK of OpenTelemetry was started", {
      fix:
        `start it before: NODE_OPTIONS="--import ${REGISTER}", with OTEL_EXPORTER_OTLP_ENDPOINT and ` +
        "OTEL_SERVICE_NAME; or leave process.traces out",
    });
  }
  return {
    tracer: trace.getTracer("anchorlog"),
    flush: async () => {
      const flushed = Promise.resolve(provider.getDelegate?.().forceFlush?.());
      await within(FLUSH, flushed, undefined).catch(() => {});
    },
  };
}

async function loadApi(): Promise<TraceApi> {
  return import("@opentelemetry/api");
}
