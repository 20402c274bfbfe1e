import { AnchorlogError } from "../errors.ts";
import type { BodySource } from "./body.ts";
import { recall, remember } from "./carried.ts";
import { createGate, type GateOptions } from "./gate.ts";
import { targetOf } from "./read.ts";

/**
 * A gate for servers of web-standard requests: gives the request for the handler, with its action (`carriedAction`)
 * and its body as it was sent; or the response to a refused one.
 *
 * `target` is the one received, where the server's `Request` may spell it differently; `route` the route's pattern.
 *
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
      // Of what was sent, with the signature that may have stood before it.
      headers.delete("content-length");
      passed = new Request(request, { method: request.method, headers, body: content as Uint8Array<ArrayBuffer> });
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
      throw new AnchorlogError("body_already_read", "the body was read before its action was", {
        fix: "let the gate judge a request before anything reads its body",
      });
    }
    const reader = request.body?.getReader();
    if (reader === undefined) return true;
    // A read that waits ends then.
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

/** Lets what is left of a refused body go by unkept, so that its sender gets to read the answer; for a while. */
async function letGo({ body }: Request, ms: number): Promise<void> {
  if (body === null || body.locked) return;
  const reader = body.getReader();
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), ms);
  try {
    while (!(await reader.read()).done);
  } catch {
    // Its sender left.
  } finally {
    clearTimeout(timer);
  }
}
