/** Requests that change state. Each is an action signed by a wallet, and its changes commit with its log entry. */
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import { fromHex, toHex, type Anchorlog, type Hex, type Receipt } from "anchorlog";
import { encodeMessage, hashDomain, type SignedAction } from "anchorlog/action";
import { carriedAction, carriedUpload, type ReceivedFile } from "anchorlog/http/node";
import { decodeEntry, type Statement } from "anchorlog/log";
import type { Caller } from "../foundation/caller.ts";
import type { Permission } from "../foundation/roles.ts";
import { ENTRY, statement, type Database } from "../foundation/db/database.ts";
import type { Parts } from "../foundation/parts.ts";
import { callerOf } from "./access.ts";
import { ApiError, badRequest, fromAnswer } from "./errors.ts";
import { begin, type Idempotency, type NewAction } from "./idempotency.ts";
import type { Group } from "../foundation/limitGroups.ts";
import type { Value } from "./reads.ts";
import { assertOwnLog, isExecuted, standingOf } from "./standing.ts";
import { createTurns, type Turns } from "./turns.ts";

/** A verified signed request. */
export type Act<Body = unknown, Params = unknown> = {
  readonly caller: Caller;
  /** The ID of the caller's organization. */
  readonly org: string;
  /** The address of the signing wallet, in lower case. */
  readonly signer: Hex;
  readonly body: Body;
  readonly params: Params;
  /** The action's digest, in hex without 0x. IDs of created objects are derived from it. */
  readonly digest: string;
  /** Unsigned header fields. They can only cause a rejection, and are missing in a replay. */
  readonly headers: { readonly "if-match"?: string | undefined };
};

/** The log entry of an action. */
export type Place = { readonly index: number; readonly acceptedAt: number };

/** A route whose requests change state. */
export type SignedRoute<Body extends TSchema = TSchema, Params extends TSchema = TSchema> = {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly group: Group;
  /** Permission that the credential needs. */
  readonly access: "caller" | Permission;
  readonly needsAccount?: boolean;
  /**
   * Permission that the signing member needs. `sender`: the caller must be allowed to send actions of the signer, and
   * `plan` checks the rest. `anyone`: `plan` checks everything.
   */
  readonly signer: "anyone" | "sender" | Permission;
  /** The status of the answer; 201 by default. */
  readonly status?: 200 | 201;
  readonly fields?: FastifyContextConfig["fields"];
  readonly schema: {
    readonly summary: string;
    readonly tags: readonly string[];
    readonly description?: string;
    readonly body?: Body;
    /** The schema of a form, if `receive` builds the body from it. */
    readonly form?: TSchema;
    readonly params?: Params;
    /** The schema of the answer, without `x_receipt`, which is always added. */
    readonly answer: TSchema;
    /** Whether the answer may lack a receipt because its parts have their own. */
    readonly receipt?: "optional";
  };
  /**
   * Processes a body that was received into a file, on routes for uploads. Stores the file durably, and returns the
   * body. Throws an ApiError if the file is rejected.
   */
  receive?(act: Pick<Act, "org">, file: ReceivedFile, contentType: string | undefined): Promise<Received<Value<Body>>>;
  /**
   * Rejects requests that the configuration or the current amount of data forbids. A replay does not call it: accepted
   * actions stay valid.
   *
   * @throws ApiError
   */
  check?(act: Act<Value<Body>, Value<Params>>): Promise<void>;
  /** Whether `check` counts, or `answer` shows, existing data. Requests of an organization then run one after another. */
  readonly isCounting?: true;
  /**
   * The changes of the action. Throws an ApiError if the current tables forbid it. The statements check again when they
   * commit.
   */
  plan(act: Act<Value<Body>, Value<Params>>): Promise<Plan>;
  /**
   * The answer. It depends only on the action, its entry and data committed with it, so that a retry gets the same
   * answer.
   */
  answer(act: Act<Value<Body>, Value<Params>>, place: Place, receipt: Receipt): object | Promise<object>;
  /** Answers a request whose body is the action. Without it, only actions in the header field are accepted. */
  typed?(request: FastifyRequest): Promise<object>;
  /** Maximum bytes of the body; the size of one action by default. */
  readonly bodyLimit?: number;
  /** The number of actions in a body, for the rate limits; 1 by default. */
  readonly counts?: (body: unknown) => number;
  /** Runs after the action is committed, and again with each retry. An error in it does not undo the action. */
  after?(act: Act<Value<Body>, Value<Params>>): Promise<void>;
};

