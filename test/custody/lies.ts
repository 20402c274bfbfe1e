/**
 * Histories with one lie of the operator, an accomplice or both, and those who defend an object against it. No defence
 * knows the lie: each looks at what it has.
 */
import { NOBODY, PART_ASK } from "../../src/action/part.ts";
import type { Entry } from "../../src/log/entry.ts";
import { faultOf } from "./faults.ts";
import { cancels, demandOf, idOf, type Announcement, type Gate } from "./gate.ts";
import { createPlay, leave, paidFor, react } from "./honest.ts";
import * as plays from "./play.ts";
import type { Held, Play } from "./play.ts";
import { openQuestions, questionFor, wrongWithBonds } from "./questions.ts";
import * as log from "./world.ts";
import { same, THIEF, type Account, type Action, type Placed } from "./world.ts";

/** The object, its holder, and the holder before. */
export type Scene = {
  readonly play: Play;
  readonly object: Held;
  readonly owner: Account;
  readonly seller: Account;
  readonly isHidden: boolean;
};
/** The account that profits, and the act by which it does; undefined if it only claims. */
type Told = { readonly liar: Account; readonly stolen: Placed | undefined; readonly object?: Held };
/** Whether the lie convicts: if its entries are published, always because a victim has the evidence, or never. */
type Convicts = "if published" | "always" | "never";
type Lie = { readonly convicts: Convicts; tell(scene: Scene): Told };

type Change = Partial<Entry>;

/** Enters what an honest operator would enter, with a change, whether it would refuse it or not. */
function enterAs({ play, isHidden }: Scene, action: Action, change: Change = {}): Placed {
  const { entry } = log.nextEntry(play.world, action);
  return plays.tell(play, action, { ...entry, ...change }, !isHidden);
}

const actOf = (scene: Scene, kind: log.KindName, actor: Account, party: Account, more: Partial<Action> = {}): Action =>
  log.act(scene.play.world, { kind, id: scene.object.id, actor, party, ...more });

const toThief = (scene: Scene, action: Action, change: Change = {}): Told => ({
  liar: THIEF,
  stolen: enterAs(scene, action, change),
});

/** An honest sale of the object, anchored. */
function sell({ play, object }: Scene, actor: Account, party: Account): Placed {
  const sale = plays.actUpon(play, object, log.act(play.world, { kind: "Transfer", id: object.id, actor, party }))!;
  anchorNow(play);
  return sale;
}

/** Lets time pass, so that the operator can anchor all batches. */
export function anchorNow(play: Play): void {
  pass(play, log.INTERVAL);
  plays.operate(play, true);
}

/** Lets time pass. The operator answers meanwhile. */
function pass(play: Play, seconds: number): void {
  for (let i = 0; i < seconds; i++) {
    plays.tick(play);
    plays.operate(play);
    plays.replyAll(play);
  }
}

