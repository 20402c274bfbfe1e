/** Spans that are longer than one call: a transaction, a checkpoint until finality, the lease. */
import { attempt } from "../../base/attempt.ts";
import type { TransactionEvent } from "../../chain/transactions/types.ts";
import type { CheckpointEvent } from "../anchor/registry.ts";
import { attributesOf, describe, startSpan, type Facts, type Span, type SpanContext, type Tracer } from "./tracing.ts";

type TransactionTraces = {
  readonly onEvent?: (event: TransactionEvent) => void;
  /** Ends the span of a pending transaction, which another process continues. */
  end(): void;
};

const ENDS: ReadonlySet<TransactionEvent["type"]> = new Set(["confirmed", "released", "nonce_used"]);

/** @param cause the span for which the transaction is sent; the new span links to it. */
export function traceTransactions(tracer: Tracer | undefined, cause: () => SpanContext | undefined): TransactionTraces {
  if (tracer === undefined) return { end: () => {} };
  let open: { readonly span: Span | undefined; readonly nonce: number; replaced: number } | undefined;
  const end = (facts: Facts = {}): void => {
    const { span } = open ?? {};
    open = undefined;
    if (span === undefined) return;
    attempt(() => describe(span, facts));
    attempt(() => span.end());
  };
  return {
    onEvent: ({ type, nonce, key, hash, maxFeePerGas }) => {
      if (nonce === undefined) return;
      if (open?.nonce !== nonce) {
        end();
        open = {
          span: startSpan(tracer, "anchorlog.transaction", { "transaction.nonce": nonce }, { cause: cause() }),
          nonce,
          replaced: 0,
        };
      }
      const fee = maxFeePerGas === undefined ? undefined : Number(maxFeePerGas) / 1e9;
      const facts = { "transaction.hash": hash, max_fee_gwei: fee };
      // The event's reason is left out: it may contain a node's message.
      attempt(() => open!.span?.addEvent(type, attributesOf(facts)));
      if (type === "replaced") open.replaced++;
      if (!ENDS.has(type)) return;
      end({
        "transaction.key": key,
        ...facts,
        replaced: open.replaced,
        ...(type === "nonce_used" ? { code: type } : {}),
      });
    },
    end,
  };
}

/** Receives the events of checkpoints on chain, as `onCheckpoint` does. */
type FinalityTraces = (event: CheckpointEvent) => void;

/** @param cause the span that anchored a checkpoint of that size in this process; the new span links to it. */
export function traceFinality(
  tracer: Tracer | undefined,
  cause: (size: number) => SpanContext | undefined,
): FinalityTraces {
  if (tracer === undefined) return () => {};
  const anchored = new Map<number, Date>();
  return ({ what, size, block }) => {
    if (what === "anchored") {
      anchored.set(size, new Date());
      return;
    }
    const facts = { size, block: block.number, ...(what === "gone" ? { code: "anchor_gone" } : {}) };
    const since = anchored.get(size);
    const span = startSpan(tracer, "anchorlog.finality", facts, { since, cause: cause(size) });
    attempt(() => span?.end());
    if (what === "gone") anchored.delete(size);
    else for (const known of anchored.keys()) if (known <= size) anchored.delete(known);
  };
}

/** Makes a span when the lease is taken or lost. @param since when the lease was requested. */
export function traceLease(tracer: Tracer | undefined, isHeld: boolean, epoch: number | undefined, since: Date): void {
  if (tracer === undefined) return;
  const span = startSpan(tracer, "anchorlog.lease", { "lease.held": isHeld, "lease.epoch": epoch }, { since });
  attempt(() => span?.end());
}
