/**
 * The rules of objects, their newest acts and holders (protocol/1-verify §6.1 and 5-contracts §3) in plain values and
 * without code of `src`: the entries of an honest operator, and the faults that convict one.
 */

export const ANYBODY = "anybody";
export const NOBODY = "nobody";
/** The key of an action that is about no object. */
export const NO_KEY = "";

/** A kind of action: the text of its first member, and whether the second is `address holder`. */
export type Kind = {
  readonly name: string;
  readonly part: 0 | 1 | 2;
  readonly text: string;
  readonly names: boolean;
};

export type Action = {
  readonly log: string;
  readonly actor: string;
  readonly nonce: number;
  /** Unix seconds. */
  readonly deadline: number;
  readonly kind: Kind;
  /** The object's id; for an ask, the object's key. */
  readonly id: string;
  /** The second member of most kinds, which is the holder of some. */
  readonly party: string;
};

/** The fields of an entry that are visible without its action. */
export type Shown = {
  readonly log: string;
  readonly index: number;
  readonly actor: string;
  readonly scheme: number;
  /** Unix milliseconds. */
  readonly acceptedAt: number;
  readonly part: number;
  readonly objectKey: string;
  /** Zero for an entry about no object; undefined if no act is before it. */
  readonly prior: number | undefined;
  readonly holder: string;
};
export type Entry = Shown & { readonly action: Action };

export type Call = {
  readonly log: string;
  readonly now: number;
  readonly atomic: boolean;
  readonly actions: readonly Action[];
};
/** `not_appended`: another action of an atomic call was refused. */
export type Answer = "appended" | "retry" | "nonce_used" | "deadline_passed" | "not_holder" | "not_appended";

/** An operator's state of a log. */
export type LogState = {
  readonly entries: Entry[];
  readonly newest: Map<string, Pick<Shown, "index" | "holder">>;
  readonly nonces: Map<string, Entry>;
};
export type Logs = ReadonlyMap<string, LogState>;

/** The place of an action among the calls. */
export type Place = { readonly call: number; readonly action: number };
/** One lie: the operator appends a false entry at a place, or an action that it had to refuse. */
export type Lie = {
  readonly at: Place;
  /** Changes the entry. If it is missing, the action is entered although it should be refused. */
  readonly change?: (honest: Entry, state: LogState) => Partial<Shown>;
  /** Whether later entries build on the lie or ignore it. */
  readonly isFollowed: boolean;
};

export const isWallet = (actor: string): boolean => actor.startsWith("contract");
export const keyOf = ({ kind, id }: Action): string =>
  kind.part === 0 ? NO_KEY : kind.part === 2 ? id : `${kind.text}/${id}`;

/** The result of calls. */
export type Written = {
  readonly logs: Logs;
  readonly answers: readonly (readonly Answer[])[];
  /** The entry of the lie, or undefined if there was no lie or it was taken back. */
  readonly lied: Entry | undefined;
};

/** Lets an operator append calls, with at most one lie. */
export function write(calls: readonly Call[], lie?: Lie): Written {
  const logs = new Map<string, LogState>();
  let lied: Entry | undefined;
  const answers = calls.map(({ log, now, atomic, actions }, call) => {
    const state = logs.get(log) ?? emptyLog();
    const before = copyOf(state);
    const given = actions.map((action, i) => {
      const isHere = lie?.at.call === call && lie.at.action === i;
      const answer = enter(state, action, now, isHere ? lie : undefined);
      if (isHere && answer === "appended") lied = state.entries.at(-1);
      return answer;
    });
    const isTakenBack = atomic && given.some(isRefusal);
    logs.set(log, isTakenBack ? before : state);
    const isThere = ({ actor, nonce }: Action) => before.nonces.has(`${actor} ${nonce}`);
    return given.map((answer, i) =>
      isTakenBack && !isRefusal(answer) && !isThere(actions[i]!) ? "not_appended" : answer,
    );
  });
  const isThere = lied !== undefined && logs.get(lied.log)!.entries.includes(lied);
  return { logs, answers, lied: isThere ? lied : undefined };
}

/** All entries of the logs. */
export const entriesOf = ({ logs }: Written): Entry[] => [...logs.values()].flatMap(({ entries }) => entries);

const isRefusal = (answer: Answer): boolean => answer !== "appended" && answer !== "retry";

const emptyLog = (): LogState => ({ entries: [], newest: new Map(), nonces: new Map() });
const copyOf = ({ entries, newest, nonces }: LogState): LogState => ({
  entries: [...entries],
  newest: new Map(newest),
  nonces: new Map(nonces),
});