export const LIES: Readonly<Record<string, Lie>> = {
  "a thief's act": {
    convicts: "if published",
    tell: (scene) => toThief(scene, actOf(scene, "Transfer", THIEF, THIEF)),
  },
  "a thief's act that names no act before it": {
    convicts: "if published",
    tell: (scene) => toThief(scene, actOf(scene, "Transfer", THIEF, THIEF), { prior: undefined }),
  },
  "a sale that the holder did not sign": {
    convicts: "if published",
    tell: (scene) => toThief(scene, actOf(scene, "Transfer", scene.owner, THIEF, { isSigned: false })),
  },
  "a redemption that the holder did not sign": {
    convicts: "if published",
    tell: (scene) => {
      const [gate] = scene.play.gates as [Gate];
      const action = actOf(scene, "Redeem", scene.owner, NOBODY, { isSigned: false, gate: gate.address });
      return { liar: scene.owner, stolen: enterAs(scene, action) };
    },
  },
  "a second sale that skips the first": {
    convicts: "if published",
    tell: (scene) => {
      const { prior } = scene.object.newest.entry;
      return toThief(scene, actOf(scene, "Transfer", scene.seller, THIEF), { prior });
    },
  },
  "a sale that is entered as an ask": {
    convicts: "always",
    tell: (scene) => buried(scene, { part: PART_ASK, holder: scene.owner }),
  },
  "a sale that is entered upon another object": {
    convicts: "always",
    tell: (scene) => buried(scene, { objectKey: log.keyOf("junk"), prior: undefined }),
  },
  "a fork of the sale": { convicts: "if published", tell: (scene) => forked(scene, "Transfer") },
  "a fork that redeems before the sale": { convicts: "if published", tell: (scene) => forked(scene, "Redeem") },
  "a sale that is entered twice": { convicts: "if published", tell: replayed },
  "a withheld sale with an old date": { convicts: "if published", tell: (scene) => withheld(scene, true) },
  "a withheld sale after its deadline": { convicts: "if published", tell: (scene) => withheld(scene, false) },
  "a withheld redemption after the sale": {
    convicts: "if published",
    tell: (scene) => {
      const [gate] = scene.play.gates as [Gate];
      const action = actOf(scene, "Redeem", scene.seller, NOBODY, { gate: gate.address });
      return { liar: scene.seller, stolen: enterAs(scene, action) };
    },
  },
  "a hidden redemption that the sale skips": { convicts: "if published", tell: skipped },
  "an ask that states another holder": { convicts: "always", tell: falselyAsked },
  "a holder that is carried over wrongly": {
    convicts: "always",
    tell: (scene) => {
      const told = toThief(scene, actOf(scene, "Rename", scene.owner, scene.owner), { holder: THIEF });
      // The owner asks for the bundle of what it signed.
      plays.keep(scene.play, scene.owner, told.stolen!);
      return told;
    },
  },
  "a move by a thief": {
    convicts: "if published",
    tell: (scene) => ({ liar: THIEF, stolen: enterAs(scene, actOf(scene, "Move", THIEF, NOBODY, { to: 1 })) }),
  },
  "a mint that the issuer did not sign": { convicts: "if published", tell: (scene) => madeUp(scene, log.ISSUER) },
  "a mint by a thief": { convicts: "never", tell: (scene) => madeUp(scene, THIEF) },
  "a second mint of what was moved": { convicts: "if published", tell: mintedTwice },
  "a mint that the wallet did not sign": { convicts: "never", tell: (scene) => madeUp(scene, log.WALLET) },
  "a mint that the wallet signed before its code changed": {
    convicts: "never",
    tell: (scene) => {
      const { world } = scene.play;
      const mint = log.act(world, { kind: "Mint", id: "gold", actor: log.WALLET, party: THIEF });
      plays.perform(scene.play, { type: "changeCode" });
      return toThief(scene, mint);
    },
  },
  "a thief's act by a contract wallet, attested": {
    convicts: "if published",
    tell: (scene) => {
      const told = toThief(scene, actOf(scene, "Transfer", log.WALLET, THIEF));
      plays.perform(scene.play, { type: "attest", about: told.stolen! });
      return told;
    },
  },
  "a slash for another log": { convicts: "always", tell: slashed },
  "a redemption at another gate": { convicts: "never", tell: elsewhere },
  "a seller that claims after the operator left": { convicts: "never", tell: claimed },
};

function buried(scene: Scene, change: Change): Told {
  const { owner, play, object } = scene;
  const buyer = log.PEOPLE.find((one) => !same(one, owner))!;
  const sale = enterAs(scene, actOf(scene, "Transfer", owner, buyer), change);
  // The buyer gets the bundle before it pays, at no cost.
  plays.keep(play, buyer, sale);
  plays.keep(play, buyer, object.newest);
  return { liar: owner, stolen: undefined };
}

/** The seller's other act at the index of the sale to the owner, in a second batch. */
function forked(scene: Scene, kind: "Transfer" | "Redeem"): Told {
  const { play, object, seller, isHidden } = scene;
  const [gate] = play.gates as [Gate];
  const action = actOf(scene, kind, seller, kind === "Redeem" ? NOBODY : THIEF, { gate: gate.address });
  const { index, prev, prior, acceptedAt } = object.newest.entry;
  const { entry } = log.nextEntry(play.world, action);
  const other = { ...entry, index, prev, prior, acceptedAt };
  const stolen = plays.tell(play, action, other, !isHidden, true);
  return { liar: kind === "Redeem" ? seller : THIEF, stolen };
}

