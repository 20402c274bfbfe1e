/** Makes `test/vectors/zk.json`, and has the entries that all vectors use. */
import {
  buildZkTree,
  commitmentElements,
  type CommitmentInput,
  EMPTY,
  hashCommitment,
  zkTreePath,
} from "../../src/batch/zk.ts";
import {
  elementsToBytes,
  FIELD_ORDER,
  poseidonP4,
  poseidonP5,
  type PoseidonUse,
  TAGS,
} from "../../src/crypto/poseidon/index.ts";

/** Formats an integer as 32 big-endian bytes in hex. */
export const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`;

const LAST = 2n ** 256n - 1n;
const ACTOR = 0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266n;
const TO = 0x70997970c51812dc3a010c7d01b50e0d17dc79c8n;
const HASH = 0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855n;

/** Entries, from ordinary to extreme ones. */
export const entries: Readonly<Record<string, CommitmentInput>> = {
  "two members": {
    actor: ACTOR,
    nonce: 1n,
    acceptedAt: 1_790_000_000_000,
    entryHash: HASH,
    payloadType: "TransferPayload(string objectId,address to)",
    words: [0x9c22ff5f21f0b81b113e63f7db6da94fedef11b2119b4088b89664fb9a3cb658n, TO],
  },
  "four members, all with quotients but the address": {
    actor: ACTOR,
    nonce: 5n * FIELD_ORDER,
    acceptedAt: 1_790_000_000_001,
    entryHash: FIELD_ORDER,
    payloadType: "OfferPayload(bytes32 object,int256 change,address to,bytes32 salt)",
    words: [FIELD_ORDER, LAST, TO, 3n * FIELD_ORDER - 1n],
  },
  "sixteen members": {
    actor: TO,
    nonce: LAST,
    acceptedAt: Number.MAX_SAFE_INTEGER,
    entryHash: LAST,
    payloadType: `WidePayload(${Array.from({ length: 16 }, (_, i) => (i === 15 ? "address m15" : `uint256 m${i}`)).join(",")})`,
    words: Array.from({ length: 16 }, (_, i) => (i === 15 ? ACTOR : LAST - BigInt(i) * 2n ** 252n)),
  },
  "one member, everything zero": {
    actor: 0n,
    nonce: 0n,
    acceptedAt: 0,
    entryHash: 0n,
    payloadType: "NothingPayload(bool nothing)",
    words: [0n],
  },
};

/** Returns an entry in its JSON form. */
export const entryJson = (entry: CommitmentInput) => ({
  actor: word(entry.actor),
  nonce: word(entry.nonce),
  acceptedAt: entry.acceptedAt,
  entryHash: word(entry.entryHash),
  payloadType: entry.payloadType,
  words: entry.words.map(word),
});

/** Returns the commitments of a batch of `count` positions: the given ones, and small numbers for all others. */
export function batchOf(count: number, real: ReadonlyMap<number, bigint>): Uint8Array {
  return elementsToBytes(Array.from({ length: count }, (_, i) => real.get(i) ?? BigInt(i + 1)));
}

export function zkVectors() {
  const uses = Object.keys(TAGS) as PoseidonUse[];
  const ofFive = new Set<PoseidonUse>(["context", "commitment", "nullifier"]);
  const edge = [0n, 1n, FIELD_ORDER - 1n, 2n ** 253n, LAST % FIELD_ORDER];
  const hash = (use: PoseidonUse, inputs: readonly bigint[]) => ({
    use,
    tag: word(TAGS[use]),
    inputs: inputs.map(word),
    hash: word((inputs.length === 4 ? poseidonP4 : poseidonP5)(TAGS[use], inputs)),
  });
  const tree = (name: string, count: number, positions: readonly number[]) => {
    const built = buildZkTree(batchOf(count, new Map()));
    const paths = positions.map((position) => ({
      position,
      path: zkTreePath(built, position).map((level) => level.map(word)),
    }));
    return { name, count, root: word(built.root), paths };
  };
  return {
    about: "protocol/1-verify §8. Integers are 32 big-endian bytes in hex. In trees, position p < count holds p + 1.",
    poseidon: [
      ...uses.map((use) => hash(use, Array<bigint>(ofFive.has(use) ? 5 : 4).fill(0n))),
      hash("node", edge.slice(0, 4)),
      hash("commitment", edge),
    ],
    empty: word(EMPTY),
    commitments: Object.entries(entries).map(([name, entry]) => {
      const elements = commitmentElements(entry);
      const hashes = hashCommitment(elements);
      return {
        name,
        entry: entryJson(entry),
        payloadType: word(elements.payloadType),
        elements: elements.elements.map(word),
        quotients: elements.quotients,
        context: word(hashes.context),
        rest: word(hashes.rest),
        commitment: word(hashes.commitment),
      };
    }),
    trees: [
      tree("one entry", 1, [0]),
      tree("a full node", 4, [0, 3]),
      tree("one more", 5, [0, 3, 4]),
      tree("in the middle", 37, [0, 21, 36]),
    ],
  };
}
