import { checkAuthority } from "./authority.ts";
import { ACTION_HEADER } from "./header.ts";
import { MAX_BODY_BYTES, readReceived, type CarriedAction, type ReceivedRequest } from "./read.ts";
import type { Refusal } from "./answer.ts";

/** What a server's adapter lets through. */
export type GateOptions = {
  /** The API's public name, which its clients sign: `api.example`, `api.example:8443`. Never taken from Host. */
  readonly authority: string;
  /** The most bytes of a body that are read; 1 MiB by default. */
  readonly maxBodyBytes?: number;
  /** Whether a request must carry an action; by default any but GET, HEAD, OPTIONS and TRACE. */
  readonly isRequired?: (request: { readonly method: string; readonly target: string }) => boolean;
  /** Judges the action before the handler runs: `verifyAction` under the operator's rules, say. `submit` does anyway. */
  readonly verify?: (action: CarriedAction["action"]) => Judgement | Promise<Judgement>;
  /** The identifier that refusals carry as `x_request_id`. */
  readonly requestId?: () => string;
};

/** A verdict of `verifyAction` or of something like it. */
export type Judgement = { readonly verdict: "valid" } | ({ readonly verdict: "invalid" | "indeterminate" } & Refusal);

const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Lets a request pass that must carry no action and does not; gives its action, or why it is refused. */
export type Gate = {
  /** Whether the request passes unread. */
  passes(request: Omit<ReceivedRequest, "body">): boolean;
  /** @param request with `body` undefined where it is longer than `maxBodyBytes`. */
  judge(
    request: Omit<ReceivedRequest, "body"> & { body: Uint8Array | undefined },
  ): Promise<{ carried: CarriedAction } | { refusal: Refusal }>;
  readonly maxBodyBytes: number;
};

export function createGate(options: GateOptions): Gate {
  const { maxBodyBytes = MAX_BODY_BYTES, isRequired = ({ method }) => !SAFE.has(method), verify } = options;
  const authority = checkAuthority(options.authority);
  return {
    maxBodyBytes,
    passes: (request) =>
      !isRequired(request) &&
      ![...request.headers].some(([name]) => name.toLowerCase() === ACTION_HEADER.toLowerCase()),
    judge: async (request) => {
      const { body } = request;
      if (body === undefined) {
        return { refusal: { code: "body_too_large", message: `the body is longer than ${maxBodyBytes} bytes` } };
      }
      const read = readReceived({ ...request, body }, { authority, maxBodyBytes });
      if (read.status === "refused") return { refusal: read };
      const judgement = await verify?.(read.action);
      if (judgement !== undefined && judgement.verdict !== "valid") return { refusal: judgement };
      return { carried: { carriage: read.carriage, action: read.action, body: read.body } };
    },
  };
}
