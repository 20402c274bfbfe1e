/**
 * A batch's two trees in sections of 64 entries. The store keeps the two nodes over each section. The trees above
 * follow from the nodes, and the trees below from the section's entries.
 *
 * @module
 */
import { attempt } from "../base/attempt.ts";
import { concat, equalBytes } from "../base/bytes.ts";
import type { Hex } from "../base/hex.ts";
import { storeDamaged } from "../log/damaged.ts";
import { assertIntact, assertNext } from "../log/intact.ts";
import { decodeEntry } from "../log/entry.ts";
import type { StoredEntry } from "../log/store.ts";
import { buildTree, inclusionProof, treeRoot, type MerkleTree } from "../crypto/merkle/tree.ts";
import { commitEntries, type ActionContext, type BatchFacts } from "./build.ts";
import type { Header } from "./header.ts";
import { walkObjects } from "./objects.ts";
import { ZK_DEPTH, zkLevels, zkSiblings } from "./zk.ts";

/** Entries of a section: 2^6 leaves of the one tree, 4^3 of the other. Only a batch's last one may have fewer. */
export const SECTION = 64;
const ZK_HEIGHT = 3;
const NODE = 32;
/** The most entries that are read at a time, also from a large batch. */
export const READ_AT_ONCE = 4 * SECTION;

/** A range of a log's entries, `[from, to)`. */
export type EntryRange = { readonly log: Hex; readonly from: number; readonly to: number };
export type ReadEntries = (log: Hex, from: number, to: number) => StoredEntry[] | Promise<StoredEntry[]>;

/** Both trees over a section, or over the nodes of all sections. */
export type PartTrees = {
  readonly tree: MerkleTree;
  /** Levels of the ZK tree, from the lowest one up to the root. */
  readonly zkLevels: readonly Uint8Array[];
};

/** The result of building a batch. */
export type BuiltBatch = BatchFacts & {
  /** The nodes over its sections, 32 bytes each: first all of the Merkle tree, then all of the ZK tree. */
  readonly nodes: Uint8Array;
  /** See `ObjectWalk.outer`. A thread that reads the store's file leaves out the entries that it checked. */
  readonly outer: Uint8Array;
};

/**
 * Builds the trees over a section's entries, after checking that each entry is unchanged since it was appended.
 *
 * @throws AnchorlogError as `assertIntact` does: `store_damaged`, `unknown_kind`.
 */
export async function buildSection(range: EntryRange, read: ReadEntries, context: ActionContext): Promise<PartTrees> {
  const entries = await readAll(range, read);
  assertIntact(entries, context);
  return buildPart(entries, context);
}

/**
 * Computes the facts of a batch's entries. It checks that each entry is unchanged since it was appended, and that it
 * follows the entry before it and the last act in the batch upon its object. At most {@link READ_AT_ONCE} entries are
 * in memory at a time.
 *
 * @param prevHead the log's head before the batch's first entry.
 * @param pause lets others do their work, between sections.
 * @throws AnchorlogError as `assertIntact` does: `store_damaged`, `unknown_kind`.
 */
export async function buildBatch(
  range: EntryRange & { readonly prevHead: Uint8Array },
  read: ReadEntries,
  context: ActionContext,
  pause: () => Promise<void>,
): Promise<BuiltBatch> {
  const { log, from, to, prevHead } = range;
  const roots: Uint8Array[] = [];
  const zkRoots: Uint8Array[] = [];
  const objects = walkObjects();
  let last: StoredEntry | undefined;
  for (let at = from; at < to; at += READ_AT_ONCE) {
    const entries = await readAll({ log, from: at, to: Math.min(at + READ_AT_ONCE, to) }, read);
    if (last === undefined) assertNext(log, { size: from, hash: prevHead }, entries[0]!);
    for (let i = 0; i < entries.length; i += SECTION) {
      if (last !== undefined) await pause();
      const section = entries.slice(i, i + SECTION);
      assertIntact(last === undefined ? section : [last, ...section], context);
      for (const entry of section) objects.take(log, entry, context.kinds.get(entry.action.primaryType)!);
      const part = buildPart(section, context);
      roots.push(treeRoot(part.tree));
      zkRoots.push(part.zkLevels.at(-1)!);
      last = section.at(-1)!;
    }
  }
  const nodes = concat(...roots, ...zkRoots);
  const { root, zkRoot } = rootsOf(buildUpper(nodes));
  const { acceptedAt } = decodeEntry(last!.bytes);
  return { count: to - from, head: last!.hash, root, zkRoot, acceptedAt, nodes, outer: objects.outer() };
}

