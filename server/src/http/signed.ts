/** Requests that change state: each is an action, signed by a wallet, and what it changes commits with its entry. */
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Static, TSchema } from "typebox";
import { fromHex, toHex, type Hex, type Receipt } from "anchorlog";
import { encodeMessage, hashDomain, type SignedAction } from "anchorlog/action";
import { answerRefusal } from "anchorlog/http";
import { carriedAction, carriedUpload, type ReceivedFile } from "anchorlog/http/node";
import { decodeEntry, type Statement } from "anchorlog/log";
import type { Caller } from "../accounts/caller.ts";
import type { Permission } from "../accounts/roles.ts";
import { ENTRY, statement } from "../db/database.ts";
import type { Parts } from "../parts.ts";
import { callerOf } from "./access.ts";
import { ApiError, badRequest, fromAnswer } from "./errors.ts";
import { createIdempotency, type NewAction } from "./idempotency.ts";
import type { Group } from "./limits/groups.ts";
import { withReceipt } from "./schemas.ts";
import { createTurns } from "./turns.ts";

/** A signed request, verified: what it asks for, and by whom. */
export type Act<Body = unknown, Params = unknown> = {
  readonly caller: Caller;
  /** The wallet that signed, in lower case. */
  readonly signer: Hex;
  readonly body: Body;
  readonly params: Params;
  /** Of the action, in hex without 0x: what it makes has its identifier from it. */
  readonly digest: string;
  /** Fields of the request. They are not signed, and there are none where the action is done over: they only refuse. */
  readonly headers: { readonly "if-match"?: string | undefined };
};

/** The entry that an action became. */
export type Place = { readonly index: number; readonly acceptedAt: number };

/** A route whose requests change state. */
export type SignedRoute<Body extends TSchema = TSchema, Params extends TSchema = TSchema> = {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly group: Group;
  /** What the credential must allow. */
  readonly access: "caller" | Permission;
  readonly needsAccount?: boolean;
  /**
   * What the signing member's role must allow. `sender`: whatever the caller may send, and `plan` judges the rest;
   * `anyone`: it judges all.
   */
  readonly signer: "anyone" | "sender" | Permission;
  /** Of the answer; 201 by default. */
  readonly status?: 200 | 201;
  readonly fields?: FastifyContextConfig["fields"];
  readonly schema: {
    readonly summary: string;
    readonly tags: readonly string[];
    readonly description?: string;
    readonly body?: Body;
    /** What is sent as a form, where `receive` makes the body of it. */
    readonly form?: TSchema;
    readonly params?: Params;
    /** Of the answer, without `x_receipt`, which all have. */
    readonly answer: TSchema;
    /** Whether the answer has no receipt of its own where its parts have theirs. */
    readonly receipt?: "optional";
  };
  /**
   * Takes a content that was received into a file, in a scope behind the gate for files: makes durable what is kept of
   * it, and says what it is. Throws an ApiError where that may not be.
   */
  receive?(
    act: Pick<Act, "caller">,
    file: ReceivedFile,
    contentType: string | undefined,
  ): Promise<Received<Static<Body>>>;
  /**
   * Refuses what may not be asked for here and now, by the configuration or by how much there is already. What was done
   * stays done: a replay does not ask this.
   *
   * @throws ApiError
   */
  check?(act: Act<Static<Body>, Static<Params>>): Promise<void>;
  /** Whether `check` counts what there is: an organization's requests are judged one behind another. */
  readonly isCounting?: true;
  /** What it changes. Throws an ApiError where it may not be, by what the tables say now: the statements are the fence. */
  plan(act: Act<Static<Body>, Static<Params>>): Promise<Plan>;
  /** What it answers: from the action and its entry alone, or what was committed with it, so that a retry gets the same. */
  answer(act: Act<Static<Body>, Static<Params>>, place: Place, receipt: Receipt): object | Promise<object>;
  /** Answers a request that carries its action as the body. Without it, an action in the field alone is taken. */
  typed?(request: FastifyRequest): Promise<object>;
  /** Bytes of its body; of one action by default. */
  readonly bodyLimit?: number;
  /** How many actions a body is, for the limits; one by default. */
  readonly counts?: (body: unknown) => number;
  /** What follows once it is done. It runs again with each retry; where it fails, what was done stays done. */
  after?(act: Act<Static<Body>, Static<Params>>): Promise<void>;
};

