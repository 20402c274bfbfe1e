/** server/docs/REASONS.md: all codes of the API's errors, from the table that their type is made of. */
import { format, resolveConfig } from "prettier";
import type { Generated } from "../../scripts/generate/generated.ts";
import { reasonTable } from "../src/http/reasons.ts";

const PAGE = "server/docs/REASONS.md";

const INTRODUCTION = `# Reasons of refusals

Each error of the API has codes in \`error.details[].reason\`, as problem details in \`details[].reason\`. Of the client they are \`reason\` of a \`PlatformError\`, beside [its own](../../client/README.md#what-fails). A code stays, and means the same; messages are for people, and change. There may be new codes: a program that does not know one goes by the status.

What is answered with 429 or 503 did nothing, but where the table says otherwise, and the same request may be sent again, when \`Retry-After\` says. What was signed is done once, however often it is sent.
`;

export const reasons: Generated = {
  path: PAGE,
  render: async () => {
    const text = `${INTRODUCTION}\n${reasonTable()}\n\nMade by \`npm run generate\` from \`server/src/http/reasons.ts\`.\n`;
    return format(text, { ...(await resolveConfig(PAGE)), parser: "markdown" });
  },
};
