import { readFile } from "node:fs/promises";
import { format, resolveConfig } from "prettier";
import type { Generated } from "./generated.ts";

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
const FIGURES = /(<!-- figures: [^\n]*-->\n)[^]*(<!-- \/figures -->)/;

/** The tables of docs/GAS.md. */
export const gasFigures: Generated = {
  path,
  render: async () => {
    const [page, ...tables] = await Promise.all([readFile(path, "utf8"), ...Object.entries(GROUPS).map(table)]);
    const written = page.replace(
      FIGURES,
      (_, begin: string, end: string) => `${begin}\n${tables.join("\n\n")}\n\n${end}`,
    );
    return format(written, { ...(await resolveConfig(path)), parser: "markdown" });
  },
};

async function table([group, title]: [string, string]): Promise<string> {
  const figures = JSON.parse(await readFile(`snapshots/${group}.json`, "utf8")) as Record<string, string>;
  const rows = Object.entries(figures)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, gas]) => `| ${name} | ${Number(gas).toLocaleString("en-US")} |`);
  return [`### ${title}`, "", "| What | Gas |", "| --- | ---: |", ...rows].join("\n");
}