/** What came with a request: as a body, and what is kept of it; of a file, its digest. */
type Received<Body> = { readonly body: Body; readonly content: Uint8Array; readonly file: string | null };

/** Registers a route. */
export type RegisterSigned = <Body extends TSchema, Params extends TSchema>(route: SignedRoute<Body, Params>) => void;

/** What commits with an action; `settled` is called when it has its answer. */
export type Plan = readonly Statement[] | { readonly statements: readonly Statement[]; readonly settled: () => void };

/** An identifier that follows from an action, so that a retry and a rebuild find the same. */
export function idOf(prefix: string, { digest }: Pick<Act, "digest">): string {
  return `${prefix}_${digest.slice(0, 32)}`;
}

/** Which wallets may sign what, of an organization. */
export type Signers = {
  /** Refuses, by what the tables say now. @throws ApiError 403. */
  readonly check: (act: Pick<Act, "caller" | "signer">, permission: Permission) => Promise<void>;
  /** The same as a statement: what changed meanwhile has the action refused. */
  readonly guard: (act: Pick<Act, "caller" | "signer">, permission: Permission) => Statement;
  /** Refuses an action that is not the caller's to send, whoever may do what it asks for. */
  readonly sender: (act: Pick<Act, "caller" | "signer">) => Promise<void>;
};

/**
 * Registers signed routes, in a scope behind the signature's gate.
 *
 * @param parts `typedRoutes` gets the routes that the gate lets pass without an action in the field: method and pattern.
 */
