/**
 * Spans of an open operator, for whoever gives a tracer; without one nothing is wrapped, and nothing costs anything.
 * No span has a URL, a key, or the words of a database, a node or an error: of errors it has the code.
 */
import { AnchorlogError } from "../errors.ts";

/** What a span can say of itself. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Names a span for others, as OpenTelemetry's SpanContext does. */
export type SpanContext = { readonly traceId: string; readonly spanId: string; readonly traceFlags: number };

/** What is used of a span of OpenTelemetry. */
export type Span = {
  spanContext(): SpanContext;
  setAttributes(attributes: SpanAttributes): unknown;
  addEvent(name: string, attributes?: SpanAttributes): unknown;
  /** 2 is an error, as SpanStatusCode has it. */
  setStatus(status: { readonly code: number }): unknown;
  end(): void;
};

/** What is used of the options of a span. */
export type SpanOptions = {
  readonly attributes?: SpanAttributes;
  readonly links?: { context: SpanContext }[];
  readonly startTime?: Date;
  /** Whether it has no parent, whatever is active. */
  readonly root?: boolean;
};

/** What is used of a tracer: `trace.getTracer("anchorlog")` of `@opentelemetry/api`, of any version from 1.0 on, is one. */
export type Tracer = {
  startSpan(name: string, options: SpanOptions): Span;
  startActiveSpan<F extends (span: Span) => unknown>(name: string, options: SpanOptions, work: F): ReturnType<F>;
};

/** All spans, and what each says: the table in docs/OPERATING.md is made from this one. */
export const SPANS = {
  "anchorlog.submit": {
    about: "One call of `submit` or `submitMany`, from its arrival to its answer.",
    attributes: ["actions", "accepted", "retries", "refused", "indeterminate", "code"],
  },
  "anchorlog.verify": { about: "Its signatures are verified.", attributes: ["actions"] },
  "anchorlog.append": { about: "Its entries of one log become durable.", attributes: ["log", "actions", "appended"] },
  "anchorlog.receipts": { about: "Receipts are signed.", attributes: ["receipts", "failed"] },
  "anchorlog.close_batches": {
    about: "Batches are closed over what is in none, of one log or of many.",
    attributes: ["logs", "batches", "entries", "position", "failures"],
  },
  "anchorlog.sign": { about: "A checkpoint is signed, behind the guard.", attributes: ["size"] },
  "anchorlog.publish": { about: "A checkpoint is signed, and published as tiles.", attributes: ["size", "witnessed"] },
  "anchorlog.witness": { about: "Witnesses are asked to cosign it.", attributes: ["asked", "cosigned"] },
  "anchorlog.anchor": {
    about: "A checkpoint is signed and anchored, or found to be.",
    attributes: ["status", "size", "proof_hashes", "transaction.hash", "block", "gas", "from"],
  },
  "anchorlog.transaction": {
    about:
      "One nonce, from the first sending until it is consumed or released. Its events are `sent`, `sent_again`, " +
      "`replaced`, `mined`, `reorganized`, `confirmed`, `nonce_used`, `released`, `gap_filled`, `waits` and `failed`.",
    attributes: ["transaction.key", "transaction.nonce", "transaction.hash", "max_fee_gwei", "replaced"],
  },
  "anchorlog.finality": {
    about: "A checkpoint, from when it was seen anchored until it was seen final, or gone.",
    attributes: ["size", "block"],
  },
  "anchorlog.lease": {
    about: "This process takes the lease of the one that leads over, or has lost it.",
    attributes: ["lease.held", "lease.epoch"],
  },
} as const satisfies Readonly<Record<string, { readonly about: string; readonly attributes: readonly string[] }>>;

export type SpanName = keyof typeof SPANS;

const PREFIX = "anchorlog.";

/** Attributes by their short names; what is undefined is left out. */
export type Facts = Readonly<Record<string, string | number | bigint | boolean | undefined>>;

/** How a span is begun, and what it says in the end. */
export type Tracing<A extends readonly unknown[], R> = {
  /** Whether it has no parent: for what a loop or a timer begins, which may run in the context of anybody. */
  readonly root?: boolean;
  readonly result?: (result: R, ...given: A) => Facts;
  /** Told of the span while it is active. */
  readonly begun?: (context: SpanContext) => void;
};

/** The same work within a span: itself, where nobody traces. A tracer that fails takes nothing from it. */
export function traced<A extends readonly unknown[], R>(
  tracer: Tracer | undefined,
  name: SpanName,
  work: (...given: A) => Promise<R>,
  { root = false, result, begun }: Tracing<A, R> = {},
): (...given: A) => Promise<R> {
  if (tracer === undefined) return work;
  const run = async (span: Span, given: A): Promise<R> => {
    try {
      if (begun !== undefined) quietly(() => begun(span.spanContext()));
      const done = await work(...given);
      if (result !== undefined) quietly(() => describe(span, result(done, ...given)));
      return done;
    } catch (error) {
      quietly(() => describe(span, { code: codeOf(error) }));
      throw error;
    } finally {
      quietly(() => span.end());
    }
  };
  return (...given) => {
    let running: Promise<R> | undefined;
    quietly(() => void tracer.startActiveSpan(name, { root }, (span) => (running = run(span, given))));
    return running ?? work(...given);
  };
}

/** A span of its own that is over already, or is ended later by whoever has it. */
export function startSpan(
  tracer: Tracer,
  name: SpanName,
  facts: Facts,
  { since, cause }: { readonly since?: Date | undefined; readonly cause?: SpanContext | undefined } = {},
): Span | undefined {
  return quietly(() => {
    const startTime = since === undefined ? {} : { startTime: since };
    const links = cause === undefined ? {} : { links: [{ context: cause }] };
    const span = tracer.startSpan(name, { root: true, ...startTime, ...links });
    describe(span, facts);
    return span;
  });
}

/** Says something of a span. A `code` is one of an error. */
export function describe(span: Span, facts: Facts): void {
  span.setAttributes(attributesOf(facts));
  if (facts["code"] === undefined) return;
  span.setStatus({ code: 2 });
}

/** Attributes as spans have them: an error's code is `error.type`, as OpenTelemetry's conventions name it. */
export function attributesOf(facts: Facts): SpanAttributes {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    known.map(([name, value]) => [
      name === "code" ? "error.type" : `${PREFIX}${name}`,
      typeof value === "bigint" ? Number(value) : value!,
    ]),
  );
}

/** What stands for an error: its code, or its name where it has none. Its message may hold anything. */
export function codeOf(error: unknown): string {
  if (error instanceof AnchorlogError) return error.code;
  const name = error instanceof Error ? error.name : "";
  return /^[A-Za-z]{1,64}$/.test(name) ? name : "Error";
}

/** Runs what a tracer may fail at: whoever listens breaks nothing. */
export function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
