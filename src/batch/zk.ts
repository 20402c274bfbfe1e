/**
 * The zk twin of a batch: commitments to entries and the Poseidon tree over them (protocol/1-verify §8).
 * Circuits see an entry only through these.
 *
 * @module
 */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToUint, uintToBytes, utf8 } from "../base/bytes.ts";
import { keptPerEngine } from "../crypto/poseidon/hash.ts";
import { bytesToElements, FIELD_ORDER, poseidonMany, poseidonP4, poseidonP5, TAGS } from "../crypto/poseidon/index.ts";

/** Levels of a zk tree, and so triples of siblings in a path. */
export const ZK_DEPTH = 8;
/** Positions of a zk tree, and so the most entries of a batch. */
export const ZK_POSITIONS = 4 ** ZK_DEPTH;
/** The most payload words that a commitment holds. */
export const ZK_MEMBERS = 16;
/** The leaf at positions without an entry: `P4[empty](0, 0, 0, 0)`, recomputed by a test. */
export const EMPTY = 0x1167217767c6eb158d5a3a2e75ad7330676a368f42be8f30f951553c200d4543n;

/** The parts of a commitment to an entry and its payload. */
export type CommitmentInput = {
  /** The wallet that acted: below 2^160. */
  readonly actor: bigint;
  /** Below 2^256. */
  readonly nonce: bigint;
  /** Unix milliseconds. */
  readonly acceptedAt: number;
  /** The entry's SHA-256 hash as a big-endian integer. */
  readonly entryHash: bigint;
  /** `KPayload(<members>)`, as EIP-712 writes it. */
  readonly payloadType: string;
  /** The payload's 32-byte words, big-endian, without the type hash: 1 to 16, each below 2^256. */
  readonly words: readonly bigint[];
};

/** Splits a 256-bit word into `word mod r` and `word div r`, 0 to 5; no two words share both. */
export function splitWord(word: bigint): { element: bigint; quotient: number } {
  assertUint(word, 256, "a word");
  return { element: word % FIELD_ORDER, quotient: Number(word / FIELD_ORDER) };
}

/** The payload's type hash as it enters the field: keccak of the type string, modulo r. */
export function payloadTypeElement(payloadType: string): bigint {
  return bytesToUint(keccak_256(utf8(payloadType))) % FIELD_ORDER;
}

/** A commitment's input as the elements that are hashed, and that the circuits take. */
export type CommitmentElements = {
  readonly actor: bigint;
  readonly nonce: bigint;
  readonly nonceQuotient: number;
  readonly acceptedAt: bigint;
  readonly entryHash: bigint;
  readonly payloadType: bigint;
  /** The number of payload words. */
  readonly members: number;
  /** 16 elements and their quotients; 0 from `members` on. */
  readonly elements: readonly bigint[];
  readonly quotients: readonly number[];
};

/**
 * Brings an entry and its payload into the field.
 *
 * @throws RangeError if a value is out of its range, or there are not 1 to 16 words.
 */
export function commitmentElements(input: CommitmentInput): CommitmentElements {
  assertUint(input.actor, 160, "the actor");
  assertUint(input.entryHash, 256, "the entryHash");
  if (!Number.isSafeInteger(input.acceptedAt) || input.acceptedAt < 0) {
    throw new RangeError(`acceptedAt is not an integer from 0 to 2^53 - 1: ${input.acceptedAt}`);
  }
  const members = input.words.length;
  if (members < 1 || members > ZK_MEMBERS) {
    throw new RangeError(`a payload has 1 to ${ZK_MEMBERS} words, got ${members}`);
  }
  const words = Array.from({ length: ZK_MEMBERS }, (_, i) => splitWord(input.words[i] ?? 0n));
  const nonce = splitWord(input.nonce);
  return {
    actor: input.actor,
    nonce: nonce.element,
    nonceQuotient: nonce.quotient,
    acceptedAt: BigInt(input.acceptedAt),
    entryHash: input.entryHash % FIELD_ORDER,
    payloadType: payloadTypeElement(input.payloadType),
    members,
    elements: words.map((word) => word.element),
    quotients: words.map((word) => word.quotient),
  };
}

