/**
 * A day of many cells, simulated: when each of them anchors and what it pays, by the operator's own rules, while the
 * base fee jumps, cells fail and organizations move. Nothing is signed or hashed.
 */
import { presets } from "../../src/chain/presets.ts";
import { firstFees, replacingFees, type Fees } from "../../src/chain/transactions/fees.ts";
import { checkSettings } from "../../src/chain/transactions/settings.ts";
import { backoff } from "../../src/operator/anchor/backoff.ts";
import { decide, scheduleOf } from "../../src/operator/anchor/policy.ts";

export type DayOptions = {
  readonly cells: number;
  readonly organizations: number;
  readonly hours: number;
  /** Any integer. The same one gives the same day. */
  readonly seed: number;
  readonly preset: "mainnet" | "l2";
  /** Seconds, as registered. */
  readonly maxAnchorDelay: number;
  /** Gwei; see `baseFeeCeiling` of the operator. */
  readonly ceiling: number;
  /** Gwei of the base fee in calm hours. */
  readonly baseFee: number;
};

export type DayReport = {
  anchors: number;
  gas: number;
  /** Ether for all anchors. */
  ether: number;
  /** Anchors that waited for a lower base fee. */
  waited: number;
  /** Transactions whose fees were raised. */
  raised: number;
  failures: number;
  moves: number;
  /**
   * Cells that promised nothing new for some time because their oldest promise had waited too long, and the sum of
   * these times.
   */
  turnedAway: { cells: number; seconds: number };
  /** Promises' ages in seconds when they were anchored: the median, the 99th percentile and the maximum. */
  ages: { p50: number; p99: number; max: number };
  /** Anchors after a promise's deadline, and the cells whose stake somebody could then challenge. */
  late: number;
  stakesAtRisk: number;
  highestBaseFee: number;
};

/** Seconds of a block, and its gas. Anchors compete for this share of it. */
const BLOCK = 12;
const BLOCK_GAS = 60_000_000;
const SHARE = 0.1;
/** Most gas of an anchor in the steady state: docs/GAS.md. */
const ANCHOR_GAS = 70_000;
const GWEI = 1e9;
/** Wei for each gas, beside the base fee. */
const TIP = GWEI / 100;
const DAY = 86_400;

/** Failures of one cell in a day, and seconds without writes and anchors. The last one strikes neighbours too. */
const FAILURES = [
  { name: "a database's failover", daily: 0.5, seconds: [20, 60], share: 0 },
  { name: "no node of the chain answers", daily: 0.1, seconds: [60, 1_800], share: 0 },
  { name: "a machine is lost", daily: 0.05, seconds: [300, 3_600], share: 0 },
  { name: "a data centre is lost", daily: 0.000_5, seconds: [600, 5_400], share: 0.05 },
] as const;
/** Share of the organizations that move to another cell in a day. */
const MOVING = 0.001;
/** Jumps of the base fee: their number in a day, and the ranges of their factor and their duration. */
const SPIKES = { daily: 4, times: [5, 80], seconds: [300, 5_400] } as const;

type Pending = { readonly sent: number; readonly oldest: number; fees: Fees; raisedAt: number };
type Cell = {
  readonly number: number;
  organizations: number;
  /** When the oldest promise was made that is not anchored, and when the last anchor was; seconds. */
  oldest: number | undefined;
  anchoredAt: number;
  downUntil: number;
  notBefore: number;
  failed: number;
  pending: Pending | undefined;
  hasWaited: boolean;
  isTurnedAway: boolean;
  isAtRisk: boolean;
};

/** The state of a simulation. */
type Day = {
  readonly options: DayOptions;
  readonly random: () => number;
  /** Seconds between two anchors, as the contracts demand them. */
  readonly interval: number;
  readonly schedule: ReturnType<typeof scheduleOf>;
  readonly settings: ReturnType<typeof checkSettings>;
  readonly cells: readonly Cell[];
  readonly report: DayReport;
  /** Seconds that the oldest promise of each anchor had waited. */
  readonly ages: number[];
};
/** A block's base fee in gwei and in wei, and the fees that its nodes suggest. */
type Block = { readonly now: number; readonly baseFee: number; readonly wei: bigint; readonly suggested: Fees };

