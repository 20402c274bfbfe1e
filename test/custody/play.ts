/**
 * Plays a history of objects: users, an operator, redeemers, strangers and holders, in steps of a second. Everything
 * that anybody does is a step, so that a history can be told to the contracts as well (test/custody/told.ts).
 */
import { NOBODY, PART_ACT } from "../../src/action/part.ts";
import type { Entry } from "../../src/log/entry.ts";
import * as gates from "./gate.ts";
import type { Announcement, Gate } from "./gate.ts";
import * as questions from "./questions.ts";
import type { Book, QuestionKind } from "./questions.ts";
import * as log from "./world.ts";
import { keyText, same, type Account, type Action, type Placed, type World } from "./world.ts";

/**
 * The numbers of a history: the same for the same seed. A cipher, as in test/seed.ts, would take most of a run's
 * time.
 */
export type Draw = { below(count: number): number; chance(share: number): boolean; oneOf<T>(list: readonly T[]): T };
export function drawOf(seed: number): Draw {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return { below, chance: (share) => next() < share, oneOf: (list) => list[below(list.length)]! };
}

export type Step =
  | { readonly type: "enter"; readonly action: Action; readonly entry: Entry; readonly isFork: boolean }
  | { readonly type: "close"; readonly log: number }
  | { readonly type: "anchor" | "leave" | "completeExit" | "changeCode" }
  | { readonly type: "attest"; readonly about: Placed }
  | {
      readonly type: "ask" | "answer" | "lapse";
      readonly kind: QuestionKind;
      readonly about: Placed;
      readonly by: Account;
    }
  | { readonly type: "convict"; readonly log: number; readonly from: number }
  | {
      readonly type: "redeem" | "announce" | "settle";
      readonly gate: Gate;
      readonly acting: Placed;
      readonly minting: Placed;
    }
  | {
      readonly type: "claim";
      readonly gate: Gate;
      readonly sender: Account;
      readonly acting: Placed;
      readonly minting: Placed;
    }
  | { readonly type: "demand"; readonly gate: Gate; readonly acting: Placed; readonly act: Placed }
  | { readonly type: "cancelUnanswered"; readonly gate: Gate; readonly acting: Placed; readonly act: Placed }
  | {
      readonly type: "showEntry" | "showAction";
      readonly gate: Gate;
      readonly acting: Placed;
      readonly act: Placed;
      readonly next: Placed;
    }
  | {
      readonly type: "cancel";
      readonly gate: Gate;
      readonly acting: Placed;
      readonly earlier: Placed;
      readonly later: Placed;
    };
export type Told = {
  readonly step: Step;
  readonly now: number;
  readonly baseFee: number;
  readonly outcome: string | undefined;
  /** The bond of a step about a question, in gwei, and the part of it that the answerer gets at most. */
  readonly bond: number;
  readonly repaid: number;
};

/** An object in a log: its mint there, and its owner by the honest signatures. */
export type Held = {
  readonly id: string;
  readonly key: string;
  readonly log: number;
  readonly mint: Placed;
  /** NOBODY if it was given up, or burned. */
  owner: Account;
  /** The newest act upon it that the owner knows. */
  newest: Placed;
  /** The `Redeem` or `Move` that gives it up. */
  redemption: Placed | undefined;
  /** Its mint in the log that it is to be moved to. */
  moved: Placed | undefined;
};

export type Lying = {
  readonly key: string;
  readonly liar: Account;
  /** Whether the liar announces only final acts, and answers in the last second. */
  readonly waits: boolean;
  /** Whether the owner looks at an announcement only in the last second of its notice. */
  readonly isLate: boolean;
  /** Whether honest people challenge hidden entries. */
  readonly isAsked: boolean;
  /** Whether the operator leaves challenges about hidden entries unanswered. */
  readonly isSilent: boolean;
};