/**
 * An entry's commitment (protocol/1-verify §8.3).
 *
 * @throws RangeError if a value is out of its range, or there are not 1 to 16 words.
 */
export function commitment(input: CommitmentInput): bigint {
  return hashCommitment(commitmentElements(input)).commitment;
}

/** A commitment, and the two of its inputs that are hashes themselves. */
export type CommitmentHashes = {
  readonly commitment: bigint;
  /** Over who acted, when, and in which entry. */
  readonly context: bigint;
  /** Over payload words 2 to 15. */
  readonly rest: bigint;
};

/** The hashes of {@link commitmentElements}. */
export function hashCommitment(parts: CommitmentElements): CommitmentHashes {
  const shape = parts.quotients.reduce(
    (sum, quotient, i) => sum + (BigInt(quotient) << BigInt(8 + 3 * i)),
    BigInt(parts.members) + (BigInt(parts.nonceQuotient) << 5n),
  );
  const context = poseidonP5(TAGS.context, [parts.actor, parts.nonce, shape, parts.acceptedAt, parts.entryHash]);
  const [first = 0n, second = 0n, ...others] = parts.elements;
  const rest = hashRest([...others, 0n, 0n]);
  const commitment = poseidonP5(TAGS.commitment, [context, parts.payloadType, first, second, rest]);
  return { commitment, context, rest };
}

/** The hash of a group of zeros, and of four such groups: most payloads leave most groups zero. */
const zeros = keptPerEngine(() => {
  const group = poseidonP4(TAGS.group, [0n, 0n, 0n, 0n]);
  return { group, rest: poseidonP4(TAGS.rest, [group, group, group, group]) };
});

/** `rest` over elements 2 to 15 and two zeros. */
function hashRest(elements: readonly bigint[]): bigint {
  const groups = [0, 4, 8, 12].map((from) => elements.slice(from, from + 4));
  const isZero = groups.map((group) => group.every((element) => element === 0n));
  if (isZero.every(Boolean)) return zeros().rest;
  return poseidonP4(
    TAGS.rest,
    groups.map((group, j) => (isZero[j] ? zeros().group : poseidonP4(TAGS.group, group))),
  );
}

/** A zk tree, kept so that many paths are cheap: 2.8 MB when full. */
export type ZkTree = {
  readonly root: bigint;
  /** How many positions hold a commitment: the first ones. */
  readonly count: number;
  /** The nodes of each level, from the commitments up, 32 bytes each, without empty subtrees. */
  readonly levels: readonly Uint8Array[];
};

const NODE = 32;

/**
 * Builds the zk tree over a batch's commitments (protocol/1-verify §8.4), in about a third as many
 * hashes as there are commitments.
 *
 * @param commitments 32 big-endian bytes for each entry of the batch, in order: 1 to 65,536.
 * @throws RangeError if the number of commitments is out of range, or a commitment is not a field element.
 */
export function buildZkTree(commitments: Uint8Array): ZkTree {
  const count = commitments.length / NODE;
  if (!Number.isInteger(count) || count < 1 || count > ZK_POSITIONS) {
    throw new RangeError(
      `a batch has 1 to ${ZK_POSITIONS} commitments of ${NODE} bytes, got ${commitments.length} bytes`,
    );
  }
  const levels = zkLevels(commitments, 0, ZK_DEPTH);
  return { root: bytesToUint(levels.at(-1)!), count, levels };
}

/**
 * Computes the nodes of levels `from` to `to` of a zk tree, or of a part of a tree that begins together with a node of
 * level `to`.
 *
 * @param nodes the nodes of level `from`, 32 bytes each; level 0 are the commitments.
 * @throws RangeError if one is not a field element.
 */
export function zkLevels(nodes: Uint8Array, from: number, to: number): Uint8Array[] {
  const levels: Uint8Array[] = [Uint8Array.from(nodes)];
  for (let level = from; level < to; level++) {
    const below = levels.at(-1)!;
    const children = new Uint8Array(Math.ceil(below.length / (4 * NODE)) * 4 * NODE);
    children.set(below);
    for (let at = below.length; at < children.length; at += NODE) {
      children.set(uintToBytes(emptySubtree(level), NODE), at);
    }
    levels.push(poseidonMany(TAGS.node, 4, children));
  }
  return levels;
}

