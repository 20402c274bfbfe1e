import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";
import { AnchorlogError } from "./errors.ts";

/**
 * Reads a regular file; undefined if it is longer than `maxBytes`. FIFOs and devices are not opened: a FIFO could block
 * for ever, and a device may never end.
 *
 * @param check throws if the file's attributes are not acceptable.
 * @throws AnchorlogError `unreadable` if it cannot be read as a file; its cause is the system's error, if any.
 */
export async function readRegularFile(
  file: string,
  maxBytes: number,
  check: (stats: Stats) => void = () => {},
): Promise<Uint8Array | undefined> {
  try {
    const { handle, stats } = await openRegular(file);
    try {
      check(stats);
      return await readUpTo(handle, stats.size, maxBytes);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw unreadable(file, error);
  }
}

/**
 * Reads a regular file in pieces, as {@link readRegularFile} reads it whole.
 *
 * @param bytes of a piece.
 * @param from offset of the first byte.
 */
export async function* readPieces(file: string, bytes: number, from = 0): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    const { handle } = await openRegular(file);
    try {
      for (let at = from; ;) {
        const { bytesRead, buffer } = await handle.read(new Uint8Array(bytes), 0, bytes, at);
        if (bytesRead === 0) return;
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw unreadable(file, error);
  }
}

/**
 * Reads a part of a regular file at once; shorter at its end. The file is opened each time, so that nothing has to be
 * closed.
 *
 * @param from offset of the first byte.
 * @throws AnchorlogError `unreadable` as {@link readRegularFile} does.
 */
export function readPart(file: string, from: number, bytes: number): Uint8Array<ArrayBuffer> {
  try {
    const descriptor = openSync(file, READ);
    try {
      assertRegular(file, fstatSync(descriptor));
      const part = new Uint8Array(bytes);
      let length = 0;
      for (let read = -1; read !== 0 && length < bytes; length += read) {
        read = readSync(descriptor, part, length, bytes - length, from + length);
      }
      return part.subarray(0, length);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Returns what reading a file gives, or undefined if the file does not exist. */
export async function unlessMissing<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    const { code } = Object((error as Error).cause ?? error) as NodeJS.ErrnoException;
    // ENOTDIR: a part of the path is a file, so nothing is there either.
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** The attributes of a regular file. @throws AnchorlogError `unreadable` as {@link readRegularFile} does. */
export async function statRegular(file: string): Promise<Stats> {
  try {
    return assertRegular(file, await stat(file));
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** A FIFO may replace a file after its check. So files are opened without blocking, and checked again. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

async function openRegular(file: string): Promise<{ readonly handle: FileHandle; readonly stats: Stats }> {
  assertRegular(file, await stat(file));
  const handle = await open(file, READ);
  try {
    return { handle, stats: assertRegular(file, await handle.stat()) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function unreadable(file: string, error: unknown): AnchorlogError {
  if (error instanceof AnchorlogError) return error;
  return new AnchorlogError("unreadable", `${file} cannot be read: ${(error as Error).message}`, { cause: error });
}

function assertRegular(file: string, stats: Stats): Stats {
  if (stats.isFile()) return stats;
  const what = stats.isDirectory()
    ? "a folder"
    : stats.isFIFO()
      ? "a FIFO"
      : stats.isSocket()
        ? "a socket"
        : "a device";
  throw new AnchorlogError("unreadable", `${file} is ${what}, not a file`, {
    ...(stats.isFIFO() && { fix: "write the content to a file, and name that file" }),
  });
}

/** Reads to the end, even if the file has grown beyond its stated size; undefined if it exceeds `maxBytes`. */
async function readUpTo(handle: FileHandle, size: number, maxBytes: number): Promise<Uint8Array | undefined> {
  if (size > maxBytes) return undefined;
  let bytes = new Uint8Array(size + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length);
    if (bytesRead === 0) return bytes.subarray(0, length);
    length += bytesRead;
    if (length > maxBytes) return undefined;
    if (length < bytes.length) continue;
    const larger = new Uint8Array(Math.min(2 * length, maxBytes + 1));
    larger.set(bytes);
    bytes = larger;
  }
}
