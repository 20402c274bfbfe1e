/**
 * Serves the pages at /verify/:id, /audit and /prove/, which verify a bundle, audit an export and make disclosures in the
 * visitor's browser. Each page is the same for all visitors.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { CIRCUITS } from "@anchorlog/circuits";
import type { FastifyInstance } from "fastify";
import type { OperatorId } from "anchorlog/action";
import type { Config } from "../foundation/config.ts";
import { ServerError } from "../foundation/errors.ts";
import { escaped } from "../http/html.ts";

/**
 * @param parts the public node, if set, and the operator of this server are inserted into the page.
 * @param find returns the path of a built file by its name.
 * @throws ServerError `not_built` if a page is missing.
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
  find: (name: string) => string = builtFile,
): void {
  const { chainId, registry, operator: address } = operator;
  const data = {
    node: config.publicRpcUrl?.href ?? rpc,
    host: config.publicUrl.host,
    operator: `${chainId}/${registry}/${address}`,
  };
  const filled = (html: string): string =>
    Object.entries(data).reduce(
      (text, [name, value]) => text.replace(`data-${name}=""`, () => `data-${name}="${escaped(value)}"`),
      html,
    );
  const linked = (html: string): string =>
    [
      ["audit.html", "/audit"],
      ["prove.html", "/prove/"],
      ["verify.html", "/verify"],
    ].reduce((text, [name, path]) => {
      const { href } = new URL(path!, config.publicUrl);
      return text.replace(`<a href="${name}"`, () => `<a href="${escaped(href)}"`);
    }, html);
  // Any ID is accepted here: the page reports an invalid one.
  servePage(app, "/verify/:id?", readBuilt(find, "verify.html"), (html) => linked(filled(html)));
  servePage(app, "/audit", readBuilt(find, "audit.html"), linked);
  servePage(app, "/prove/", readBuilt(find, "prove.html"), linked);
  app.get("/prove", PUBLIC, async (_, reply) => reply.redirect("/prove/"));
  serveKeys(app, readBuilt(find, KEYS));
}

const PUBLIC = { config: { access: "public" }, schema: { hide: true } } as const;

/** Serves a page. The page is made from its file at the first request, so that the server starts faster. */
function servePage(app: FastifyInstance, path: string, file: Buffer, complete: (html: string) => string): void {
  let page: ReturnType<typeof pageOf> | undefined;
  let packed: Buffer | undefined;
  app.get(path, PUBLIC, async (request, reply) => {
    const { plain, tag, headers } = (page ??= pageOf(complete(file.toString())));
    const isPacked = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(request.headers["accept-encoding"] ?? "");
    const etag = `"${tag}${isPacked ? "-gzip" : ""}"`;
    reply.headers({ ...headers, etag });
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    if (isPacked) reply.header("content-encoding", "gzip");
    return reply.send(isPacked ? (packed ??= gzipSync(plain)) : plain);
  });
}

/** The bytes of a page, and the headers that are the same for each answer. */
function pageOf(html: string) {
  const plain = Buffer.from(html);
  const policy = /http-equiv="content-security-policy" content="([^"]+)"/.exec(html)![1]!;
  const headers = {
    // A page cannot set `frame-ancestors` itself.
    "content-security-policy": `${policy}; frame-ancestors 'none'`,
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
    vary: "accept-encoding",
  };
  return { plain, tag: tagOf(plain), headers };
}

/** Serves the keys of disclosures. The page checks them by their hashes. */
function serveKeys(app: FastifyInstance, keys: Buffer): void {
  let etag: string | undefined;
  app.get(`/prove/${KEYS}`, PUBLIC, async (request, reply) => {
    etag ??= `"${tagOf(keys)}"`;
    reply.headers({ "content-type": "application/gzip", "cache-control": "no-cache", etag });
    return request.headers["if-none-match"] === etag ? reply.code(304).send() : reply.send(keys);
  });
}

const KEYS = "disclosure.keys.gz";

const tagOf = (content: Buffer): string => createHash("sha256").update(content).digest("base64url");

const { page, packed } = CIRCUITS.disclosure;
const OF_CIRCUITS: Readonly<Record<string, URL>> = { "prove.html": page, [KEYS]: packed };

function builtFile(name: string): string {
  const own = OF_CIRCUITS[name];
  return own === undefined ? createRequire(import.meta.url).resolve(`anchorlog/page/${name}`) : fileURLToPath(own);
}

function readBuilt(find: (name: string) => string, name: string): Buffer {
  try {
    return readFileSync(find(name));
  } catch (cause) {
    throw new ServerError("not_built", `the page's file ${name} is not built`, { fix: "run: npm run build", cause });
  }
}
