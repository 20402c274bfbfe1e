/** An action in plain words, as the typed action that its template wants: nothing is signed but what was asked for. */
import { NOBODY, toHex } from "anchorlog/action";
import type { Schemas } from "./calls.ts";
import { PlatformError } from "./errors.ts";
import { types, type KindName } from "./kinds.ts";

export type Action = Schemas["Action"];
export type Prepared = { readonly primary_type: string; readonly typed_data: unknown };

/** The kinds that each action may be signed as, with custody and without. */
export const KINDS_OF: Readonly<Record<keyof Action, readonly KindName[]>> = {
  mint: ["Mint", "Issue"],
  transfer: ["Transfer", "Assign"],
  update: ["Update"],
  set_attributes: ["SetAttributes"],
  redeem: ["Redeem"],
  burn: ["Burn"],
};
/** What a payload's members are called in an action. */
export const NAMES: Readonly<Record<string, string>> = { objectId: "id", holder: "to", templateId: "template_id" };

/**
 * The kind and payload that the API offers for an action.
 *
 * @param account the receiver of what is minted for nobody else.
 * @throws PlatformError `other_action` where the API offers something else than what was asked for.
 */
export function payloadIn(
  action: Action,
  { primary_type, typed_data }: Prepared,
  account: string,
): { readonly kind: KindName; readonly payload: Readonly<Record<string, string>> } {
  const [[name, asked] = []] = membersOf(action) as [keyof Action, Record<string, unknown>][];
  const kind = KINDS_OF[name!]?.find((one) => one === primary_type);
  if (kind === undefined) throw otherAction(`it is a ${primary_type}`);
  const { payload } = (Object(Object(typed_data).message) as { readonly payload?: unknown }) ?? {};
  const offered = Object(payload) as Readonly<Record<string, unknown>>;
  const wanted = saidIn(name ?? "", asked, account);
  const members = types.kinds.get(kind)!.members.map((member) => {
    const value = offered[member.name];
    const word = NAMES[member.name] ?? member.name;
    // The identifier of what is made may be the API's.
    const isFree = wanted[word] === undefined && name === "mint" && word === "id";
    if (typeof value === "string" && (isFree || isSame(word, value, wanted[word]))) return [member.name, value];
    throw otherAction(`its ${member.name} is ${JSON.stringify(value)}`);
  });
  return { kind, payload: Object.fromEntries(members) as Record<string, string> };
}

/** What an action is, also where it does not say. */
export function saidIn(name: string, asked: object | undefined, account: string): Readonly<Record<string, unknown>> {
  const said = Object.fromEntries(membersOf(asked ?? {}));
  if (name === "mint") return { to: account, properties: {}, ...said };
  return name === "redeem" || name === "burn" ? { to: toHex(NOBODY), ...said } : said;
}

/** As JSON has them. In a list it has no undefined either, and another value is in its place. */
export const membersOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, member]) => member !== undefined || Array.isArray(value));

/** Properties as they are signed: members in the order of their names (RFC 8785). */
export function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const members = membersOf(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}

function isSame(name: string, offered: string, wanted: unknown): boolean {
  // A text in another spelling may have a second reading. What JSON cannot say, as NaN, is another value in it.
  if (name === "properties") return offered === canonical(wanted) && isSameJson(parse(offered), wanted);
  if (name === "to") return offered.toLowerCase() === String(wanted).toLowerCase();
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
