/**
 * Writes the vectors that TypeScript, Solidity and circom share.
 *
 *     node scripts/circuits/vectors.ts zk       test/vectors/zk.json: hashes, commitments, trees
 *     node scripts/circuits/vectors.ts proofs   test/vectors/{disclosure,order,absence}.json: proofs, good and bad
 *
 * Proofs are random and so the latter are others at every run: they are only needed when the keys of a circuit have
 * changed. The first follows from docs/PROTOCOL.md and never changes.
 */
import { writeFileSync } from "node:fs";
import { fromHex } from "../../src/encoding/hex.ts";
import { openProver } from "../../src/proof/prover.ts";
import { absenceVectors } from "./absence-vectors.ts";
import { disclosureVectors } from "./disclosure-vectors.ts";
import { atRoot } from "./files.ts";
import { orderVectors } from "./order-vectors.ts";
import { zkVectors } from "./zk-vectors.ts";

const [name, ...others] = process.argv.slice(2);
if ((name !== "zk" && name !== "proofs") || others.length > 0) {
  console.error("usage: node scripts/circuits/vectors.ts zk|proofs");
  process.exitCode = 3;
} else if (name === "zk") {
  write("zk", zkVectors());
} else {
  const prover = openProver();
  try {
    const disclosure = await disclosureVectors(prover);
    const [one] = disclosure.valid;
    const foreign = { proof: fromHex(one?.proof ?? ""), signals: one?.signals.map(BigInt) ?? [] };
    write("disclosure", disclosure);
    write("order", await orderVectors(prover, foreign));
    write("absence", await absenceVectors(prover, foreign));
  } finally {
    await prover.close();
  }
}

function write(file: string, vectors: object): void {
  writeFileSync(atRoot(`test/vectors/${file}.json`), `${JSON.stringify(vectors, null, 2)}\n`);
}