export function simulateDay(options: DayOptions): DayReport {
  const { cells: count, organizations, hours, seed, preset, maxAnchorDelay, ceiling } = options;
  const random = randomOf(seed);
  const interval = presets[preset].timing.minAnchorInterval;
  const day: Day = {
    options,
    random,
    interval,
    schedule: scheduleOf({ baseFeeCeiling: BigInt(ceiling * GWEI) }, maxAnchorDelay, interval),
    settings: checkSettings(),
    cells: Array.from({ length: count }, (_, number): Cell => newCell(number, organizations / count)),
    report: emptyReport(),
    ages: [],
  };
  const fee = createFee(options.baseFee, random);
  for (let now = 0; now < hours * 3_600; now += BLOCK) {
    const block = blockOf(now, fee(now));
    day.report.highestBaseFee = Math.max(day.report.highestBaseFee, block.baseFee);
    day.report.failures += befall(day.cells, now, random);
    day.report.moves += move(day.cells, random);
    include(day, block);
    for (const cell of day.cells) live(day, cell, block);
  }
  return finish(day);
}

function blockOf(now: number, baseFee: number): Block {
  const wei = BigInt(Math.round(baseFee * GWEI));
  const suggested = { maxPriorityFeePerGas: BigInt(TIP), maxFeePerGas: 2n * wei + BigInt(TIP) };
  return { now, baseFee, wei, suggested };
}

/** Includes the anchors that pay most, as many as a block has room for. */
function include({ options, cells, report, ages }: Day, { now, baseFee, wei }: Block): void {
  const included = cells
    .filter(({ pending }) => pending !== undefined && pending.sent < now && pending.fees.maxFeePerGas >= wei)
    .toSorted((a, b) => Number(b.pending!.fees.maxPriorityFeePerGas - a.pending!.fees.maxPriorityFeePerGas));
  for (const cell of included.slice(0, Math.floor((SHARE * BLOCK_GAS) / ANCHOR_GAS))) {
    const age = now - cell.pending!.oldest;
    ages.push(age);
    report.anchors++;
    report.ether += ((baseFee + TIP / GWEI) * ANCHOR_GAS) / GWEI;
    if (age > options.maxAnchorDelay) report.late++;
    cell.anchoredAt = now;
    cell.failed = 0;
    cell.pending = undefined;
  }
}

/** Takes actions, and anchors or raises fees, as a cell's operator does in a block's time. */
function live(day: Day, cell: Cell, block: Block): void {
  const { options, random, interval, schedule, report } = day;
  const { now, wei } = block;
  const isDown = now < cell.downUntil;
  const waiting = cell.pending?.oldest ?? cell.oldest;
  const age = waiting === undefined ? 0 : now - waiting;
  if (age > options.maxAnchorDelay) cell.isAtRisk = true;
  const isFull = 1_000 * age >= schedule.boundAge;
  if (isFull) {
    cell.isTurnedAway = true;
    report.turnedAway.seconds += BLOCK;
  }
  if (!isDown && !isFull && cell.oldest === undefined && acts(cell, now, random)) cell.oldest = now;
  if (isDown) return;
  if (cell.pending !== undefined) return raise(day, cell.pending, block);
  if (now < cell.notBefore || now < cell.anchoredAt + interval) return;
  const decision = decide(schedule, { age: 1_000 * age, batches: 0, isLost: false, baseFee: wei });
  if (decision === "ceiling") cell.hasWaited = true;
  if (decision === "anchor") send(day, cell, block);
}

function send({ random, settings, report }: Day, cell: Cell, { now, wei, suggested }: Block): void {
  const fees = firstFees(suggested, wei, settings);
  if ("why" in fees) {
    cell.notBefore = now + backoff(++cell.failed, 60_000, random) / 1_000;
    return;
  }
  if (cell.hasWaited) report.waited++;
  cell.hasWaited = false;
  // Entries that are promised from now on wait for the next anchor.
  cell.pending = { sent: now, oldest: cell.oldest!, fees, raisedAt: now };
  cell.oldest = undefined;
}

