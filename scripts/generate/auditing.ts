/** Generates the list of findings for auditors from their meanings. */
import { readFile } from "node:fs/promises";
import { format, resolveConfig } from "prettier";
import { MEANINGS } from "../../src/verify/audit/meanings.ts";
import type { Generated } from "./generated.ts";

const PAGE = "docs/AUDITING.md";

const auditing: Generated = {
  path: PAGE,
  render: async () => {
    const byTodo = Map.groupBy(Object.values(MEANINGS), ({ todo }) => todo);
    const groups = [...byTodo].map(([todo, meanings]) => {
      const rows = meanings.map(({ code, wrong, faults }) => {
        return `- \`${code}\`: ${wrong}${faults.length === 0 ? "" : ` (${faults.join(", ")})`}`;
      });
      return `**${todo}**\n\n${rows.join("\n")}`;
    });
    const page = (await readFile(PAGE, "utf8")).replace(
      /(<!-- list: findings -->\n)[^]*?(<!-- \/list -->)/,
      (_, begin: string, end: string) => `${begin}\n${groups.join("\n\n")}\n\n${end}`,
    );
    return format(page, { ...(await resolveConfig(PAGE)), parser: "markdown" });
  },
};

export const generated = [auditing];