function enter(state: LogState, action: Action, now: number, lie: Lie | undefined): Answer {
  const honest = nextEntry(state, action, now);
  const refused = refusal(state, honest);
  if (refused !== undefined && (lie === undefined || lie.change !== undefined)) return refused;
  const entry = { ...honest, ...lie?.change?.(honest, state) };
  state.entries.push(entry);
  state.nonces.set(`${action.actor} ${action.nonce}`, entry);
  const known = lie === undefined || lie.isFollowed ? entry : refused === undefined ? honest : undefined;
  if (known?.part === 1) state.newest.set(known.objectKey, known);
  return "appended";
}

function nextEntry({ entries, newest }: LogState, action: Action, now: number): Entry {
  const { log, actor, kind, party } = action;
  const objectKey = keyOf(action);
  const prior = newest.get(objectKey);
  const carried = prior?.holder ?? ANYBODY;
  return {
    log,
    index: entries.length,
    actor,
    scheme: isWallet(actor) ? 1 : 0,
    acceptedAt: Math.max(now, entries.at(-1)?.acceptedAt ?? 0),
    part: kind.part,
    objectKey,
    prior: kind.part === 0 ? 0 : prior?.index,
    holder: kind.part === 0 ? NOBODY : kind.names ? party : carried,
    action,
  };
}

function refusal({ newest, nonces }: LogState, entry: Entry): Answer | undefined {
  const { action, actor, scheme, acceptedAt, part, objectKey } = entry;
  const used = nonces.get(`${actor} ${action.nonce}`);
  if (used !== undefined) return JSON.stringify(used.action) === JSON.stringify(action) ? "retry" : "nonce_used";
  if (Math.floor(acceptedAt / 1000) > action.deadline) return "deadline_passed";
  const holder = part === 1 ? (newest.get(objectKey)?.holder ?? ANYBODY) : ANYBODY;
  return holder === ANYBODY || (holder === actor && scheme === 0) ? undefined : "not_holder";
}

export type Fault = "MalformedLeaf" | "WrongPrior" | "WrongObject" | "WrongCarry";
export type Conviction = { readonly fault: Fault; readonly log: string; readonly from: number };

/** All convictions, over all pairs of entries in both orders: each fault with the range that it freezes. */
export function convictions(entries: readonly Entry[]): Conviction[] {
  const found: Conviction[] = [];
  const convict = (fault: Fault, { log, index }: Shown) => found.push({ fault, log, from: index });
  for (const entry of entries) {
    // A malformed entry is not evidence of another fault.
    if (isMalformed(entry)) convict("MalformedLeaf", entry);
    else if (isWrongObject(entry, entry.action)) convict("WrongObject", entry);
  }
  const formed = entries.filter((entry) => !isMalformed(entry));
  for (const earlier of formed) {
    for (const later of formed) {
      if (isWrongPrior(earlier, later)) convict("WrongPrior", later);
      if (isWrongCarry(earlier, later, later.action)) convict("WrongCarry", later);
    }
  }
  return found;
}

function isMalformed({ index, part, objectKey, prior, holder }: Shown): boolean {
  if (part > 2) return true;
  if (part === 0) return objectKey !== NO_KEY || prior !== 0 || holder !== NOBODY;
  return (prior !== undefined && prior >= index) || (part === 2 && prior === undefined && holder !== ANYBODY);
}

function isWrongPrior(earlier: Shown, later: Shown): boolean {
  if (earlier.log !== later.log || earlier.index >= later.index || later.part === 0) return false;
  const isUpon = earlier.part !== 0 && earlier.objectKey === later.objectKey;
  const isItsAct = earlier.part === 1 && isUpon;
  if (later.prior === earlier.index && !isItsAct) return true;
  if (!isUpon) return false;
  // The newest act that the earlier entry shows: for an ask its prior, for an act the act itself.
  const said = isItsAct ? earlier.index : earlier.prior;
  if (later.prior !== said) return (later.prior ?? -1) < earlier.index;
  if (later.part === 2) return later.holder !== earlier.holder;
  return earlier.holder !== ANYBODY && (later.actor !== earlier.holder || later.scheme !== 0);
}

function isWrongObject(entry: Shown, action: Action): boolean {
  if (entry.part !== action.kind.part || entry.objectKey !== keyOf(action)) return true;
  if (Math.floor(entry.acceptedAt / 1000) > action.deadline) return true;
  if (entry.part !== 1) return false;
  if (action.kind.names) return entry.holder !== action.party;
  return entry.prior === undefined && entry.holder !== ANYBODY;
}

function isWrongCarry(earlier: Shown, later: Shown, action: Action): boolean {
  if (earlier.log !== later.log || later.prior !== earlier.index || later.part !== 1 || action.kind.names) return false;
  return earlier.part === 1 && earlier.objectKey === later.objectKey && earlier.holder !== later.holder;
}
