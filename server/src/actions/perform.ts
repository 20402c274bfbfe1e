/** Executes typed actions on objects: verifies, plans and submits them, and returns each result. */
import { fromHex, type Anchorlog, type Receipt } from "anchorlog";
import type { SignedAction, VerifiedAction } from "anchorlog/action";
import { answerRefusal } from "anchorlog/http";
import { decodeEntry } from "anchorlog/log";
import { assertSends } from "../accounts/signer.ts";
import type { Caller } from "../foundation/caller.ts";
import type { Database } from "../foundation/db/database.ts";
import { reading } from "../foundation/db/fixed.ts";
import type { Parts } from "../foundation/parts.ts";
import { ApiError, fromAnswer } from "../http/errors.ts";
import { assertOwnLog, isExecuted, standingOf } from "../http/standing.ts";
import { createTurns, type Turns } from "../http/turns.ts";
import type { Asked } from "../objects/project.ts";
import { shownObject, type ObjectState, type ShownObject } from "../objects/shapes.ts";
import type { View } from "../objects/view.ts";
import { createPlanning, planTyped, RACES, typedIdOf, type Judged, type Planning, type TypedPlan } from "./planning.ts";
import { createSubmit, type Submit, type Submitted } from "./submit.ts";

/** An action, by its entry and its position among the entry's actions. */
type Place = { readonly org: string; readonly index: number; readonly item: number };
type Recorded = { readonly actionId: string; readonly object: ShownObject };
/** The result of an action. */
export type Done = Recorded & { readonly receipt: Receipt };

export type TypedOrder = Omit<Asked, "signer"> & { readonly action: SignedAction };
/** A typed action, or the reason why it was not understood. */
type Order = TypedOrder | ApiError;

/** Executes actions. Make one for each set of tables, so that all actions on them wait for each other. */
export type Perform = {
  readonly anchorlog: Anchorlog;
  readonly records: ReturnType<typeof recordsIn>;
  readonly planning: Planning;
  readonly submit: Submit;
  /** Runs one execution per action at a time. */
  readonly inTurn: Turns;
};

/**
 * @param options `isReplay`: accepted actions are executed again, so properties are not checked against schemas.
 */
export function createPerform(parts: Parts, view: View, { isReplay }: { readonly isReplay: boolean }): Perform {
  const { anchorlog, database } = parts;
  const planning = createPlanning(database, view, isReplay);
  const [records, submit] = [recordsIn(database), createSubmit(parts)];
  return { anchorlog, records, planning, submit, inTurn: createTurns() };
}

/** Finds the record of an action by its entry, with the times of its object. */
const recordsIn = ({ of, builder }: Database) =>
  reading(
    ({ org }) => of(org).tables,
    ({ org, index, item }: Place) =>
      builder
        .selectFrom("action_log")
        .innerJoin("object", (join) =>
          join.onRef("object.org", "=", "action_log.org").onRef("object.id", "=", "action_log.object"),
        )
        .select(["action_log.id as actionId", "result"])
        .select(["object.created_at as createdAt", "action_log.created_at as updatedAt"])
        .where("action_log.org", "=", org)
        .where("action_log.idx", "=", index)
        .where("item", "=", item),
  );

/** The object after the action of an entry, from the tables. */
export async function recorded(
  { records }: Pick<Perform, "records">,
  org: string,
  index: number,
  item = 0,
): Promise<Recorded> {
  const { actionId, result, ...times } = (await records({ org, index, item }))[0]!;
  return { actionId, object: shownObject(JSON.parse(result) as ObjectState, times) };
}

/** Executes one typed action. A retry returns the first result. @throws ApiError */
export function performOne(perform: Perform, caller: Caller, order: TypedOrder): Promise<Done> {
  return perform.inTurn([nameOf(order.action)], async () =>
    performJudged(perform, caller, await judge(perform, caller, order)),
  );
}

/** Checks an action again after a lost race or a pending change, since it may then be allowed. */
async function performJudged(perform: Perform, caller: Caller, order: Judged): Promise<Done> {
  const [org, { action }] = [caller.organization.id, order];
  for (let left = RACES; ; left--) {
    const planned = await planTyped(perform.planning, caller, order);
    if ("refusal" in planned) {
      const { refusal, coming } = planned;
      if (left === 0 || coming === undefined) return resultOfRefused(perform, org, action, refusal);
      await coming;
      continue;
    }
    try {
      const [answer] = await perform.submit([action], { effects: [planned.statements] });
      if (left === 0 || !hasLost(answer!, action)) return await resultOf(perform, org, planned, answer!);
    } finally {
      planned.settled();
    }
  }
}

/**
 * Executes several typed actions, and returns the result of each. With `atomic`, all are executed or none. Actions
 * already in the log count as executed.
 */
export function performMany(
  perform: Perform,
  caller: Caller,
  orders: readonly Order[],
  { atomic }: { readonly atomic: boolean },
): Promise<readonly (Done | ApiError)[]> {
  const actions = orders.flatMap((order) => (order instanceof ApiError ? [] : [order.action]));
  return perform.inTurn(actions.map(nameOf), async () => {
    const judged = await Promise.all(
      orders.map(async (order) => (order instanceof ApiError ? order : refusalOr(() => judge(perform, caller, order)))),
    );
    return performAllJudged(perform, caller, judged, atomic);
  });
}

/** Several actions, by their positions in the request. */
type Batch = {
  readonly org: string;
  /** The actions that will be submitted. */
  readonly planned: Map<number, TypedPlan & Pick<Judged, "action">>;
  readonly results: (Done | ApiError | undefined)[];
};