/** The owner sold to the seller once, and has the object back. */
function replayed(scene: Scene): Told {
  const { owner, seller, object } = scene;
  const sale = sell(scene, owner, seller);
  object.newest = sell(scene, seller, owner);
  return { liar: seller, stolen: enterAs(scene, sale.action) };
}

/** The owner signed a sale that the operator did not answer. After its deadline the owner asks for the object. */
function withheld(scene: Scene, isBackdated: boolean): Told {
  const { play, owner } = scene;
  const deadline = play.world.now + 5;
  const action = actOf(scene, "Transfer", owner, THIEF, { deadline });
  pass(play, 8);
  plays.enter(play, actOf(scene, "Ask", owner, NOBODY));
  anchorNow(play);
  return toThief(scene, action, isBackdated ? { acceptedAt: 1000 * deadline } : {});
}

/** The owner redeems, and sells the object to somebody who does not see that. */
function skipped(scene: Scene): Told {
  const { play, object, owner } = scene;
  const [gate] = play.gates as [Gate];
  const stolen = enterAs(scene, actOf(scene, "Redeem", owner, NOBODY, { gate: gate.address }));
  const buyer = log.PEOPLE.find((one) => !same(one, owner))!;
  const action = actOf(scene, "Transfer", owner, buyer);
  const { entry } = log.nextEntry(play.world, action);
  object.newest = plays.tell(play, action, { ...entry, prior: object.newest.entry.index });
  object.owner = buyer;
  return { liar: owner, stolen };
}

/** A buyer asks for the holder, and then for the bundle of the act that the ask states. */
function falselyAsked(scene: Scene): Told {
  const { play, object, owner } = scene;
  const buyer = log.PEOPLE.find((one) => !same(one, owner))!;
  const ask = enterAs(scene, actOf(scene, "Ask", buyer, NOBODY), { holder: THIEF });
  plays.keep(play, buyer, ask);
  plays.keep(play, buyer, object.newest);
  return { liar: THIEF, stolen: undefined };
}

function madeUp(scene: Scene, actor: Account): Told {
  const action = log.act(scene.play.world, {
    kind: "Mint",
    id: "gold",
    actor,
    party: THIEF,
    isSigned: actor === THIEF,
  });
  const stolen = enterAs(scene, action);
  return { liar: THIEF, stolen };
}

/** The owner redeems at the gate without a notice, and somebody shows that to the other gate. */
function elsewhere({ play, object, owner }: Scene): Told {
  const plain = play.gates.find(({ notice }) => notice === 0)!;
  const action = log.act(play.world, { kind: "Redeem", id: object.id, actor: owner, gate: plain.address });
  object.redemption = plays.actUpon(play, object, action);
  return { liar: THIEF, stolen: object.redemption };
}

/** The owner moves the object to the other log, and the operator mints it there for the thief, too. */
function mintedTwice(scene: Scene): Told {
  const { play, object, owner } = scene;
  const toLog = { id: object.id, log: 1, actor: log.ISSUER };
  object.moved = plays.enter(play, log.act(play.world, { ...toLog, kind: "MovedMint", party: owner }));
  anchorNow(play);
  pass(play, log.FINALITY);
  object.redemption = plays.actUpon(play, object, actOf(scene, "Move", owner, NOBODY, { to: 1 }));
  const action = log.act(play.world, { ...toLog, kind: "MovedMint", party: THIEF, isSigned: false });
  return { liar: THIEF, stolen: enterAs(scene, action, { prior: undefined }) };
}

/** The owner's redemption is not final when the operator is slashed for something else. */
function slashed({ play, object, owner }: Scene): Told {
  const [gate] = play.gates as [Gate];
  const action = log.act(play.world, { kind: "Redeem", id: object.id, actor: owner, gate: gate.address });
  object.redemption = plays.actUpon(play, object, action);
  anchorNow(play);
  plays.perform(play, { type: "convict", log: 1, from: 0 });
  return { liar: THIEF, stolen: undefined };
}

function claimed({ play, seller }: Scene): Told {
  leave(play);
  return { liar: seller, stolen: undefined };
}

// A history

const ID = "throne";
const AFTER = 110;

export type Lied = {
  readonly play: Play;
  readonly name: string;
  readonly lie: Lie;
  readonly isHidden: boolean;
  readonly object: Held;
  readonly liar: Account;
};

