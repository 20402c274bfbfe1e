/** The inclusion proofs in the compact form of a bundle (protocol/6-tiles §2). */
import { bytesToUint, uintToBytes } from "../../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { FormatError, toDecimal } from "../../base/json.ts";
import { decodeHeader, encodeHeader, hashHeader, type Header } from "../../batch/header.ts";
import { hashEntry, type Entry } from "../../log/entry.ts";
import { inclusionProofLength, rootFromInclusionProof } from "../../crypto/merkle/verify.ts";
import { readFieldElement, type Inclusion } from "./bundle.ts";
import type { FieldReader, FieldWriter } from "./fields.ts";

const NO_HASH = new Uint8Array(32);

/** Writes an inclusion. Values that `readInclusion` recomputes are left out, without a check. */
export function writeInclusion(writer: FieldWriter, inclusion: Inclusion, entry: Entry): void {
  const header = decodeHeader(fromHex(inclusion.header));
  const { checkpoint } = inclusion;
  const [size, position] = [Number(checkpoint.size), Number(checkpoint.position)];
  writer.uint(header.number);
  if (header.number > 0) writer.uint(header.start);
  writer.uint(header.count);
  if (header.prevLeaf !== undefined) {
    writer.uint(header.prevLeaf);
    writer.bytes(header.parent);
    if (entry.index > header.start) writer.bytes(header.prevHead);
  }
  if (!isLast(entry, header)) writer.bytes(header.head);
  writer.bytes(header.zkRoot);
  writer.uint(header.closedAt);
  writeProof(writer, inclusion.path, entry.index - header.start, header.count, "inclusion.path");
  writeZkPath(writer, inclusion.zkPath);
  writer.uint(size);
  writer.uint(position);
  writeProof(writer, checkpoint.path, position, size, "inclusion.checkpoint.path");
}

/**
 * Reads an inclusion of an entry, and recomputes its roots from the paths.
 *
 * @throws FormatError, RangeError or MerkleProofError if the bytes are not an inclusion.
 */
export function readInclusion(reader: FieldReader, entry: Entry, entryBytes: Uint8Array): Inclusion {
  const entryHash = hashEntry(entryBytes);
  const fields = readHeader(reader, entry, entryHash);
  const position = entry.index - fields.start;
  const path = readProof(reader, position, fields.count, "inclusion.path");
  const root = rootFromInclusionProof(entryHash, position, fields.count, path);
  const header = encodeHeader({ ...fields, root });
  // Checks that the header is well-formed.
  decodeHeader(header);
  const zkPath = readZkPath(reader);
  const size = reader.count("inclusion.checkpoint.size");
  const at = reader.count("inclusion.checkpoint.position");
  const upper = readProof(reader, at, size, "inclusion.checkpoint.path");
  return {
    header: toHex(header),
    path: path.map(toHex),
    zkPath,
    checkpoint: {
      size: toDecimal(size),
      root: toHex(rootFromInclusionProof(hashHeader(header), at, size, upper)),
      position: toDecimal(at),
      path: upper.map(toHex),
    },
  };
}

function readHeader(reader: FieldReader, entry: Entry, entryHash: Uint8Array): Omit<Header, "root"> {
  const at = (name: string): string => `inclusion.header's ${name}`;
  const number = reader.count(at("number"));
  const first = number === 0;
  const start = first ? 0 : reader.count(at("start"));
  const count = reader.count(at("count"));
  const range = { start, count };
  return {
    log: entry.log,
    number,
    ...range,
    prevLeaf: first ? undefined : reader.count(at("prevLeaf")),
    parent: first ? NO_HASH : reader.bytes(32, at("parent")),
    prevHead: first ? entry.log : entry.index > start ? reader.bytes(32, at("prevHead")) : entry.prev,
    head: isLast(entry, range) ? entryHash : reader.bytes(32, at("head")),
    zkRoot: reader.bytes(32, at("zkRoot")),
    closedAt: reader.count(at("closedAt")),
  };
}

