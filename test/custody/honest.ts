/** Honest histories: nobody honest loses an object or a stake, whatever strangers and former holders try. */
import { NOBODY } from "../../src/action/part.ts";
import { faultsOf } from "./faults.ts";
import { createGate, type Gate } from "./gate.ts";
import * as plays from "./play.ts";
import type { Play, Told } from "./play.ts";
import { GAS } from "./gas.ts";
import { createBook, wrongWithBonds } from "./questions.ts";
import * as log from "./world.ts";
import { same, type Account } from "./world.ts";

export const NOTICE = 12;
export const SILENCE = 30;
const [FIRST, PLAIN, SECOND, THIRD, WALLETS] = [0x21, 0x22, 0x23, 0x24, 0x25].map((byte) =>
  new Uint8Array(20).fill(byte),
) as [Account, Account, Account, Account, Account];

/**
 * A gate with a hatch, one that pays without a notice, a successor of the first for the same log, a successor of that
 * for another log, and a gate for what the wallet mints.
 */
function gatesOf(): Gate[] {
  const first = createGate(FIRST, { notice: NOTICE, silence: SILENCE });
  const second = createGate(SECOND, { notice: NOTICE, predecessor: first });
  const third = createGate(THIRD, { log: 1, notice: NOTICE, silence: SILENCE, predecessor: second });
  const wallets = createGate(WALLETS, { issuer: log.WALLET, notice: NOTICE, silence: SILENCE });
  return [first, createGate(PLAIN), second, third, wallets];
}

/** @param isTold whether the steps are kept. */
export function createPlay(seed: number, isTold = false): Play {
  const draw = plays.drawOf(seed);
  return {
    world: log.createWorld(),
    book: createBook(draw.oneOf([1, 4, 20])),
    draw,
    haste: draw.oneOf([0.5, 0.5, 0.05]),
    pace: draw.oneOf([0.5, 0.5, 0.1]),
    gates: gatesOf(),
    held: new Map(),
    past: [],
    kept: new Map([...log.PEOPLE, log.WALLET, log.ISSUER, log.THIEF].map((who) => [who[0]!, new Set()])),
    told: isTold ? ([] as Told[]) : undefined,
    gas: 0,
    attacks: 0,
    gasOf: GAS,
    lie: undefined,
  };
}

const USED = 24;
/** Longer than the hatch's silence, a notice and all possible demands of strangers together. */
const MOST = 400;

export type Honest = { readonly play: Play; readonly leaves: string };

/** Plays an honest history to its end. */
export function playHonest(seed: number, isTold = false): Honest {
  const play = createPlay(seed, isTold);
  const { draw } = play;
  const leaves = draw.oneOf(["stays", "stays", "leaves", "is silent", "returns"]);
  for (let second = 0; second < MOST && !isOver(play, second, leaves); second++) {
    plays.tick(play);
    const isUsed = second < USED || (leaves === "returns" && second > USED + 50 && second < USED + 60);
    if (isUsed && draw.chance(0.5)) plays.useLog(play);
    if (second === USED && leaves === "leaves") leave(play);
    else plays.operate(play, !isUsed || draw.chance(0.1));
    react(play, second < 110);
  }
  return { play, leaves };
}

/** Everybody except the users and the operator takes the steps that are due. */
export function react(play: Play, isMeddled: boolean): void {
  plays.closeBooks(play);
  plays.askForOverdue(play);
  plays.replyAll(play);
  plays.keepWallet(play);
  plays.answerAll(play);
  plays.redeemAll(play);
  plays.displaceAll(play);
  plays.settleAll(play);
  if (isMeddled && play.held.size > 0 && play.draw.chance(0.3)) plays.meddle(play);
}

/** An honest operator anchors all that it accepted, and leaves. */
export function leave(play: Play): void {
  for (const [number, { pending }] of play.world.logs.entries()) {
    if (pending.length > 0) plays.perform(play, { type: "close", log: number });
  }
  while (log.inStanding(play.world) && play.world.batches.length > log.newestCheckpoint(play.world).size) {
    if (log.mayAnchor(play.world)) plays.perform(play, { type: "anchor" });
    else {
      plays.replyAll(play);
      plays.answerAll(play);
      plays.tick(play);
    }
  }
  plays.perform(play, { type: "leave" });
}

function isOver(play: Play, second: number, leaves: string): boolean {
  if (second <= USED + (leaves === "returns" ? 62 : 5)) return false;
  return [...play.held.values()].every(
    (object) => !isOwed(play, object, leaves) || paidFor(play, object.key).length > 0,
  );
}

/** The accounts that an object was handed out to. */
export const paidFor = ({ gates }: Play, key: string): Account[] =>
  gates.flatMap(({ departures }) =>
    [departures.get(key)].flatMap((left) => (left?.to === undefined ? (left?.account ?? []) : [])),
  );

/** Whether somebody is to be paid for an object in the end. */
function isOwed({ gates }: Play, object: plays.Held, leaves: string): boolean {
  if (object.redemption !== undefined) return true;
  return leaves !== "stays" && leaves !== "returns" && gates.length > 0 && !same(object.owner, NOBODY);
}

/** How an honest history breaks a rule, or undefined. */
export function wrongIn({ play, leaves }: Honest): string | undefined {
  const [fault] = faultsOf(play.world.placed);
  if (fault !== undefined) return `the operator is convicted of ${JSON.stringify(fault)}`;
  const { world, book } = play;
  if (world.slashedAt !== undefined) return "the operator is slashed";
  if (world.hasLeft && !world.hasExited && world.now > world.exitableFrom) return "the stake is not paid out";
  const bonds = wrongWithBonds(book);
  if (bonds !== undefined) return bonds;
  for (const object of play.held.values()) {
    const paid = paidFor(play, object.key);
    const { redemption, owner, id } = object;
    const right = redemption === undefined ? owner : redemption.entry.actor;
    if (paid.length > 1) return `${id} is handed out ${paid.length} times`;
    if (paid.length === 1 && !same(paid[0]!, right)) return `${id} is handed out to ${paid[0]![0]}, not to ${right[0]}`;
    if (paid.length === 0 && isOwed(play, object, leaves))
      return `${id} is not handed out to ${right[0]}, and ${leaves}`;
  }
  return undefined;
}