/** The body of a request, the content to store, and the digest of an uploaded file. */
type Received<Body> = { readonly body: Body; readonly content: Uint8Array; readonly file: string | null };

export type RegisterSigned = <Body extends TSchema, Params extends TSchema>(route: SignedRoute<Body, Params>) => void;

/** The changes that commit with an action. `settled` is called after the commit or the rejection. */
export type Plan = readonly Statement[] | { readonly statements: readonly Statement[]; readonly settled: () => void };

/** An ID derived from an action, so that a retry and a rebuild get the same ID. */
export function idOf(prefix: string, { digest }: Pick<Act, "digest">): string {
  return `${prefix}_${digest.slice(0, 32)}`;
}

/** The columns of a row that an action creates. */
export function newRow(prefix: string, act: Pick<Act, "org" | "digest">) {
  return { org: act.org, id: idOf(prefix, act), idx: ENTRY.index, created_at: ENTRY.acceptedAt };
}

/** Checks which wallets may sign for an organization. */
export type Signers = {
  /** Checks against the current tables. @throws ApiError 403. */
  readonly check: (act: Pick<Act, "caller" | "signer">, permission: Permission) => Promise<void>;
  /** The same check as a statement, which fails the action if the tables changed meanwhile. */
  readonly guard: (act: Pick<Act, "caller" | "signer">, permission: Permission) => Statement;
  /** Rejects an action if the caller may not send actions of its signer. */
  readonly sender: (act: Pick<Act, "caller" | "signer">) => Promise<void>;
};

/** The dependencies that all signed routes share. */
export type Signing = {
  readonly anchorlog: Anchorlog;
  readonly builder: Database["builder"];
  readonly signers: Signers;
  readonly idempotency: Idempotency;
  /** The digest of a request's action, in hex without 0x. */
  readonly digestOf: (action: SignedAction) => string;
  /** Runs requests that must not overlap one after another. */
  readonly inTurn: Turns;
};

export function createSigning(parts: Parts, signers: Signers): Signing {
  const { anchorlog, operator, database } = parts;
  const kind = anchorlog.kinds.get("HttpRequest")!;
  const separator = hashDomain({ ...operator, verifyingContract: operator.registry });
  return {
    anchorlog,
    builder: database.builder,
    signers,
    idempotency: { ...parts, underWay: new Map() },
    digestOf: ({ message }) => toHex(encodeMessage(kind, message, separator).digest).slice(2),
    inTurn: createTurns(),
  };
}

