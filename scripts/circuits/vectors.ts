/**
 * Writes the vectors that TypeScript, Solidity and circom share.
 *
 *     node scripts/circuits/vectors.ts zk           test/vectors/zk.json: hashes, commitments, trees
 *     node scripts/circuits/vectors.ts disclosure   test/vectors/disclosure.json: proofs, good and bad
 *
 * Proofs are random and so the second file is another at every run: it is only needed when the keys of
 * the circuit have changed. The first follows from docs/PROTOCOL.md and never changes.
 */
import { writeFileSync } from "node:fs";
import { atRoot } from "./files.ts";
import { disclosureVectors } from "./disclosure-vectors.ts";
import { zkVectors } from "./zk-vectors.ts";

const [name, ...others] = process.argv.slice(2);
if ((name !== "zk" && name !== "disclosure") || others.length > 0) {
  console.error("usage: node scripts/circuits/vectors.ts zk|disclosure");
  process.exitCode = 3;
} else {
  const vectors = name === "zk" ? zkVectors() : await disclosureVectors();
  writeFileSync(atRoot(`test/vectors/${name}.json`), `${JSON.stringify(vectors, null, 2)}\n`);
}
