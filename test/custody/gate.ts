/**
 * The gates of contracts/examples as plain functions. Each is named after its function there, and returns the name of
 * the error with which that reverts, or undefined. It changes the gate only if it succeeds.
 */
import { ANYBODY, NOBODY, PART_ACT } from "../../src/action/part.ts";
import { isInTime } from "../../src/action/time.ts";
import { objectMismatch } from "../../src/action/object.ts";
import { isWrongPrior } from "../../src/dispute/faults/objectFaults.ts";
import type { Entry } from "../../src/log/entry.ts";
import { mayAct } from "../../src/log/link.ts";
import {
  FINALITY,
  inStanding,
  isAfterSlash,
  ISSUER,
  keyText,
  newestCheckpoint,
  RESPONSE_TIME,
  same,
  whyNotAnchored,
  whyNotFinal,
  type Account,
  type Action,
  type Placed,
  type World,
} from "./world.ts";

type Outcome = string | undefined;

/** An entry under a checkpoint, with an action that is shown for it. */
export type Shown = { readonly placed: Placed; readonly sequence: number; readonly action?: Action };

export type Announcement = {
  readonly key: string;
  readonly acting: Placed;
  readonly minting: Placed;
  readonly size: number;
  until: number;
  open: number;
};
export type Demand = {
  readonly act: Placed;
  readonly size: number;
  readonly last: number;
  readonly deadline: number;
  shown: Placed | undefined;
  isAnswered: boolean;
};
export type Gate = {
  readonly address: Account;
  readonly log: number;
  /** The account whose mints count: `ISSUER`, or the contract wallet. */
  readonly issuer: Account;
  /** 0 for an `ObjectRedeemer`. */
  readonly notice: number;
  /** 0 for a gate without a hatch. */
  readonly silence: number;
  readonly predecessor: Gate | undefined;
  readonly announcements: Map<string, Announcement>;
  readonly demands: Map<string, Demand>;
  readonly claims: Map<string, string>;
  /** For each act that displaced a claim, that claim. */
  readonly displaced: Map<string, string>;
  readonly departures: Map<string, Departure>;
};
/** How an object left a gate: to an account, or to another log by that account. */
export type Departure = { readonly account: Account; readonly to: number | undefined };

export const createGate = (address: Account, terms: Partial<Gate> = {}): Gate => ({
  log: 0,
  issuer: ISSUER,
  notice: 0,
  silence: 0,
  predecessor: undefined,
  ...terms,
  address,
  announcements: new Map(),
  demands: new Map(),
  claims: new Map(),
  displaced: new Map(),
  departures: new Map(),
});

export const idOf = ({ hash, batch }: Placed): string => `${hash} ${batch!.position}`;
const demandId = (id: string, act: Placed): string => `${id} ${act.hash}`;
const textOf = ({ entry }: Placed): string => keyText(entry.objectKey);

export function departureOf(gate: Gate, key: string): Departure | undefined {
  return gate.departures.get(key) ?? (gate.predecessor && departureOf(gate.predecessor, key));
}

export function redeemed(gate: Gate, key: string): boolean {
  const departure = departureOf(gate, key);
  return departure !== undefined && departure.to !== gate.log;
}

// AnchoredAction

function open({ attested }: World, { entry, hash }: Placed, action: Action): Outcome {
  if (!same(entry.digest, action.digest)) return "DigestMismatch";
  const agrees = objectMismatch(entry, action.said) === undefined;
  if (!agrees || !isInTime(entry.acceptedAt, BigInt(action.deadline))) return "NotItsAction";
  return entry.scheme === 1 && !attested.has(hash) ? "NotAttested" : undefined;
}
const proveFinal = (world: World, { placed, sequence, action }: Shown): Outcome =>
  whyNotFinal(world, placed, sequence) ?? open(world, placed, action!);
const checkSignature = ({ entry }: Placed, { isSigned }: Action): Outcome =>
  entry.scheme === 1 || isSigned ? undefined : "NotSigned";

// Redemptions

const isRedemption = ({ entry, action }: Placed): boolean => same(entry.holder, NOBODY) && action.kind === "Redeem";

