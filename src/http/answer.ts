import { assertGiven } from "../base/options.ts";
import type { StatementRefusal } from "../log/store.ts";

/** A refusal by a gate or by `submit`. It has a code and a reason. */
export type Refusal = {
  readonly code: string;
  readonly message: string;
  /** If `verdict` or `status` is `indeterminate`, the action is not at fault and may be sent again. */
  readonly verdict?: string;
  readonly status?: string;
  /** Set if an SQL statement of the application failed and defines its own refusal. It replaces the other members. */
  readonly refusal?: StatementRefusal;
};

/** An HTTP answer, ready to be sent. */
export type HttpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, to be sent as JSON. */
  readonly body: object;
};

/** An HTTP answer to a refused action, in the error envelope of the Platform API. */
export type RefusalAnswer = HttpAnswer & {
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  readonly body: {
    readonly error: {
      /** The HTTP status, repeated. */
      readonly code: number;
      readonly message: string;
      /** The part of the action or request that is at fault. `reason` is the refusal's code. */
      readonly details: readonly { readonly field: string; readonly reason: string }[];
    };
    readonly x_request_id?: string;
  };
};

type Rule = {
  readonly status: number;
  /**
   * The part at fault, for `error.details[].field`. By default it is the path at the start of the message, or
   * `document` if the message does not start with a path.
   */
  readonly field?: string;
  /** Replaces the message if that may contain text of a database or a node. */
  readonly said?: string;
  /** Follows the message. */
  readonly hint?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

const AGAIN = "send the same again";
const after = (seconds: number) => ({ "Retry-After": String(seconds) });
/**
 * When to retry: once other actions are answered or a lease is taken over; after a restart; after an operator's
 * intervention.
 */
const [AT_ONCE, SOON, LATER] = [after(1), after(5), after(30)];
/** RFC 9110, 15.5.2: a 401 answer must name an authentication scheme. */
const CHALLENGE = { "WWW-Authenticate": "Anchorlog" };

/** The HTTP answer for each code; docs/ERRORS.md is generated from it. */
export const RULES: Readonly<Record<string, Rule>> = {
  malformed: { status: 400 },
  unknown_member: { status: 400 },
  missing_member: { status: 400 },
  non_canonical: { status: 400 },
  repeated_header: { status: 400 },
  misplaced_action: { status: 400, field: "primaryType" },
  unknown_kind: { status: 400, field: "primaryType" },
  digest_mismatch: { status: 400, field: "Content-Digest" },
  // RFC 9530, 4.
  digest_missing: { status: 400, field: "Content-Digest", headers: { "Want-Content-Digest": "sha-256=10" } },
  signature_not_in_head: { status: 400, field: "signature" },
  incomplete_body: { status: 400, field: "body" },
  deadline_too_far: { status: 400, field: "message.deadline" },
  missing_action: { status: 401, field: "Anchorlog-Action" },
  signature_malformed: { status: 401, field: "signature" },
  signature_non_canonical: { status: 401, field: "signature" },
  signature_mismatch: {
    status: 401,
    field: "signature",
    hint: "; it may sign another domain (name, version, chainId, registry), kind, host, path or body",
  },
  signature_rejected: { status: 401, field: "signature" },
  delegated_account: { status: 401, field: "signature" },
  deadline_passed: { status: 401, field: "message.deadline" },
  unknown_log: { status: 404, field: "message.log" },
  body_timeout: { status: 408, field: "body" },
  nonce_used: { status: 409, field: "message.nonce" },
  not_holder: { status: 409, field: "message.actor" },
  effect_failed: {
    status: 409,
    said: "the data that the action would change is not in the state that the action needs",
  },
  effect_broken: { status: 500, said: "the server could not run the statements of the action, and nothing was done" },
  not_appended: { status: 409, said: "another action of the same call was refused, and the call is all or none" },
  body_too_large: { status: 413, field: "body" },
  content_coded: { status: 415, field: "Content-Encoding" },
  holder_cannot_act: { status: 422, field: "message.payload.holder" },
  internal_error: { status: 500, said: `something failed: whether it was done is not known, ${AGAIN}` },
  chain_unavailable: {
    status: 503,
    said: `the chain did not answer: ${AGAIN} later`,
    headers: SOON,
  },
  clock_ahead: { status: 503, said: `nothing new is promised for now: ${AGAIN} later`, headers: LATER },
  clock_behind: { status: 503, said: `nothing new is promised for now: ${AGAIN} later`, headers: LATER },
  anchor_overdue: { status: 503, said: `nothing new is promised for now: ${AGAIN} later`, headers: LATER },
  not_in_standing: { status: 503, said: `nothing new is promised for now: ${AGAIN} later`, headers: LATER },
  store_failed: { status: 503, said: `nothing was written: ${AGAIN} later`, headers: SOON },
  guard_failed: { status: 503, said: `nothing is promised for now: ${AGAIN} later`, headers: SOON },
  read_only: { status: 503, said: `nothing is promised for now: ${AGAIN} later`, headers: LATER },
  receipt_unavailable: {
    status: 503,
    said: `it is in the log, and its receipt is not signed yet: ${AGAIN}`,
    headers: AT_ONCE,
  },
  outcome_unknown: { status: 503, said: `whether it was written is not known: ${AGAIN}`, headers: AT_ONCE },
  not_the_writer: { status: 503, said: `another process writes this log: ${AGAIN} later`, headers: AT_ONCE },
  archive_unavailable: {
    status: 503,
    said: `its nonce was used, and the entry that used it cannot be read now: ${AGAIN} later`,
    headers: SOON,
  },
  store_full: { status: 503, said: `nothing new is promised for now: ${AGAIN} later`, headers: LATER },
  overloaded: { status: 503, said: `too many actions are waiting: ${AGAIN} later`, headers: AT_ONCE },
  too_busy: { status: 503, said: `too much is being received: ${AGAIN} later`, headers: AT_ONCE },
};

/**
 * Makes the HTTP answer to a refusal. For an unknown code, the answer has only the code: the message may be a
 * database's.
 *
 * @example
 * const answer = await anchorlog.submit(action)
 * if ("code" in answer) {
 *   const { status, headers, body } = answerRefusal(answer)
 *   res.status(status).set(headers).json(body) // 409 `nonce_used`, 503 `overloaded` with Retry-After, and so on
 * }
 */
export function answerRefusal(refusal: Refusal, options: { readonly requestId?: string } = {}): RefusalAnswer {
  assertGiven("answerRefusal", refusal, "code");
  if (refusal.refusal !== undefined) {
    const { code, message, status = 409 } = refusal.refusal;
    return envelope({ status, message, field: "document", reason: code }, options);
  }
  const { code } = refusal;
  const isOpen = refusal.verdict === "indeterminate" || refusal.status === "indeterminate";
  const rule: Rule = Object.hasOwn(RULES, code) ? RULES[code]! : { status: 400, said: "the action was refused" };
  const status = isOpen ? 503 : rule.status;
  const message =
    isOpen && rule.said === undefined ? `${AGAIN} later` : (rule.said ?? refusal.message + (rule.hint ?? ""));
  const { field = pathIn(message), headers } = rule;
  return envelope({ status, message, field, reason: code, headers }, options);
}

/** Makes an answer in the error envelope of the Platform API. */
export function envelope(
  said: {
    readonly status: number;
    readonly message: string;
    readonly field: string;
    readonly reason: string;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  },
  { requestId }: { readonly requestId?: string },
): RefusalAnswer {
  const { status, message, field, reason, headers = status === 401 ? CHALLENGE : {} } = said;
  const error = { code: status, message, details: [{ field, reason }] };
  return {
    status,
    headers,
    retryable: status === 503,
    body: requestId === undefined ? { error } : { error, x_request_id: requestId },
  };
}

/** Finds the path at the start of a FormatError's message, or the name of a repeated header. */
function pathIn(message: string): string {
  return /^([A-Za-z][A-Za-z0-9.[\]-]*)(?:: | is there )/.exec(message)?.[1] ?? "document";
}
