/** The data stored of an upload beside its file. Together they are the whole signed content. */
import { createHash } from "node:crypto";
import type { FileKey, Storage } from "../foundation/storage/storage.ts";

/** The content of the request is `before`, the file, and `after`. */
export type KeptUpload = {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** Bytes of the file. */
  readonly size: number;
  /** The media type detected from the bytes at upload. A later version might detect another one. */
  readonly type: string;
};

export function encodeKept({ before, after, size, type }: KeptUpload): Uint8Array {
  return Buffer.from(JSON.stringify({ before: base64(before), after: base64(after), size, type }));
}

export function decodeKept(content: Uint8Array): KeptUpload {
  const { before, after, ...rest } = JSON.parse(Buffer.from(content).toString()) as {
    readonly [Name in "before" | "after" | "type"]: string;
  } & { readonly size: number };
  return { ...rest, before: Buffer.from(before, "base64"), after: Buffer.from(after, "base64") };
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/**
 * The digest of the signed content, SHA-256 in hex, with the file as stored.
 *
 * @returns undefined if the file is missing or changed.
 */
export async function signedDigest(
  storage: Pick<Storage, "get">,
  key: FileKey,
  { before, after, size }: KeptUpload,
): Promise<string | undefined> {
  const file = await storage.get(key, size);
  if (file === undefined) return undefined;
  const [own, all] = [createHash("sha256"), createHash("sha256").update(before)];
  for await (const chunk of file as AsyncIterable<Uint8Array>) {
    own.update(chunk);
    all.update(chunk);
  }
  return own.digest("hex") === key.digest ? all.update(after).digest("hex") : undefined;
}
