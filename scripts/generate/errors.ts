/** docs/ERRORS.md: all codes, from the tables that their type is made of. */
import { format, resolveConfig } from "prettier";
import { ANSWERS } from "../../src/base/errors/answers.ts";
import { ERROR_GROUPS } from "../../src/base/errors/codes.ts";
import type { ErrorTable } from "../../src/base/errors/table.ts";
import { RULES } from "../../src/http/answer.ts";
import type { Generated } from "./generated.ts";

const PAGE = "docs/ERRORS.md";

/** The HTTP status and whether the same call may succeed later, in brackets; empty if neither applies. */
function marksOf(code: string, again: true | undefined): string {
  const status = Object.hasOwn(RULES, code) ? [String(RULES[code]!.status)] : [];
  const marks = again === true ? [...status, "again"] : status;
  return marks.length === 0 ? "" : ` (${marks.join(", ")})`;
}

const list = (codes: ErrorTable): string =>
  Object.entries<ErrorTable[string]>(codes)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([code, { means, remedy, again }]) =>
        `- \`${code}\`${marksOf(code, again)}: ${means}${remedy === undefined ? "" : ` ${remedy}`}`,
    )
    .join("\n");

const INTRODUCTION = `# Codes of errors

Every error that this package throws on purpose is an \`AnchorlogError\`. It has a stable \`code\`, a \`message\` for people, a \`fix\` if there is a remedy, and \`details\` for programs. No message has a URL, a key or a password in it. An action that is refused is not an error: it gets an answer, with a code as well.

Each line has the code, its meaning, and the remedy if the meaning does not show it. In brackets are the status with which \`anchorlog/http\` answers an action (docs/protocol/3-log.md, section 5), and _again_ if the same call may succeed later without a change by you. A code without a status never reaches a client.
`;

export const errors: Generated = {
  path: PAGE,
  render: async () => {
    const groups = Object.entries({ "Answers to actions": ANSWERS, ...ERROR_GROUPS });
    const page = groups.map(([title, codes]) => `## ${title}\n\n${list(codes)}\n`);
    const text = `${INTRODUCTION}\n${page.join("\n")}\nMade by \`npm run generate\` from \`src/base/errors\`.\n`;
    return format(text, { ...(await resolveConfig(PAGE)), parser: "markdown" });
  },
};

export const generated = [errors];
