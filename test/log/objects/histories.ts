/** Random histories of calls to an operator: valid actions, and invalid ones. */
import { random } from "../../seed.ts";
import { ANYBODY, NOBODY, isWallet, keyOf, type Action, type Call, type Kind } from "./model.ts";

const act = (name: string, text: string, names: boolean): Kind => ({ name, part: 1, text, names });
/** The kinds by name. {@link MEMBERS} has their payloads. */
export const KINDS: readonly Kind[] = [
  act("Transfer", "string objectId", true),
  act("Transfer", "string objectId", true),
  act("Mint", "string objectId", true),
  act("Mark", "string objectId", false),
  act("Note", "string objectId", false),
  act("Lend", "string objectId", false),
  act("Price", "string objectId", false),
  act("Move", "bytes32 objectId", true),
  act("Give", "string name", true),
  { name: "Ask", part: 2, text: "bytes32 objectKey", names: false },
  { name: "Ask", part: 2, text: "bytes32 objectKey", names: false },
  { name: "HttpRequest", part: 0, text: "string authority", names: false },
];

/** The members of the kinds that are not built in. */
export const MEMBERS = {
  Transfer: { objectId: "string", holder: "address", price: "uint256" },
  Mint: { objectId: "string", holder: "address" },
  Mark: { objectId: "string", text: "string" },
  Note: { objectId: "string" },
  Lend: { objectId: "string", holderOf: "address" },
  Price: { objectId: "string", price: "uint256", holder: "address" },
  Move: { objectId: "bytes32", holder: "address" },
  Give: { name: "string", holder: "address" },
} as const;

/** Kinds that name no party: two actions that differ only in the party would be the same action. */
const PARTYLESS: ReadonlySet<string> = new Set(["Note", "Ask"]);

const LOGS = ["a.example", "b.example"];
export const ACTORS = ["alice", "bob", "carol", "contract d", "contract e"];
const HOLDERS = [...ACTORS, "alice", "bob", "carol", NOBODY, ANYBODY, "stranger"];
const IDS = ["seat", "seat", "ring", "vase"];
/** Unix seconds. */
export const START = 1_767_603_600;

export const below = (count: number): number => Math.floor(count * random());
export const oneOf = <T>(list: readonly T[]): T => list[below(list.length)]!;
const often = (share: number): boolean => random() < share;

/** Calls of an operator's users: retries, replays, late actions, acts on others' objects. The clock goes back, too. */
export function randomCalls(): Call[] {
  const calls: Call[] = [];
  let now = 1000 * START;
  for (let count = 3 + below(9); count > 0; count--) {
    now += oneOf([0, 1, 400, 1_000, 1_999, 5_000, -700, -3_000]);
    const log = oneOf(LOGS);
    const actions: Action[] = [];
    for (let i = oneOf([1, 1, 2, 3, 4]); i > 0; i--) actions.push(randomAction(calls, actions, log, now));
    calls.push({ log, now, atomic: often(0.4), actions });
  }
  return calls;
}

function randomAction(calls: readonly Call[], mine: readonly Action[], log: string, now: number): Action {
  const before = [...calls.filter((call) => call.log === log).flatMap(({ actions }) => actions), ...mine];
  if (before.length > 0 && often(0.08)) return oneOf(before);
  const kind = oneOf(KINDS);
  const id = kind.part === 2 ? askedKey(before) : oneOf(IDS);
  const action = {
    log,
    actor: oneOf(ACTORS),
    nonce: often(0.15) ? below(3) : 100 + 20 * calls.length + mine.length,
    deadline: Math.floor(now / 1000) + oneOf([-1, 0, 0, 1, 2, 60, 60, 60, 60, 60, 60]),
    kind,
    id,
    party: PARTYLESS.has(kind.name) ? NOBODY : oneOf(HOLDERS),
  };
  const holder = before.findLast((other) => other.kind.names && keyOf(other) === keyOf(action))?.party ?? "";
  return ACTORS.includes(holder) && often(isWallet(holder) ? 0.2 : 0.7) ? { ...action, actor: holder } : action;
}

const askedKey = (before: readonly Action[]): string =>
  before.length > 0 && often(0.8) ? keyOf(oneOf(before)) : oneOf(["nothing/ever", "string objectId/seat"]);
