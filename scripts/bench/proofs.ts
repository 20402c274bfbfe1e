/** Measures Poseidon, the zk twin and proofs, beside circomlibjs, snarkjs and Semaphore. */
import { openProver } from "../../src/proof/prover.ts";
import type { CasesOptions } from "./areas.ts";
import type { BenchCase } from "./frame.ts";
import { type Chain, startChain } from "./gas/chain.ts";
import { absenceCases } from "./proofs/absences.ts";
import { circuitCases } from "./proofs/circuits.ts";
import { hashingCases } from "./proofs/hashing.ts";
import { loadMembership } from "./proofs/semaphore.ts";
import { stopSnarkjs } from "../snarkjs.ts";

const prover = await openProver();
let started: Promise<Chain> | undefined;
/** Starts the chain of this run at the first measurement of gas. */
const chain = () => (started ??= startChain());

export async function close(): Promise<void> {
  await Promise.all([prover.close(), started?.then((chain) => chain.close())]);
  await stopSnarkjs();
  started = undefined;
}

export async function cases({ fetch = false }: CasesOptions = {}): Promise<BenchCase[]> {
  const membership = fetch ? await loadMembership() : undefined;
  return [...(await hashingCases()), ...(await circuitCases({ prover, chain, membership })), ...absenceCases(prover)];
}
