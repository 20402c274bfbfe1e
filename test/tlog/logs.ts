/** Logs for the tests, and a second implementation of the specifications' trees on node:crypto. */
import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { buildTree, hashLeaves, treeRoot, type MerkleTree } from "anchorlog/crypto/merkle";
import {
  ed25519NoteKey,
  formatCheckpointText,
  formatNote,
  policyOf,
  signNoteText,
  type Policy,
  type Publication,
  type TileStore,
} from "anchorlog/tlog";

export const ORIGIN = "log.example/tests";
const secret = new Uint8Array(32).fill(7);
export const logKey = ed25519NoteKey(ORIGIN, ed25519.getPublicKey(secret));
export const policy: Policy = policyOf({ logs: [logKey] });

/** Entry `i` of a test log: of varied lengths, some of them empty. */
export const entryOf = (i: number): Uint8Array => new TextEncoder().encode(`entry ${i}`.repeat(i % 4));

export function signCheckpointOf(size: number, root: Uint8Array, origin = ORIGIN): string {
  const text = formatCheckpointText({ origin, size, root });
  return formatNote({ text, signatures: [signNoteText(text, origin, secret)] });
}

/** A log's state at a size, ready to be published. */
export function publicationOf(
  size: number,
  entry: (i: number) => Uint8Array = entryOf,
): Publication & { readonly tree: MerkleTree } {
  const tree = buildTree(hashLeaves(Array.from({ length: size }, (_, i) => entry(i))));
  return {
    tree,
    checkpoint: signCheckpointOf(size, treeRoot(tree)),
    entries: (start, end) => Promise.resolve(Array.from({ length: end - start }, (_, i) => entry(start + i))),
  };
}

/** Files in memory; `writes` has the paths in the order of the puts. */
export function memoryTiles(files = new Map<string, Uint8Array>()): TileStore & {
  files: Map<string, Uint8Array>;
  writes: string[];
} {
  const writes: string[] = [];
  return {
    files,
    writes,
    get: async (path) => files.get(path),
    put: async (path, bytes, { immutable }) => {
      const known = files.get(path);
      if (immutable && known !== undefined && !Buffer.from(known).equals(bytes)) throw new Error(`conflict at ${path}`);
      writes.push(path);
      files.set(path, bytes);
    },
  };
}

const sha256 = (...parts: readonly Uint8Array[]): Buffer => createHash("sha256").update(Buffer.concat(parts)).digest();

/** MTH of RFC 6962, section 2.1, word for word. */
export function merkleTreeHash(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return sha256(Uint8Array.of(0), leaves[0]!);
  let k = 1;
  while (2 * k < leaves.length) k *= 2;
  return sha256(Uint8Array.of(1), merkleTreeHash(leaves.slice(0, k)), merkleTreeHash(leaves.slice(k)));
}

/**
 * Whether a consistency proof of RFC 6962, section 2.1.2, holds. Reads SUBPROOF backwards, and computes both roots from
 * it.
 */
export function isConsistent(
  m: number,
  oldRoot: Buffer,
  n: number,
  newRoot: Buffer,
  proof: readonly Buffer[],
): boolean {
  const rest = [...proof];
  const next = (): Buffer => rest.shift() ?? Buffer.alloc(0);
  const roots = (m: number, n: number, complete: boolean): [Buffer, Buffer] => {
    if (m === n) {
      const hash = complete ? oldRoot : next();
      return [hash, hash];
    }
    let k = 1;
    while (2 * k < n) k *= 2;
    if (m <= k) {
      const [before, now] = roots(m, k, complete);
      return [before, sha256(Uint8Array.of(1), now, next())];
    }
    const [before, now] = roots(m - k, n - k, false);
    const left = next();
    return [sha256(Uint8Array.of(1), left, before), sha256(Uint8Array.of(1), left, now)];
  };
  const [before, now] = roots(m, n, true);
  return rest.length === 0 && before.equals(oldRoot) && now.equals(newRoot);
}

/** Ed25519 of node:crypto over raw keys. */
export const nodeEd25519 = {
  privateKey: (seed: Uint8Array): KeyObject =>
    createPrivateKey({
      key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]),
      format: "der",
      type: "pkcs8",
    }),
  publicBytes: (key: KeyObject): Buffer => Buffer.from(createPublicKey(key).export({ format: "jwk" }).x!, "base64url"),
  sign: (text: string, key: KeyObject): Buffer => sign(null, Buffer.from(text), key),
  verify: (text: string, publicKey: Uint8Array, signature: Uint8Array): boolean =>
    verify(
      null,
      Buffer.from(text),
      createPublicKey({
        key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKey).toString("base64url") },
        format: "jwk",
      }),
      signature,
    ),
};

/** The first four bytes of SHA-256(name ‖ 0x0A ‖ type ‖ key). */
export const keyIdOf = (name: string, type: number, key: Uint8Array): Buffer =>
  sha256(Buffer.from(`${name}\n`), Uint8Array.of(type), key).subarray(0, 4);
