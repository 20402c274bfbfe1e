/** The tracer for process.traces. It uses the OpenTelemetry SDK that was loaded before this process's code. */
import { within } from "../base/within.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { Tracer } from "../operator/observe/tracing.ts";

export type Traces = {
  readonly tracer: Tracer;
  /** Exports recorded spans, but waits a few seconds at most. */
  flush(): Promise<void>;
};

/** The used part of `@opentelemetry/api`. Typed here, so that the package is only needed for tracing. */
type TraceApi = {
  readonly trace: {
    getTracer(name: string): Tracer;
    getTracerProvider(): object;
  };
};

const REGISTER = "@opentelemetry/auto-instrumentations-node/register";
/** Milliseconds. */
const FLUSH = 5_000;

/**
 * @throws AnchorlogError `otel_missing` if the API is not installed, `otel_not_started` if no SDK is registered with
 *   it: all spans would be lost.
 */
export async function openTraces(load: () => Promise<TraceApi> = loadApi): Promise<Traces> {
  const { trace } = await load().catch((cause: unknown) => {
    throw new AnchorlogError("otel_missing", "process.traces needs @opentelemetry/api, which is not installed here", {
      fix: "npm install @opentelemetry/api @opentelemetry/auto-instrumentations-node; or leave process.traces out",
      cause,
    });
  });
  // The API's own provider, which delegates to an SDK once one is registered.
  const provider = trace.getTracerProvider() as {
    getDelegateTracer?(name: string): unknown;
    getDelegate?(): { forceFlush?(): Promise<void> };
  };
  if (provider.getDelegateTracer !== undefined && provider.getDelegateTracer("anchorlog") === undefined) {
    throw new AnchorlogError("otel_not_started", "process.traces is set, but no OpenTelemetry SDK is running", {
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
