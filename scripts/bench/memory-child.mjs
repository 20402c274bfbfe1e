// A process that does one task of memory.ts, and answers with its peak resident memory in bytes.
// It is plain JavaScript, so that the memory to run TypeScript is not measured.
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { peak } from "./peak.mjs";

const tasks = {
  nothing: () => {},
  anchorlog: async ({ circuit, input }) => {
    const { openProver } = await import("anchorlog/proof/prover");
    const prover = await openProver();
    await prover.runWithoutChain(circuit, input);
    await prover.close();
  },
  snarkjs: async ({ input, wasm, zkey }) => {
    const { groth16 } = await import("snarkjs");
    await groth16.fullProve(input, wasm, zkey);
  },
  semaphore: async ({ folder, member, merkleProof, depth, wasm, zkey }) => {
    const require = createRequire(folder);
    const { Identity } = require("@semaphore-protocol/identity");
    const { generateProof } = require("@semaphore-protocol/proof");
    await generateProof(new Identity(member), merkleProof, 1n, 2n, depth, { wasm, zkey });
  },
  tree: ({ maker, leaves }) => trees[maker](leaves),
  append: async ({ path, operator, log, definitions, actions, threads }) => {
    const { defineActions, openAnchorlog } = await import("anchorlog");
    const { privateKeySigner } = await import("anchorlog/action");
    const { noteKeySigner } = await import("anchorlog/action/signers");
    const { openSqliteStore } = await import("anchorlog/store/sqlite");
    const [anchorKey, receiptKey] = ["b1", "b2"].map((digits) => privateKeySigner(`0x${digits.repeat(32)}`));
    const keys = { anchorKey, receiptKey, noteKey: noteKeySigner(new Uint8Array(32).fill(0xb3)) };
    const types = defineActions(definitions);
    const store = await openSqliteStore(path);
    const anchorlog = await openAnchorlog({ store, operator, logs: [log], types, keys, threads });
    let next = 0;
    const submit = async () => {
      for (let from = next; from < actions.length; from = next) {
        next += 100;
        for (const { status } of await anchorlog.submitMany(actions.slice(from, from + 100))) {
          if (status !== "accepted") throw new Error(`an action was ${status}`);
        }
      }
    };
    await Promise.all([submit(), submit(), submit(), submit()]);
    await anchorlog.closeBatches();
    await anchorlog.close();
  },
};

const sha256 = (bytes) => createHash("sha256").update(bytes).digest();
const leafHashes = (count) => Array.from({ length: count }, (_, i) => sha256(Buffer.from(`leaf ${i}`)));
const trees = {
  anchorlog: async (leaves) => {
    const { buildTree, inclusionProof, treeRoot } = await import("anchorlog/crypto/merkle");
    const tree = buildTree(leafHashes(leaves));
    return [treeRoot(tree), inclusionProof(tree, 1)];
  },
  merkletreejs: async (leaves) => {
    const { MerkleTree } = await import("merkletreejs");
    const hashes = leafHashes(leaves);
    const tree = new MerkleTree(hashes, (pair) => sha256(Buffer.concat([Uint8Array.of(1), pair])));
    return [tree.getRoot(), tree.getProof(hashes[1], 1)];
  },
  openzeppelin: async (leaves) => {
    const { SimpleMerkleTree } = await import("@openzeppelin/merkle-tree");
    const tree = SimpleMerkleTree.of(leafHashes(leaves));
    return [tree.root, tree.getProof(1)];
  },
};

async function run(task) {
  await tasks[task.type](task);
  process.send(peak(), () => process.exit(0));
}

// A failure ends the process, and memory.ts reports it.
process.once("message", (task) => void run(task));
