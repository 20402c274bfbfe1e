import type { BatchStore, StoredBatch } from "../log/store.ts";
import { storeDamaged } from "../log/damaged.ts";
import type { BatchBuilder } from "./builder.ts";
import { createCache } from "../base/cache.ts";
import { decodeHeader } from "./header.ts";
import {
  isSectionOf,
  isUnder,
  pathsOf,
  readUpper,
  SECTION,
  upperOfOne,
  type BatchPaths,
  type BuiltBatch,
  type PartTrees,
} from "./sections.ts";

/** Finds entries in closed batches. */
export type Places = {
  pathsOf(batch: StoredBatch, index: number): Promise<BatchPaths>;
  /** The nodes that a store keeps with a batch; undefined for a batch of a single section. */
  kept(built: BuiltBatch): Uint8Array | undefined;
};

/** The number of sections whose trees are kept, least recently used first out: 7 KB each, so 28 MB. */
const KEPT_SECTIONS = 4_096;
/** The number of sections in the kept trees of batches: 107 bytes each, so 7 MB. */
const KEPT_NODES = 65_536;
/** A batch's own weight, in sections: even a small one has a dozen arrays. */
const BATCH_WEIGHT = 16;

/**
 * Reads one section's entries and the nodes over all sections, and checks them against the header. If the nodes are
 * missing, as after an import, or wrong, it reads the whole batch once to build them again, and stores them.
 */
export function createPlaces(store: BatchStore, builder: Pick<BatchBuilder, "batch" | "section">): Places {
  const sections = createCache<PartTrees>(KEPT_SECTIONS, () => 1);
  const uppers = createCache<PartTrees>(KEPT_NODES, ({ tree }) => BATCH_WEIGHT + tree.size);

  const build = async ({ log, header }: StoredBatch, number: number): Promise<PartTrees> => {
    const { start, count } = decodeHeader(header);
    const from = start + SECTION * number;
    return builder.section({ log, from, to: Math.min(from + SECTION, start + count) });
  };

  const rebuild = async ({ position, log, header }: StoredBatch): Promise<PartTrees> => {
    const decoded = decodeHeader(header);
    const { start, count, prevHead } = decoded;
    const { nodes } = await builder.batch({ log, from: start, to: start + count, prevHead });
    const upper = readUpper(nodes, decoded);
    if (upper === undefined) throw notOfBatch(log, start, count);
    // If the nodes cannot be stored, they are computed again at the next use.
    await store.keepNodes(position, nodes).catch(() => {});
    return upper;
  };

  /** Builds the trees of a batch that has a single section, instead of reading stored nodes. */
  const readOne = async (batch: StoredBatch): Promise<PartTrees> => {
    const header = decodeHeader(batch.header);
    const section = await build(batch, 0);
    const upper = upperOfOne(section);
    if (!isUnder(upper, header)) throw notOfBatch(batch.log, header.start, header.count);
    sections.put(nameOf(batch, 0), section);
    return upper;
  };

  const upperOf = async (batch: StoredBatch): Promise<PartTrees> =>
    uppers.get(`${batch.position}`, async () => {
      const header = decodeHeader(batch.header);
      if (header.count <= SECTION) return readOne(batch);
      return readUpper(await store.nodes(batch.position), header) ?? (await rebuild(batch));
    });

  const sectionOf = async (batch: StoredBatch, number: number, upper: PartTrees): Promise<PartTrees> =>
    sections.get(nameOf(batch, number), async () => {
      const section = await build(batch, number);
      if (isSectionOf(section, number, upper)) return section;
      const { start } = decodeHeader(batch.header);
      throw notOfBatch(batch.log, start + SECTION * number, section.tree.size);
    });

  return {
    pathsOf: async (batch, index) => {
      const position = index - decodeHeader(batch.header).start;
      const upper = await upperOf(batch);
      return pathsOf(position, await sectionOf(batch, Math.floor(position / SECTION), upper), upper);
    },
    kept: ({ count, nodes }) => (count > SECTION ? nodes : undefined),
  };
}

const nameOf = ({ position }: StoredBatch, number: number): string => `${position}/${number}`;

function notOfBatch(log: StoredBatch["log"], first: number, count: number): Error {
  return storeDamaged(log, first, `it and the ${count - 1} after it do not give their batch's roots`);
}
