import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ReadExport } from "../verify/audit/audit.ts";
import type { OpenLines } from "../verify/audit/blocks.ts";
import { readPart, readPieces } from "../base/regularFile.ts";

/** Bytes of a piece. */
const PIECE = 1 << 18;

/**
 * Runs a search that reads parts of an export's logs by their position. If the source cannot read parts, as over HTTP,
 * the logs are kept in a temporary folder meanwhile, so that memory does not grow with them.
 */
export async function withParts<T>(read: ReadExport, search: (read: ReadExport) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "anchorlog-"));
  let files = 0;
  const lines = async (name: string): Promise<OpenLines | undefined> => {
    const found = await read.lines!(name);
    return found?.part === undefined ? found && keep(found, join(folder, String(files++))) : found;
  };
  try {
    return await search(read.lines === undefined ? read : Object.assign((name: string) => read(name), { lines }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function keep(source: OpenLines, file: string): Promise<OpenLines> {
  const handle = await open(file, "wx");
  try {
    for await (const piece of source.chunks()) await handle.writeFile(piece);
    return {
      bytes: (await handle.stat()).size,
      chunks: (from) => readPieces(file, PIECE, from),
      part: (from, bytes) => readPart(file, from, bytes),
    };
  } finally {
    await handle.close();
  }
}
