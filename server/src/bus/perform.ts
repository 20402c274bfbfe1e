/** Does what actions about objects ask for: judged by the state, and committed with their entries. */
import { AnchorlogError, fromHex, toHex, type Hex, type Receipt } from "anchorlog";
import { encodeMessage, hashDomain, type SignedAction } from "anchorlog/action";
import { answerRefusal } from "anchorlog/http";
import { decodeEntry, type Statement } from "anchorlog/log";
import type { Caller } from "../accounts/caller.ts";
import { assertSender } from "../accounts/signer.ts";
import { ApiError, fromAnswer } from "../http/errors.ts";
import type { Act } from "../http/signed.ts";
import { createTurns } from "../http/turns.ts";
import type { Parts } from "../parts.ts";
import type { Command, Form } from "../platform/command.ts";
import { effectsOf } from "../platform/effects.ts";
import { project, shownOf, type Asked } from "../platform/project.ts";
import type { View } from "../platform/view.ts";
import { sha256 } from "../secrets.ts";

export type Shown = ReturnType<typeof shownOf>;
type Recorded = { readonly actionId: string; readonly object: Shown };
/** What came of one action. */
export type Done = Recorded & { readonly receipt: Receipt };

/** A typed action, and what it asks for. */
export type TypedOrder = { readonly action: SignedAction; readonly command: Command; readonly form: Form };

export type Planned = { readonly statements: Statement[]; readonly object: Shown; readonly settled: () => void };
type Submitted = { readonly status: "accepted" | "retry"; readonly receipt: Receipt } | ApiError;

export type Perform = ReturnType<typeof createPerform>;

/** How often an action is judged again that lost a race. */
const RACES = 5;

