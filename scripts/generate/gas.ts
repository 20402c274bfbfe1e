import { readFile } from "node:fs/promises";
import { format, resolveConfig } from "prettier";
import type { Generated } from "./generated.ts";
import { sizes } from "./sizes.ts";

/** The groups of snapshots/, in the order of the page. */
const GROUPS = {
  Registry: "AnchorRegistry, in a batch log of 43 headers",
  Stake: "OperatorStake",
  FaultProofs: "FaultProofs",
  Challenges: "Challenges",
  Gates: "Inclusion, and a gate",
  Claims: "Claims",
  Disputes: "Disputes",
} as const;

const path = "docs/GAS.md";

/** The gas of everything before the contracts were made smaller. */
export type Before = {
  readonly gas: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly sizes: Readonly<Record<string, { readonly bytes?: number; readonly lines: number }>>;
};

/** The tables of docs/GAS.md. */
export const gasFigures: Generated = {
  path,
  render: async () => {
    const before = JSON.parse(await readFile(new URL("gas-before.json", import.meta.url), "utf8")) as Before;
    const page = await readFile(path, "utf8");
    const figures = await Promise.all(Object.entries(GROUPS).map((group) => table(group, before)));
    const written = section(section(page, "sizes", await sizes(before)), "figures", figures.join("\n\n"));
    return format(written, { ...(await resolveConfig(path)), parser: "markdown" });
  },
};

/** The page with what stands between two marks replaced. */
function section(page: string, name: string, text: string): string {
  const marked = new RegExp(`(<!-- ${name}: [^\\n]*-->\\n)[^]*(<!-- /${name} -->)`);
  return page.replace(marked, (_, begin: string, end: string) => `${begin}\n${text}\n\n${end}`);
}

async function table([group, title]: [string, string], before: Before): Promise<string> {
  const figures = JSON.parse(await readFile(`snapshots/${group}.json`, "utf8")) as Record<string, string>;
  const rows = Object.entries(figures)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, gas]) => `| ${name} | ${digits(before.gas[group]?.[name])} | ${digits(Number(gas))} |`);
  return [`### ${title}`, "", "| What | Before | Gas |", "| --- | ---: | ---: |", ...rows].join("\n");
}

/** Formats a number in groups of three digits. Returns an empty text for `undefined`. */
export const digits = (value: number | undefined): string => value?.toLocaleString("en-US") ?? "";
