/** Executes actions on objects: checks them against the state, and commits the changes with their log entries. */
import { fromHex, toHex, type Hex, type Receipt } from "anchorlog";
import { ANYBODY, type SignedAction, type VerifiedAction } from "anchorlog/action";
import { answerRefusal } from "anchorlog/http";
import { decodeEntry, type Statement } from "anchorlog/log";
import type { Caller } from "../foundation/caller.ts";
import { assertSends, assertStillOwn } from "../accounts/signer.ts";
import { ApiError, fromAnswer } from "../http/errors.ts";
import type { Act } from "../http/signed.ts";
import { createTurns } from "../http/turns.ts";
import type { Parts } from "../foundation/parts.ts";
import type { Command } from "../objects/command.ts";
import { createEffects, type Named } from "../objects/effects.ts";
import { NOBODY } from "../objects/kinds.ts";
import { project, shownOf, type Asked, type Change, type PlatformObject, type State } from "../objects/project.ts";
import { shownObject, type ObjectState, type ShownObject } from "../objects/shapes.ts";
import { assertFits } from "../objects/schema.ts";
import type { Template } from "../objects/template.ts";
import type { Known, View } from "../objects/view.ts";
import { sha256 } from "../foundation/secrets.ts";
import { createSubmit, type Submitted } from "./submit.ts";

type Recorded = { readonly actionId: string; readonly object: ShownObject };
/** The result of an action. */
export type Done = Recorded & { readonly receipt: Receipt };

/** A typed action with its command. */
export type TypedOrder = Omit<Asked, "signer"> & { readonly action: SignedAction };
/** The same after the action itself was verified. */
type Judged = Omit<TypedOrder, "action"> & { readonly action: VerifiedAction };

export type Planned = {
  readonly statements: Statement[];
  readonly object: ObjectState;
  /** When the object was minted, in Unix milliseconds; `now` by this action; undefined if the mint was pending. */
  readonly createdAt: number | "now" | undefined;
  /** The only address that may act on the object next. For a typed action, the log must show the same holder. */
  readonly holder: Hex;
  readonly settled: () => void;
};

/** The plan of a typed action. */
type TypedPlan = Planned & Pick<Recorded, "actionId">;

/**
 * The reason for a rejection. If it depends on a pending change, `coming` resolves when that change is committed or
 * rejected.
 */
type Refused = { readonly refusal: ApiError } & Pick<Known, "coming">;

export type Perform = ReturnType<typeof createPerform>;

/** How often an action is checked again after it lost a race, or was rejected because of a pending change. */
const RACES = 5;

/**
 * @param options `isReplay`: accepted actions are executed again, so properties are not checked against schemas.
 */
