/** Reads dropped files and folders. */
import type { GivenFile } from "./auditFiles.ts";

/** A file or folder by the File System API. Not all browsers have it, and the types of TypeScript lack parts. */
type Handle = { readonly name: string } & (
  | { readonly kind: "file"; getFile(): Promise<File> }
  | { readonly kind: "directory"; values(): AsyncIterable<Handle> }
);
type Item = DataTransferItem & { getAsFileSystemHandle?(): Promise<Handle | null> };

/** Returns all files. Call it during the event: later the items are gone. */
export async function filesOf(items: Iterable<DataTransferItem>): Promise<readonly GivenFile[]> {
  const found = await Promise.all(Array.from(items, filesIn));
  return found.flat();
}

async function filesIn(item: Item): Promise<readonly GivenFile[]> {
  if (item.kind !== "file") return [];
  // In a page from disk, Chromium reads no entries.
  if (item.getAsFileSystemHandle !== undefined) {
    const handle = await item.getAsFileSystemHandle();
    return handle === null ? [] : filesByHandle(handle, "");
  }
  const entry = item.webkitGetAsEntry();
  return entry === null ? [] : filesByEntry(entry);
}

async function filesByHandle(handle: Handle, folder: string): Promise<GivenFile[]> {
  const path = `${folder}${handle.name}`;
  if (handle.kind === "file") return [{ path, file: await handle.getFile() }];
  const found: GivenFile[] = [];
  for await (const one of handle.values()) found.push(...(await filesByHandle(one, `${path}/`)));
  return found;
}

async function filesByEntry(entry: FileSystemEntry): Promise<GivenFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ path: entry.fullPath.slice(1), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: GivenFile[] = [];
  for (;;) {
    // A reader returns some entries at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const one of some) found.push(...(await filesByEntry(one)));
  }
}