export type Play = {
  readonly world: World;
  readonly book: Book;
  readonly draw: Draw;
  readonly gates: readonly Gate[];
  readonly held: Map<string, Held>;
  /** The moved objects with their state in the old log. */
  readonly past: Held[];
  /** The entries whose bundles an account keeps, by the account's byte. */
  readonly kept: ReadonlyMap<number, Set<Placed>>;
  readonly told: Told[] | undefined;
  /** The probability that a redeemer announces in a second. */
  readonly haste: number;
  /** The probability that the operator closes a batch in a second. */
  readonly pace: number;
  /** What honest people paid at the gates for their defence, in gas. A conviction pays its reporter. */
  gas: number;
  /** How often a liar announced something. */
  attacks: number;
  readonly gasOf: Readonly<Partial<Record<Step["type"], number>>>;
  /** The object of a lie, and who profits from it. */
  lie: Lying | undefined;
};

export const shownBy = ({ world }: Play, placed: Placed): gates.Shown => ({
  placed,
  sequence: log.sequenceFor(world, placed),
  action: placed.action,
});

/** Does a step, and adds it to `told`. Returns the error of a refused step. */
export function perform(play: Play, step: Step): string | undefined {
  const outcome = done(play, step);
  tellStep(play, step, outcome);
  return outcome;
}

function tellStep({ told, world, book }: Play, step: Step, outcome?: string): void {
  if (told === undefined) return;
  const isAbout = step.type === "ask" || step.type === "answer" || step.type === "lapse";
  const question = isAbout ? questions.questionFor(book, step.kind, step.about) : undefined;
  const { bond = 0, end } = question ?? {};
  told.push({ step, now: world.now, baseFee: book.baseFee, outcome, bond, repaid: end?.repaid ?? 0 });
}

function done(play: Play, step: Step): string | undefined {
  const { world, book } = play;
  const shown = (placed: Placed) => shownBy(play, placed);
  switch (step.type) {
    case "enter":
      throw new Error("entries are told by tell()");
    case "close":
      log.closeBatch(world, step.log);
      return undefined;
    case "anchor":
      log.anchor(world);
      return undefined;
    case "leave":
      log.requestExit(world);
      return undefined;
    case "completeExit":
      return questions.completeExit(world, book);
    case "changeCode":
      ++world.code;
      return undefined;
    case "attest":
      return log.attest(world, step.about);
    case "ask":
      return questions.open(world, book, step.kind, step.about, step.by);
    case "answer":
      return questions.answer(world, book, step.kind, step.about);
    case "lapse":
      return questions.settle(world, book, step.kind, step.about);
    case "convict":
      log.convict(world, step.log, step.from);
      return undefined;
    case "redeem":
      return gates.redeem(world, step.gate, shown(step.acting), shown(step.minting));
    case "announce":
      return gates.announce(world, step.gate, shown(step.acting), shown(step.minting));
    case "claim":
      return gates.announceAsHolder(world, step.gate, step.sender, shown(step.acting), shown(step.minting));
    case "settle":
      return gates.settle(world, step.gate, step.acting, step.minting, shown(step.acting).sequence);
    case "demand":
      return gates.demand(world, step.gate, gates.idOf(step.acting), shown(step.act));
    case "cancel":
      return gates.cancel(world, step.gate, gates.idOf(step.acting), shown(step.earlier), shown(step.later));
    case "showEntry":
    case "showAction":
    case "cancelUnanswered":
      break;
  }
  return answered(play, step);
}

type Contest = Exclude<Extract<Step, { readonly act: Placed }>, { readonly type: "demand" }>;
function answered(play: Play, step: Contest): string | undefined {
  const { gate, act } = step;
  const id = gates.idOf(step.acting);
  const demand = gates.demandOf(gate, id, act);
  if (step.type === "cancelUnanswered") return gates.cancelUnanswered(play.world, gate, id, demand);
  if (demand === undefined) return "NotDemanded";
  if (step.type === "showEntry") return gates.showEntry(play.world, gate, demand, shownBy(play, step.next));
  return gates.showAction(play.world, gate, id, demand, step.next, step.next.action);
}