async function performAllJudged(
  perform: Perform,
  caller: Caller,
  judged: readonly (Judged | ApiError)[],
  atomic: boolean,
): Promise<readonly (Done | ApiError)[]> {
  const batch: Batch = { org: caller.organization.id, planned: new Map(), results: [] };
  const places = firstPlaces(judged);
  try {
    for (const [i, order] of judged.entries()) if (places[i] === i) await planInto(batch, perform, caller, order, i);
    const isRefused = batch.results.some((result) => result instanceof ApiError);
    await (atomic && isRefused ? withdraw(batch, perform) : submitPlanned(batch, perform, atomic));
    return places.map((i) => batch.results[i]!);
  } finally {
    for (const { settled } of batch.planned.values()) settled();
  }
}

/** The first position of each order's action. Duplicates are executed once. */
function firstPlaces(judged: readonly (Judged | ApiError)[]): readonly number[] {
  const first = new Map<string, number>();
  return judged.map((order, i) => {
    if (order instanceof ApiError) return i;
    const id = typedIdOf(order.action);
    if (!first.has(id)) first.set(id, i);
    return first.get(id)!;
  });
}

async function planInto(
  { org, planned, results }: Batch,
  perform: Perform,
  caller: Caller,
  order: Judged | ApiError,
  i: number,
): Promise<void> {
  results[i] = await refusalOr(async () => {
    if (order instanceof ApiError) return order;
    const { action } = order;
    const outcome = await planTyped(perform.planning, caller, order);
    if ("refusal" in outcome) return resultOfRefused(perform, org, action, outcome.refusal);
    return void planned.set(i, { ...outcome, action });
  });
}

/** Gives the planned actions of a refused atomic request their results. They were executed earlier, or never. */
async function withdraw({ org, planned, results }: Batch, perform: Perform): Promise<void> {
  for (const [i, { action }] of planned)
    results[i] = await refusalOr(async () => {
      if (isExecuted(await standingOf(perform.anchorlog, action))) return resultOfRetry(perform, org, action);
      throw new ApiError(
        409,
        "not_appended",
        "another action of the same request was refused, and the request is all or none",
        { field: "atomic" },
      );
    });
}

async function submitPlanned({ org, planned, results }: Batch, perform: Perform, atomic: boolean): Promise<void> {
  if (planned.size === 0) return;
  const chosen = [...planned.values()];
  const effects = chosen.map(({ statements }) => statements);
  const answers = await perform.submit(
    chosen.map(({ action }) => action),
    { effects, atomic },
  );
  for (const [at, [i, one]] of [...planned].entries())
    results[i] = await refusalOr(() => resultOf(perform, org, one, answers[at]!));
}

/**
 * Verifies an action by itself, without the object's state.
 *
 * @throws ApiError if it is invalid, for another organization's log, or may not be sent by the caller.
 */
async function judge({ anchorlog }: Perform, caller: Caller, { action, ...order }: TypedOrder): Promise<Judged> {
  assertOwnLog(caller, action);
  assertSends(caller, action.message.actor);
  const judged = await anchorlog.judge(action);
  if (judged.verdict === "valid") return { ...order, action: judged.action };
  throw fromAnswer(answerRefusal(judged));
}

/** The result of an action: as planned, or as recorded if it is a retry. */
async function resultOf(
  perform: Perform,
  org: string,
  planned: TypedPlan | undefined,
  answer: Submitted,
): Promise<Done> {
  if (answer instanceof ApiError) throw answer;
  const { status, receipt } = answer;
  const { index, acceptedAt: updatedAt } = decodeEntry(fromHex(receipt.entry));
  // If the object's mint was pending when this action was checked, only the tables have its time.
  if (status !== "accepted" || planned?.createdAt === undefined)
    return { ...(await recorded(perform, org, index)), receipt };
  const { actionId, object, createdAt } = planned;
  const times = { createdAt: createdAt === "now" ? updatedAt : createdAt, updatedAt };
  return { actionId, object: shownObject(object, times), receipt };
}

async function resultOfRetry(perform: Perform, org: string, action: VerifiedAction): Promise<Done> {
  return resultOf(perform, org, undefined, (await perform.submit([action]))[0]!);
}

/**
 * Handles the rejection of an action. If the same action was executed meanwhile by another process, returns its
 * result. A used nonce or a passed deadline takes precedence over the given reason.
 */
async function resultOfRefused(
  perform: Perform,
  org: string,
  action: VerifiedAction,
  refusal: ApiError,
): Promise<Done> {
  const standing = await standingOf(perform.anchorlog, action);
  if (isExecuted(standing)) return resultOfRetry(perform, org, action);
  // A signer who may not act always gets the same error, regardless of the template.
  const isHeld = standing.verdict === "invalid" && standing.code === "not_holder";
  throw standing.verdict === "invalid" && !isHeld ? fromAnswer(answerRefusal(standing)) : refusal;
}

/**
 * Whether an action lost to an earlier one, so that a second try may succeed. A contract wallet can never act on an
 * object that it holds, so it is not tried again.
 */
function hasLost(answer: Submitted, { verifiedAt }: VerifiedAction): boolean {
  const reason = answer instanceof ApiError ? answer.details[0]?.reason : undefined;
  return reason === "version_conflict" || (reason === "not_holder" && verifiedAt === undefined);
}

/** A name that no other valid action has. It is used before the action is verified. */
const nameOf = ({ message: { log, actor, nonce } }: SignedAction): string => `${log} ${actor} ${nonce}`;

async function refusalOr<T>(run: () => Promise<T>): Promise<T | ApiError> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
