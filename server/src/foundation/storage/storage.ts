/** The port for the bytes of files, and its implementation by configuration. */
import type { Readable } from "node:stream";
import type { StorageConfig } from "../config/storage.ts";

/** Organization and SHA-256 in hex, without 0x. Equal bytes of an organization are stored once. */
export type FileKey = { readonly org: string; readonly digest: string };

/** First and last byte, both included. */
export type ByteRange = { readonly first: number; readonly last: number };

/** All methods throw ServerError `storage_full` or `storage_unavailable`. Messages do not identify a file. */
export type Storage = {
  /** Stores bytes. They are durable when it resolves. Before, either nothing or the old content is there. */
  put(key: FileKey, content: Blob): Promise<void>;
  /** @returns undefined if the bytes are missing, or their number is not `size`. */
  get(key: FileKey, size: number, range?: ByteRange): Promise<Readable | undefined>;
  /** Deletes bytes, if they exist. @param ending aborts it. */
  remove(key: FileKey, ending?: AbortSignal): Promise<void>;
  /** Whether bytes can be stored now, as far as this is known. */
  isReady(): Promise<boolean>;
  /** Records that requested bytes are missing. */
  missed(key: FileKey): void;
  /** The number of files recorded as missing since the storage was opened. */
  lost(): number;
};
/** The methods that each kind of storage implements. */
export type Adapter = Omit<Storage, "missed" | "lost">;

export async function openStorage(config: StorageConfig): Promise<Storage> {
  const adapter: Adapter =
    config.kind === "folder"
      ? await (await import("./folder.ts")).openFileFolder(config.folder)
      : (await import("./s3.ts")).openS3(config);
  const missing = new Set<string>();
  return {
    ...adapter,
    missed: ({ org, digest }) => void missing.add(`${org} ${digest}`),
    lost: () => missing.size,
  };
}