/** Does a step of an honest account against a lie, and counts its gas. */
export function defend(play: Play, step: Step): string | undefined {
  const outcome = perform(play, step);
  // A call that would revert is not sent.
  if (outcome === undefined) play.gas += play.gasOf[step.type] ?? 0;
  return outcome;
}

// Entries

/** Enters an action if an honest operator accepts it, and gives everybody concerned the bundles. */
export function enter(play: Play, action: Action): Placed | undefined {
  const { entry, refused } = log.nextEntry(play.world, action);
  return refused === undefined ? tell(play, action, entry) : undefined;
}

/**
 * Enters an entry, honest or not. Its actor and the account that it names get its history, unless it is hidden from
 * them.
 */
export function tell(play: Play, action: Action, entry: Entry, isPublished = true, isFork = false): Placed {
  const { world } = play;
  const placed = isFork ? log.fork(world, action, entry, isPublished) : log.append(world, action, entry, isPublished);
  tellStep(play, { type: "enter", action, entry, isFork });
  if (!isPublished) return placed;
  if (action.isSigned) keep(play, action.actor, placed);
  if (action.said.part === PART_ACT) keepHistory(play, action.party, placed);
  return placed;
}

/** An account keeps the bundles of an act and of all acts before it. */
export function keepHistory(play: Play, by: Account, placed: Placed): void {
  for (const one of [placed, ...historyOf(play.world, placed)]) keep(play, by, one);
}

export function keep({ kept }: Play, by: Account, placed: Placed): void {
  kept.get(by[0]!)?.add(placed);
}

/** The acts before one, by their priors. */
export function historyOf({ placed }: World, { entry, number }: Placed): Placed[] {
  const history: Placed[] = [];
  let { prior } = entry;
  for (let i = number - 1; i >= 0 && prior !== undefined; i--) {
    const before = placed[i]!;
    if (before.entry.index !== prior || !same(before.entry.log, entry.log)) continue;
    history.push(before);
    prior = before.entry.prior;
  }
  return history;
}

const keeps = (play: Play, who: Account, placed: Placed): boolean =>
  placed.isPublished || play.kept.get(who[0]!)?.has(placed) === true;
/** Whether an account has an entry. */
export const knows = (play: Play, who: Account, placed: Placed): boolean => placed.isShown || keeps(play, who, placed);
/** Whether an account has an entry's action and signature, too. */
export const opens = (play: Play, who: Account, placed: Placed): boolean => placed.isOpened || keeps(play, who, placed);

// People

const IDS = ["seat", "ring", "vase"];
const PARTIES = [...log.PEOPLE, ...log.PEOPLE, log.WALLET];

/** A person acts honestly, or tries to act on another's object and is refused. */
export function useLog(play: Play): void {
  const { draw, world, held } = play;
  const id = draw.oneOf(IDS);
  const object = held.get(id);
  const actor = object === undefined || draw.chance(0.1) ? draw.oneOf(log.PEOPLE) : object.owner;
  if (object === undefined) {
    if (draw.chance(0.7)) mint(play, id, draw.oneOf(log.PEOPLE));
    return;
  }
  if (play.lie?.key === object.key || object.moved !== undefined) return;
  const { log: number } = object;
  if (draw.chance(0.25)) {
    enter(
      play,
      log.act(world, {
        kind: draw.oneOf(["Ask", "Ask", "HttpRequest"]),
        id,
        log: number,
        actor: draw.oneOf(log.PEOPLE),
      }),
    );
  } else if (draw.chance(0.2))
    actUpon(play, object, log.act(world, { kind: "Rename", id, log: number, actor, party: actor }));
  else if (draw.chance(0.75)) {
    const party = draw.chance(0.04) ? NOBODY : draw.oneOf(PARTIES);
    if (!isAnnounced(play, object))
      actUpon(play, object, log.act(world, { kind: "Transfer", id, log: number, actor, party }));
  } else giveUp(play, object, actor);
}