/** Plays a history with this lie to its end. */
export function playLie(seed: number, name: string, isTold = false): Lied {
  const play = createPlay(seed, isTold);
  const { draw, world } = play;
  for (let second = draw.below(10); second >= 0; second--) {
    plays.tick(play);
    if (draw.chance(0.5)) plays.useLog(play);
    plays.operate(play);
    react(play, false);
  }
  const scene = setScene(play);
  const lie = LIES[name]!;
  const { liar, stolen } = lie.tell(scene);
  // After the lie is final, a conviction no longer stops it.
  const isSilent = lie.convicts !== "never" && draw.chance(0.5);
  const [waits, isLate, isAsked] = [draw.chance(0.5), draw.chance(0.4), draw.chance(0.3)];
  play.lie = { key: scene.object.key, liar, waits, isLate, isAsked, isSilent };
  if (stolen !== undefined) cashIn(scene, liar, stolen);
  const leaving = draw.chance(0.3) ? draw.below(30) : Infinity;
  const lulls = draw.chance(0.5);
  for (let second = 0; second < AFTER; second++) {
    plays.tick(play);
    if (second < 20 && draw.chance(0.2) && log.inStanding(world)) plays.useLog(play);
    if (second === leaving && log.inStanding(world)) leave(play);
    if (second === 5 && lulls) lull(scene);
    if (second < 40) plays.operate(play, second > 30);
    if (play.lie.isAsked) askForHidden(play);
    if (world.now % 3 === 0) audit(play);
    steal(play, liar, scene.object);
    contest(play, play.held.get(ID)!);
    react(play, false);
  }
  const { object, isHidden } = scene;
  return { play, name, lie, isHidden, object, liar };
}

/** An object with a seller and an owner, all anchored. */
function setScene(play: Play): Scene {
  const { draw } = play;
  const [seller, owner] = draw
    .oneOf([
      [0, 1],
      [1, 2],
      [2, 0],
    ])
    .map((i) => log.PEOPLE[i]!) as [Account, Account];
  const object = plays.mint(play, ID, seller)!;
  const scene = { play, object, owner, seller, isHidden: draw.chance(0.5) };
  if (draw.chance(0.3)) {
    plays.actUpon(play, object, log.act(play.world, { kind: "Rename", id: ID, actor: seller, party: seller }));
  }
  if (draw.chance(0.5)) anchorNow(play);
  sell(scene, seller, owner);
  // If the purchase is not final yet, a conviction undoes it.
  if (draw.chance(0.5)) pass(play, log.FINALITY);
  return scene;
}

/** The liar passes the stolen object on among its accounts, and redeems it. */
function cashIn(scene: Scene, liar: Account, stolen: Placed): void {
  const { play, isHidden } = scene;
  const { draw, world, gates } = play;
  const { kind, id } = stolen.action;
  if (kind === "Redeem" || kind === "Move") return;
  const isFork = stolen.batch !== undefined;
  let last = stolen;
  const next = (action: Action): void => {
    const { entry } = log.nextEntry(world, action);
    const follows = { prior: last.entry.index, ...(isFork ? { index: last.entry.index + 1 } : {}) };
    last = plays.tell(play, action, { ...entry, ...follows }, !isHidden, isFork);
  };
  const mine = { id, log: stolen.action.log, actor: liar };
  for (let i = draw.below(3); i > 0; i--) next(log.act(world, { ...mine, kind: "Transfer", party: liar }));
  // A gate without a notice pays what is hidden and final.
  const gate = draw.oneOf(gates.filter((one) => one.log === mine.log && (one.notice !== 0 || !isHidden)));
  if (draw.chance(0.8)) next(log.act(world, { ...mine, kind: "Redeem", gate: gate.address }));
}

/** The operator answers the owner's ask as if there were no lie. */
function lull({ play, object, owner }: Scene): void {
  const action = log.act(play.world, { kind: "Ask", id: object.id, actor: owner });
  if (!log.inStanding(play.world) || object.redemption !== undefined) return;
  const { entry } = log.nextEntry(play.world, action);
  const { index, holder } = object.newest.entry;
  plays.keep(play, owner, plays.tell(play, action, { ...entry, prior: index, holder }, false));
}

// The liar

