/** Helpers for files: forms to upload, and served bytes. */
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { sign, type Client, type TestServer } from "../harness.ts";

export type StoredFile = {
  readonly id: string;
  readonly url: string;
  readonly name: string;
  readonly digest: string;
  readonly size: number;
  readonly type: string;
  readonly created_at: string;
};
export type Bytes = Uint8Array<ArrayBuffer>;

export const sha256 = (...bytes: readonly Uint8Array[]): string =>
  `0x${createHash("sha256").update(Buffer.concat(bytes)).digest("hex")}`;
export const bytesOf = (...parts: readonly (string | Uint8Array)[]): Bytes =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))));

/** The first bytes of a PNG of one pixel. */
export const PNG = bytesOf(Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex"));

export const BOUNDARY = "----a1B2";
export const FORM = `multipart/form-data; boundary=${BOUNDARY}`;
export const head = (name = "a.bin", field = "file"): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`;
export const END = `\r\n--${BOUNDARY}--\r\n`;
export const formOf = (file: string | Uint8Array, name?: string): Bytes => bytesOf(head(name), file, END);

/** Sends bytes as a form, valid or not. */
export const send = (server: TestServer, client: Client, content: Bytes, headers: Record<string, string> = {}) =>
  sign<StoredFile>(server, client, "POST", "/storage/upload", {
    content,
    headers: { "content-type": FORM, ...headers },
  });
export const store = (server: TestServer, client: Client, file: string | Uint8Array, name?: string) =>
  send(server, client, formOf(file, name));

/** The bytes of a file, with all headers. */
export async function download(
  { url, holds }: TestServer,
  { headers }: Pick<Client, "headers">,
  id: string,
  more: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const path = `/storage/files/${id}/content`;
  const response = await fetch(url + path, { headers: { ...headers, ...more } });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  const body: unknown = isJson ? JSON.parse(bytes.toString()) : bytes;
  holds("GET", path, { status: response.status, headers: response.headers, body });
  return { status: response.status, headers: response.headers, bytes };
}

/** The stored files, once no folder has a draft. */
export async function kept({ parts: { config } }: TestServer): Promise<string[]> {
  const names = async (folder: string): Promise<string[]> => {
    const found = await readdir(join(config.folder, folder), { recursive: true, withFileTypes: true });
    return found.filter((one) => one.isFile()).map(({ name }) => name);
  };
  const isDraft = (name: string): boolean => /\.(upload|draft)$/.test(name);
  await expect.poll(async () => [...(await names("uploads")), ...(await names("files"))].filter(isDraft)).toEqual([]);
  return (await names("files")).toSorted();
}
