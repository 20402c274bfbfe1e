import type { SignedAction } from "../action/kinds.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { Hex } from "../base/hex.ts";
import type { Receipt } from "../log/receipt/receipt.ts";
import type { Statement, StatementRefusal } from "../log/store.ts";
import { answerRefusal, type HttpAnswer, type Refusal } from "./answer.ts";
import { misplaced } from "./read.ts";

/** The answer to a submitted action, as `submitMany` of an anchorlog returns it. */
type Submission =
  | {
      readonly status: "accepted" | "retry";
      readonly log: string;
      readonly index: number;
      readonly receipt: Receipt;
    }
  | ({ readonly status: "refused" | "indeterminate"; readonly refusal?: StatementRefusal } & Refusal);

/** The caller's statements for the store's database. They commit with the action's entry or not at all. */
type Effects = readonly Statement[];

/** Judges and submits the actions of requests: the result of `openAnchorlog`. */
export type ActionRecipient = {
  readonly kinds: ReadonlyMap<string, unknown>;
  /** Judges an action as submitting it would, nonce and deadline included. Only an explicit `valid` passes. */
  verify(action: unknown): Promise<{ readonly verdict: "valid"; readonly isRetry: boolean } | (Refusal & Verdict)>;
  submitMany(
    actions: readonly unknown[],
    options?: { readonly effects?: readonly (Effects | undefined)[] },
  ): Promise<readonly Submission[]>;
};
type Verdict = { readonly verdict: "invalid" | "indeterminate" };

/**
 * The action that a request carried. Act only if its status is `new`. Otherwise send `answer`.
 *
 * - `retry`: the action is in the log already, and an earlier request carried it out. The answer has its receipt. To send
 *   your own answer again instead, take the receipt from `submission`
 * - `missing`: the request carried no action, or no gate judged it
 * - `misplaced`: the action's kind is not among those asked for
 */
export type CarriedAction = (NewAction & BodyContent) | AnsweredAction;

/** As a {@link CarriedAction}, for a request whose content was received into a file. */
export type CarriedUpload = (NewAction & FileContent) | AnsweredAction;

type AnsweredAction =
  | ({ readonly status: "retry"; readonly answer: HttpAnswer; readonly action: SignedAction } & Repeated)
  | { readonly status: "missing" | "misplaced"; readonly answer: HttpAnswer };

/** The submission of an action that is in the log already. */
type Repeated = { readonly submission: Submission & { readonly status: "retry" } };

type NewAction = {
  readonly status: "new";
  /**
   * `header`: the action is this very request. `body`: the action is the request's body, and the path does not matter.
   */
  readonly carriage: "header" | "body";
  /** The action, after its form, signature, log, nonce and deadline were verified. */
  readonly action: SignedAction;
  /** Appends the action together with `effects`. Nothing is promised before. */
  submit(options?: SubmitOptions): Promise<SubmitResult>;
};

export type BodyContent = {
  /** The content: for `header`, the bytes that the actor signed. */
  readonly body: Uint8Array;
};

export type FileContent = { readonly file: ReceivedFile };

/**
 * A content that was received into a file: the bytes that the actor signed. The file is removed when the request is
 * answered, or its client disconnected.
 */
export type ReceivedFile = {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256. */
  readonly digest: Hex;
  /**
   * Moves the file to its final place, durably and atomically: an earlier file there is replaced whole or not at all.
   * The folder must exist. Call this before `submit`, so that the log has no action whose content is lost. Rejects if
   * the sender left first; nothing was promised then.
   */
  keep(path: string): Promise<void>;
};

/**
 * The result of `submit`. Act only on `accepted`. For each other status there is an answer to send. `retry`: an equal
 * request came first and was carried out. `failed`: the store or a key threw `error`, which is not for clients.
 */
export type SubmitResult =
  | { readonly status: "accepted"; readonly accepted: Submission & { readonly status: "accepted" } }
  | ({ readonly status: "retry"; readonly answer: HttpAnswer } & Repeated)
  | {
      readonly status: "refused" | "indeterminate";
      readonly answer: HttpAnswer;
      readonly code: string;
      /** For the server only: it may contain the store's own message, which the answer leaves out. */
      readonly message: string;
      /** The refusal that the failed statement defines, if any. */
      readonly refusal?: StatementRefusal;
    }
  | { readonly status: "failed"; readonly answer: HttpAnswer; readonly error: unknown };