/** Announces, claims, answers and settles whatever the gates take. */
function steal(play: Play, liar: Account, object: Held): void {
  const { world, gates, held } = play;
  const mints = world.placed.filter(({ action }) => action.kind === "Mint" || action.kind === "MovedMint");
  for (const acting of world.placed) {
    const { action, entry } = acting;
    const isHis = same(entry.actor, liar) || same(entry.holder, liar) || acting === object.redemption;
    if (
      !isHis ||
      !log.isAnchored(world, acting) ||
      (held.get(action.id)?.redemption === acting && acting !== object.redemption)
    )
      continue;
    for (const minting of mints) {
      const isMint = minting.action.log === action.log && same(minting.entry.objectKey, entry.objectKey);
      if (!isMint || !log.isAnchored(world, minting)) continue;
      for (const gate of gates) tryAt(play, gate, liar, acting, minting);
    }
  }
  for (const gate of gates) {
    for (const a of gate.announcements.values()) {
      if (a.key !== play.lie!.key || a.open === 0 || plays.isRightful(play, a)) continue;
      for (const demand of plays.openDemands(gate, a)) {
        const isDue = !play.lie!.waits || world.now === demand.deadline;
        if (isDue && demand.deadline >= world.now) plays.answerOne(play, gate, a, demand, () => true);
      }
    }
  }
}

function tryAt(play: Play, gate: Gate, sender: Account, acting: Placed, minting: Placed): void {
  const { world } = play;
  const isGivenUp = same(acting.entry.holder, NOBODY);
  if (gate.notice === 0) {
    // A gate without a notice pays what is hidden and final.
    const isSeen = acting.isPublished && log.isFinal(world, acting);
    if (isGivenUp && isSeen) plays.perform(play, { type: "redeem", gate, acting, minting });
    return;
  }
  if (play.lie!.waits && !log.isFinal(world, acting)) return;
  const announced = gate.announcements.get(idOf(acting));
  if (isGivenUp && announced === undefined && log.isFinal(world, minting)) {
    const refused = plays.perform(play, { type: "announce", gate, acting, minting });
    if (refused === undefined) ++play.attacks;
  }
  const current = gate.announcements.get(gate.claims.get(plays.keyOf(acting)) ?? "");
  const isAhead = current !== undefined && current.until !== 0 && current.acting.entry.index >= acting.entry.index;
  if (isAhead || announced?.until === 0 || !plays.isHatchOpen(play, gate) || !log.isFinal(world, acting)) return;
  if (plays.perform(play, { type: "claim", gate, sender, acting, minting }) === undefined) ++play.attacks;
}

// The defence

/** Everybody looks for faults in what it has, and convicts. */
function audit(play: Play): void {
  const { world } = play;
  const anchored = world.placed.filter((placed) => log.isAnchored(world, placed));
  for (const who of [log.ISSUER, ...log.PEOPLE]) {
    const seen = anchored.filter((placed) => plays.knows(play, who, placed));
    for (const [i, placed] of seen.entries()) {
      const fault = faultOf(placed, seen.slice(0, i), (one) => plays.opens(play, who, one));
      if (fault === undefined) continue;
      const isFrozen = world.freezes[fault.log]!.some(({ from }) => from <= fault.from);
      if (!isFrozen) plays.defend(play, { type: "convict", log: fault.log, from: fault.from });
    }
  }
}

/** Honest people ask for what is hidden, and then for its action. */
function askForHidden(play: Play): void {
  const { world, draw, book } = play;
  const kind = draw.oneOf(["Header", "Entry", "Action"] as const);
  for (const about of world.placed) {
    const isHidden = kind === "Action" ? about.isShown && !about.isOpened : !about.isShown;
    const first = world.checkpoints[log.firstToCover(world, about)];
    if (about.isPublished || !isHidden || first === undefined) continue;
    const isOpen = world.now < first.time + log.CHALLENGE_WINDOW && questionFor(book, kind, about) === undefined;
    if (isOpen) plays.perform(play, { type: "ask", kind, about, by: log.ISSUER });
  }
}