/** The log that an act moves its object to. */
export function destinationOf({ log }: Gate, { entry, action }: Placed): number | undefined {
  const isMove = same(entry.holder, NOBODY) && action.kind === "Move" && action.to !== log;
  return isMove ? action.to : undefined;
}

function checkRedemption(gate: Gate, redeeming: Placed): Outcome {
  const isMove = destinationOf(gate, redeeming) !== undefined;
  if ((!isMove && !isRedemption(redeeming)) || redeeming.action.log !== gate.log) return "NotARedemption";
  return isMove || same(redeeming.action.gate, gate.address) ? undefined : "AnotherGate";
}

function checkMint(gate: Gate, acting: Placed, minting: Placed): Outcome {
  const [last, mint] = [acting.entry, minting.entry];
  const issued = minting.action.log === gate.log && same(mint.actor, gate.issuer) && isMintKind(gate, minting);
  const first = mint.prior === undefined && same(mint.objectKey, last.objectKey) && acting.action.log === gate.log;
  const before = mint.index < last.index || minting.hash === acting.hash;
  if (!issued || !first || !before) return "NotMinted";
  return isWrongPrior(mint, last) ? "ContradictsMint" : undefined;
}

function isMintKind(gate: Gate, minting: Placed): boolean {
  const departure = departureOf(gate, textOf(minting));
  if (departure?.to !== gate.log) return minting.action.kind === "Mint";
  return minting.action.kind === "MovedMint" && same(minting.entry.holder, departure.account);
}

function redeemFor(gate: Gate, account: Account, acting: Placed, minting: Placed): Outcome {
  const key = textOf(minting);
  if (redeemed(gate, key)) return "AlreadyRedeemed";
  gate.departures.set(key, { account, to: destinationOf(gate, acting) });
  return undefined;
}

/** `ObjectRedeemer.redeem`. */
export function redeem(world: World, gate: Gate, redemption: Shown, mint: Shown): Outcome {
  show(redemption, mint);
  return (
    proveFinal(world, redemption) ??
    proveFinal(world, mint) ??
    (isAfterSlash(world, redemption.placed) || isAfterSlash(world, mint.placed) ? "NotBeforeSlash" : undefined) ??
    checkRedemption(gate, redemption.placed) ??
    checkMint(gate, redemption.placed, mint.placed) ??
    redeemFor(gate, redemption.placed.entry.actor, redemption.placed, mint.placed)
  );
}

// AnnouncedRedeemer

/** Calldata is public. */
function show(...all: readonly Shown[]): void {
  for (const { placed } of all) placed.isShown = placed.isOpened = true;
}

function minted(world: World, gate: Gate, acting: Placed, mint: Shown): Outcome {
  if (redeemed(gate, textOf(acting))) return "AlreadyRedeemed";
  return proveFinal(world, mint) ?? checkSignature(mint.placed, mint.action!) ?? checkMint(gate, acting, mint.placed);
}

export function announce(world: World, gate: Gate, redemption: Shown, mint: Shown): Outcome {
  show(redemption, mint);
  const { placed, sequence, action } = redemption;
  const refused =
    whyNotAnchored(world, placed, sequence) ??
    open(world, placed, action!) ??
    checkSignature(placed, action!) ??
    checkRedemption(gate, placed) ??
    minted(world, gate, placed, mint) ??
    (isAfterSlash(world, mint.placed) ? "NotBeforeSlash" : undefined);
  if (refused !== undefined) return refused;
  if (gate.announcements.has(idOf(placed))) return "AlreadyAnnounced";
  return putUp(world, gate, placed, mint.placed);
}

