/**
 * Serves the page at /verify/:id, which verifies a bundle in the visitor's browser. The page is the same for all
 * bundles.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import type { OperatorId } from "anchorlog/action";
import type { Config } from "../foundation/config.ts";
import { ServerError } from "../foundation/errors.ts";
import { escaped } from "../http/html.ts";

/**
 * @param parts the public node, if set, and the operator of this server are inserted into the page.
 * @throws ServerError `not_built` if the page is missing.
 */
export function verifyPage(
  app: FastifyInstance,
  {
    config,
    operator,
    rpc = "",
  }: {
    readonly config: Pick<Config, "publicRpcUrl" | "publicUrl">;
    readonly operator: OperatorId;
    readonly rpc?: string | undefined;
  },
  file?: string,
): void {
  const page = readPage(file);
  const { chainId, registry, operator: address } = operator;
  const data = {
    node: config.publicRpcUrl?.href ?? rpc,
    host: config.publicUrl.host,
    operator: `${chainId}/${registry}/${address}`,
  };
  const html = Object.entries(data).reduce(
    (text, [name, value]) => text.replace(`data-${name}=""`, () => `data-${name}="${escaped(value)}"`),
    page,
  );
  const plain = Buffer.from(html);
  let packed: Buffer | undefined;
  const tag = createHash("sha256").update(plain).digest("base64url");
  const policy = /http-equiv="content-security-policy" content="([^"]+)"/.exec(page)![1]!;
  const headers = {
    // A page cannot set `frame-ancestors` itself.
    "content-security-policy": `${policy}; frame-ancestors 'none'`,
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
    vary: "accept-encoding",
  };
  // Any ID is accepted here: the page reports an invalid one.
  const schema = { hide: true };

  app.get("/verify/:id?", { config: { access: "public" }, schema }, async (request, reply) => {
    const isPacked = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(request.headers["accept-encoding"] ?? "");
    const etag = `"${tag}${isPacked ? "-gzip" : ""}"`;
    reply.headers({ ...headers, etag });
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    if (isPacked) reply.header("content-encoding", "gzip");
    return reply.send(isPacked ? (packed ??= gzipSync(plain)) : plain);
  });
}

function readPage(file: string | undefined): string {
  try {
    return readFileSync(file ?? createRequire(import.meta.url).resolve("anchorlog/page/verify.html"), "utf8");
  } catch (cause) {
    throw new ServerError("not_built", "the page at /verify is not built", { fix: "run: npm run build", cause });
  }
}