/** Whether an entry is the last of its batch. Its hash is then the batch's head. */
function isLast(entry: Entry, header: Pick<Header, "start" | "count">): boolean {
  return entry.index - header.start === header.count - 1;
}

/** The number of hashes follows from the position and the size, so it is not written. */
function writeProof(writer: FieldWriter, proof: readonly Hex[], index: number, size: number, path: string): void {
  const length = proofLength(index, size, path);
  if (proof.length !== length) {
    throw new FormatError("malformed", path, `has ${proof.length} hashes, but ${length} are needed`);
  }
  for (const hash of proof) writer.bytes(fromHex(hash, 32));
}

function readProof(reader: FieldReader, index: number, size: number, path: string): Uint8Array[] {
  return Array.from({ length: proofLength(index, size, path) }, () => reader.bytes(32, path));
}

function proofLength(index: number, size: number, path: string): number {
  if (index >= 0 && index < size) return inclusionProofLength(index, size);
  throw new FormatError("malformed", path, `a tree of size ${size} has no leaf ${index}`);
}

const LEVELS = 8;
const PER_LEVEL = 3;

/**
 * Roots of empty zk subtrees, from a leaf up (protocol/1-verify §8.4); a test recomputes them. Most paths contain some,
 * so each takes only one bit.
 */
const EMPTY_SUBTREES: readonly Hex[] = [
  "0x1167217767c6eb158d5a3a2e75ad7330676a368f42be8f30f951553c200d4543",
  "0x196606ac75b4e578a2d847bca411daa63c48706d4546050ddd3f2d8a72aa6061",
  "0x0776ba26493f6d87f41b8e5b4270bb5d95787c0f868b53b8daee03d198672bfd",
  "0x18ee0f55c125f6d5e32959630a547245a65769c4abee15021c865374bb7cd109",
  "0x21435a9d86f42a937b0cf1f7eb5f0ed80c08ac67c55f1b6f65d1b9c52dd31726",
  "0x1cc8f9546c87e35ce24a09d0db4f856563adca27fdd4c71ea7c7e2aa4b606bfc",
  "0x2219a2cffaa18f81b80a451b086552f32475b4effb351de592ea3d557d0cc951",
  "0x2d418cdea14def42c762a3bca529514682e1caffd2bb80d5c7f228dc7e155e1b",
];

/** Writes 24 bits, the first sibling's the highest, with 1 for an empty subtree's root. The other siblings follow. */
function writeZkPath(writer: FieldWriter, zkPath: Inclusion["zkPath"]): void {
  const isEmpty = zkPath.map((level, l) => level.map((sibling) => sibling === EMPTY_SUBTREES[l]));
  const bits = isEmpty.flat().reduce((sum, empty) => 2 * sum + (empty ? 1 : 0), 0);
  writer.bytes(uintToBytes(bits, (LEVELS * PER_LEVEL) / 8));
  for (const [l, level] of zkPath.entries()) {
    for (const [i, sibling] of level.entries()) if (!isEmpty[l]![i]) writer.bytes(fromHex(sibling, 32));
  }
}

function readZkPath(reader: FieldReader): Hex[][] {
  const path = "inclusion.zkPath";
  const bits = Number(bytesToUint(reader.bytes((LEVELS * PER_LEVEL) / 8, path)));
  return EMPTY_SUBTREES.map((empty, l) =>
    Array.from({ length: PER_LEVEL }, (_, i) => {
      if ((bits >> (LEVELS * PER_LEVEL - 1 - PER_LEVEL * l - i)) & 1) return empty;
      const sibling = readFieldElement(toHex(reader.bytes(32, path)), `${path}[${l}][${i}]`);
      if (sibling !== empty) return sibling;
      throw new FormatError("non_canonical", `${path}[${l}][${i}]`, "spells out an empty subtree's root");
    }),
  );
}
