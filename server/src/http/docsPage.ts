/** The API's document as a page at /docs. The page loads nothing from other sites. */
import { randomBytes } from "node:crypto";
import fastify, { type FastifyInstance } from "fastify";

/** Seconds for which browsers may cache the page's script. */
const SCRIPT_AGE = 86_400;

const settings = {
  url: "/openapi.json",
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  // Requests that change state must be signed, and the page cannot sign.
  hideTestRequestButton: true,
  showDeveloperTools: "never",
  documentDownloadType: "direct",
  agent: { disabled: true },
  mcp: { disabled: true },
};

export function docsPage(app: FastifyInstance): void {
  const config = { access: "public" } as const;
  const schema = { hide: true };

  // Redirects visitors of the API's address to its documentation.
  app.get("/", { config: { access: "public", group: "strangers" }, schema }, async (_request, reply) =>
    reply.redirect("/docs", 302),
  );

  app.get("/docs", { config, schema }, async (_request, reply) => {
    const nonce = randomBytes(16).toString("base64");
    return reply
      .headers({
        "content-security-policy": policy(nonce),
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
      })
      .type("text/html; charset=utf-8")
      .send(html(nonce));
  });

  let script: Promise<Buffer> | undefined;
  app.get("/docs/scalar.js", { config, schema }, async (_request, reply) => {
    script ??= readScript();
    return reply
      .header("cache-control", `public, max-age=${SCRIPT_AGE}`)
      .type("text/javascript; charset=utf-8")
      .send(await script);
  });
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    // The script adds style elements and attributes. Styles cannot load anything: the other directives forbid it.
    "style-src 'unsafe-inline'",
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function html(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Platform API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
</head>
<body>
<div id="app"></div>
<script nonce="${nonce}" src="/docs/scalar.js"></script>
<script nonce="${nonce}">Scalar.createApiReference("#app", ${JSON.stringify(settings)})</script>
</body>
</html>
`;
}

/**
 * Takes the script from the package's route. The package's own page is not used, since it trusts the Host header. The
 * package has megabytes, so it is loaded for the first visitor.
 */
async function readScript(): Promise<Buffer> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const app = fastify();
  await app.register(scalar, { configuration: { url: settings.url } });
  const { rawPayload } = await app.inject("/reference/js/scalar.js");
  await app.close();
  return rawPayload;
}