/**
 * The path of a position: eight triples of siblings, from the leaf up.
 *
 * @throws RangeError if the position is not below the tree's count.
 */
export function zkTreePath(tree: ZkTree, position: number): bigint[][] {
  if (!Number.isInteger(position) || position < 0 || position >= tree.count) {
    throw new RangeError(`the position must be an integer from 0 to ${tree.count - 1}, got ${position}`);
  }
  return zkSiblings(tree.levels, 0, position);
}

/**
 * The triples of siblings on the way up through levels.
 *
 * @param levels as {@link zkLevels} gives them; the last one has no siblings.
 * @param from the number of the first of the levels.
 * @param position of a node of that level.
 */
export function zkSiblings(levels: readonly Uint8Array[], from: number, position: number): bigint[][] {
  return levels.slice(0, -1).map((nodes, i) => {
    const own = Math.floor(position / 4 ** i);
    const first = own - (own % 4);
    const children = bytesToElements(nodes.subarray(first * NODE, (first + 4) * NODE));
    return [0, 1, 2, 3]
      .filter((place) => first + place !== own)
      .map((place) => children[place] ?? emptySubtree(from + i));
  });
}

/**
 * The zkRoot that a path implies, for the caller to compare. Paths of one batch share most of their nodes: the newest
 * nodes are kept, so that a verifier of many bundles computes each of them once.
 *
 * @throws RangeError if the path is not eight triples of field elements, or the position not one of
 * the tree's.
 */
export function zkRootFromPath(leaf: bigint, position: number, path: readonly (readonly bigint[])[]): bigint {
  return zkPathChildren(leaf, position, path, hashKnownNode).root;
}

const hashNode = (children: readonly bigint[]): bigint => poseidonP4(TAGS.node, children);

/** The nodes that were computed last, by their children: at most 2 MB. */
const knownNodes = keptPerEngine(() => new Map<string, bigint>());
const MOST_KNOWN = 4_096;

function hashKnownNode(children: readonly bigint[]): bigint {
  const nodes = knownNodes();
  const key = children.map((child) => child.toString(32)).join();
  const known = nodes.get(key);
  if (known !== undefined) return known;
  const node = hashNode(children);
  if (nodes.size === MOST_KNOWN) nodes.clear();
  nodes.set(key, node);
  return node;
}

/** A path as the circuits take it: all four children of each node on it, from the leaf's parent up. */
export function zkPathChildren(
  leaf: bigint,
  position: number,
  path: readonly (readonly bigint[])[],
  hash: (children: readonly bigint[]) => bigint = hashNode,
): { root: bigint; children: bigint[][] } {
  if (!Number.isInteger(position) || position < 0 || position >= ZK_POSITIONS) {
    throw new RangeError(`a position is an integer from 0 to ${ZK_POSITIONS - 1}, got ${position}`);
  }
  if (path.length !== ZK_DEPTH) throw new RangeError(`a zk path has ${ZK_DEPTH} levels, got ${path.length}`);
  const children: bigint[][] = [];
  let root = leaf;
  for (const [level, siblings] of path.entries()) {
    if (siblings.length !== 3) throw new RangeError(`level ${level} has ${siblings.length} siblings, not 3`);
    const place = Math.floor(position / 4 ** level) % 4;
    const node = [...siblings.slice(0, place), root, ...siblings.slice(place)];
    children.push(node);
    root = hash(node);
  }
  return { root, children };
}

const emptySubtrees: bigint[] = [EMPTY];

/** The root of a subtree without commitments; level 0 is a leaf. */
function emptySubtree(level: number): bigint {
  const known = emptySubtrees[level];
  if (known !== undefined) return known;
  const below = emptySubtree(level - 1);
  return (emptySubtrees[level] = poseidonP4(TAGS.node, [below, below, below, below]));
}

function assertUint(value: bigint, bits: number, name: string): void {
  if (typeof value === "bigint" && value >= 0n && value >> BigInt(bits) === 0n) return;
  throw new RangeError(`${name} does not fit ${bits} bits: ${value}`);
}