export function createPerform(parts: Parts, view: View, { isReplay }: { readonly isReplay: boolean }) {
  const { anchorlog, database } = parts;
  const effectsOf = createEffects(database);
  const submit = createSubmit(parts);
  /** Queues: objects while an action on them is checked, and actions until they are executed. */
  const [judging, doing] = [createTurns(), createTurns()];

  /** The object after the action of an entry, from the tables. */
  const recorded = async (org: string, index: number, item = 0): Promise<Recorded> => {
    const { actionId, result, ...times } = await database
      .of(org)
      .tables.selectFrom("action_log")
      .innerJoin("object", (join) =>
        join.onRef("object.org", "=", "action_log.org").onRef("object.id", "=", "action_log.object"),
      )
      .select(["action_log.id as actionId", "result"])
      .select(["object.created_at as createdAt", "action_log.created_at as updatedAt"])
      .where("action_log.org", "=", org)
      .where("action_log.idx", "=", index)
      .where("item", "=", item)
      .executeTakeFirstOrThrow();
    return { actionId, object: shownObject(JSON.parse(result) as ObjectState, times) };
  };

  /** Runs one check per object at a time, so that the next check sees its pending change. */
  const inTurnOf = <T>(org: string, { command }: Asked, run: () => Promise<T>): Promise<T> =>
    judging([`${org} ${command.id}`], run);
  const planBy = (known: Known, asked: Asked, named: Named): Planned | Refused => {
    try {
      return planOf(known, asked, named);
    } catch (refusal) {
      if (refusal instanceof ApiError) return { refusal, coming: known.coming };
      throw refusal;
    }
  };
  const planOf = (state: State, asked: Asked, named: Named): Planned => {
    const change = project(state, asked);
    if (!isReplay) assertSchemaFits(change, state.template!);
    const statements = effectsOf(change, asked, named);
    const holder = holderOf(change.after, state.template!);
    const createdAt = change.before === undefined ? "now" : change.before.createdAt;
    return { statements, object: shownOf(change.after), createdAt, holder, settled: view.hold(named.org, change) };
  };

  /**
   * Checks one command, and plans the statements that commit with its entry. Until `settled` is called, later checks
   * treat the change as made. One of several commands never waits for pending changes: others may be waiting for the
   * commands before it.
   *
   * @throws ApiError
   */
  const plan = async (
    { organization: { id: org } }: Pick<Caller, "organization">,
    asked: Asked,
    { kind, actionId, item }: { readonly kind: string; readonly actionId: string; readonly item?: number },
  ): Promise<Planned> => {
    const named = { org, actionId, kind, item: item ?? 0 };
    for (let left = item === undefined ? RACES : 0; ; left--) {
      const outcome = await inTurnOf(org, asked, async () =>
        planBy(await view.load(org, asked.command, asked), asked, named),
      );
      if (!("refusal" in outcome)) return outcome;
      if (left === 0 || outcome.coming === undefined) throw outcome.refusal;
      await outcome.coming;
    }
  };

  /**
   * Plans a command of a request that is itself signed.
   *
   * @param command returns the command, given defaults for a mint: an ID derived from its action, and the signer.
   * @param options `item`: position among several commands; `states`: state hashes. The object must have one of them.
   */
  const requested = (
    { caller, signer, digest }: Pick<Act, "caller" | "signer" | "digest">,
    command: (made: { readonly id: string; readonly to: Hex }) => Command,
    { item, states }: { readonly item?: number; readonly states?: Asked["states"] } = {},
  ): Promise<Planned> => {
    const actionId = actionIdOf(digest, item);
    const made = { id: `obj_${actionId.slice(ACTION.length)}`, to: signer };
    return plan(
      caller,
      { command: command(made), form: "request", signer, states },
      { kind: "HttpRequest", actionId, ...(item !== undefined && { item }) },
    );
  };

  /**
   * Verifies an action by itself, without the object's state.
   *
   * @throws ApiError if it is invalid, for another organization's log, or may not be sent by the caller.
   */
  const judge = async (caller: Caller, { action, ...order }: TypedOrder): Promise<Judged> => {
    if (action.message.log !== caller.organization.logId) {
      throw new ApiError(404, "unknown_log", "the action is not of this organization's log", { field: "message.log" });
    }
    assertSends(caller, action.message.actor);
    const judged = await anchorlog.judge(action);
    if (judged.verdict === "valid") return { ...order, action: judged.action };
    throw fromAnswer(answerRefusal(judged));
  };

  /** The result of an action: as planned, or as recorded if it is a retry. */
  const doneBy = async (org: string, planned: TypedPlan | undefined, answer: Submitted): Promise<Done> => {
    if (answer instanceof ApiError) throw answer;
    const { status, receipt } = answer;
    const { index, acceptedAt: updatedAt } = decodeEntry(fromHex(receipt.entry));
    // If the object's mint was pending when this action was checked, only the tables have its time.
    if (status !== "accepted" || planned?.createdAt === undefined) return { ...(await recorded(org, index)), receipt };
    const { actionId, object, createdAt } = planned;
    const times = { createdAt: createdAt === "now" ? updatedAt : createdAt, updatedAt };
    return { actionId, object: shownObject(object, times), receipt };
  };
  const again = async (org: string, action: VerifiedAction): Promise<Done> =>
    doneBy(org, undefined, (await submit([action]))[0]!);
  /** @throws ApiError 503 if it cannot be determined now whether the action was executed. */
  const standingOf = async (action: VerifiedAction) => {
    const standing = await anchorlog.verify(action);
    if (standing.verdict === "indeterminate") throw fromAnswer(answerRefusal(standing));
    return standing;
  };
  const isDone = async (action: VerifiedAction): Promise<boolean> => {
    const standing = await standingOf(action);
    return standing.verdict === "valid" && standing.isRetry;
  };

  /**
   * Handles the rejection of an action. If the same action was executed meanwhile by another process, returns its
   * result. A used nonce or a passed deadline takes precedence over the given reason.
   */
  const refused = async (org: string, action: VerifiedAction, refusal: ApiError): Promise<Done> => {
    const standing = await standingOf(action);
    if (standing.verdict === "valid" && standing.isRetry) return again(org, action);
    // A signer who may not act always gets the same error, regardless of the template.
    const isHeld = standing.verdict === "invalid" && standing.code === "not_holder";
    throw standing.verdict === "invalid" && !isHeld ? fromAnswer(answerRefusal(standing)) : refusal;
  };

  /**
   * Plans a typed action, or returns the reason for its rejection. The log later detects a retry.
   *
   * @throws ApiError if the caller may not send it.
   */
  const planTyped = (caller: Caller, { action, ...order }: Judged): Promise<TypedPlan | Refused> => {
    const org = caller.organization.id;
    const [actionId, kind] = [idOf(action), action.kind.name];
    const asked = { ...order, signer: action.message.actor };
    return inTurnOf(org, asked, async () => {
      const known = await view.load(org, asked.command, asked);
      assertStillOwn(caller, known.account);
      const outcome = planBy(known, asked, { org, actionId, kind, item: 0 });
      return "refusal" in outcome ? outcome : { ...outcome, actionId };
    });
  };

  /** Executes one typed action. A retry returns the first result. @throws ApiError */
  const one = (caller: Caller, order: TypedOrder): Promise<Done> =>
    doing([nameOf(order.action)], async () => raced(caller, await judge(caller, order)));

  /** Checks an action again after a lost race or a pending change, since it may then be allowed. */
  const raced = async (caller: Caller, order: Judged): Promise<Done> => {
    const [org, { action }] = [caller.organization.id, order];
    for (let left = RACES; ; left--) {
      const planned = await planTyped(caller, order);
      if ("refusal" in planned) {
        const { refusal, coming } = planned;
        if (left === 0 || coming === undefined) return refused(org, action, refusal);
        await coming;
        continue;
      }
      try {
        const [answer] = await submit([action], { effects: [planned.statements] });
        if (left === 0 || !hasLost(answer!, action)) return await doneBy(org, planned, answer!);
      } finally {
        planned.settled();
      }
    }
  };

  /**
   * Executes several typed actions, and returns the result of each. With `atomic`, all are executed or none. Actions
   * already in the log count as executed.
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
    const judged = await Promise.all(
      orders.map(async (order) => (order instanceof ApiError ? order : refusalOr(() => judge(caller, order)))),
    );
    const results: (Done | ApiError | undefined)[] = [];
    const planned = new Map<number, TypedPlan & Pick<Judged, "action">>();
    /** The first position of each action. Duplicates are executed once. */
    const first = new Map<string, number>();
    const places = judged.map((order, i) => {
      if (order instanceof ApiError) return i;
      const id = idOf(order.action);
      if (!first.has(id)) first.set(id, i);
      return first.get(id)!;
    });
    try {
      for (const [i, order] of judged.entries()) {
        if (order instanceof ApiError) results[i] = order;
        if (order instanceof ApiError || places[i] !== i) continue;
        const { action } = order;
        results[i] = await refusalOr(async () => {
          const outcome = await planTyped(caller, order);
          if ("refusal" in outcome) return refused(org, action, outcome.refusal);
          return void planned.set(i, { ...outcome, action });
        });
      }
      const isRefused = results.some((result) => result instanceof ApiError);
      if (atomic && isRefused) {
        for (const [i, { action }] of planned)
          results[i] = await refusalOr(async () => ((await isDone(action)) ? again(org, action) : notDone()));
        return places.map((i) => results[i]!);
      }
      const chosen = [...planned.values()];
      const effects = chosen.map(({ statements }) => statements);
      const actions = chosen.map(({ action }) => action);
      const answers = actions.length === 0 ? [] : await submit(actions, { effects, atomic });
      for (const [at, [i, one]] of [...planned].entries())
        results[i] = await refusalOr(() => doneBy(org, one, answers[at]!));
      return places.map((i) => results[i]!);
    } finally {
      for (const { settled } of planned.values()) settled();
    }
  };

  return { one, many, plan, requested, recorded };
}

