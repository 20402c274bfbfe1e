/** The introduction of the API's document. */
import type { Config } from "../foundation/config.ts";
import { RENAMES } from "./v2.ts";
import { GROUPS, type Allowed } from "../foundation/limitGroups.ts";
import { reasonTable } from "./reasons.ts";

/** The requests that count in each group of limits. */
const COUNTED: Readonly<Record<keyof typeof GROUPS, string>> = {
  reads: "requests that read, except those of the groups below",
  writes: "changes of templates, objects, wallets, API keys, organizations and files, except those of the groups below",
  bus: "`POST /ebus/execute`, `POST /ebus/actions/batch`. Actions count, not requests",
  search: "`GET /indexer/*`. They count in no other group",
  uploads: "`POST /storage/upload`",
  webhooks: "changes of webhooks",
  auth: "signing in, for each network",
  strangers: "requests without a credential, for each network",
  tiles: "`GET /checkpoint`, `GET /tile/*`, for each network",
  callers: "requests of all organizations with the usual limits, for each network, except the event bus",
  callers_bus: "actions of these organizations on the event bus, for each network",
};

const AFTER: Readonly<Record<Config["v2"]["answer"], string>> = {
  redirect:
    "They answer 301 and keep the query. Most clients follow a 301 by a `GET` without a body. So send a `POST` to the new path instead.",
  "redirect-308": "They answer 301 and keep the query. A `POST` is answered 308, which also keeps method and body.",
  gone: "They answer 410.",
};

/** Returns Markdown. */
export function introduction({ v2 }: Pick<Config, "v2">): string {
  return `Digital objects, wallets and actions. A wallet signs each change of state. The server puts it into a log and answers with a receipt, a signed promise to anchor it.

## First steps

1. \`POST /auth/otp\` mails a code. \`POST /auth/login\` takes the code and the \`nonce\` of that answer. It answers with an access token for some minutes (\`expires_in\`), and with a refresh token. A refresh token can be used once and renews both. A program has an API key instead. A request has one credential.
2. \`GET /wallets/me\` answers with your organization and its log. \`POST /wallets/register\` registers the wallet that signs.
3. \`POST /templates\` makes a template, \`POST /objects\` makes an object. \`POST /ebus/execute\` executes actions upon objects. The template says which roles may execute which actions.

## Signing

A change of state is signed in one of two ways.

- **A request**, in the field \`Anchorlog-Action\`. The signature covers method, host, path, query, media type and content. Any request can be signed in this way.
- **A typed action** as the body: \`Mint\`, \`Transfer\` and others, without that field. \`POST /ebus/prepare\` answers with the typed data to sign. If a template has \`custody\`, its objects accept only typed actions, and only from their holder.

The body of one action has 64 KiB at most, with any signature in it. A contract wallet's signature has 16 KiB at most. In a typed action these are 32 KiB of hex.

Both prove who asked for what, and when. The difference: for a signed request, the log has only the digest of its content. So a proof needs the content, no zero-knowledge proof about the content exists, and the log alone does not say who owns an object. A typed action is an act upon its object. It proves all of this.

Each answer has \`x_receipt\`, the operator's signed promise to anchor the action. \`GET /ebus/action-logs/{id}/proof\` answers with the proof. \`anchorlog verify\` verifies it.

## Retries

A signed action is executed once. If it is sent again, it gets the same answer and the same receipt, at any later time. Send it again if the answer was lost, and after 429 and 503 when \`Retry-After\` says. A client that signs a retry anew sends \`Idempotency-Key\`. For a day, the same content gets the first answer, and other content gets 422.

## Errors

\`{"error": {"code", "message", "details": [{"field", "reason"}], "docs"}, "x_request_id"}\`: \`code\` is the HTTP status. \`reason\` is a code that does not change. \`field\` is the part of the request at fault. \`docs\` is a link to the explanation of the first reason. 429 has a body of its own. If the request accepts \`application/problem+json\`, the answer has problem details (RFC 9457). All reasons are listed below.

## Limits

All requests of an organization count together in rolling windows. Answers describe the window that is closest to its limit, by \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. Answers about health and metrics do not. A request that a limit refuses does not count. An organization may have limits of its own.

| In a minute | In a second | Requests |
| --- | --- | --- |
${limitRows()}

## Lists

A page has 25 records, or \`limit\`, at most 100. The newest record comes first. \`next\` is the cursor of the next page, for the same list and filters. On the last page it is null, and \`has_more\` is false. An optional parameter without a value (\`next=\`) counts as left out. \`GET /objects\`, \`/templates\` and \`/ebus/action-logs\` also accept \`offset\` as version 2 did, and then answer with \`total\`. \`offset\` is deprecated.

## Version 2

${RENAMES.map(([method, path, now]) => `\`${method} ${path}\` is \`${now}\``).join(", ")}. ${AFTER[v2.answer]} \`Sunset\` has the day on which they end: ${v2.sunset.toISOString().slice(0, 10)}. The server ignores \`App-Id\` and \`App-Secret\`.

## Reasons

${reasonTable()}
`;
}

function limitRows(): string {
  const row = ([group, { minute, second }]: [string, Allowed]): string =>
    `| ${minute ?? ""} | ${second} | ${COUNTED[group as keyof typeof GROUPS]} |`;
  return Object.entries<Allowed>(GROUPS).map(row).join("\n");
}
