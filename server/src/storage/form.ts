/** A form with one file in it, as it was received: where in it the file is, and what it is. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { Readable as Stream } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { ApiError, badRequest } from "../http/errors.ts";

/** Bytes that a form may have before its file. */
const MAX_BEFORE = 8_192;
const MAX_NAME = 255;
const FIELD = "file";

/** What is signed as one is `before`, the file and `after`. */
export type Form = {
  readonly name: string;
  readonly size: number;
  /** Of the file: SHA-256, in hex. */
  readonly digest: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
};

/**
 * Reads a form from a file.
 *
 * @throws ApiError 400 where it is not exactly one file, under the name `file`; 415 where it is no form.
 */
export async function readForm(path: string, contentType: string | undefined): Promise<Form> {
  const boundary = boundaryOf(contentType);
  const found = await parse(createReadStream(path), boundary);
  const handle = await open(path, "r");
  try {
    const { size: length } = await handle.stat();
    const head = await readAt(handle, 0, Math.min(length, MAX_BEFORE));
    const start = head.indexOf("\r\n\r\n") + 4;
    const before = head.subarray(0, start);
    const end = start + found.size;
    // A reader may be more generous than others: there is one that all readers find.
    const after = await readAt(handle, end, Math.min(Math.max(length - end, 0), MAX_BEFORE));
    const isWhole = end + after.length === length;
    const isOne = before.toString("latin1").startsWith(`--${boundary}\r\n`) && isEnd(after, boundary);
    if (start >= 4 && isWhole && isOne) return { ...found, before, after };
    throw malformed("is not one part, from the first boundary to the last");
  } finally {
    await handle.close();
  }
}

/** The name of a form's file, by what is around the file alone. */
export async function nameIn({ before, after }: Pick<Form, "before" | "after">): Promise<string> {
  const boundary = before.subarray(2, Buffer.from(before).indexOf("\r\n"));
  const { name } = await parse(Stream.from([before, after]), Buffer.from(boundary).toString("latin1"));
  return name;
}

/** One form of it, so that nobody reads another boundary in it. */
function boundaryOf(contentType = ""): string {
  const form = /^multipart\/form-data; *boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'+.-]{1,70}))$/i;
  const [, quoted, plain] = form.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary !== undefined) return boundary;
  throw new ApiError(
    415,
    "unsupported_media_type",
    "this takes multipart/form-data with a boundary, and nothing else",
    {
      field: "Content-Type",
    },
  );
}

function isEnd(after: Buffer, boundary: string): boolean {
  const end = `\r\n--${boundary}--`;
  const text = after.toString("latin1");
  return text === end || text === `${end}\r\n`;
}

async function parse(source: Readable, boundary: string): Promise<Pick<Form, "name" | "size" | "digest">> {
  const hash = createHash("sha256");
  const files: (string | undefined)[] = [];
  const others: string[] = [];
  let size = 0;
  const parser = new Busboy({
    headers: { "content-type": `multipart/form-data; boundary="${boundary}"` },
    limits: { parts: 2, fieldSize: 0, headerPairs: 8, headerSize: MAX_BEFORE },
    isPartAFile: (_field, _type, name) => name !== undefined,
  });
  parser.on("file", (field, stream, name) => {
    if (field === FIELD) files.push(name);
    else others.push(field);
    stream.on("data", (chunk: Buffer) => {
      size += chunk.length;
      hash.update(chunk);
    });
    // The parser says it, too.
    stream.on("error", () => {});
  });
  parser.on("field", (field) => void others.push(field));
  try {
    await pipeline(source, parser);
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code === "string") throw error;
    throw malformed("ends early");
  }
  const [name] = files;
  if (others.length > 0 || files.length !== 1) throw malformed(`has other parts than one file, named ${FIELD}`);
  return { name: checkName(name), size, digest: hash.digest("hex") };
}

function checkName(name = ""): string {
  const isName = name.length > 0 && name.length <= MAX_NAME && !/\p{C}/u.test(name);
  if (isName) return name;
  throw badRequest(
    FIELD,
    "bad_name",
    `the file's name is 1 to ${MAX_NAME} characters, none of them control characters`,
  );
}

function malformed(what: string): ApiError {
  return badRequest("body", "malformed", `the form ${what}`);
}

async function readAt(handle: Awaited<ReturnType<typeof open>>, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