/** The owner contests what is announced upon its object. */
function contest(play: Play, object: Held): void {
  for (const gate of play.gates) {
    for (const a of plays.pendingFor(gate, object.key)) {
      if (plays.isRightful(play, a)) continue;
      const demand = demandOf(gate, idOf(a.acting), object.newest);
      const isLooking = play.lie!.isLate ? a.until - play.world.now <= 1 : plays.isLooking(play);
      if (isLooking || demand !== undefined) contestOne(play, gate, a, object);
    }
  }
}

function contestOne(play: Play, gate: Gate, a: Announcement, { owner, newest, redemption }: Held): void {
  const { acting } = a;
  const who = redemption?.entry.actor ?? owner;
  const pair = pairAgainst(play, gate, a, who);
  if (pair !== undefined) {
    plays.defend(play, { type: "cancel", gate, acting, ...pair });
    return;
  }
  const demand = demandOf(gate, idOf(acting), newest);
  if (demand === undefined) {
    const isBefore = newest.entry.index < acting.entry.index && newest.entry.index !== acting.entry.prior;
    if (isBefore && play.world.now < a.until) plays.defend(play, { type: "demand", gate, acting, act: newest });
  } else if (!demand.isAnswered && play.world.now > demand.deadline) {
    plays.defend(play, { type: "cancelUnanswered", gate, acting, act: newest });
  }
}

/** Two entries that an account has, and that cancel an announcement. */
function pairAgainst(
  play: Play,
  gate: Gate,
  a: Announcement,
  who: Account,
): { readonly earlier: Placed; readonly later: Placed } | undefined {
  const { world } = play;
  const seen = world.placed.filter((one) => log.isAnchored(world, one) && plays.knows(play, who, one));
  for (const later of seen) {
    for (const earlier of seen) {
      if (earlier !== later && cancels(gate, idOf(a.acting), a, earlier, later)) return { earlier, later };
    }
  }
  return undefined;
}

// The verdict

/** The holder after the newest final act that no conviction froze; nobody if all acts are frozen. */
function holderBefore(play: Play, frozen: Placed): Account {
  const history = plays.historyOf(play.world, frozen);
  const last = history.find((one) => one.action.said.named !== undefined && log.isFinal(play.world, one));
  return last?.entry.holder ?? NOBODY;
}

/** How a lie ended. */
export type Verdict = { readonly how: "convicted" | "cancelled" | "refused"; readonly wrong: string | undefined };

export function judge({ play, lie, isHidden, object, liar }: Lied): Verdict {
  const { world, gates } = play;
  const isConvicted = world.slashedAt !== undefined;
  const announced = gates.flatMap(({ announcements }) => [...announcements.values()]);
  const isCancelled = announced.some(({ until }) => until === 0);
  const how = isCancelled ? "cancelled" : isConvicted ? "convicted" : "refused";
  return { how, wrong: wrongIn() };

  function wrongIn(): string | undefined {
    const bonds = wrongWithBonds(play.book);
    if (bonds !== undefined) return bonds;
    if (openQuestions(play.book).length > 0) return "a bond is not paid back";
    const unanswered = [...play.book.questions.values()].some(({ end }) => end?.isAnswered === false);
    if (unanswered && !isConvicted) return "silence convicts nobody";
    const paid = paidFor(play, object.key);
    const isVoid = isConvicted && !log.isFinal(world, object.newest);
    const right = isVoid ? holderBefore(play, object.newest) : (object.redemption?.entry.actor ?? object.owner);
    if (paid.length > 1) return `the object is handed out ${paid.length} times`;
    if (paid.length === 1 && !same(paid[0]!, right)) return `the object is handed out to ${paid[0]![0]}`;
    const moved = gates
      .flatMap(({ departures }) => departures.get(object.key) ?? [])
      .filter(({ to }) => to !== undefined);
    if (moved.some(({ account }) => !same(account, right))) return "the object is moved by another";
    if (paidFor(play, log.keyText(log.keyOf("gold"))).length > 0) return "what nobody minted is handed out";
    const mustConvict = lie.convicts === "always" || (lie.convicts === "if published" && !isHidden);
    if (mustConvict && !isConvicted) return "nobody is convicted";
    if (isConvicted && lie.convicts === "never") return "somebody is convicted";
    const isOut = !log.inStanding(world) && !isVoid && !same(right, liar);
    if (isOut && paid.length === 0) return "the owner is not paid once the operator is gone";
    return undefined;
  }
}