/** The wallet is the issuer of vases. */
export function mint(play: Play, id: string, holder: Account): Held | undefined {
  const actor = id === "vase" ? log.WALLET : log.ISSUER;
  const placed = enter(play, log.act(play.world, { kind: "Mint", id, actor, party: holder }));
  return placed && hold(play, id, placed);
}

function hold({ held }: Play, id: string, placed: Placed): Held {
  const { entry, action } = placed;
  const object: Held = {
    id,
    key: keyText(entry.objectKey),
    log: action.log,
    mint: placed,
    owner: entry.holder,
    newest: placed,
    redemption: undefined,
    moved: undefined,
  };
  held.set(id, object);
  return object;
}

export function actUpon(play: Play, object: Held, action: Action): Placed | undefined {
  const placed = enter(play, action);
  if (placed === undefined) return undefined;
  object.newest = placed;
  object.owner = placed.entry.holder;
  return placed;
}

/** Redeems an object at a random gate, or begins its move to the log of a succeeding gate. */
export function giveUp(play: Play, object: Held, actor: Account): void {
  const { world, draw } = play;
  const canAct = same(actor, object.owner) && !same(actor, log.WALLET) && !same(actor, NOBODY);
  if (!canAct || isAnnounced(play, object)) return;
  const { id, log: number } = object;
  const next = play.gates.find((one) => one.predecessor && serves(one.predecessor, object) && one.log !== number);
  if (next !== undefined && draw.chance(0.3)) {
    object.moved = enter(
      play,
      log.act(world, { kind: "MovedMint", id, log: next.log, actor: log.ISSUER, party: actor }),
    );
    return;
  }
  const gate = draw.oneOf(play.gates.filter((one) => serves(one, object)));
  const deadline = draw.chance(0.5) ? world.now + 60 : log.FAR_DEADLINE;
  const action = log.act(world, { kind: "Redeem", id, log: number, actor, gate: gate.address, deadline });
  object.redemption ??= actUpon(play, object, action);
}

/**
 * The holder moves an object once the mint there is final, so that no conviction takes that back. What was moved is
 * held in the other log from then on.
 */
function moveOn(play: Play, object: Held): void {
  const { moved, owner: actor, id, log: number, key, redemption } = object;
  if (moved === undefined || !log.isFinal(play.world, moved)) return;
  if (redemption === undefined) {
    if (!log.inStanding(play.world) || isAnnounced(play, object)) return;
    const action = log.act(play.world, { kind: "Move", id, log: number, actor, to: moved.action.log });
    object.redemption = actUpon(play, object, action);
    return;
  }
  const isMoved = (gate: Gate) => gate.log === moved.action.log && gates.departureOf(gate, key)?.to === gate.log;
  if (!play.gates.some(isMoved)) return;
  play.past.push(object);
  hold(play, id, moved);
}

/** Whether a gate serves the object's log and issuer. */
const serves = (gate: Gate, { log: number, mint: minting }: Held): boolean =>
  gate.log === number && same(gate.issuer, minting.entry.actor);

/** Whether an object is announced or redeemed. Honest holders neither sell nor redeem it then. */
const isAnnounced = ({ gates: all }: Play, { key }: Held): boolean =>
  all.some((gate) => gates.redeemed(gate, key) || pendingFor(gate, key).length > 0);

export const keyOf = ({ entry }: Placed): string => keyText(entry.objectKey);
export const pendingFor = (gate: Gate, key: string): Announcement[] =>
  gate.announcements.size === 0
    ? []
    : [...gate.announcements.values()].filter((a) => a.until !== 0 && a.key === key && !gates.redeemed(gate, key));