export function createSigned(
  app: FastifyInstance,
  parts: Parts,
  { signers, typedRoutes }: { readonly signers: Signers; readonly typedRoutes: Set<string> },
): RegisterSigned {
  const { anchorlog, operator, database } = parts;
  const kind = anchorlog.kinds.get("HttpRequest")!;
  const separator = hashDomain({ ...operator, verifyingContract: operator.registry });
  const idempotency = createIdempotency(parts);
  const turn = createTurns();

  const actOf = (request: FastifyRequest, action: SignedAction): Act => ({
    caller: callerOf(request),
    signer: action.message.actor.toLowerCase() as Hex,
    body: request.body,
    params: request.params,
    digest: toHex(encodeMessage(kind, action.message, separator).digest).slice(2),
    headers: request.headers,
  });

  /** @throws ApiError 503 where it is not known now whether it was done. */
  const doneBy = async (carried: NewAction): Promise<{ readonly receipt: Receipt } | undefined> => {
    const standing = await anchorlog.verify(carried.action);
    if (standing.verdict === "indeterminate") throw fromAnswer(answerRefusal(standing));
    if (standing.verdict !== "valid" || !standing.isRetry) return undefined;
    const outcome = await carried.submit();
    return outcome.status === "retry" ? outcome.submission : undefined;
  };

  return <Body extends TSchema, Params extends TSchema>(route: SignedRoute<Body, Params>): void => {
    type RouteAct = Act<Static<Body>, Static<Params>>;
    const { method, url, group, access, signer, status = 201, fields = [], needsAccount = false, schema } = route;
    const send = async (
      reply: FastifyReply,
      act: RouteAct,
      { receipt }: { readonly receipt: Receipt },
    ): Promise<FastifyReply> => {
      await route
        .after?.(act)
        .catch((error: unknown) => reply.log.error({ err: error }, "what follows an action failed"));
      return reply.code(status).send({ ...(await route.answer(act, placeOf(receipt), receipt)), x_receipt: receipt });
    };

    const receive = async (
      request: FastifyRequest,
      act: RouteAct,
      carried: New,
    ): Promise<Received<RouteAct["body"]>> => {
      if ("body" in carried) return { body: act.body, content: carried.body, file: null };
      try {
        return await route.receive!(act, carried.file, request.headers["content-type"]);
      } catch (error) {
        // Its file goes with whoever sent it.
        if (!request.raw.socket.destroyed) throw error;
        throw new ApiError(400, "aborted", "its sender is gone", { field: "body" });
      }
    };

    const perform = async (
      request: FastifyRequest,
      reply: FastifyReply,
      asked: RouteAct,
      carried: New,
    ): Promise<FastifyReply> => {
      const first = await idempotency.begin(request, carried);
      let plan: Plan | undefined;
      try {
        if (first.status === "repeated") {
          // Its receipt is of the action that came first: who signed this one anew has none for it.
          reply.header("Idempotent-Replayed", "true");
          return await send(reply, actOf(request, first.action) as RouteAct, first.submission);
        }
        await route.check?.(asked);
        const { body, content, file } = await receive(request, asked, carried);
        const act = { ...asked, body };
        plan = await route.plan(act);
        const effects = [
          ...(isJudgedByPlan(route.signer) ? [] : [signers.guard(act, route.signer)]),
          ...("statements" in plan ? plan.statements : plan),
          ...first.effects,
          statement(
            database.builder.insertInto("request").values({
              org: act.caller.organization.id,
              idx: ENTRY.index,
              content,
              file,
              account: act.caller.account?.id ?? null,
            }),
          ),
        ];
        const outcome = await carried.submit({ effects });
        if (outcome.status === "accepted") return await send(reply, act, outcome.accepted);
        if (outcome.status === "retry") return await send(reply, act, outcome.submission);
        throw fromAnswer(outcome.answer);
      } finally {
        if (plan !== undefined && "settled" in plan) plan.settled();
        first.end();
      }
    };

    const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const carried = route.receive === undefined ? carriedAction(request, ["HttpRequest"]) : carriedUpload(request);
      if (carried.status === "missing" && route.typed !== undefined) {
        return reply.code(status).send(await route.typed(request));
      }
      if (!("action" in carried)) throw fromAnswer(carried.answer);
      const act = actOf(request, carried.action) as RouteAct;
      const { organization } = act.caller;
      if (carried.action.message.log !== organization.logId) {
        throw new ApiError(404, "unknown_log", "the action is not of this organization's log", {
          field: "message.log",
        });
      }
      if (route.signer === "sender") await signers.sender(act);
      else if (route.signer !== "anyone") await signers.check(act, route.signer);
      if (carried.status === "retry") return send(reply, act, carried.submission);
      if (schema.body === undefined && "body" in carried && carried.body.length > 0) {
        throw badRequest("body", "unexpected_body", "this takes no body: send none");
      }
      try {
        const keys = route.isCounting === true ? [`${url} ${organization.id}`] : [];
        // Where what is on its way counts, the same one that is under way is no reason to refuse it: it is waited for.
        if (route.signer === "sender") keys.push(act.digest);
        return await turn(keys, () => perform(request, reply, act, carried));
      } catch (error) {
        // What it asks for may have been done since it was judged, by the very same request.
        const isRefusal = error instanceof ApiError && error.status < 500;
        const done = isRefusal ? await doneBy(carried) : undefined;
        if (done === undefined) throw error;
        return send(reply, act, done);
      }
    };

    if (route.typed !== undefined) typedRoutes.add(`${method} ${url}`);
    const { summary, description, tags, form, body, params, answer } = schema;
    app.route({
      method,
      url,
      ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
      config: {
        access,
        group,
        signer,
        fields,
        needsAccount,
        isTyped: route.typed !== undefined,
        ...(route.counts && { counts: route.counts }),
      },
      schema: {
        summary,
        ...(description !== undefined && { description }),
        tags,
        ...(form === undefined ? body && { body } : { body: form, consumes: ["multipart/form-data"] }),
        ...(params && { params }),
        response: { [status]: withReceipt(answer, schema.receipt === "optional") },
      },
      // A form is read by whoever receives it.
      ...(form && { validatorCompiler: () => () => true }),
      handler: handle,
    });
  };
}

/** A request with an action that is in no log yet, and what came with it. */
type New = Extract<ReturnType<typeof carriedAction> | ReturnType<typeof carriedUpload>, { readonly status: "new" }>;

function isJudgedByPlan(signer: SignedRoute["signer"]): signer is "anyone" | "sender" {
  return signer === "anyone" || signer === "sender";
}

function placeOf({ entry }: Receipt): Place {
  const { index, acceptedAt } = decodeEntry(fromHex(entry));
  return { index, acceptedAt };
}
