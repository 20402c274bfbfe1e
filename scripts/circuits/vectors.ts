/**
 * Writes the vectors that TypeScript, Solidity and circom share.
 *
 *     npm run script -- scripts/circuits/vectors.ts WHICH
 *
 *     zk       test/vectors/zk.json: hashes, commitments, trees
 *     proofs   test/vectors/{disclosure,order,absence}.json: valid, invalid and malformed proofs
 *     gas      test/vectors/gas.json: proofs for transactions whose gas is measured
 *
 * `zk` follows from protocol/1-verify §8 and never changes. `proofs` and `gas` differ at every run, because proofs are
 * random. Run them only if the keys of a circuit have changed.
 */
import { writeFileSync } from "node:fs";
import { fromHex } from "../../src/base/hex.ts";
import { openProver, type Prover } from "../../src/proof/prover.ts";
import { absenceVectors } from "./absence-vectors.ts";
import { disclosureVectors } from "./disclosure-vectors.ts";
import { atRoot } from "./files.ts";
import { gasVectors } from "./gas-vectors.ts";
import { orderVectors } from "./order-vectors.ts";
import { zkVectors } from "./zk-vectors.ts";

const [name, ...others] = process.argv.slice(2);
if ((name !== "zk" && name !== "proofs" && name !== "gas") || others.length > 0) {
  console.error("usage: npm run script -- scripts/circuits/vectors.ts zk|proofs|gas");
  process.exitCode = 3;
} else if (name === "zk") {
  write("zk", zkVectors());
} else {
  const prover = await openProver();
  try {
    if (name === "gas") write("gas", await gasVectors(prover));
    else await writeProofs(prover);
  } finally {
    await prover.close();
  }
}

async function writeProofs(prover: Prover): Promise<void> {
  const disclosure = await disclosureVectors(prover);
  const [one] = disclosure.valid;
  const foreign = { proof: fromHex(one?.proof ?? ""), signals: one?.signals.map(BigInt) ?? [] };
  write("disclosure", disclosure);
  write("order", await orderVectors(prover, foreign));
  write("absence", await absenceVectors(prover, foreign));
}

function write(file: string, vectors: object): void {
  writeFileSync(atRoot(`test/vectors/${file}.json`), `${JSON.stringify(vectors, null, 2)}\n`);
}