function raise({ settings, report }: Day, pending: Pending, { now, suggested }: Block): void {
  if (now - pending.raisedAt < settings.resubmissionTimeout) return;
  const fees = replacingFees(pending.fees, suggested, settings);
  pending.raisedAt = now;
  if ("why" in fees) return;
  pending.fees = fees;
  report.raised++;
}

const emptyReport = (): DayReport => ({
  anchors: 0,
  gas: 0,
  ether: 0,
  waited: 0,
  raised: 0,
  failures: 0,
  moves: 0,
  late: 0,
  stakesAtRisk: 0,
  turnedAway: { cells: 0, seconds: 0 },
  ages: { p50: 0, p99: 0, max: 0 },
  highestBaseFee: 0,
});

function finish({ report, cells, ages }: Day): DayReport {
  const sorted = ages.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return {
    ...report,
    gas: report.anchors * ANCHOR_GAS,
    ages: { p50: at(0.5), p99: at(0.99), max: at(1) },
    turnedAway: { ...report.turnedAway, cells: cells.filter(({ isTurnedAway }) => isTurnedAway).length },
    stakesAtRisk: cells.filter(({ isAtRisk }) => isAtRisk).length,
  };
}

const newCell = (number: number, organizations: number): Cell => ({
  number,
  organizations,
  oldest: undefined,
  anchoredAt: -Infinity,
  downUntil: 0,
  notBefore: 0,
  failed: 0,
  pending: undefined,
  hasWaited: false,
  isTurnedAway: false,
  isAtRisk: false,
});

/** Whether somebody acts in this block. An organization acts rarely at night: once in ten minutes. */
function acts({ organizations, number }: Cell, now: number, random: () => number): boolean {
  // Cells are on all continents.
  const hour = (now / 3_600 + number) % 24;
  const rate = hour < 7 ? 1 / 600 : 1;
  return random() < 1 - Math.exp(-organizations * rate * BLOCK);
}

/** @returns how many cells failed in this block. */
function befall(cells: readonly Cell[], now: number, random: () => number): number {
  let failures = 0;
  const fail = (cell: Cell, seconds: number): void => {
    failures++;
    cell.downUntil = Math.max(cell.downUntil, now + seconds);
  };
  for (const { daily, seconds, share } of FAILURES) {
    const chance = (cells.length * daily * BLOCK) / DAY;
    for (let left = chance; left > 0 && random() < left; left--) {
      const first = Math.floor(random() * cells.length);
      const long = between(seconds, random);
      for (let i = 0; i < Math.max(1, share * cells.length); i++) fail(cells[(first + i) % cells.length]!, long);
    }
  }
  return failures;
}

/** An organization's actions go to the new cell from the cut on. @returns how many moved. */
function move(cells: readonly Cell[], random: () => number): number {
  const all = cells.reduce((sum, { organizations }) => sum + organizations, 0);
  let moves = 0;
  for (let left = (all * MOVING * BLOCK) / DAY; left > 0 && random() < left; left--) {
    const [from, to] = [cells[Math.floor(random() * cells.length)]!, cells[Math.floor(random() * cells.length)]!];
    if (from === to || from.organizations < 1) continue;
    from.organizations--;
    to.organizations++;
    moves++;
  }
  return moves;
}

/** The base fee in gwei: it wanders around the calm one, and jumps. */
function createFee(calm: number, random: () => number): (now: number) => number {
  let wander = 0;
  let [until, times] = [0, 1];
  return (now) => {
    wander = 0.999 * wander + 0.02 * (random() - 0.5);
    if (now >= until) times = 1;
    if (now >= until && random() < (SPIKES.daily * BLOCK) / DAY) {
      times = between(SPIKES.times, random);
      until = now + between(SPIKES.seconds, random);
    }
    return calm * Math.exp(wander) * times;
  };
}

const between = ([least, most]: readonly [number, number], random: () => number): number =>
  least + random() * (most - least);

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
