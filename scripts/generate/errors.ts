/** docs/ERRORS.md: all codes, from the tables that their type is made of. */
import { format, resolveConfig } from "prettier";
import { ANSWERS } from "../../src/base/errors/answers.ts";
import { ERROR_GROUPS } from "../../src/base/errors/codes.ts";
import type { ErrorTable } from "../../src/base/errors/table.ts";
import { RULES } from "../../src/http/answer.ts";
import type { Generated } from "./generated.ts";

const PAGE = "docs/ERRORS.md";

const cell = (text: string): string => text.replaceAll("|", "\\|");
const statusOf = (code: string): string => (Object.hasOwn(RULES, code) ? String(RULES[code]!.status) : "");

function table(codes: ErrorTable): string {
  const rows = Object.entries(codes)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { means, remedy, again }]) =>
      [`\`${code}\``, statusOf(code), again === true ? "yes" : "", means, remedy].map(cell).join(" | "),
    );
  return `| Code | HTTP | Again | What it means | What to do |
| --- | --- | --- | --- | --- |
${rows.map((row) => `| ${row} |`).join("\n")}`;
}

const INTRODUCTION = `# Codes of errors

Every error that this package throws on purpose is an \`AnchorlogError\`. It has a \`code\`, a \`message\` that says what was wrong and where, and a \`fix\`, the remedy, if there is one. Its \`details\` are values for programs. An action that is refused is not an error: it gets an answer, with a code as well. Codes are stable. Messages are for people, and may change.

- **HTTP**: the status with which \`anchorlog/http\` answers an action, in the envelope of docs/protocol/3-log.md, section 5. A code without a status never reaches a client.
- **Again**: the same call may succeed later, without a change by you. Without _yes_, correct something first.

No message has a URL, a key or a password in it.
`;

export const errors: Generated = {
  path: PAGE,
  render: async () => {
    const groups = Object.entries({ "Answers to actions": ANSWERS, ...ERROR_GROUPS });
    const page = groups.map(([title, codes]) => `## ${title}\n\n${table(codes)}\n`);
    const text = `${INTRODUCTION}\n${page.join("\n")}\nMade by \`npm run generate\` from \`src/base/errors\`.\n`;
    return format(text, { ...(await resolveConfig(PAGE)), parser: "markdown" });
  },
};