// The operator

/** Closes and anchors accepted entries, without delay if a challenge asks for an overdue receipt. */
export function operate(play: Play, mustHurry = false): void {
  const { world, draw, book } = play;
  if (!log.inStanding(world)) return;
  const isHurried = mustHurry || questions.openQuestions(book).some(({ kind }) => kind === "Omission");
  for (const [number, { pending }] of world.logs.entries()) {
    if (pending.length > 0 && (isHurried || draw.chance(play.pace))) perform(play, { type: "close", log: number });
  }
  if (log.mayAnchor(world) && (isHurried || draw.chance(0.7))) perform(play, { type: "anchor" });
}

/** The operator answers challenges in time, except about hidden entries if it is silent about these. */
export function replyAll(play: Play): void {
  const { world, draw, book, lie } = play;
  for (const { kind, about, deadline } of questions.openQuestions(book)) {
    if (lie?.isSilent && !about.isPublished) continue;
    const isDue = world.now === deadline || draw.chance(0.5);
    if (isDue && log.isAnchored(world, about)) perform(play, { type: "answer", kind, about, by: log.OPERATOR });
  }
}

/** Settles unanswered challenges for the challengers' bonds, and pays out the stake of an operator that left. */
export function closeBooks(play: Play): void {
  const { world, book } = play;
  for (const { kind, about, deadline, asker } of questions.openQuestions(book)) {
    if (world.now > deadline) perform(play, { type: "lapse", kind, about, by: asker });
  }
  const isDue = world.hasLeft && !world.hasExited && world.slashedAt === undefined && world.now >= world.exitableFrom;
  if (isDue) perform(play, { type: "completeExit" });
}

/** The holders of overdue receipts challenge their entries. */
export function askForOverdue(play: Play): void {
  const { world, draw, book } = play;
  for (const { pending } of world.logs) {
    const [oldest] = pending;
    if (oldest === undefined || world.now * 1000 <= oldest.entry.acceptedAt + 1000 * log.ANCHOR_DELAY) continue;
    const isAsked = questions.questionFor(book, "Omission", oldest) !== undefined;
    if (!isAsked && draw.chance(0.5))
      perform(play, { type: "ask", kind: "Omission", about: oldest, by: oldest.action.actor });
  }
}

// The contract wallet

/** Attests the wallet's signatures, at the latest before its code changes. */
export function keepWallet(play: Play): void {
  const { world, draw } = play;
  const changes = draw.chance(0.05);
  for (const about of world.placed) {
    const isMine = about.entry.scheme === 1 && about.action.isSigned && about.action.code === world.code;
    if (!isMine || world.attested.has(about.hash)) continue;
    if (changes || draw.chance(0.5)) perform(play, { type: "attest", about });
  }
  if (changes) perform(play, { type: "changeCode" });
}

// Redeemers

/** An honest account redeems the object that it gave up, or claims its object once the hatch is open. */
export function redeemAll(play: Play): void {
  const { held, world, gates: all } = play;
  for (const object of held.values()) {
    moveOn(play, object);
    const { redemption, mint: minting, key } = object;
    if (redemption === undefined) {
      claimHeld(play, object);
      continue;
    }
    const gate = gateOf(all, redemption);
    if (gates.redeemed(gate, key) || !log.isAnchored(world, redemption) || !canShow(world, minting)) continue;
    if (gate.notice === 0) {
      if (log.isFinal(world, redemption)) perform(play, { type: "redeem", gate, acting: redemption, minting });
    } else if (log.isAfterSlash(world, redemption) || log.isAfterSlash(world, minting)) {
      const takes = (one: Gate) => one === gate || (serves(one, object) && redemption.action.kind === "Move");
      for (const one of all.filter(takes)) claimAct(play, one, object, redemption.entry.actor, redemption);
    } else if (gate.announcements.get(gates.idOf(redemption)) === undefined) {
      if (play.draw.chance(play.haste)) perform(play, { type: "announce", gate, acting: redemption, minting });
    }
  }
}

