/** Simulates a day of many cells, and prints what it found: `node scripts/cells.ts --cells 1000`. */
import { readOptions } from "./arguments.ts";
import { simulateDay } from "./cells/day.ts";

const NUMBER = /^[1-9][0-9]*$/;
const given = readOptions({
  command: "node scripts/cells.ts",
  about:
    "Simulates a day of many cells: when each of them anchors and what it pays, by the operator's own rules, while the base fee jumps, cells fail and organizations move.",
  options: {
    cells: { value: "N", about: "how many cells", byDefault: "1000", form: NUMBER },
    organizations: { value: "N", about: "how many organizations, in all cells", byDefault: "100000", form: NUMBER },
    hours: { value: "N", about: "length of the day", byDefault: "24", form: NUMBER },
    seed: { value: "N", about: "the same number gives the same day", byDefault: "1", form: NUMBER },
    preset: { value: "NAME", about: "of the contracts: mainnet or l2", byDefault: "mainnet", form: /^(mainnet|l2)$/ },
    delay: { value: "SECONDS", about: "maxAnchorDelay, as registered", byDefault: "3600", form: NUMBER },
    ceiling: { value: "GWEI", about: "baseFeeCeiling of each operator", byDefault: "100", form: NUMBER },
    fee: { value: "GWEI", about: "base fee in calm hours", byDefault: "10", form: NUMBER },
  },
});
const { preset, ...numbers } = given;
const { cells, organizations, hours, seed, delay, ceiling, fee } = numbers;
const day = simulateDay({
  cells: Number(cells),
  organizations: Number(organizations),
  hours: Number(hours),
  seed: Number(seed),
  preset: preset as "mainnet" | "l2",
  maxAnchorDelay: Number(delay),
  ceiling: Number(ceiling),
  baseFee: Number(fee),
});
const inWords = (count: number): string => count.toLocaleString("en", { maximumFractionDigits: 1 });
const { turnedAway, ages } = day;
process.stdout.write(`${cells} cells with ${inWords(Number(organizations))} organizations, ${hours} h, seed ${seed}:
  ${inWords(day.anchors)} anchors, ${inWords(day.gas)} gas, ${inWords(day.ether)} ether; base fee up to ${inWords(day.highestBaseFee)} gwei
  anchors that waited for a lower base fee: ${inWords(day.waited)}; transactions whose fees were raised: ${inWords(day.raised)}
  failures of cells: ${inWords(day.failures)}; organizations that moved: ${inWords(day.moves)}
  age of the oldest promise at its anchor: half below ${inWords(ages.p50)} s, 99 % below ${inWords(ages.p99)} s, at most ${inWords(ages.max)} s
  cells that turned new actions away: ${inWords(turnedAway.cells)}, for ${inWords(turnedAway.seconds / 3_600)} hours in all
  late anchors: ${inWords(day.late)}; stakes at risk: ${inWords(day.stakesAtRisk)}
`);
