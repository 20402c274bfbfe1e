import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Type, type Static } from "typebox";
import type { Statement } from "anchorlog/log";
import { commandLine } from "../foundation/commandLine.ts";
import { ENTRY, statement, type Database } from "../foundation/db/database.ts";
import { changeOf, rowBy, rowsOf } from "../foundation/db/rows.ts";
import type { FileRow } from "../foundation/db/tables.ts";
import { listRows, PageQuery } from "../http/cursors.ts";
import { etagOf } from "../http/entityTags.ts";
import { ApiError, existing } from "../http/errors.ts";
import { reads, type Read } from "../http/reads.ts";
import { Id, iso, page, Removed } from "../http/schemas.ts";
import type { RegisterSigned } from "../http/signed.ts";
import type { Parts } from "../foundation/parts.ts";
import { base64, decodeKept } from "./kept.ts";
import { shownFile, StoredFile } from "./shapes.ts";
import type { ByteRange } from "../foundation/storage/storage.ts";
import { storedMore } from "./stored.ts";
import { noteFile } from "./sweep.ts";
import { unavailable } from "./upload.ts";

const Bytes = Type.String({ contentEncoding: "base64" });
const SignedForm = Type.Object(
  { before: Bytes, after: Bytes },
  {
    title: "SignedForm",
    description:
      "SHA-256 of `before`, the file's bytes and `after` is the `contentDigest` of the file's entry in the log.",
  },
);
const content = { "*/*": { schema: {} } };
const Text = Type.String();
const params = Type.Object({ id: Id });
const GONE = { code: "not_found", message: "the file was removed", status: 404 };

/** Routes for an organization's files: list, describe, download and delete. */
export function fileRoutes(app: FastifyInstance, signed: RegisterSigned, parts: Parts): void {
  const { database } = parts;
  const tags = ["Storage"];
  reads(app, "/storage/files", {
    access: "read",
    schema: { summary: "List files", tags, querystring: PageQuery, answer: page(StoredFile) },
    answer: ({ org, request }) => {
      const files = rowsOf(database, "file", org).selectAll().where("removed_at", "is", null);
      return listRows(parts, request, "files", files, () => (row) => shownFile(parts, row));
    },
  });
  signed({
    method: "DELETE",
    url: "/storage/files/:id",
    group: "writes",
    access: "upload",
    signer: "upload",
    status: 200,
    schema: {
      summary: "Remove a file",
      description:
        "The file can no longer be read. Its bytes are removed two days later, unless another file has the same bytes. The signed upload stays in the log, and can still be proven.",
      tags,
      params,
      answer: Removed,
    },
    check: async (act) => noteFile(parts, await findFile(database, act)),
    plan: (act) => planRemoval(database, act),
    answer: ({ params: { id } }, { acceptedAt }) => ({ id, removed_at: iso(acceptedAt) }),
  });
  reads(app, "/storage/files/:id", {
    access: "read",
    schema: { summary: "Get a file's description", tags, params, answer: StoredFile },
    answer: async (read) => shownFile(parts, await findFile(database, read)),
  });
  reads(app, "/storage/files/:id/form", {
    access: "read",
    schema: { summary: "Get the signed form around a file", tags, params, answer: SignedForm },
    answer: (read) => formOf(database, read),
  });
  reads(app, "/storage/files/:id/content", {
    access: "read",
    fields: ["Range", "IfRange"],
    schema: {
      summary: "Download a file",
      description:
        "All bytes, or one range of them (RFC 9110, section 14). Browsers save the file and do not display it.",
      tags,
      params,
      answer: { description: "The file.", content, headers: { "Content-Disposition": Text, "Repr-Digest": Text } },
      partial: { description: "A range of the file.", content, headers: { "Content-Range": Text } },
    },
    answer: (read) => download(parts, read),
  });
}

type About = { readonly org: string; readonly params: Static<typeof params> };

/** @throws ApiError 404 */
async function findFile(database: Database, { org, params: { id } }: About): Promise<FileRow> {
  const row = await rowBy(database, "file", org, "id", id);
  return existing(row?.removed_at === null ? row : undefined, "file", id);
}

async function planRemoval(database: Database, about: About): Promise<Statement[]> {
  const { org, id, size } = await findFile(database, about);
  const query = changeOf(database, "file", org, id)
    .set({ removed_at: ENTRY.acceptedAt })
    .where("removed_at", "is", null);
  return [statement(query, { expect: 1, refusal: GONE }), storedMore(database.builder, org, -size)];
}

async function formOf(database: Database, about: About): Promise<object> {
  const { org, idx } = await findFile(database, about);
  const requests = database.of(org).tables.selectFrom("request").select("content").where("org", "=", org);
  const { before, after } = decodeKept((await requests.where("idx", "=", idx).executeTakeFirstOrThrow()).content);
  return { before: base64(before), after: base64(after) };
}

async function download({ database, storage }: Parts, read: Read<Static<typeof params>>): Promise<FastifyReply> {
  const { request, reply } = read;
  const { org, name, digest, size, type } = await findFile(database, read);
  const etag = etagOf(digest);
  const range = rangeOf(request.headers, { size, etag });
  const bytes = await storage.get({ org, digest }, size, range).catch((error: unknown) => {
    throw unavailable(error);
  });
  if (bytes === undefined) {
    storage.missed({ org, digest });
    throw lost(request);
  }
  const isRead = request.method !== "HEAD";
  if (!isRead) bytes.destroy();
  const { first, last } = range ?? { first: 0, last: size - 1 };
  return reply
    .code(range === undefined ? 200 : 206)
    .headers({
      "Accept-Ranges": "bytes",
      ...(range && { "Content-Range": `bytes ${first}-${last}/${size}` }),
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeName(name)}`,
      "Content-Length": last - first + 1,
      // Sandboxed, so that an HTML file cannot run scripts as a page of the API's origin.
      "Content-Security-Policy": "default-src 'none'; sandbox",
      ETag: etag,
      "Repr-Digest": `sha-256=:${Buffer.from(digest, "hex").toString("base64")}:`,
    })
    .type(type)
    .send(isRead ? bytes : Readable.from([]));
}

/** The file's bytes are missing although the operator must keep them. A backup may have them. */
function lost(request: FastifyRequest): ApiError {
  const error = new ApiError(503, "file_lost", "the file's bytes are gone from the storage", {
    field: "id",
    headers: { "Retry-After": "3600" },
  });
  request.log.error({ err: error }, `a file is lost: ${commandLine("audit")} names it`);
  return error;
}

/**
 * Parses the requested range. Returns undefined for the whole file, also if the field has an unsupported form. @throws
 * ApiError 416.
 */
function rangeOf(
  { range, "if-range": condition }: FastifyRequest["headers"],
  { size, etag }: { readonly size: number; readonly etag: string },
): ByteRange | undefined {
  const [, from = "", to = ""] = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/.exec(range ?? "") ?? [];
  if ((from === "" && to === "") || (condition !== undefined && condition !== etag)) return undefined;
  const first = from === "" ? Math.max(size - Number(to), 0) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  // An invalid range is ignored (RFC 9110, section 14.1.1).
  if (from !== "" && to !== "" && Number(to) < Number(from)) return undefined;
  if (first <= last) return { first, last };
  throw new ApiError(416, "range_not_satisfiable", `the file has ${size} bytes`, {
    field: "Range",
    headers: { "Content-Range": `bytes */${size}` },
  });
}

/** Encodes a file name for a header parameter (RFC 8187). */
function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}