/** Returns the answer to a request: checks its signer, plans and commits its changes, and shows their receipt. */
export async function answerSigned(
  signing: Signing,
  route: SignedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<object> {
  const carried = route.receive === undefined ? carriedAction(request, ["HttpRequest"]) : carriedUpload(request);
  if (carried.status === "missing" && route.typed !== undefined) {
    const answer = await route.typed(request);
    reply.code(statusOf(route));
    return answer;
  }
  if (!("action" in carried)) throw fromAnswer(carried.answer);
  const act = actOf(signing, request, carried.action);
  assertOwnLog(act.caller, carried.action);
  if (route.signer === "sender") await signing.signers.sender(act);
  else if (route.signer !== "anyone") await signing.signers.check(act, route.signer);
  if (carried.status === "retry") return answerWith(reply, route, act, carried.submission);
  if (route.schema.body === undefined && "body" in carried && carried.body.length > 0) {
    throw badRequest("body", "unexpected_body", "this takes no body: send none");
  }
  try {
    return await signing.inTurn(turnsOf(route, act), () => execute(signing, route, request, reply, act, carried));
  } catch (error) {
    // An identical request may have executed the action since it was checked.
    const isRefusal = error instanceof ApiError && error.status < 500;
    const done = isRefusal ? await submissionOf(signing, carried) : undefined;
    if (done === undefined) throw error;
    return answerWith(reply, route, act, done);
  }
}

function actOf({ digestOf }: Signing, request: FastifyRequest, action: SignedAction): Act {
  const caller = callerOf(request);
  return {
    caller,
    org: caller.organization.id,
    signer: action.message.actor.toLowerCase() as Hex,
    body: request.body,
    params: request.params,
    digest: digestOf(action),
    headers: request.headers,
  };
}

function turnsOf({ url, isCounting, signer }: SignedRoute, { org, digest }: Act): string[] {
  return [
    ...(isCounting === true ? [`${url} ${org}`] : []),
    // Identical requests wait for each other, so that `plan` does not reject the second one because of the first.
    ...(signer === "sender" ? [digest] : []),
  ];
}

async function execute(
  signing: Signing,
  route: SignedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Act,
  carried: New,
): Promise<object> {
  const first = await begin(signing.idempotency, request, carried);
  let plan: Plan | undefined;
  try {
    if (first.status === "repeated") {
      // The receipt is for the first action. The newly signed action has none.
      reply.header("Idempotent-Replayed", "true");
      return await answerWith(reply, route, actOf(signing, request, first.action), first.submission);
    }
    await route.check?.(asked);
    const { body, content, file } = await receive(route, request, asked, carried);
    const act = { ...asked, body };
    plan = await route.plan(act);
    const effects = [
      ...(isJudgedByPlan(route.signer) ? [] : [signing.signers.guard(act, route.signer)]),
      ...("statements" in plan ? plan.statements : plan),
      ...first.effects,
      keepRequest(signing, act, content, file),
    ];
    const outcome = await carried.submit({ effects });
    if (outcome.status === "accepted") return await answerWith(reply, route, act, outcome.accepted);
    if (outcome.status === "retry") return await answerWith(reply, route, act, outcome.submission);
    throw fromAnswer(outcome.answer);
  } finally {
    if (plan !== undefined && "settled" in plan) plan.settled();
    first.end();
  }
}

async function receive(
  route: SignedRoute,
  request: FastifyRequest,
  act: Act,
  carried: New,
): Promise<Received<unknown>> {
  if ("body" in carried) return { body: act.body, content: carried.body, file: null };
  try {
    return await route.receive!(act, carried.file, request.headers["content-type"]);
  } catch (error) {
    // If the client disconnected, its file was deleted, and reading it failed.
    if (!request.raw.socket.destroyed) throw error;
    throw new ApiError(400, "aborted", "the client disconnected before the body had arrived", { field: "body" });
  }
}

/** Stores the content of the request, so that a replay can plan it again. */
function keepRequest({ builder }: Signing, { caller, org }: Act, content: Uint8Array, file: string | null): Statement {
  const row = { org, idx: ENTRY.index, content, file, account: caller.account?.id ?? null };
  return statement(builder.insertInto("request").values(row));
}

async function answerWith(
  reply: FastifyReply,
  route: SignedRoute,
  act: Act,
  { receipt }: { readonly receipt: Receipt },
): Promise<object> {
  await route
    .after?.(act)
    .catch((error: unknown) => reply.log.error({ err: error }, "a step after an executed action failed"));
  const answer = await route.answer(act, placeOf(receipt), receipt);
  reply.code(statusOf(route));
  return { ...answer, x_receipt: receipt };
}

/**
 * The receipt of an action that was executed already.
 *
 * @throws ApiError 503 if it cannot be determined now whether the action was executed.
 */
async function submissionOf(
  { anchorlog }: Signing,
  carried: NewAction,
): Promise<{ readonly receipt: Receipt } | undefined> {
  if (!isExecuted(await standingOf(anchorlog, carried.action))) return undefined;
  const outcome = await carried.submit();
  return outcome.status === "retry" ? outcome.submission : undefined;
}

export const statusOf = ({ status = 201 }: Pick<SignedRoute, "status">): 200 | 201 => status;

/** A request with an action that is not yet in a log. */
type New = Extract<ReturnType<typeof carriedAction> | ReturnType<typeof carriedUpload>, { readonly status: "new" }>;

function isJudgedByPlan(signer: SignedRoute["signer"]): signer is "anyone" | "sender" {
  return signer === "anyone" || signer === "sender";
}

function placeOf({ entry }: Receipt): Place {
  const { index, acceptedAt } = decodeEntry(fromHex(entry));
  return { index, acceptedAt };
}
