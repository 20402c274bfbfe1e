/**
 * Spans of an open operator, if the caller gives a tracer. Without one, functions are not wrapped and tracing costs
 * nothing. A span never holds a URL, a key, or the message of a database, a node or an error. It holds the error's
 * code.
 */
import { attempt } from "../../base/attempt.ts";
import { AnchorlogError } from "../../base/errors.ts";

type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Identifies a span, as OpenTelemetry's SpanContext does. */
export type SpanContext = { readonly traceId: string; readonly spanId: string; readonly traceFlags: number };

/** The part of an OpenTelemetry span that is used here. */
export type Span = {
  spanContext(): SpanContext;
  setAttributes(attributes: SpanAttributes): unknown;
  addEvent(name: string, attributes?: SpanAttributes): unknown;
  /** 2 is an error, as in OpenTelemetry's SpanStatusCode. */
  setStatus(status: { readonly code: number }): unknown;
  end(): void;
};

/** The part of OpenTelemetry's span options that is used here. */
type SpanOptions = {
  readonly attributes?: SpanAttributes;
  readonly links?: { context: SpanContext }[];
  readonly startTime?: Date;
  /** If true, the span has no parent, even if a span is active. */
  readonly root?: boolean;
};

/**
 * The part of a tracer that is used here. `trace.getTracer("anchorlog")` of `@opentelemetry/api` fits, from version
 * 1.0.
 */
export type Tracer = {
  startSpan(name: string, options: SpanOptions): Span;
  startActiveSpan<F extends (span: Span) => unknown>(name: string, options: SpanOptions, work: F): ReturnType<F>;
};

/** All spans and their attributes. */
export const SPANS = {
  /** A call of `submit` or `submitMany`, until its answer. */
  "anchorlog.submit": { attributes: ["actions", "accepted", "retries", "refused", "indeterminate", "code"] },
  /** Verifies the call's signatures. */
  "anchorlog.verify": { attributes: ["actions"] },
  /** Appends the call's entries to one log, until they are durable. */
  "anchorlog.append": { attributes: ["log", "actions", "appended"] },
  /** Signs receipts. */
  "anchorlog.receipts": { attributes: ["receipts", "failed"] },
  /** Closes batches over all entries without one, of one log or of several. */
  "anchorlog.close_batches": { attributes: ["logs", "batches", "entries", "position", "failures"] },
  /** Signs a checkpoint, after the guard has recorded it. */
  "anchorlog.sign": { attributes: ["size"] },
  /** Signs a checkpoint, and publishes it as tiles. */
  "anchorlog.publish": { attributes: ["size", "witnessed"] },
  /** Asks witnesses to cosign the checkpoint. */
  "anchorlog.witness": { attributes: ["asked", "cosigned"] },
  /** Signs and anchors a checkpoint, or finds it anchored. */
  "anchorlog.anchor": { attributes: ["status", "size", "proof_hashes", "transaction.hash", "block", "gas", "from"] },
  /** One nonce, from the first transaction until it is used or released. It has an event for each step. */
  "anchorlog.transaction": {
    attributes: ["transaction.key", "transaction.nonce", "transaction.hash", "max_fee_gwei", "replaced"],
  },
  /** A checkpoint, from its anchor until it is final, or was removed by a reorganization. */
  "anchorlog.finality": { attributes: ["size", "block"] },
  /** Moves the entries of batches to the archive, and reads them back. */
  "anchorlog.archive": { attributes: ["position", "batches"] },
  /** This process takes over the leader's lease, or has lost it. */
  "anchorlog.lease": { attributes: ["lease.held", "lease.epoch"] },
} as const satisfies Readonly<Record<string, { readonly attributes: readonly string[] }>>;

export type SpanName = keyof typeof SPANS;

const PREFIX = "anchorlog.";

/** Attributes by their short names; undefined ones are left out. */
export type Facts = Readonly<Record<string, string | number | bigint | boolean | undefined>>;

/** How a span begins, and which attributes it gets at the end. */
export type Tracing<A extends readonly unknown[], R> = {
  /** If true, the span has no parent. For work that a loop or a timer starts: it may run in an unrelated context. */
  readonly root?: boolean;
  readonly result?: (result: R, ...given: A) => Facts;
  /** Called with the span's context while the span is active. */
  readonly begun?: (context: SpanContext) => void;
};

/** Wraps work in a span. Without a tracer it returns `work` itself. If the tracer fails, the work still runs. */
export function traced<A extends readonly unknown[], R>(
  tracer: Tracer | undefined,
  name: SpanName,
  work: (...given: A) => Promise<R>,
  { root = false, result, begun }: Tracing<A, R> = {},
): (...given: A) => Promise<R> {
  if (tracer === undefined) return work;
  const run = async (span: Span, given: A): Promise<R> => {
    try {
      if (begun !== undefined) attempt(() => begun(span.spanContext()));
      const done = await work(...given);
      if (result !== undefined) attempt(() => describe(span, result(done, ...given)));
      return done;
    } catch (error) {
      attempt(() => describe(span, { code: codeOf(error) }));
      throw error;
    } finally {
      attempt(() => span.end());
    }
  };
  return (...given) => {
    let running: Promise<R> | undefined;
    attempt(() => void tracer.startActiveSpan(name, { root }, (span) => (running = run(span, given))));
    return running ?? work(...given);
  };
}

/** Starts a span without a parent. The caller ends it. */
export function startSpan(
  tracer: Tracer,
  name: SpanName,
  facts: Facts,
  { since, cause }: { readonly since?: Date | undefined; readonly cause?: SpanContext | undefined } = {},
): Span | undefined {
  return attempt(() => {
    const startTime = since === undefined ? {} : { startTime: since };
    const links = cause === undefined ? {} : { links: [{ context: cause }] };
    const span = tracer.startSpan(name, { root: true, ...startTime, ...links });
    describe(span, facts);
    return span;
  });
}

/** Sets attributes of a span. A `code` marks the span as failed. */
export function describe(span: Span, facts: Facts): void {
  span.setAttributes(attributesOf(facts));
  if (facts["code"] === undefined) return;
  span.setStatus({ code: 2 });
}

/** Converts facts to attributes. An error's code becomes `error.type`, as in OpenTelemetry's conventions. */
export function attributesOf(facts: Facts): SpanAttributes {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    known.map(([name, value]) => [
      name === "code" ? "error.type" : `${PREFIX}${name}`,
      typeof value === "bigint" ? Number(value) : value!,
    ]),
  );
}

/** Returns an error's code, or else its name. Never its message, which may hold secrets. */
export function codeOf(error: unknown): string {
  if (error instanceof AnchorlogError) return error.code;
  const name = error instanceof Error ? error.name : "";
  return /^[A-Za-z]{1,64}$/.test(name) ? name : "Error";
}
