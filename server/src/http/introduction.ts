/** The introduction of the API's document. */
import type { Config } from "../config.ts";
import { RENAMES } from "./v2.ts";
import { GROUPS, type Allowed } from "./limits/groups.ts";
import { reasonTable } from "./reasons.ts";

/** The requests that count in each group of limits. */
const COUNTED: Readonly<Record<keyof typeof GROUPS, string>> = {
  reads: "all that is read, but for what follows",
  writes: "what changes templates, objects, wallets, API keys, organizations and files, but for what follows",
  bus: "`POST /ebus/execute`, `POST /ebus/actions/batch`: actions, not requests",
  search: "`GET /indexer/*`, in this group alone",
  uploads: "`POST /storage/upload`",
  webhooks: "what changes webhooks",
  auth: "of a network: signing in",
  strangers: "of a network: whoever has no credential",
  tiles: "of a network: `GET /checkpoint`, `GET /tile/*`",
  callers: "of a network: all requests of organizations with the usual limits, but for the bus",
  callers_bus: "of a network: their actions on the bus",
};

const AFTER: Readonly<Record<Config["v2"]["answer"], string>> = {
  redirect:
    "They answer 301, query kept. Most clients follow that to a `POST` by a `GET` without a body: send the `POST` to its new path instead.",
  "redirect-308": "They answer 301, query kept, and `POST` 308, which keeps method and body.",
  gone: "They answer 410.",
};

/** Returns Markdown. */
export function introduction({ v2 }: Pick<Config, "v2">): string {
  return `Digital objects, wallets and actions. Whatever changes state is signed by a wallet, put in order, and promised by a receipt.

## Begin

1. \`POST /auth/otp\`, then \`POST /auth/login\` with the code and the \`nonce\` of that answer: an access token for some minutes (\`expires_in\`), and a refresh token, which is good for one use and renews both. A program has an API key instead. A request has one of them.
2. \`GET /wallets/me\` says which organization is yours, and its log. \`POST /wallets/register\` registers the wallet that signs.
3. \`POST /templates\`, then \`POST /objects\`. \`POST /ebus/execute\` does with objects what their template lets whom do.

## What is signed

What changes state is signed in one of two ways.

- **A request**, in the field \`Anchorlog-Action\`: method, host, path, query, type and content. Any client can send any request so.
- **A typed action**, as the body: \`Mint\`, \`Transfer\` and others, without that field. \`POST /ebus/prepare\` answers the typed data to sign. A template with \`custody\` takes nothing else of its objects, and only from whoever holds them.

Both prove who asked for what, and when. Of a request, though, the log has the digest of its content: without the content at hand, nothing of it can be shown, in zero knowledge nothing at all, and who owns an object does not follow from the log alone. A typed action is an act upon its object, and shows all of that.

Each answer to either has \`x_receipt\`, the operator's signed promise to anchor it. \`GET /ebus/action-logs/{id}/proof\` is the proof, for \`anchorlog verify\`.

## Retries

What was signed is the key: the same action again is done once, and has the same answer and receipt, for ever. Send it again after 429 and 503, when \`Retry-After\` says, and wherever an answer was lost. A client that signs a retry anew gives \`Idempotency-Key\`: the same content has the first answer for a day, other content 422.

## Errors

\`{"error": {"code", "message", "details": [{"field", "reason"}], "docs"}, "x_request_id"}\`: \`code\` is the status, \`reason\` a code that stays, \`field\` what is at fault, \`docs\` a link to what the reason means. 429 has a body of its own. Who asks for \`application/problem+json\` gets problem details (RFC 9457). All reasons are below.

## Limits

Requests of an organization count in rolling windows, whatever user, key or process. All answers but those of health and metrics say how the window stands that is nearest to its limit: \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\`, and \`X-RateLimit-Reset\`, when all that counts now has left it. What is refused by a limit does not count. An organization may have limits of its own.

| In a minute | In a second | What |
| --- | --- | --- |
${limitRows()}

## Lists

25 records, \`limit\` up to 100, the newest first. \`next\` is the cursor of the page behind, of the same list and filters; at the end it is null, and \`has_more\` false. An optional parameter without a value (\`next=\`) counts as left out. \`GET /objects\`, \`/templates\` and \`/ebus/action-logs\` take \`offset\` in place of it, with \`total\` in the answer: version 2 had it, and it is deprecated.

## Version 2

${RENAMES.map(([method, path, now]) => `\`${method} ${path}\` is \`${now}\``).join(", ")}. ${AFTER[v2.answer]} \`Sunset\` says when it ends, or ended: ${v2.sunset.toISOString().slice(0, 10)}. \`App-Id\` and \`App-Secret\` are nothing here.

## Reasons

${reasonTable()}
`;
}

function limitRows(): string {
  const row = ([group, { minute, second }]: [string, Allowed]): string =>
    `| ${minute ?? ""} | ${second} | ${COUNTED[group as keyof typeof GROUPS]} |`;
  return Object.entries<Allowed>(GROUPS).map(row).join("\n");
}
