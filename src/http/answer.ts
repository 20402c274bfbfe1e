/** A refusal by `readAction`, `verifyAction` or `submit`: all of them name a code and say why. */
export type Refusal = {
  readonly code: string;
  readonly message: string;
  /** Either is `indeterminate` where nothing is said against the action, which may be sent again. */
  readonly verdict?: string;
  readonly status?: string;
};

/** An HTTP answer to a refused action, in the error envelope of the Platform API. */
export type RefusalAnswer = {
  readonly status: number;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  readonly body: {
    readonly error: {
      /** The status once more. */
      readonly code: number;
      readonly message: string;
      /** The part of the action or request that is at fault; its reason is the refusal's code. */
      readonly details: readonly { readonly field: string; readonly reason: string }[];
    };
    readonly x_request_id?: string;
  };
};

/** What is not here is the sender's mistake: 400. */
const STATUS: Readonly<Record<string, number>> = {
  missing_action: 401,
  delegated_account: 401,
  deadline_passed: 401,
  unknown_log: 404,
  nonce_used: 409,
  body_too_large: 413,
  content_coded: 415,
};

const FIELD: Readonly<Record<string, string>> = {
  missing_action: "Anchorlog-Action",
  misplaced_action: "primaryType",
  unknown_kind: "primaryType",
  content_coded: "Content-Encoding",
  digest_mismatch: "Content-Digest",
  body_too_large: "body",
  unknown_log: "message.log",
  nonce_used: "message.nonce",
  deadline_passed: "message.deadline",
  deadline_too_far: "message.deadline",
};

/** How to answer a refusal over HTTP. */
export function answerRefusal(refusal: Refusal, options: { readonly requestId?: string } = {}): RefusalAnswer {
  const { code, message } = refusal;
  const retryable = refusal.verdict === "indeterminate" || refusal.status === "indeterminate";
  const status = retryable ? 503 : statusOf(code);
  const details = [{ field: fieldOf(refusal), reason: code }];
  const error = { code: status, message, details };
  const { requestId } = options;
  return { status, retryable, body: requestId === undefined ? { error } : { error, x_request_id: requestId } };
}

function statusOf(code: string): number {
  if (code.startsWith("signature_")) return 401;
  return Object.hasOwn(STATUS, code) ? STATUS[code]! : 400;
}

function fieldOf({ code, message }: Refusal): string {
  if (Object.hasOwn(FIELD, code)) return FIELD[code]!;
  if (statusOf(code) === 401 || code === "chain_unavailable") return "signature";
  // A FormatError begins with its path; a repeated header, with its name.
  return /^([A-Za-z][A-Za-z0-9.[\]-]*)(?:: | is there )/.exec(message)?.[1] ?? "document";
}