export function announceAsHolder(world: World, gate: Gate, sender: Account, last: Shown, mint: Shown): Outcome {
  show(last, mint);
  const { placed, action } = last;
  const refused =
    proveFinal(world, last) ??
    checkSignature(placed, action!) ??
    (action!.said.named === undefined ? "NamesNoHolder" : undefined) ??
    minted(world, gate, placed, mint) ??
    checkHatch(world, gate);
  if (refused !== undefined) return refused;
  const [key, id] = [textOf(placed), idOf(placed)];
  if (gate.announcements.get(id)?.until === 0) return "NotAnnounced";
  const standing = gate.claims.get(key) ?? "";
  const current = gate.announcements.get(standing);
  if (current === undefined || current.until === 0 || current.size !== newestCheckpoint(world).size) {
    if (!same(accountOf(gate, placed), sender)) return "NotTheHolder";
  } else if (current.acting.entry.index >= placed.entry.index) return "AlreadyAnnounced";
  else gate.displaced.set(id, standing);
  gate.claims.set(key, id);
  return putUp(world, gate, placed, mint.placed);
}

function putUp(world: World, gate: Gate, acting: Placed, minting: Placed): undefined {
  const id = idOf(acting);
  const open = gate.announcements.get(id)?.open ?? 0;
  const { size } = newestCheckpoint(world);
  const until = world.now + gate.notice;
  gate.announcements.set(id, { key: textOf(acting), acting, minting, size, until, open });
}

function checkHatch(world: World, gate: Gate): Outcome {
  if (gate.silence === 0) return "NoHatch";
  const wait = inStanding(world) ? gate.silence : FINALITY;
  return world.now < newestCheckpoint(world).time + wait ? "HatchClosed" : undefined;
}

/** The account that an act leaves the object to: nobody, or no single account, is NOBODY. */
export function accountOf(gate: Gate, acting: Placed): Account {
  const { entry, action } = acting;
  if (destinationOf(gate, acting) !== undefined) return entry.actor;
  if (isRedemption(acting)) return same(action.gate, gate.address) ? entry.actor : NOBODY;
  return same(entry.holder, ANYBODY) ? NOBODY : entry.holder;
}

export function settle(world: World, gate: Gate, acting: Placed, minting: Placed, sequence: number): Outcome {
  const id = idOf(acting);
  const a = gate.announcements.get(id);
  const refused = whyNotPending(gate, a);
  if (refused !== undefined || a === undefined) return refused;
  if (world.now < a.until) return "TooEarly";
  if (a.open !== 0) return "NotAnswered";
  if (a.acting.number !== acting.number || a.minting.hash !== minting.hash) return "NotAsAnnounced";
  const unfinal = whyNotFinal(world, acting, sequence);
  if (unfinal !== undefined) return unfinal;
  const isClaim = gate.claims.get(a.key) === id;
  if (!isClaim || newestCheckpoint(world).size !== a.size) {
    const isGivenUp = isRedemption(acting) || destinationOf(gate, acting) !== undefined;
    if (!isGivenUp) return isClaim ? "OperatorReturned" : "Displaced";
    if (isAfterSlash(world, acting)) return "NotBeforeSlash";
  }
  const to = accountOf(gate, acting);
  return same(to, NOBODY) ? "NotTheHolder" : redeemFor(gate, to, acting, minting);
}

// Contests

function whyNotPending(gate: Gate, a: Announcement | undefined): Outcome {
  if (a === undefined || a.until === 0) return "NotAnnounced";
  return redeemed(gate, a.key) ? "AlreadyRedeemed" : undefined;
}

/** An act upon the object that stood in the batch log at the announcement. */
const counts = (gate: Gate, key: string, size: number, { entry, action, batch }: Placed): boolean =>
  entry.part === PART_ACT && keyText(entry.objectKey) === key && action.log === gate.log && batch!.position < size;

export function demand(world: World, gate: Gate, id: string, { placed, sequence }: Shown): Outcome {
  const a = gate.announcements.get(id);
  const refused = whyNotPending(gate, a);
  if (refused !== undefined || a === undefined) return refused;
  if (world.now >= a.until) return "TooLate";
  const unproven = whyNotAnchored(world, placed, sequence);
  if (unproven !== undefined) return unproven;
  const { index, prior } = a.acting.entry;
  const before = placed.entry.index < index && placed.entry.index !== prior;
  if (!before || !counts(gate, a.key, a.size, placed)) return "NothingToDemand";
  if (gate.demands.has(demandId(id, placed))) return "AlreadyDemanded";
  placed.isShown = true;
  const deadline = world.now + RESPONSE_TIME;
  const made = { act: placed, size: a.size, last: index, deadline, shown: undefined, isAnswered: false };
  gate.demands.set(demandId(id, placed), made);
  ++a.open;
  return undefined;
}