/** The trees over the nodes of a batch's sections. Throws RangeError if a node is malformed. */
export function buildUpper(nodes: Uint8Array): PartTrees {
  const half = nodes.length / 2;
  return {
    tree: buildTree(nodes.subarray(0, half)),
    zkLevels: zkLevels(nodes.subarray(half), ZK_HEIGHT, ZK_DEPTH),
  };
}

/** As {@link buildUpper}, for a batch of a single section. */
export function upperOfOne(section: PartTrees): PartTrees {
  return buildUpper(concat(treeRoot(section.tree), section.zkLevels.at(-1)!));
}

/** The trees over the nodes that a store keeps of a batch; undefined if they are not that batch's. */
export function readUpper(nodes: Uint8Array | undefined, header: Header): PartTrees | undefined {
  if (nodes?.length !== 2 * NODE * Math.ceil(header.count / SECTION)) return undefined;
  // Undefined if a node is not an element of the field.
  const upper = attempt(() => buildUpper(nodes), RangeError);
  return upper !== undefined && isUnder(upper, header) ? upper : undefined;
}

/** Whether trees over a batch's sections have its header's roots. */
export function isUnder(upper: PartTrees, header: Pick<Header, "root" | "zkRoot">): boolean {
  const { root, zkRoot } = rootsOf(upper);
  return equalBytes(root, header.root) && equalBytes(zkRoot, header.zkRoot);
}

/** Whether a section's trees have the nodes that stand at its number. */
export function isSectionOf(section: PartTrees, number: number, upper: PartTrees): boolean {
  const { root, zkRoot } = rootsOf(section);
  const nodeAt = (level: Uint8Array) => level.subarray(NODE * number, NODE * (number + 1));
  return equalBytes(root, nodeAt(upper.tree.levels[0]!)) && equalBytes(zkRoot, nodeAt(upper.zkLevels[0]!));
}

/** The proofs that an entry is in its batch, in both trees, from the leaf up. */
export type BatchPaths = { readonly path: readonly Uint8Array[]; readonly zkPath: readonly (readonly bigint[])[] };

/** The paths of the entry at a position of its batch, through its section and the trees over that. */
export function pathsOf(position: number, section: PartTrees, upper: PartTrees): BatchPaths {
  const [number, within] = [Math.floor(position / SECTION), position % SECTION];
  return {
    path: [...inclusionProof(section.tree, within), ...inclusionProof(upper.tree, number)],
    zkPath: [...zkSiblings(section.zkLevels, 0, within), ...zkSiblings(upper.zkLevels, ZK_HEIGHT, number)],
  };
}

function buildPart(entries: readonly StoredEntry[], context: ActionContext): PartTrees {
  return {
    tree: buildTree(entries.map(({ hash }) => hash)),
    zkLevels: zkLevels(commitEntries(entries, context), 0, ZK_HEIGHT),
  };
}

function rootsOf({ tree, zkLevels: levels }: PartTrees): Pick<Header, "root" | "zkRoot"> {
  return { root: treeRoot(tree), zkRoot: levels.at(-1)! };
}

/** A range's entries, each in its place. Throws AnchorlogError `store_damaged` if one is not. */
export async function readAll({ log, from, to }: EntryRange, read: ReadEntries): Promise<StoredEntry[]> {
  const entries = await read(log, from, to);
  const gap = entries.findIndex(({ index }, i) => index !== from + i);
  if (gap < 0 && entries.length === to - from) return entries;
  throw storeDamaged(log, from + (gap < 0 ? entries.length : gap), "it is missing, or another entry is in its place");
}
