import { constants, type Stats } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";
import { AnchorlogError } from "../../base/errors.ts";

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

/** The attributes of a regular file. @throws AnchorlogError `unreadable` as {@link readRegularFile} does. */
export async function statRegular(file: string): Promise<Stats> {
  try {
    return await assertRegular(file, stat(file));
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function openRegular(file: string): Promise<{ readonly handle: FileHandle; readonly stats: Stats }> {
  await assertRegular(file, stat(file));
  // A FIFO may have replaced the file since the check. So it is opened without blocking, and checked again.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return { handle, stats: await assertRegular(file, handle.stat()) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function unreadable(file: string, error: unknown): AnchorlogError {
  if (error instanceof AnchorlogError) return error;
  return new AnchorlogError("unreadable", `${file} cannot be read: ${(error as Error).message}`, { cause: error });
}

async function assertRegular(file: string, found: Promise<Stats>): Promise<Stats> {
  const stats = await found;
  if (stats.isFile()) return stats;
  const what = stats.isDirectory()
    ? "a folder"
    : stats.isFIFO()
      ? "a FIFO"
      : stats.isSocket()
        ? "a socket"
        : "a device";
  throw new AnchorlogError("unreadable", `${file} is ${what}, not a file`);
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