/** Whether a gate takes a mint. */
const canShow = (world: World, minting: Placed): boolean =>
  log.isFinal(world, minting) && (minting.entry.scheme === 0 || world.attested.has(minting.hash));

/** The gate that a redemption names; for a move, the gate that is succeeded. */
function gateOf(all: readonly Gate[], { action }: Placed): Gate {
  if (action.kind === "Move") return all.find(({ log: number }) => number === action.to)!.predecessor!;
  return all.find(({ address }) => same(address, action.gate))!;
}

function claimHeld(play: Play, object: Held): void {
  if (same(object.owner, NOBODY) || !play.gates.some((gate) => isHatchOpen(play, gate))) return;
  const last = lastNaming(play, object);
  for (const gate of play.gates) {
    if (serves(gate, object) && isHatchOpen(play, gate) && last !== undefined)
      claimAct(play, gate, object, object.owner, last);
  }
}

export const isHatchOpen = ({ world }: Play, gate: Gate): boolean =>
  gate.silence !== 0 &&
  world.now >= log.newestCheckpoint(world).time + (log.inStanding(world) ? gate.silence : log.FINALITY);

/** The newest act that names a holder, among the acts that the owner knows. */
function lastNaming({ world }: Play, { newest }: Held): Placed | undefined {
  return [newest, ...historyOf(world, newest)].find(({ action }) => action.said.named !== undefined);
}

function claimAct(play: Play, gate: Gate, { key, mint: minting }: Held, sender: Account, acting: Placed): void {
  if (!isHatchOpen(play, gate) || gates.redeemed(gate, key) || !log.isFinal(play.world, acting)) return;
  if (!canShow(play.world, minting)) return;
  const current = gate.announcements.get(gate.claims.get(key) ?? "");
  const isMine = current?.acting === acting && current.until !== 0;
  if (isMine && current.size === log.newestCheckpoint(play.world).size) return;
  const step: Step = { type: "claim", gate, sender, acting, minting };
  // A claim that replaces another account's claim is a defence. An own claim is repeated if the operator has anchored.
  if (current === undefined || isMine) perform(play, step);
  else defend(play, step);
}

/** Whether holders look at the gates: twice in each notice. */
export const isLooking = ({ world }: Play): boolean => world.now % 5 === 0;

/** The issuer claims by a later act if a pending claim is by an older one. */
export function displaceAll(play: Play): void {
  if (!isLooking(play)) return;
  for (const gate of play.gates) {
    if (!isHatchOpen(play, gate)) continue;
    for (const object of [...play.held.values(), ...play.past]) {
      const current = gate.announcements.get(gate.claims.get(object.key) ?? "");
      if (!serves(gate, object)) continue;
      const last = lastNaming(play, object)!;
      const isPending = current !== undefined && current.until !== 0;
      if (!isPending || current.size !== log.newestCheckpoint(play.world).size) continue;
      if (current.acting.entry.index < last.entry.index) claimAct(play, gate, object, log.ISSUER, last);
    }
  }
}

/** Whether an announcement pays the account with the right to it. */
export function isRightful(play: Play, { key, acting }: Announcement): boolean {
  const object = [...play.held.values()].find((one) => one.key === key);
  return object !== undefined && (object.redemption === acting || lastNaming(play, object) === acting);
}

/** Redeemers answer strangers' demands in time. */
export function answerAll(play: Play): void {
  for (const gate of play.gates) {
    for (const a of gate.announcements.values()) {
      if (a.open === 0 || !isRightful(play, a)) continue;
      const payee = same(a.acting.entry.holder, NOBODY) ? a.acting.entry.actor : a.acting.entry.holder;
      for (const demand of openDemands(gate, a)) {
        const { deadline } = demand;
        if (deadline < play.world.now || (deadline > play.world.now && play.draw.chance(0.5))) continue;
        answerOne(play, gate, a, demand, (placed) => knows(play, payee, placed));
      }
    }
  }
}