export function createPerform(parts: Parts, view: View) {
  const { anchorlog, database, operator } = parts;
  const { tables } = database;
  const separator = hashDomain({ ...operator, verifyingContract: operator.registry });
  /** Of objects, while something is judged about them; of actions, until they are done. */
  const [judging, doing] = [createTurns(), createTurns()];

  /** @param action in form. */
  const idOf = ({ primaryType, message }: SignedAction): string =>
    actionIdOf(toHex(encodeMessage(anchorlog.kinds.get(primaryType)!, message, separator).digest).slice(2));

  /** The object as the action of an entry left it. */
  const recorded = async (org: string, index: number, item = 0): Promise<Recorded> => {
    const row = await tables
      .selectFrom("action_log")
      .select(["id", "result"])
      .where("org", "=", org)
      .where("idx", "=", index)
      .where("item", "=", item)
      .executeTakeFirstOrThrow();
    return { actionId: row.id, object: JSON.parse(row.result) as Shown };
  };

  /**
   * Judges one thing that is asked for, and says what commits with its entry. Until `settled` is called, later ones are
   * judged as if it were done.
   *
   * @throws ApiError
   */
  const plan = (
    { organization: { id: org } }: Pick<Caller, "organization">,
    asked: Asked,
    { kind, actionId, item = 0 }: { readonly kind: string; readonly actionId: string; readonly item?: number },
  ): Promise<Planned> =>
    judging([`${org} ${asked.command.id}`], async () => {
      const change = project(await view.load(org, asked.command, asked.signer), asked);
      const statements = effectsOf(tables, change, asked, { org, actionId, kind, item });
      return { statements, object: shownOf(change.after), settled: view.hold(org, change) };
    });

  /**
   * The same for what a request asks for that is signed itself.
   *
   * @param command of what a mint gets that does not say: the identifier that follows from its action, and the signer.
   * @param item its place, where a request asks for several.
   */
  const requested = (
    { caller, signer, digest }: Pick<Act, "caller" | "signer" | "digest">,
    command: (made: { readonly id: string; readonly to: Hex }) => Command,
    item?: number,
  ): Promise<Planned> => {
    const actionId = actionIdOf(digest, item);
    const made = { id: `obj_${actionId.slice(ACTION.length)}`, to: signer };
    return plan(
      caller,
      { command: command(made), form: "request", signer },
      { kind: "HttpRequest", actionId, ...(item !== undefined && { item }) },
    );
  };

  /** Refuses an action that is of another organization's log, or not the caller's to send. */
  const assertSendable = async (caller: Caller, { message }: SignedAction): Promise<void> => {
    if (message.log !== caller.organization.logId) {
      throw new ApiError(404, "unknown_log", "the action is not of this organization's log", { field: "message.log" });
    }
    await assertSender(parts, { caller, signer: message.actor.toLowerCase() as Hex });
  };

  /** Whether an action is in the log already. @throws ApiError where it is not valid. */
  const isDone = async (action: SignedAction): Promise<boolean> => {
    const standing = await anchorlog.verify(action);
    if (standing.verdict === "valid") return standing.isRetry;
    throw fromAnswer(answerRefusal(standing));
  };

  /** Submits, and says of each what came of it. */
  const submit = async (
    actions: readonly SignedAction[],
    options: { readonly effects?: readonly (readonly Statement[])[]; readonly atomic?: boolean } = {},
  ): Promise<readonly Submitted[]> => {
    const answers = await anchorlog.submitMany(actions, options).catch((error: unknown) => {
      if (error instanceof AnchorlogError && error.code === "not_the_writer")
        throw fromAnswer(answerRefusal({ code: error.code, message: "" }));
      throw error;
    });
    return answers.map((answer) => ("receipt" in answer ? answer : fromAnswer(answerRefusal(answer))));
  };

  /** What came of an action: as it was planned, or the first time. */
  const doneBy = async (org: string, planned: Recorded | undefined, answer: Submitted): Promise<Done> => {
    if (answer instanceof ApiError) throw answer;
    const { status, receipt } = answer;
    if (status === "accepted" && planned !== undefined) return { ...planned, receipt };
    return { ...(await recorded(org, indexOf(receipt))), receipt };
  };
  const again = async (org: string, action: SignedAction): Promise<Done> =>
    doneBy(org, undefined, (await submit([action]))[0]!);

  const planTyped = (caller: Caller, { action, command, form }: TypedOrder): Promise<Planned & Recorded> => {
    const actionId = idOf(action);
    const asked = { command, form, signer: action.message.actor };
    return plan(caller, asked, { kind: action.primaryType, actionId }).then((planned) => ({ ...planned, actionId }));
  };

  /** Does one typed action; a retry gets what came of it the first time. @throws ApiError */
  const one = async (caller: Caller, order: TypedOrder): Promise<Done> => {
    const { action } = order;
    const org = caller.organization.id;
    await assertSendable(caller, action);
    return doing([nameOf(action)], async () => {
      if (await isDone(action)) return again(org, action);
      try {
        return await raced(caller, order);
      } catch (error) {
        // What it asks for may have been done since in another process, by the very same action.
        const isRefusal = error instanceof ApiError && error.status < 500;
        if (isRefusal && (await isDone(action).catch(() => false))) return again(org, action);
        throw error;
      }
    });
  };

  /** Judges it again where another one came first: that may have left what it asks for possible. */
  const raced = async (caller: Caller, order: TypedOrder): Promise<Done> => {
    for (let left = RACES; ; left--) {
      const planned = await planTyped(caller, order);
      try {
        const [answer] = await submit([order.action], { effects: [planned.statements] });
        const hasLost = answer instanceof ApiError && answer.details[0]?.reason === "version_conflict";
        if (!hasLost || left === 0) return await doneBy(caller.organization.id, pick(planned), answer!);
      } finally {
        planned.settled();
      }
    }
  };

  /**
   * Does many typed actions, and says of each what came of it. With `atomic` all of them are done or none; what is in the
   * log already counts as done.
   */
  const many = async (
    caller: Caller,
    orders: readonly (TypedOrder | ApiError)[],
    { atomic }: { readonly atomic: boolean },
  ): Promise<readonly (Done | ApiError)[]> => {
    const actions = orders.flatMap((order) => (order instanceof ApiError ? [] : [order.action]));
    return doing(actions.map(nameOf), () => inTurn(caller, orders, atomic));
  };

  const inTurn = async (
    caller: Caller,
    orders: readonly (TypedOrder | ApiError)[],
    atomic: boolean,
  ): Promise<readonly (Done | ApiError)[]> => {
    const org = caller.organization.id;
    const results: (Done | ApiError | undefined)[] = await Promise.all(
      orders.map((order) => standingOf(caller, order)),
    );
    const planned = new Map<number, Planned & Recorded & { readonly action: SignedAction }>();
    /** The first place of each action that is new: what is there twice is done once. */
    const first = new Map<string, number>();
    const places = orders.map((order, i) => {
      if (results[i] !== undefined || order instanceof ApiError) return i;
      const id = idOf(order.action);
      if (!first.has(id)) first.set(id, i);
      return first.get(id)!;
    });
    try {
      for (const [i, order] of orders.entries()) {
        if (results[i] !== undefined || places[i] !== i || order instanceof ApiError) continue;
        const outcome = await refusalOr(planTyped(caller, order));
        if (outcome instanceof ApiError) results[i] = outcome;
        else planned.set(i, { ...outcome, action: order.action });
      }
      const isRefused = results.some((result) => result instanceof ApiError);
      if (atomic && isRefused) return places.map((i) => results[i] ?? notDone());
      const chosen = [...planned.values()];
      const effects = chosen.map(({ statements }) => statements);
      const answers =
        chosen.length === 0
          ? []
          : await submit(
              chosen.map(({ action }) => action),
              { effects, atomic },
            );
      for (const [at, [i, one]] of [...planned].entries())
        results[i] = await refusalOr(doneBy(org, pick(one), answers[at]!));
      return places.map((i) => results[i]!);
    } finally {
      for (const { settled } of planned.values()) settled();
    }
  };

  /** What is known of an action before it is planned: why not, or what came of it before; undefined for one that is new. */
  const standingOf = async (caller: Caller, order: TypedOrder | ApiError): Promise<Done | ApiError | undefined> => {
    if (order instanceof ApiError) return order;
    const { action } = order;
    return refusalOr(
      (async () => {
        await assertSendable(caller, action);
        return (await isDone(action)) ? again(caller.organization.id, action) : undefined;
      })(),
    );
  };

  return { one, many, plan, requested, recorded };
}

const indexOf = ({ entry }: Receipt): number => decodeEntry(fromHex(entry)).index;
const pick = ({ actionId, object }: Recorded): Recorded => ({ actionId, object });
/** What an action and no other valid one is called, also before it is known to be in form. */
const nameOf = ({ message: { log, actor, nonce } }: SignedAction): string => `${log} ${actor} ${nonce}`;

const ACTION = "act_";
/** The identifier of a request's action, or of one among several. */
export function actionIdOf(digest: string, item?: number): string {
  return `${ACTION}${(item === undefined ? digest : sha256(`${digest} ${item}`)).slice(0, 32)}`;
}

async function refusalOr<T>(promise: Promise<T>): Promise<T | ApiError> {
  return promise.catch((error: unknown) => {
    if (error instanceof ApiError) return error;
    throw error;
  });
}

const notDone = (): ApiError =>
  new ApiError(409, "not_appended", "it comes with another action that was refused", { field: "atomic" });