export const demandOf = (gate: Gate, id: string, act: Placed): Demand | undefined =>
  gate.demands.get(demandId(id, act));

export function showEntry(world: World, gate: Gate, d: Demand, { placed, sequence }: Shown): Outcome {
  if (d.isAnswered || d.shown !== undefined) return "NotDemanded";
  if (world.now > d.deadline) return "DeadlinePassed";
  const unproven = whyNotAnchored(world, placed, sequence);
  if (unproven !== undefined) return unproven;
  const { entry } = placed;
  const follows = entry.prior === d.act.entry.index && mayAct(d.act.entry.holder, entry) && entry.index <= d.last;
  if (!follows || !counts(gate, textOf(d.act), d.size, placed)) return "NotTheNextAct";
  placed.isShown = true;
  d.shown = placed;
  return undefined;
}

export function showAction(world: World, gate: Gate, id: string, d: Demand, placed: Placed, action: Action): Outcome {
  if (d.isAnswered || d.shown?.hash !== placed.hash) return "NotDemanded";
  if (world.now > d.deadline) return "DeadlinePassed";
  const refused = open(world, placed, action) ?? checkSignature(placed, action);
  if (refused !== undefined) return refused;
  if (action.said.named === undefined && !same(placed.entry.holder, d.act.entry.holder)) return "NotTheNextAct";
  d.isAnswered = placed.isOpened = true;
  const a = gate.announcements.get(id)!;
  --a.open;
  const until = world.now + RESPONSE_TIME;
  if (until > a.until && a.until !== 0) a.until = until;
  return undefined;
}

export function cancelUnanswered(world: World, gate: Gate, id: string, d: Demand | undefined): Outcome {
  const a = gate.announcements.get(id);
  const refused = whyNotPending(gate, a);
  if (refused !== undefined || a === undefined) return refused;
  if (d === undefined || d.isAnswered) return "NotDemanded";
  if (world.now <= d.deadline) return "DeadlineNotPassed";
  return endFor(world, gate, id, a);
}

export function cancel(world: World, gate: Gate, id: string, earlier: Shown, later: Shown): Outcome {
  const a = gate.announcements.get(id);
  const refused = whyNotPending(gate, a);
  if (refused !== undefined || a === undefined) return refused;
  const unproven =
    whyNotAnchored(world, earlier.placed, earlier.sequence) ?? whyNotAnchored(world, later.placed, later.sequence);
  if (unproven !== undefined) return unproven;
  if (!cancels(gate, id, a, earlier.placed, later.placed)) return "NoContradiction";
  return endFor(world, gate, id, a);
}

/** `_cancel`. */
function endFor(world: World, gate: Gate, id: string, a: Announcement): undefined {
  a.until = 0;
  const displaced = gate.displaced.get(id) ?? "";
  const before = gate.announcements.get(displaced);
  if (gate.claims.get(a.key) !== id || before === undefined || before.until === 0 || before.size !== a.size) return;
  gate.claims.set(a.key, displaced);
  before.until = world.now + gate.notice;
}

/** Whether two entries cancel an announcement. */
export function cancels(gate: Gate, id: string, a: Announcement, earlier: Placed, later: Placed): boolean {
  if (earlier.action.log !== gate.log || !counts(gate, a.key, a.size, later)) return false;
  if (earlier.batch!.position >= a.size) return false;
  const [first, second] = [earlier.entry, later.entry];
  if (second.index > a.acting.entry.index && !(idOf(earlier) === id && second.prior !== first.index)) return false;
  return isLie(first, second) || (first.index === second.index && earlier.hash !== later.hash);
}

/** `_isTheft`, `_isReplay` and `_isBackdated`. */
function isLie(first: Entry, second: Entry): boolean {
  if (isWrongPrior(first, second)) return true;
  const isReplay = same(first.actor, second.actor) && same(first.nonce, second.nonce);
  return first.index < second.index && (isReplay || first.acceptedAt > second.acceptedAt);
}
