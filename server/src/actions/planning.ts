/** Plans actions on objects: checks a command against the state, and builds the statements that commit with its entry. */
import { toHex, type Hex } from "anchorlog";
import { ANYBODY, type VerifiedAction } from "anchorlog/action";
import type { Statement } from "anchorlog/log";
import { assertStillOwn } from "../accounts/signer.ts";
import type { Caller } from "../foundation/caller.ts";
import type { Database } from "../foundation/db/database.ts";
import { sha256 } from "../foundation/secrets.ts";
import { ApiError } from "../http/errors.ts";
import type { Act } from "../http/signed.ts";
import { createTurns, type Turns } from "../http/turns.ts";
import type { Command } from "../objects/command.ts";
import { createEffects, statementsOf, type Effects, type Named } from "../objects/effects.ts";
import { NOBODY } from "../objects/kinds.ts";
import { project, shownOf, type Asked, type Change, type PlatformObject, type State } from "../objects/project.ts";
import { assertFits } from "../objects/schema.ts";
import type { ObjectState } from "../objects/shapes.ts";
import type { Template } from "../objects/template.ts";
import type { Known, View } from "../objects/view.ts";

export type Planning = {
  readonly view: View;
  readonly effects: Effects;
  /** Runs one check per object at a time, so that the next check sees its pending change. */
  readonly inTurn: Turns;
  /** Accepted actions are executed again, so properties are not checked against schemas. */
  readonly isReplay: boolean;
};

export type Planned = {
  readonly statements: Statement[];
  readonly object: ObjectState;
  /** When the object was minted, in Unix milliseconds; `now` by this action; undefined if the mint was pending. */
  readonly createdAt: number | "now" | undefined;
  /** The only address that may act on the object next. For a typed action, the log must show the same holder. */
  readonly holder: Hex;
  /** Call it after the commit or the rejection. Until then, later checks treat the change as made. */
  readonly settled: () => void;
};

/**
 * The reason for a rejection. If it depends on a pending change, `coming` resolves when that change is committed or
 * rejected.
 */
export type Refused = { readonly refusal: ApiError } & Pick<Known, "coming">;

/** A command with the verified action that asks for it. */
export type Judged = Omit<Asked, "signer"> & { readonly action: VerifiedAction };
export type TypedPlan = Planned & { readonly actionId: string };

/** How often an action is checked again after it lost a race, or was rejected because of a pending change. */
export const RACES = 5;

export function createPlanning(database: Database, view: View, isReplay: boolean): Planning {
  return { view, effects: createEffects(database), inTurn: createTurns(), isReplay };
}

/**
 * Plans one command. One of several commands never waits for pending changes: others may be waiting for the commands
 * before it.
 *
 * @throws ApiError
 */
export async function plan(
  planning: Planning,
  { organization: { id: org } }: Pick<Caller, "organization">,
  asked: Asked,
  { kind, actionId, item }: { readonly kind: string; readonly actionId: string; readonly item?: number },
): Promise<Planned> {
  const { inTurn, view } = planning;
  const named = { org, actionId, kind, item: item ?? 0 };
  for (let left = item === undefined ? RACES : 0; ; left--) {
    const outcome = await inTurn([turnOf(org, asked)], async () =>
      planBy(planning, await view.load(org, asked.command, asked), asked, named),
    );
    if (!("refusal" in outcome)) return outcome;
    if (left === 0 || outcome.coming === undefined) throw outcome.refusal;
    await outcome.coming;
  }
}

/**
 * Plans a command of a request that is itself signed.
 *
 * @param command returns the command, given defaults for a mint: an ID derived from its action, and the signer.
 * @param options `item`: position among several commands; `states`: state hashes. The object must have one of them.
 * @throws ApiError
 */
export function planRequested(
  planning: Planning,
  { caller, signer, digest }: Pick<Act, "caller" | "signer" | "digest">,
  command: (made: { readonly id: string; readonly to: Hex }) => Command,
  { item, states }: { readonly item?: number; readonly states?: Asked["states"] } = {},
): Promise<Planned> {
  const actionId = actionIdOf(digest, item);
  const made = { id: `obj_${actionId.slice(ACTION.length)}`, to: signer };
  return plan(
    planning,
    caller,
    { command: command(made), form: "request", signer, states },
    { kind: "HttpRequest", actionId, ...(item !== undefined && { item }) },
  );
}

/**
 * Plans a typed action, or returns the reason for its rejection. The log later detects a retry.
 *
 * @throws ApiError if the caller may not send it.
 */
export function planTyped(planning: Planning, caller: Caller, judged: Judged): Promise<TypedPlan | Refused> {
  const { action, ...order } = judged;
  const org = caller.organization.id;
  const [actionId, kind] = [typedIdOf(action), action.kind.name];
  const asked = { ...order, signer: action.message.actor };
  return planning.inTurn([turnOf(org, asked)], async () => {
    const known = await planning.view.load(org, asked.command, asked);
    assertStillOwn(caller, known.account);
    const outcome = planBy(planning, known, asked, { org, actionId, kind, item: 0 });
    return "refusal" in outcome ? outcome : { ...outcome, actionId };
  });
}

const turnOf = (org: string, { command }: Asked): string => `${org} ${command.id}`;

function planBy(planning: Planning, known: Known, asked: Asked, named: Named): Planned | Refused {
  try {
    return planOf(planning, known, asked, named);
  } catch (refusal) {
    if (refusal instanceof ApiError) return { refusal, coming: known.coming };
    throw refusal;
  }
}

function planOf({ isReplay, effects, view }: Planning, state: State, asked: Asked, named: Named): Planned {
  const change = project(state, asked);
  if (!isReplay) assertSchemaFits(change, state.template!);
  const statements = statementsOf(effects, change, asked, named);
  const holder = holderOf(change.after, state.template!);
  const createdAt = change.before === undefined ? "now" : change.before.createdAt;
  return { statements, object: shownOf(change.after), createdAt, holder, settled: view.hold(named.org, change) };
}

function assertSchemaFits({ before, after }: Change, { schema }: Template): void {
  if (schema !== null && after.properties !== before?.properties) assertFits(after.properties, schema);
}

const EVERYBODY = toHex(ANYBODY);
const holderOf = ({ state, owner }: PlatformObject, { custody }: Pick<Template, "custody">): Hex =>
  state === "active" ? (custody ? owner : EVERYBODY) : NOBODY;

const ACTION = "act_";
/** The ID of an action, or of one of several in a request. */
export function actionIdOf(digest: string, item?: number): string {
  return `${ACTION}${(item === undefined ? digest : sha256(`${digest} ${item}`)).slice(0, 32)}`;
}
export const typedIdOf = ({ digest }: VerifiedAction): string => actionIdOf(toHex(digest).slice(2));
