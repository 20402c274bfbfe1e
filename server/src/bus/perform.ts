/** Does what actions about objects ask for: judged by the state, and committed with their entries. */
import { fromHex, toHex, type Hex, type Receipt } from "anchorlog";
import { encodeMessage, hashDomain, type SignedAction } from "anchorlog/action";
import { answerRefusal } from "anchorlog/http";
import { decodeEntry, type Statement } from "anchorlog/log";
import type { Caller } from "../accounts/caller.ts";
import { ApiError, forbidden, fromAnswer } from "../http/errors.ts";
import type { Platform } from "../platform.ts";
import type { Command, Form } from "../platform/command.ts";
import { effectsOf } from "../platform/effects.ts";
import { commandOf } from "../platform/kinds.ts";
import { project, shownOf, type Asked } from "../platform/project.ts";
import type { View } from "../platform/view.ts";
import { sha256 } from "../secrets.ts";

export type Shown = ReturnType<typeof shownOf>;
/** What came of one action. */
export type Done = { readonly actionId: string; readonly object: Shown; readonly receipt: Receipt };

/** A typed action, and what it asks for. */
export type TypedOrder = { readonly action: SignedAction; readonly command: Command; readonly form: Form };

export type Perform = ReturnType<typeof createPerform>;

export function createPerform({ anchorlog, database, operator }: Platform, view: View) {
  const { platform: tables } = database;
  const separator = hashDomain({ ...operator, verifyingContract: operator.registry });

  const digestOf = ({ primaryType, message }: SignedAction): string =>
    toHex(encodeMessage(anchorlog.kinds.get(primaryType)!, message, separator).digest).slice(2);

  /** The object as the action of an entry left it. */
  const recorded = async (org: string, index: number, item = 0): Promise<{ actionId: string; object: Shown }> => {
    const row = await tables
      .selectFrom("action_log")
      .select(["id", "result"])
      .where("org", "=", org)
      .where("idx", "=", index)
      .where("item", "=", item)
      .executeTakeFirst();
    if (row !== undefined) return { actionId: row.id, object: JSON.parse(row.result) as Shown };
    throw new ApiError(409, "other_request", "this action is in the log, and was about no object", {
      field: "signature",
    });
  };

  /**
   * Judges one thing that is asked for, and says what commits with its entry. Until `settled` is called, later ones are
   * judged as if it were done.
   *
   * @throws ApiError
   */
  const plan = async (
    caller: Caller,
    asked: Asked,
    { kind, actionId, item = 0 }: { readonly kind: string; readonly actionId: string; readonly item?: number },
  ): Promise<{ readonly statements: Statement[]; readonly object: Shown; settled(): void }> => {
    const org = caller.organization.id;
    const state = await view.load(org, asked.command, asked.signer);
    const change = project(state, asked);
    const settled = view.hold(org, change);
    return {
      statements: effectsOf(tables, change, asked, { org, actionId, kind, item }),
      object: shownOf(change.after),
      settled,
    };
  };

  /** Refuses a typed action that is not the caller's to send. */
  const assertSender = async (
    { organization, account, apiKey, permissions }: Caller,
    { message }: SignedAction,
  ): Promise<void> => {
    if (message.log !== organization.logId) {
      throw new ApiError(404, "unknown_log", "the action is not of this organization's log", { field: "message.log" });
    }
    if (permissions.size === 0 || (apiKey !== undefined && !permissions.has("act"))) {
      throw forbidden("not_permitted", "this needs the permission act", "permission");
    }
    if (account === undefined) return;
    const wallet = await tables
      .selectFrom("wallet")
      .select("address")
      .where("org", "=", organization.id)
      .where("account", "=", account.id)
      .where("state", "=", "active")
      .executeTakeFirst();
    if (wallet?.address === message.actor.toLowerCase()) return;
    throw forbidden("foreign_signer", "the signer is not the wallet of the account that is signed in", "signature");
  };

  /** Whether an action is valid, and in the log already. @throws ApiError */
  const verify = async (action: SignedAction): Promise<boolean> => {
    const standing = await anchorlog.verify(action);
    if (standing.verdict === "valid") return standing.isRetry;
    throw fromAnswer(answerRefusal(standing));
  };

  /** Submits, and says of each what came of it. */
  const submit = async (
    actions: readonly SignedAction[],
    options: { readonly effects?: readonly (readonly Statement[])[]; readonly atomic?: boolean } = {},
  ): Promise<readonly (Receipt | ApiError)[]> => {
    const answers = await anchorlog.submitMany(actions, options);
    return answers.map((answer) => ("receipt" in answer ? answer.receipt : fromAnswer(answerRefusal(answer))));
  };

  /** Gets the receipt of an action that is in the log, and what came of it. */
  const again = async (org: string, action: SignedAction): Promise<Done> => {
    const [receipt] = await submit([action]);
    if (receipt instanceof ApiError) throw receipt;
    return { ...(await recorded(org, indexOf(receipt!))), receipt: receipt! };
  };

  /** Typed actions that are on their way: the same one again waits for the first. */
  const underWay = new Map<string, Promise<unknown>>();

  /** Does one typed action; a retry gets what came of it the first time. @throws ApiError */
  const one = async (caller: Caller, order: TypedOrder): Promise<Done> => {
    await assertSender(caller, order.action);
    const actionId = actionIdOf(digestOf(order.action));
    const key = `${caller.organization.id} ${actionId}`;
    const before = underWay.get(key);
    const doing = (async (): Promise<Done> => {
      await before?.catch(() => {});
      if (await verify(order.action)) return again(caller.organization.id, order.action);
      return perform(caller, order, actionId);
    })();
    underWay.set(key, doing);
    try {
      return await doing;
    } finally {
      if (underWay.get(key) === doing) underWay.delete(key);
    }
  };

  const perform = async (caller: Caller, { action, command, form }: TypedOrder, actionId: string): Promise<Done> => {
    let planned: Awaited<ReturnType<typeof plan>> | undefined;
    try {
      const signer = action.message.actor.toLowerCase() as Hex;
      planned = await plan(caller, { command, form, signer }, { kind: action.primaryType, actionId });
      const [receipt] = await submit([action], { effects: [planned.statements] });
      if (receipt instanceof ApiError) throw receipt;
      return { actionId, object: planned.object, receipt: receipt! };
    } catch (error) {
      // What it asks for may have been done since, by the very same action.
      const isRefusal = error instanceof ApiError && error.status < 500;
      if (isRefusal && (await verify(action))) return await again(caller.organization.id, action);
      throw error;
    } finally {
      planned?.settled();
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
    const results: (Done | ApiError | undefined)[] = await Promise.all(orders.map((order) => judge(caller, order)));
    const planned = new Map<
      number,
      Awaited<ReturnType<typeof plan>> & { readonly order: TypedOrder; readonly actionId: string }
    >();
    try {
      for (const [i, order] of orders.entries()) {
        if (results[i] !== undefined || order instanceof ApiError) continue;
        const { action, command, form } = order;
        const actionId = actionIdOf(digestOf(action));
        const signer = action.message.actor.toLowerCase() as Hex;
        const one = await refusalOr(plan(caller, { command, form, signer }, { kind: action.primaryType, actionId }));
        if (one instanceof ApiError) results[i] = one;
        else planned.set(i, { ...one, order, actionId });
      }
      if (atomic && results.some((result) => result instanceof ApiError)) {
        return results.map((result) => (result instanceof ApiError ? result : notDone()));
      }
      const chosen = [...planned.values()];
      const actions = chosen.map(({ order }) => order.action);
      const receipts =
        chosen.length === 0
          ? []
          : await submit(actions, { effects: chosen.map(({ statements }) => statements), atomic });
      for (const [at, i] of [...planned.keys()].entries()) {
        const receipt = receipts[at]!;
        const { actionId, object } = planned.get(i)!;
        results[i] = receipt instanceof ApiError ? receipt : { actionId, object, receipt };
      }
      return results as (Done | ApiError)[];
    } finally {
      for (const { settled } of planned.values()) settled();
    }
  };

  /** What is known of an action before it is planned: why not, or what came of it before; undefined for one that is new. */
  const judge = async (caller: Caller, order: TypedOrder | ApiError): Promise<Done | ApiError | undefined> => {
    if (order instanceof ApiError) return order;
    return refusalOr(
      (async () => {
        await assertSender(caller, order.action);
        return (await verify(order.action)) ? again(caller.organization.id, order.action) : undefined;
      })(),
    );
  };

  const result = async (org: string, index: number): Promise<Shown> => (await recorded(org, index)).object;

  return { one, many, plan, recorded, result };
}

const indexOf = ({ entry }: Receipt): number => decodeEntry(fromHex(entry)).index;

/** The identifier of a request's action, or of one among several. */
export function actionIdOf(digest: string, item?: number): string {
  return `act_${(item === undefined ? digest : sha256(`${digest} ${item}`)).slice(0, 32)}`;
}

export { commandOf };

async function refusalOr<T>(promise: Promise<T>): Promise<T | ApiError> {
  return promise.catch((error: unknown) => {
    if (error instanceof ApiError) return error;
    throw error;
  });
}

const notDone = (): ApiError =>
  new ApiError(409, "not_appended", "it comes with another action that was refused", { field: "atomic" });
