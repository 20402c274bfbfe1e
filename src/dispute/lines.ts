import type { ReadExport } from "../verify/audit/audit.ts";
import { blocksOf, decodeLines, openLines, type Block } from "../verify/audit/blocks.ts";

/** The lines of a file, held as bytes: a parsed line takes several times its length. */
export type HeldLines = {
  slice(from: number, to: number): readonly string[];
  all(): Iterable<string>;
};

/** Reads a file of lines; none if it is missing. */
export async function readHeldLines(read: ReadExport, name: string): Promise<HeldLines> {
  const file = await openLines(read, name);
  const blocks: { readonly block: Block; readonly from: number; readonly to: number }[] = [];
  let count = 0;
  if (file !== undefined) {
    for await (const block of blocksOf(file.chunks())) {
      const { length } = decodeLines(block);
      if (length > 0) blocks.push({ block, from: count, to: (count += length) });
    }
  }
  const slice = (from: number, to: number): readonly string[] =>
    blocks.flatMap((one) =>
      one.to <= from || one.from >= to
        ? []
        : decodeLines(one.block).slice(Math.max(0, from - one.from), Math.max(0, to - one.from)),
    );
  return { slice, all: () => linesOfBlocks(blocks) };
}

function* linesOfBlocks(blocks: readonly { readonly block: Block }[]): Generator<string> {
  for (const { block } of blocks) yield* decodeLines(block);
}
