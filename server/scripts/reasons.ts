/** server/docs/REASONS.md: all codes of the API's errors, from the table that their type is made of. */
import { format, resolveConfig } from "prettier";
import type { Generated } from "../../scripts/generate/generated.ts";
import { reasonTable } from "../src/http/reasons.ts";

const PAGE = "server/docs/REASONS.md";

const INTRODUCTION = `# Reasons of refusals

Each error of the API has codes in \`error.details[].reason\`, or as problem details in \`details[].reason\`. The client has them as \`reason\` of a \`PlatformError\`, beside [its own codes](../../client/README.md#what-fails). A code never changes its meaning. Messages are for people, and may change. New codes may appear: a program that does not know a code goes by the status.

An answer of 429 or 503 means that nothing was done, unless the table says otherwise. Send the same request again after \`Retry-After\`. A signed request is done only once, however often it is sent.
`;

export const reasons: Generated = {
  path: PAGE,
  render: async () => {
    const text = `${INTRODUCTION}\n${reasonTable()}\n\nMade by \`npm run generate\` from \`server/src/http/reasons.ts\`.\n`;
    return format(text, { ...(await resolveConfig(PAGE)), parser: "markdown" });
  },
};
