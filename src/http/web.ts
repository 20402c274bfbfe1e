import { AnchorlogError } from "../base/errors.ts";
import type { BodySource } from "./body.ts";
import { recall, remember } from "./carried.ts";
import { createGate, type GateOptions } from "./gate.ts";
import { targetOf } from "./read.ts";

/**
 * Creates a gate for servers of web-standard requests. It returns the request for the handler, with its action
 * (`carriedAction`) and its body, or the response to a refused request.
 *
 * `target` is the target as received, if the server's `Request` may spell it differently. `route` is the route's
 * pattern.
 *
 * @throws AnchorlogError `bad_gate` or `bad_authority` for an option.
 * @example
 * const gate = webActions({ anchorlog, authority: "api.example" })
 * const passed = await gate(request)
 * if (passed instanceof Response) return passed
 */
export function webActions(
  options: GateOptions,
): (request: Request, received?: { readonly target?: string; readonly route?: string }) => Promise<Request | Response> {
  const gate = createGate(options);
  return async (request, { target = targetOf(request.url), route } = {}) => {
    let passed = request;
    const replay = (content: Uint8Array): void => {
      if (request.body === null) return;
      const headers = new Headers(request.headers);
      // The content may be shorter than the body was: a leading signature is removed.
      headers.delete("content-length");
      // Not `new Request(request)`, which fails for a proxy of a request, as Next.js passes.
      const body = content as Uint8Array<ArrayBuffer>;
      passed = new Request(request.url, { method: request.method, headers, body, signal: request.signal });
      remember(passed, recall(request)!);
    };
    const { method, headers } = request;
    const body = { read: readerOf(request), replay };
    const judgement = await gate.judge(request, { method, target, headers, route, body });
    if (judgement.passes) return passed;
    void letGo(request, gate.bodyTimeout);
    const { status, headers: fields, body: answer } = judgement.answer;
    return Response.json(answer, { status, headers: fields });
  };
}

function readerOf(request: Request): BodySource["read"] {
  return async (sink, signal) => {
    if (request.bodyUsed) {
      throw new AnchorlogError("body_already_read", "other code read the body before the gate did", {
        fix: "let the gate judge a request before anything reads its body",
      });
    }
    const reader = request.body?.getReader();
    if (reader === undefined) return true;
    // Ends a read that is in progress.
    const stop = (): void => reader.releaseLock();
    signal.addEventListener("abort", stop);
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        if (!(await sink.add(part.value))) return false;
      }
      return !signal.aborted;
    } catch {
      return false;
    } finally {
      signal.removeEventListener("abort", stop);
      stop();
    }
  };
}

/** Discards the rest of a refused body for a while, so that its sender can read the answer. */
async function letGo({ body }: Request, ms: number): Promise<void> {
  if (body === null || body.locked) return;
  const reader = body.getReader();
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), ms);
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client disconnected.
  } finally {
    clearTimeout(timer);
  }
}
