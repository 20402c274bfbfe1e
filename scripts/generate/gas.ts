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

/** The figures of docs/GAS.md. */
export const gasFigures: Generated = {
  path,
  render: async () => {
    const page = await readFile(path, "utf8");
    const figures = await Promise.all(Object.entries(GROUPS).map(list));
    const written = section(section(page, "sizes", await sizes()), "figures", figures.join("\n\n"));
    return format(written, { ...(await resolveConfig(path)), parser: "markdown" });
  },
};

/** The page with what stands between two marks replaced. */
function section(page: string, name: string, text: string): string {
  const marked = new RegExp(`(<!-- ${name}: [^\\n]*-->\\n)[^]*(<!-- /${name} -->)`);
  return page.replace(marked, (_, begin: string, end: string) => `${begin}\n${text}\n\n${end}`);
}

async function list([group, title]: [string, string]): Promise<string> {
  const figures = JSON.parse(await readFile(`snapshots/${group}.json`, "utf8")) as Record<string, string>;
  const rows = Object.entries(figures)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, gas]) => `- ${name}: ${digits(Number(gas))}`);
  return [`### ${title}`, "", ...rows].join("\n");
}

/** Formats a number in groups of three digits. */
export const digits = (value: number): string => value.toLocaleString("en-US");
