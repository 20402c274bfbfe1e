/**
 * Converts an action in plain words to the typed action that its template needs, and checks that the API offers exactly
 * that action.
 */
import { NOBODY, toHex } from "anchorlog/action";
import type { Schemas } from "./calls.ts";
import { PlatformError } from "./errors.ts";
import { types, type KindName } from "./kinds.ts";

export type Action = Schemas["Action"];
export type Prepared = { readonly primary_type: string; readonly typed_data: unknown };

/** The kinds that each action may be signed as, with and without custody. */
const KINDS_OF: Readonly<Record<keyof Action, readonly KindName[]>> = {
  mint: ["Mint", "Issue"],
  transfer: ["Transfer", "Assign"],
  update: ["Update"],
  set_attributes: ["SetAttributes"],
  redeem: ["Redeem"],
  burn: ["Burn"],
  move: ["Move"],
};

export function kindsOf(name: string | undefined, asked: object | undefined): readonly KindName[] {
  if (name === "mint" && (Object(asked) as Action["mint"])?.moved === true) return ["MovedMint"];
  return KINDS_OF[name as keyof Action] ?? [];
}
/** Names of a payload's members in plain actions, if they differ. */
export const NAMES: Readonly<Record<string, string>> = {
  objectId: "id",
  holder: "to",
  templateId: "template_id",
  toLog: "log_id",
};

/**
 * The kind and payload that the API offers for an action.
 *
 * @param account the default receiver of a minted object.
 * @throws PlatformError `other_action` if the API offers another action than requested.
 */
export function payloadIn(
  action: Action,
  { primary_type, typed_data }: Prepared,
  account: string,
): { readonly kind: KindName; readonly payload: Readonly<Record<string, string>> } {
  const [[name, asked] = []] = membersOf(action) as [keyof Action, Record<string, unknown>][];
  const kind = kindsOf(name, asked).find((one) => one === primary_type);
  if (kind === undefined) throw otherAction(`it is a ${primary_type}`);
  const { payload } = (Object(Object(typed_data).message) as { readonly payload?: unknown }) ?? {};
  const offered = Object(payload) as Readonly<Record<string, unknown>>;
  const wanted = saidIn(name ?? "", asked, account);
  const members = types.kinds.get(kind)!.members.map((member) => {
    const value = offered[member.name];
    const word = NAMES[member.name] ?? member.name;
    // For a new object, the API may choose the ID.
    const isFree = wanted[word] === undefined && name === "mint" && word === "id";
    if (typeof value === "string" && (isFree || isSame(word, value, wanted[word]))) return [member.name, value];
    throw otherAction(`its ${member.name} is ${JSON.stringify(value)}`);
  });
  return { kind, payload: Object.fromEntries(members) as Record<string, string> };
}

/** The action's members, with defaults added. */
export function saidIn(name: string, asked: object | undefined, account: string): Readonly<Record<string, unknown>> {
  const said = Object.fromEntries(membersOf(asked ?? {}));
  if (name === "mint") return { to: account, properties: {}, ...said };
  if (name === "redeem") return { to: toHex(NOBODY), gate: toHex(NOBODY), ...said };
  return name === "burn" || name === "move" ? { to: toHex(NOBODY), ...said } : said;
}

/** The members that JSON contains. In lists, undefined is kept here, since JSON has null in its place. */
export const membersOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, member]) => member !== undefined || Array.isArray(value));

/** Properties in the form that is signed: members sorted by name (RFC 8785). */
export function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const members = membersOf(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}

function isSame(name: string, offered: string, wanted: unknown): boolean {
  // Compare the text as well: another spelling could be parsed differently elsewhere. Values that JSON cannot express,
  // such as NaN, do not match.
  if (name === "properties") return offered === canonical(wanted) && isSameJson(parse(offered), wanted);
  if (name === "to" || name === "gate") return offered.toLowerCase() === String(wanted).toLowerCase();
  return offered === String(wanted);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isSameJson(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const [left, right] = [membersOf(a), new Map(membersOf(b))];
  if (Array.isArray(a) !== Array.isArray(b) || left.length !== right.size) return false;
  return left.every(([name, value]) => right.has(name) && isSameJson(value, right.get(name)));
}

function otherAction(why: string): PlatformError {
  return new PlatformError("other_action", `the API offers another action to sign than was asked for: ${why}`);
}
