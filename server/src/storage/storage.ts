/** Where the bytes of files are: the port, and what is chosen by configuration. */
import type { Readable } from "node:stream";
import type { StorageConfig } from "../config/storage.ts";

/** Whose bytes, and which: SHA-256 in hex, without 0x. An organization has the same bytes once. */
export type FileKey = { readonly org: string; readonly digest: string };

/** Bytes of a file, from the first to the last one that is meant. */
export type ByteRange = { readonly first: number; readonly last: number };

/** All of it throws ServerError `storage_full` or `storage_unavailable`, which name nobody's file. */
export type Storage = {
  /** Keeps bytes: when it is done they are durable, and until then nothing is there, or what was there before. */
  put(key: FileKey, content: Blob): Promise<void>;
  /** @returns undefined where there are no such bytes, or not as many. */
  get(key: FileKey, size: number, range?: ByteRange): Promise<Readable | undefined>;
  /** Forgets bytes, whether they are there or not. @param ending gives it up. */
  remove(key: FileKey, ending?: AbortSignal): Promise<void>;
  /** Whether bytes can be kept now, as far as that can be told beforehand. */
  isReady(): Promise<boolean>;
  /** Notes that bytes were asked for, and are not there. */
  missed(key: FileKey): void;
  /** Of how many files that was noted since it was opened. */
  lost(): number;
};
/** What each kind of storage does by itself. */
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