/**
 * Whether an action lost to an earlier one, so that a second try may succeed. A contract wallet can never act on an
 * object that it holds, so it is not tried again.
 */
function hasLost(answer: Submitted, { verifiedAt }: VerifiedAction): boolean {
  const reason = answer instanceof ApiError ? answer.details[0]?.reason : undefined;
  return reason === "version_conflict" || (reason === "not_holder" && verifiedAt === undefined);
}

function assertSchemaFits({ before, after }: Change, { schema }: Template): void {
  if (schema !== null && after.properties !== before?.properties) assertFits(after.properties, schema);
}

const EVERYBODY = toHex(ANYBODY);
const holderOf = ({ state, owner }: PlatformObject, { custody }: Pick<Template, "custody">): Hex =>
  state === "active" ? (custody ? owner : EVERYBODY) : NOBODY;
const idOf = ({ digest }: VerifiedAction): string => actionIdOf(toHex(digest).slice(2));
/** A name that no other valid action has. It is used before the action is verified. */
const nameOf = ({ message: { log, actor, nonce } }: SignedAction): string => `${log} ${actor} ${nonce}`;

const ACTION = "act_";
/** The ID of an action, or of one of several in a request. */
export function actionIdOf(digest: string, item?: number): string {
  return `${ACTION}${(item === undefined ? digest : sha256(`${digest} ${item}`)).slice(0, 32)}`;
}

async function refusalOr<T>(run: () => Promise<T>): Promise<T | ApiError> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function notDone(): never {
  throw new ApiError(409, "not_appended", "it comes with another action that was refused", { field: "atomic" });
}
