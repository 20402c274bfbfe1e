/** The page at /reasons: how to sign, and the meaning of each reason. Every error links to it. */
import type { FastifyInstance } from "fastify";
import { REASONS_PAGE } from "./errors.ts";
import { escaped, HTML_HEADERS, htmlOf } from "./html.ts";
import { reasonRows } from "./reasons.ts";

const SIGNING = [
  "Each request that changes state is signed by a wallet that is registered in your organization. A plain `curl` is not enough. `GET /wallets/me` says which organization is yours, and the name and id of its log.",
  "To register a wallet, send a signed `POST /wallets/register`: its signature is the proof that the wallet is yours.",
  "The package `@anchorlog/client` signs each request. In other programs, `createSignedFetch` of `anchorlog/http` makes a `fetch` that signs.",
  "Without either, sign the EIP-712 message `HttpRequest` and send it in the field `Anchorlog-Action`. `/openapi.json` describes the field, `/.well-known/anchorlog` has the domain and the types.",
  "To act on an object, `POST /ebus/prepare` answers typed data. Sign it by `eth_signTypedData_v4` and send the result as the body of `POST /ebus/execute`, without the field.",
];

export function reasonsPage(app: FastifyInstance): void {
  const html = htmlOf({
    title: "How to sign, and reasons of refusals",
    body: `<h1>How to sign, and reasons of refusals</h1>
<section id="signing"><h2>How to sign</h2>
${SIGNING.map((text) => `<p>${marked(text)}</p>`).join("\n")}
</section>
<h2>Reasons</h2>
<div class="table"><table>
<tr><th>Reason<th>Status<th>What it means</tr>
${reasonRows()
  .map(
    ({ reason, statuses, means }) =>
      `<tr id="${reason}"><td><code>${reason}</code><td>${statuses.join(", ")}<td>${marked(means)}</tr>`,
  )
  .join("\n")}
</table></div>`,
  });
  app.get(REASONS_PAGE, { config: { access: "public" }, schema: { hide: true } }, (_request, reply) =>
    reply.headers({ ...HTML_HEADERS, "cache-control": "no-cache" }).send(html),
  );
}

const marked = (text: string): string => escaped(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