export const openDemands = (gate: Gate, { acting }: Announcement): gates.Demand[] =>
  [...gate.demands].filter(([id, d]) => id.startsWith(`${gates.idOf(acting)} `) && !d.isAnswered).map(([, d]) => d);

/** Answers a demand with the first fitting act that `has` allows. */
export function answerOne(
  play: Play,
  gate: Gate,
  { acting, key }: Announcement,
  { act, shown }: gates.Demand,
  has: (placed: Placed) => boolean,
): void {
  let next = shown;
  for (const placed of play.world.placed) {
    if (next !== undefined) break;
    const fits = placed.entry.prior === act.entry.index && keyText(placed.entry.objectKey) === key;
    if (!fits || !has(placed) || !log.isAnchored(play.world, placed)) continue;
    if (perform(play, { type: "showEntry", gate, acting, act, next: placed }) === undefined) next = placed;
  }
  if (next !== undefined) perform(play, { type: "showAction", gate, acting, act, next });
}

/** Settles all announcements whose notice is over. */
export function settleAll(play: Play): void {
  for (const gate of play.gates) {
    for (const { acting, minting, until, key } of gate.announcements.values()) {
      if (until === 0 || play.world.now < until || gates.redeemed(gate, key)) continue;
      perform(play, { type: "settle", gate, acting, minting });
    }
  }
}

// Strangers

/** A stranger tries to stop, delay or take somebody's redemption, by any entries and any call. */
export function meddle(play: Play): void {
  const { draw, gates: all, world } = play;
  const gate = draw.oneOf(all);
  const anchored = world.placed.filter((placed) => log.isAnchored(world, placed));
  if (anchored.length === 0) return;
  const any = () => draw.oneOf(anchored);
  if (draw.chance(0.4)) question(play, any());
  const object = draw.oneOf([...play.held.values()]);
  if (draw.chance(0.25) && log.isAnchored(world, object.mint)) {
    const [acting, minting] = [any(), draw.chance(0.9) ? object.mint : any()];
    const sender = draw.chance(0.5) ? acting.action.party : draw.oneOf(log.PEOPLE);
    const type = gate.notice === 0 ? "redeem" : draw.oneOf(["claim", "claim", "announce"] as const);
    perform(play, type === "claim" ? { type, gate, sender, acting, minting } : { type, gate, acting, minting });
  }
  const pending = [...gate.announcements.values()];
  if (pending.length === 0) return;
  const { acting, minting } = draw.oneOf(pending);
  const kind = draw.below(10);
  if (kind < 6) perform(play, { type: "demand", gate, acting, act: any() });
  else if (kind < 8) perform(play, { type: "cancel", gate, acting, earlier: any(), later: any() });
  else if (kind < 9) perform(play, { type: "cancelUnanswered", gate, acting, act: any() });
  else perform(play, { type: "settle", gate, acting, minting });
}

/** A stranger sends a random challenge, answer, settlement or attestation. */
function question(play: Play, about: Placed): void {
  const { draw } = play;
  const type = draw.oneOf(["ask", "ask", "ask", "ask", "answer", "lapse", "attest"] as const);
  const step = { kind: draw.oneOf(questions.QUESTION_KINDS), about, by: draw.oneOf(log.PEOPLE) };
  perform(play, type === "attest" ? { type, about } : { type, ...step });
  if (draw.chance(0.1)) perform(play, { type: "completeExit" });
}

/** The base fee at most doubles from block to block here. The factor of bonds covers two such blocks. */
export function tick({ world, book, draw }: Play): void {
  ++world.now;
  book.baseFee = Math.min(64, Math.max(1, Math.round(book.baseFee * draw.oneOf([0.5, 1, 1, 2]))));
}
