/** Stores the file of an upload. Its bytes are durable before its entry is committed. */
import { openAsBlob } from "node:fs";
import { fileTypeFromBlob } from "file-type";
import type { ReceivedFile } from "anchorlog/http/node";
import { ApiError, badRequest } from "../http/errors.ts";
import { ServerError } from "../foundation/errors.ts";
import type { Parts } from "../foundation/parts.ts";
import { readForm } from "./form.ts";
import { encodeKept } from "./kept.ts";
import { assertRoom } from "./stored.ts";
import { noteFile } from "./sweep.ts";

/** Maximum bytes of a file, and of a form with one. */
export const MAX_FILE = 25 * 2 ** 20;
export const MAX_FORM = MAX_FILE + 8_192;

export type Upload = {
  readonly name: string;
  /** SHA-256, in hex. */
  readonly digest: string;
  readonly size: number;
  readonly type: string;
};

/**
 * Stores the file of a form.
 *
 * @returns the file's data, and the content to keep beside it.
 * @throws ApiError 400, 413, 415, 422; 503 if it cannot be stored.
 */
export async function takeUpload(
  parts: Pick<Parts, "storage" | "database" | "clock" | "config">,
  org: string,
  { path, size: received }: ReceivedFile,
  contentType: string | undefined,
): Promise<{ readonly upload: Upload; readonly content: Uint8Array }> {
  if (received === 0) throw badRequest("body", "malformed", "the form is empty");
  const { name, size, digest, before, after } = await readForm(path, contentType);
  if (size > MAX_FILE)
    throw new ApiError(413, "body_too_large", `a file has ${MAX_FILE} bytes at most`, { field: "file" });
  await assertRoom(parts, org, size);
  const file = (await openAsBlob(path)).slice(before.length, before.length + size);
  const type = await typeOf(file);
  await noteFile(parts, { org, digest });
  await parts.storage.put({ org, digest }, file).catch((error: unknown) => {
    throw unavailable(error);
  });
  return { upload: { name, digest, size, type }, content: encodeKept({ before, after, size, type }) };
}

/** Detects the media type from the bytes. The client's claim is ignored. */
async function typeOf(file: Blob): Promise<string> {
  // The detector fails if a file begins like a known type and then is malformed.
  const found = await fileTypeFromBlob(file).catch(() => undefined);
  return found?.mime ?? "application/octet-stream";
}

/** Converts a storage error into the answer for clients. Other errors are returned unchanged. */
export function unavailable(error: unknown): unknown {
  if (!(error instanceof ServerError)) return error;
  const isFull = error.code === "storage_full";
  const message = isFull ? "the storage of files is full" : "the storage of files does not answer";
  const reason = isFull ? "storage_full" : "storage_unavailable";
  const options = { headers: { "Retry-After": "30" }, cause: error };
  return new ApiError(503, reason, `${message}. Send the same request again later`, options);
}
