/** Reads an export twice, and the same bytes each time. Browser-safe. */
import { equalBytes } from "../../base/bytes.ts";
import { sha256 } from "../../base/digest.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { ReadExport } from "./audit.ts";
import { openLines, type OpenLines } from "./blocks.ts";

/** Bytes of a piece that has a digest. */
const PIECE = 1 << 18;

/**
 * Returns a reader that gives the bytes of the first reading again, even if the files change meanwhile. Small files are
 * kept. For a file of lines, the digests of its pieces are kept: 32 bytes for each 256 KiB.
 *
 * It throws `bad_export` if a file of lines has changed.
 */
export function readUnchanged(read: ReadExport): ReadExport {
  const texts = new Map<string, Promise<string | undefined>>();
  const files = new Map<string, Promise<OpenLines | undefined>>();
  const once = async (name: string): Promise<string | undefined> => {
    if (!texts.has(name)) texts.set(name, read(name));
    return texts.get(name);
  };
  const lines = async (name: string): Promise<OpenLines | undefined> => {
    if (!files.has(name))
      files.set(
        name,
        openLines(read, name).then((file) => file && unchanged(name, file)),
      );
    return files.get(name);
  };
  return Object.assign(once, { lines });
}

/** The digest of each piece of the first reading, and its end. */
type Seen = { readonly digests: Uint8Array[]; bytes: number; isWhole: boolean };

function unchanged(name: string, file: OpenLines): OpenLines {
  const seen: Seen = { digests: [], bytes: 0, isWhole: false };
  return { bytes: file.bytes, chunks: () => (seen.isWhole ? again(name, file, seen) : first(file, seen)) };
}

async function* first(file: OpenLines, seen: Seen): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  [seen.digests.length, seen.bytes] = [0, 0];
  for await (const piece of piecesOf(file.chunks())) {
    seen.digests.push(sha256(piece));
    seen.bytes += piece.length;
    yield piece;
  }
  seen.isWhole = true;
}

async function* again(name: string, file: OpenLines, seen: Seen): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let at = 0;
  for await (const piece of piecesOf(file.chunks())) {
    if (at >= seen.bytes) return;
    // The file may have grown.
    const part = piece.subarray(0, seen.bytes - at);
    if (!equalBytes(sha256(part), seen.digests[at / PIECE]!)) break;
    at += part.length;
    yield part;
  }
  if (at === seen.bytes) return;
  throw new AnchorlogError("bad_export", `${name} changed while it was imported`, {
    fix: "import it again, once no other program writes to the folder",
  });
}

/** Yields pieces of {@link PIECE} bytes; the last one may be shorter. */
async function* piecesOf(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let piece = new Uint8Array(PIECE);
  let length = 0;
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length;) {
      const part = chunk.subarray(from, from + PIECE - length);
      piece.set(part, length);
      [from, length] = [from + part.length, length + part.length];
      if (length < PIECE) continue;
      yield piece;
      [piece, length] = [new Uint8Array(PIECE), 0];
    }
  }
  if (length > 0) yield piece.slice(0, length);
}
