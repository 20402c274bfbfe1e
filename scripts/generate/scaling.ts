/** The table of docs/SCALING.md: what organizations cost, from measured bytes, microseconds and gas. */
import { readFile } from "node:fs/promises";
import { format, resolveConfig } from "prettier";
import { presets } from "../../src/chain/presets.ts";
import { scheduleOf } from "../../src/operator/anchor/policy.ts";
import type { Generated } from "./generated.ts";

const PAGE = "docs/SCALING.md";
const DAY = 86_400;

/** Measured figures, with their sources. All are for one action unless they say otherwise. */
export const MEASURED = {
  /** Microseconds of CPU of the server, over PostgreSQL, in batches: `npm run bench -- server`. */
  cpu: 600,
  /** Bytes in the server's PostgreSQL, all tables with their indexes: `npm run bench -- server`. */
  database: 4_900,
  /** Bytes that leave the database when an entry moves to the archive: docs/OPERATING.md, 1,350 less a nonce of 156. */
  moved: 1_194,
  /** Bytes in the archive: docs/OPERATING.md. */
  archive: 310,
  /** Bytes of the write-ahead log: docs/OPERATING.md. */
  wal: 1_500,
  /** Bytes in the tiles of one header: its 229 with their length, and its hash on all levels. */
  header: 231 + 32 * (256 / 255),
  /** Most gas of an anchor in the steady state: docs/GAS.md. */
  anchor: 70_000,
} as const;

/** Assumptions of the table. */
export const ASSUMED = {
  /** Actions of an organization in a day. */
  actions: 100_000,
  /** Actions a second of a cell: a third of the rate measured over PostgreSQL (server/docs/OPERATING.md). */
  cell: 500,
  /** Days that entries stay in the database: docs/OPERATING.md. */
  days: 15,
  /** Copies of the database: the nodes of its cluster. */
  copies: 3,
  /** Machines of a cell: the cluster, and two with server processes. */
  machines: 5,
  /** Seconds, as registered. */
  maxAnchorDelay: 21_600,
} as const;

export type Cost = {
  readonly rate: number;
  readonly cells: number;
  readonly machines: number;
  readonly cores: number;
  /** Bytes of all copies of the databases for the days that entries stay, and what they keep of a year. */
  readonly database: number;
  readonly yearly: number;
  /** Bytes of the archive in a year. */
  readonly archive: number;
  /** Bytes of tiles in a day. */
  readonly tiles: number;
  readonly anchors: number;
  readonly gas: number;
  /** Ether of stake. */
  readonly stake: number;
};

/** Returns what organizations cost, anchored by the preset `mainnet`. Anchors and gas are per day. */
export function costOf(organizations: number): Cost {
  const daily = organizations * ASSUMED.actions;
  const rate = daily / DAY;
  const cells = Math.ceil(rate / ASSUMED.cell);
  const { timing, stake } = presets.mainnet;
  const { maxAge } = scheduleOf({}, ASSUMED.maxAnchorDelay, timing.minAnchorInterval);
  const rounds = Math.round((1_000 * DAY) / maxAge);
  return {
    rate,
    cells,
    machines: cells * ASSUMED.machines,
    cores: (rate * MEASURED.cpu) / 1e6,
    database: daily * ASSUMED.days * MEASURED.database * ASSUMED.copies,
    yearly: daily * 365 * (MEASURED.database - MEASURED.moved) * ASSUMED.copies,
    archive: daily * 365 * MEASURED.archive,
    // Each round closes a batch of each organization.
    tiles: rounds * organizations * MEASURED.header,
    anchors: cells * rounds,
    gas: cells * rounds * MEASURED.anchor,
    stake: (cells * Number(stake.minimumStake)) / 1e18,
  };
}

/** Organizations in the columns. The last ones act a million times a second. */
export const COLUMNS = [10, 1_000, 100_000, 864_000] as const;

const count = (value: number): string => value.toLocaleString("en", { maximumSignificantDigits: 3 });
const UNITS = ["B", "kB", "MB", "GB", "TB", "PB"] as const;

function bytes(value: number): string {
  const unit = Math.min(Math.floor(Math.log10(value) / 3), UNITS.length - 1);
  return `${count(value / 1_000 ** unit)} ${UNITS[unit]}`;
}

type Row = readonly [name: string, formula: string, value: (cost: Cost) => string];
const ROWS: readonly Row[] = [
  ["Actions a second", `organizations × ${count(ASSUMED.actions)} / day`, ({ rate }) => count(rate)],
  ["Cells", `actions a second / ${ASSUMED.cell}, rounded up`, ({ cells }) => count(cells)],
  ["Machines", `cells × ${ASSUMED.machines}`, ({ machines }) => count(machines)],
  ["Cores of the servers", `actions a second × ${MEASURED.cpu} µs`, ({ cores }) => count(cores)],
  [
    `Databases, ${ASSUMED.days} days`,
    `actions × ${count(MEASURED.database)} B × ${ASSUMED.copies} copies`,
    ({ database }) => bytes(database),
  ],
  [
    "Databases, each further year",
    `actions × ${count(MEASURED.database - MEASURED.moved)} B × ${ASSUMED.copies}`,
    ({ yearly }) => bytes(yearly),
  ],
  ["Archive, a year", `actions × ${MEASURED.archive} B`, ({ archive }) => bytes(archive)],
  ["Tiles, a day", `headers × ${count(MEASURED.header)} B`, ({ tiles }) => bytes(tiles)],
  ["Anchors a day", "cells × day / 45 minutes", ({ anchors }) => count(anchors)],
  ["Gas a day", `anchors × ${count(MEASURED.anchor)}`, ({ gas }) => count(gas)],
  ["Ether a day at 10 gwei", "gas × 10 gwei", ({ gas }) => count((gas * 10) / 1e9)],
  ["Ether of stake", "cells × 4", ({ stake }) => count(stake)],
];

/** Returns the table in Markdown. */
export function costTable(): string {
  const costs = COLUMNS.map(costOf);
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(["Organizations", ...COLUMNS.map((organizations) => organizations.toLocaleString("en")), "Formula"]),
    line(["---", ...COLUMNS.map(() => "--:"), "---"]),
    ...ROWS.map(([name, formula, value]) => line([name, ...costs.map(value), formula])),
  ].join("\n");
}

const scaling: Generated = {
  path: PAGE,
  render: async () => {
    const page = (await readFile(PAGE, "utf8")).replace(
      /(<!-- table: cost -->\n)[^]*?(<!-- \/table -->)/,
      (_, begin: string, end: string) => `${begin}\n${costTable()}\n\n${end}`,
    );
    return format(page, { ...(await resolveConfig(PAGE)), parser: "markdown" });
  },
};

export const generated = [scaling];
