/** Reads a request's content for a gate. If the head has all of the action, the action is judged first. */
import { AnchorlogError } from "../base/errors.ts";
import type { Refusal } from "./answer.ts";
import { createCollector, type BodySource, type Budget, type Sink } from "./body.ts";
import type { ActionRecipient, BodyContent, FileContent } from "./carried.ts";
import { actionOf, readBody, type ReadAction, type ReadHead, type ReadOptions } from "./read.ts";

export type ReceiveSettings = ReadOptions & {
  readonly anchorlog: ActionRecipient;
  /** Milliseconds. */
  readonly bodyTimeout: number;
  readonly budget: Budget;
};

/** A judged action, and the content of its request. A retry may be detected before the content is read. */
export type ReceivedAction<C> = { readonly action: ReadAction; readonly isRetry: boolean; readonly content?: C };

export type Receive<C extends BodyContent | FileContent> = (
  head: ReadHead,
  source: BodySource,
  settings: ReceiveSettings,
) => Promise<ReceivedAction<C> | { readonly refusal: Refusal }>;

/** Judges the action before the body is read if the head has the content's digest, and otherwise after. */
export const receiveBody: Receive<BodyContent> = async (head, source, settings) => {
  const digest = head.digests.get("sha-256");
  const early = digest === undefined ? undefined : actionOf(head, digest);
  const standing = early && (await verify(early, settings));
  if (standing !== undefined && "refusal" in standing) return standing;
  const collector = createCollector(settings.maxBodyBytes, early === undefined ? settings.budget : undefined);
  try {
    const refusal = await readAll(source, collector, settings);
    if (refusal !== undefined) return { refusal };
    const read = readBody(head, collector.bytes(), settings);
    if ("code" in read) return { refusal: read };
    const judged = standing ?? (await verify(read.action, settings));
    if ("refusal" in judged) return judged;
    return { action: read.action, isRetry: judged.isRetry, content: { body: read.content } };
  } finally {
    collector.release();
  }
};

/** Returns whether the action may be submitted, or the refusal. */
export async function verify(
  action: ReadAction,
  { anchorlog }: Pick<ReceiveSettings, "anchorlog">,
): Promise<{ readonly isRetry: boolean } | { readonly refusal: Refusal }> {
  const standing: Awaited<ReturnType<ActionRecipient["verify"]>> | undefined = await anchorlog.verify(action);
  if (standing?.verdict === "valid" && typeof standing.isRetry === "boolean") return { isRetry: standing.isRetry };
  if (standing?.verdict === "invalid" || standing?.verdict === "indeterminate") return { refusal: standing };
  throw new AnchorlogError("bad_answer", "verify answered with no verdict");
}

/** Reads a body to its end, or returns the refusal. */
export async function readAll(
  source: BodySource,
  sink: Sink,
  { bodyTimeout, maxBodyBytes }: Pick<ReceiveSettings, "bodyTimeout" | "maxBodyBytes">,
): Promise<Refusal | undefined> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), bodyTimeout);
  try {
    if (await source.read(sink, patience.signal)) return undefined;
  } finally {
    clearTimeout(timer);
  }
  const code = sink.declined() ?? (patience.signal.aborted ? "body_timeout" : "incomplete_body");
  const messages = {
    body_too_large: `the body is longer than ${maxBodyBytes} bytes, with any signature in it`,
    body_timeout: `the body took longer than ${bodyTimeout} ms`,
    incomplete_body: "the request ended before its body did",
    too_busy: "",
  };
  return { code, message: messages[code] };
}
