/** Lies in each field of an entry's object part, and acts that should have been refused. */
import { ACTORS, below, oneOf } from "./histories.ts";
import {
  ANYBODY,
  NOBODY,
  NO_KEY,
  write,
  type Answer,
  type Call,
  type Entry,
  type Fault,
  type Lie,
  type LogState,
  type Place,
  type Shown,
} from "./model.ts";

type Change = (honest: Entry, state: LogState) => Partial<Shown> | undefined;
/**
 * A kind of lie and the fault that convicts it. `change` returns the changed fields of an entry, or undefined if the
 * entry cannot have the lie. `instead` gives another answer.
 */
type Kind = { readonly fault: Fault } & ({ readonly change: Change } | { readonly instead: Answer });

export const LIES: Readonly<Record<string, Kind>> = {
  part: { fault: "WrongObject", change: withPart },
  objectKey: { fault: "WrongObject", change: withKey },
  prior: { fault: "WrongPrior", change: withPrior },
  "prior that is not before it": {
    fault: "MalformedLeaf",
    change: ({ part, index }) => (part === 0 ? undefined : { prior: index + below(3) }),
  },
  "named holder": {
    fault: "WrongObject",
    change: (e) => (e.action.kind.names ? otherHolder(e) : undefined),
  },
  "carried holder": {
    fault: "WrongCarry",
    change: (e) => (e.part === 1 && !e.action.kind.names && e.prior !== undefined ? otherHolder(e) : undefined),
  },
  "asked holder": {
    fault: "WrongPrior",
    change: (e) => (e.part === 2 && e.prior !== undefined ? otherHolder(e) : undefined),
  },
  "first act's holder": {
    fault: "WrongObject",
    change: (e) => (e.part === 1 && !e.action.kind.names && e.prior === undefined ? otherHolder(e) : undefined),
  },
  "first ask's holder": {
    fault: "MalformedLeaf",
    change: (e) => (e.part === 2 && e.prior === undefined ? otherHolder(e) : undefined),
  },
  "acceptedAt after the deadline": {
    fault: "WrongObject",
    change: ({ action }) => ({ acceptedAt: 1000 * (action.deadline + 1) + oneOf([0, 1, 999]) }),
  },
  "something about nothing": {
    fault: "MalformedLeaf",
    change: ({ part, index }) =>
      part === 0
        ? oneOf<Partial<Shown>>([
            { objectKey: "nothing/ever" },
            { prior: index + 1 },
            { prior: undefined },
            { holder: "bob" },
          ])
        : undefined,
  },
  "unknown part": { fault: "MalformedLeaf", change: () => ({ part: 3 }) },
  "an act that is not its holder's, or a contract wallet's": { fault: "WrongPrior", instead: "not_holder" },
  "an act after its deadline": { fault: "WrongObject", instead: "deadline_passed" },
};

/** Puts a lie of a kind somewhere into honest calls; undefined if no place fits. */
export function lieIn(calls: readonly Call[], kind: Kind, isFollowed: boolean): Lie | undefined {
  const { answers } = write(calls);
  const wanted: Answer = "instead" in kind ? kind.instead : "appended";
  const places = answers.flatMap((given, call): Place[] =>
    given.flatMap((answer, action) => (answer === wanted ? [{ call, action }] : [])),
  );
  while (places.length > 0) {
    const [at] = places.splice(below(places.length), 1) as [Place];
    if ("instead" in kind) return { at, isFollowed };
    let changed: Partial<Shown> | undefined;
    write(calls, { at, isFollowed, change: (honest, state) => (changed = kind.change(honest, state)) ?? {} });
    if (changed !== undefined) return { at, isFollowed, change: () => changed! };
  }
  return undefined;
}

function withPart(honest: Entry, { newest }: LogState): Partial<Shown> | undefined {
  const part = oneOf([0, 1, 2].filter((other) => other !== honest.part));
  if (part === 0) return { part, objectKey: NO_KEY, prior: 0, holder: NOBODY };
  const objectKey = honest.part === 0 ? oneOf([...newest.keys(), "nothing/ever"]) : honest.objectKey;
  return { part, objectKey, ...follows(newest.get(objectKey)) };
}

function withKey({ part, objectKey, action, holder }: Entry, { newest }: LogState): Partial<Shown> | undefined {
  if (part === 0) return undefined;
  const other = oneOf([...newest.keys(), "nothing/ever", NO_KEY].filter((key) => key !== objectKey));
  if (below(2) === 0) return { objectKey: other };
  const { prior, holder: carried } = follows(newest.get(other));
  return { objectKey: other, prior, holder: action.kind.names ? holder : carried };
}

function withPrior(honest: Entry, { entries }: LogState): Partial<Shown> | undefined {
  const { part, index, prior, holder, action } = honest;
  if (part === 0) return undefined;
  const others = [undefined, ...entries.keys()].filter((other) => other !== prior && (other ?? -1) < index);
  if (others.length === 0) return undefined;
  const other = oneOf(others);
  const isFirstAsk = part === 2 && other === undefined;
  const carried = other === undefined ? ANYBODY : entries[other]!.holder;
  return { prior: other, holder: action.kind.names || (below(2) === 0 && !isFirstAsk) ? holder : carried };
}

const follows = (newest: Pick<Shown, "index" | "holder"> | undefined): Pick<Shown, "prior" | "holder"> => ({
  prior: newest?.index,
  holder: newest?.holder ?? ANYBODY,
});

const otherHolder = ({ holder }: Entry): Partial<Shown> => ({
  holder: oneOf([...ACTORS, "stranger", NOBODY, ANYBODY].filter((other) => other !== holder)),
});
