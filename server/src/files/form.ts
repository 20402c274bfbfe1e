/** Reads a received form with one file: finds the file in it, and its name. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { ApiError, badRequest } from "../http/errors.ts";
import { readMediaType } from "../http/mediaType.ts";
import { isName, NAME_FORM } from "../http/names.ts";

/** Maximum bytes of a form before its file. */
const MAX_BEFORE = 8_192;
const MAX_NAME = 255;
const FIELD = "file";

/** The signed content is `before`, the file, and `after`, in this order. */
export type Form = {
  readonly name: string;
  readonly size: number;
  /** SHA-256 of the file, in hex. */
  readonly digest: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
};

/**
 * Reads a form from a file.
 *
 * @throws ApiError 400 if the form is not exactly one file, under the name `file`; 415 if it is not a form.
 */
export async function readForm(path: string, contentType: string | undefined): Promise<Form> {
  const boundary = boundaryOf(contentType);
  const delimiter = `\r\n--${boundary}`;
  const handle = await open(path, "r");
  try {
    const { size: length } = await handle.stat();
    const head = await readAt(handle, 0, Math.min(length, MAX_BEFORE));
    const before = head.subarray(0, head.indexOf("\r\n\r\n") + 4);
    const most = Math.min(length, `${delimiter}--\r\n`.length);
    const tail = (await readAt(handle, length - most, most)).toString("latin1");
    const after = [`${delimiter}--\r\n`, `${delimiter}--`].find((end) => tail.endsWith(end));
    const lines = `\r\n${before.toString("latin1")}`;
    const isOne = lines.startsWith(`${delimiter}\r\n`) && lines.lastIndexOf(delimiter) === 0;
    const size = length - before.length - (after ?? "").length;
    if (!isOne || after === undefined || size < 0)
      throw malformed("is not one part, from the first boundary to the last");
    const form = { before, after: Buffer.from(after) };
    return { ...form, name: await nameIn(form), size, digest: await digestOf(path, before.length, size, delimiter) };
  } finally {
    await handle.close();
  }
}

/** The digest of a form's file. @throws ApiError 400 if the file contains the boundary. */
async function digestOf(path: string, start: number, size: number, delimiter: string): Promise<string> {
  const hash = createHash("sha256");
  if (size === 0) return hash.digest("hex");
  // A delimiter may begin with the line end before the file.
  let last = Buffer.from("\r\n");
  for await (const chunk of createReadStream(path, { start, end: start + size - 1 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    const seen = Buffer.concat([last, chunk]);
    if (seen.includes(delimiter)) throw malformed("has more than one part, or its boundary in the file");
    last = seen.subarray(1 - delimiter.length);
  }
  return hash.digest("hex");
}

/**
 * The name of a form's file. Only the bytes around the file are parsed, so that the parser need not handle untrusted
 * content.
 */
export async function nameIn({ before, after }: Pick<Form, "before" | "after">): Promise<string> {
  const boundary = Buffer.from(before.subarray(2, Buffer.from(before).indexOf("\r\n"))).toString("latin1");
  const files: (string | undefined)[] = [];
  const parser = new Busboy({
    headers: { "content-type": `multipart/form-data; boundary="${boundary}"` },
    limits: { parts: 2, fieldSize: 0, headerPairs: 8, headerSize: MAX_BEFORE },
    isPartAFile: (_field, _type, name) => name !== undefined,
  });
  parser.on("file", (field, stream, name) => {
    if (field === FIELD) files.push(name && unescaped(name));
    // The parser reports the same error.
    stream.on("error", () => {}).resume();
  });
  try {
    await pipeline(Readable.from([before, after]), parser);
  } catch {
    throw malformed("ends early");
  }
  if (files.length !== 1) throw malformed(`has other parts than one file, named ${FIELD}`);
  return checkName(files[0]);
}

/** Browsers escape only these three characters (HTML, multipart form data). */
const ESCAPES: Readonly<Record<string, string>> = { "%22": '"', "%0D": "\r", "%0A": "\n" };
const unescaped = (name: string): string => name.replaceAll(/%(?:22|0D|0A)/g, (escape) => ESCAPES[escape]!);

/** The characters that a boundary may have (RFC 2046, section 5.1.1), without spaces. */
const BOUNDARY = /^[\w'()+,./:=?-]{1,70}$/;

function boundaryOf(contentType = ""): string {
  const { type, parameters } = readMediaType(contentType);
  const boundary = parameters.get("boundary") ?? "";
  if (type === "multipart/form-data" && BOUNDARY.test(boundary)) return boundary;
  throw new ApiError(415, "unsupported_media_type", "this takes multipart/form-data with a boundary", {
    field: "Content-Type",
  });
}

function checkName(name = ""): string {
  if (name.length <= MAX_NAME && isName(name)) return name;
  throw badRequest(FIELD, "bad_name", `the file needs a name of 1 to ${MAX_NAME} characters: ${NAME_FORM}`);
}

function malformed(what: string): ApiError {
  return badRequest("body", "malformed", `the form ${what}`);
}

async function readAt(handle: Awaited<ReturnType<typeof open>>, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