/** A gate's judgement of a request. */
type GateVerdict = {
  readonly recipient: ActionRecipient;
  readonly authority: string;
  readonly primaryType: string;
  readonly carried: CarriedAction | CarriedUpload;
};

const judgedRequests = new WeakMap<object, GateVerdict>();

export function remember(request: object, judged: GateVerdict): void {
  judgedRequests.set(request, judged);
}

/** @param request Node's own request, an object that has it as `raw`, or a web-standard request. */
export function recall(request: object): GateVerdict | undefined {
  const { raw } = request as { raw?: unknown };
  return judgedRequests.get(request) ?? (typeof raw === "object" && raw !== null ? judgedRequests.get(raw) : undefined);
}

/**
 * Returns the action that a request carried, as an adapter of this package judged it.
 *
 * @param kinds the kinds that the route acts on; `HttpRequest` is the request itself.
 * @throws AnchorlogError `bad_kinds` if `kinds` is empty, or the content is in a file.
 */
export function carriedAction(request: object, kinds: readonly string[]): CarriedAction {
  const carried = carriedBy(request, kinds);
  if (!("file" in carried)) return carried;
  throw new AnchorlogError("bad_kinds", "the content of this request was received into a file", {
    fix: "ask carriedUpload for it",
  });
}

/**
 * Returns the action that a request carried to a gate for uploads, with the file of its content.
 *
 * @param request as `carriedAction` takes it.
 * @throws AnchorlogError `bad_kinds` if another gate judged the request: the content is not in a file.
 */
export function carriedUpload(request: object): CarriedUpload {
  const carried = carriedBy(request, ["HttpRequest"]);
  if (!("body" in carried)) return carried;
  throw new AnchorlogError("bad_kinds", "the content of this request was not received into a file", {
    fix: "put a gate for uploads before this route, and no other: fastifyUploads, nodeUploads",
  });
}

function carriedBy(request: object, kinds: readonly string[]): CarriedAction | CarriedUpload {
  if (!Array.isArray(kinds) || kinds.length === 0) {
    throw new AnchorlogError("bad_kinds", "the kinds of actions that this route acts on are missing", {
      fix: 'name them: carriedAction(request, ["HttpRequest"])',
    });
  }
  const judged = recall(request);
  if (judged === undefined) {
    const message = "the request carries no action that was judged";
    return { status: "missing", answer: answerRefusal({ code: "missing_action", message }) };
  }
  if (kinds.includes(judged.primaryType)) return judged.carried;
  return { status: "misplaced", answer: answerRefusal(misplaced(judged.primaryType, new Set(kinds))) };
}

/** How a carried action is submitted. */
type SubmitOptions = { readonly effects?: Effects | undefined };

/** Submits an action and returns the outcome. Never rejects. */
export async function submitCarried(
  action: unknown,
  recipient: ActionRecipient,
  answer: (refusal: Refusal) => HttpAnswer,
  options: SubmitOptions = {},
): Promise<SubmitResult> {
  let submission: Submission | undefined;
  try {
    for (const name in options) {
      // An unknown option is an error: ignoring it could lose statements.
      if (name === "effects") continue;
      throw new AnchorlogError("bad_option", `submit has no option ${name}`, { fix: "give effects, or none" });
    }
    const { effects } = options;
    [submission] = await recipient.submitMany([action], effects === undefined ? {} : { effects: [effects] });
  } catch (error) {
    return { status: "failed", answer: answer(failure(error)), error };
  }
  if (submission?.status === "accepted") {
    return { status: "accepted", accepted: { ...submission, status: submission.status } };
  }
  if (submission?.status === "retry") {
    const repeated = { ...submission, status: submission.status };
    return { status: "retry", answer: { status: 200, headers: {}, body: submission }, submission: repeated };
  }
  if (submission?.status === "refused" || submission?.status === "indeterminate") {
    const { status, code, message, refusal } = submission;
    const said = refusal === undefined ? {} : { refusal };
    return { status, answer: answer(submission), code, message, ...said };
  }
  const error = new AnchorlogError("bad_answer", "submitMany answered with no submission");
  return { status: "failed", answer: answer(failure(error)), error };
}

/** Codes that a client may see: nothing was written, and the same action may succeed later. */
const KNOWN: ReadonlySet<string> = new Set(["not_the_writer", "store_failed"]);

/** Returns the refusal for an error. */
export function failure(error: unknown): Refusal {
  const isKnown = error instanceof AnchorlogError && KNOWN.has(error.code);
  return { code: isKnown ? error.code : "internal_error", message: "" };
}
