/** Measures the contracts' gas on a local chain: the registry, the circuits' verifiers, the RFC 9162 checks. */
import { ON_CHAIN } from "../circuits/files.ts";
import { type BenchCase, OURS } from "./frame.ts";
import { type Chain, startChain } from "./gas/chain.ts";
import { type Check, consistencyCheck, inclusionCheck, traceCheck } from "./gas/checks.ts";
import { anchorProofLengths, gasOfStoring, registerAndAnchor, type RegistryGas } from "./gas/registry.ts";
import { verifierCase } from "./gas/verifiers.ts";
import { stopSnarkjs } from "../snarkjs.ts";

const SHA256_FLOOR = "SHA-256 precompile only";
const DEPTH = 20;
const [OLD_SIZE, SIZE] = [100_001, 131_071];

let started: Promise<Chain> | undefined;
let measured: Promise<RegistryGas> | undefined;

/** Starts the chain of this run at the first measurement. */
const chain = () => (started ??= startChain());
const registry = async () => (measured ??= registerAndAnchor(await chain()));

export async function close(): Promise<void> {
  await (await started)?.close();
  await stopSnarkjs();
  started = measured = undefined;
}

export function cases(): BenchCase[] {
  const [, second, third] = anchorProofLengths();
  const anchor = (i: number) => ({ name: OURS, measure: async () => (await registry()).anchors[i]! });
  return [
    {
      name: "register an operator",
      unit: "gas",
      subjects: [{ name: OURS, measure: async () => (await registry()).register }, storing(8, 0)],
    },
    {
      name: "deposit its stake",
      unit: "gas",
      subjects: [{ name: OURS, measure: async () => (await registry()).stake }, storing(2, 0)],
    },
    { name: "anchor: the first one", unit: "gas", subjects: [anchor(0), storing(2, 1)] },
    {
      name: `anchor: the next one, ${second} hashes, in a new slot`,
      unit: "gas",
      subjects: [anchor(1), storing(2, 1)],
    },
    {
      name: `anchor: the next one, ${third} hashes, in a used slot (steady state)`,
      unit: "gas",
      subjects: [anchor(2), storing(0, 3)],
    },
    ...ON_CHAIN.map((circuit) => verifierCase(chain, circuit)),
    {
      name: `check an inclusion proof, ${DEPTH} hashes, without the transaction`,
      unit: "gas",
      subjects: checking(() => inclusionCheck(DEPTH)),
    },
    {
      name: `check a consistency proof, ${OLD_SIZE} to ${SIZE}, without the transaction`,
      unit: "gas",
      subjects: checking(() => consistencyCheck(OLD_SIZE, SIZE)),
    },
  ];
}

/** A floor: a transaction that only writes the storage words that the subject must write. */
function storing(fresh: number, used: number) {
  const words = [...(fresh > 0 ? [`${fresh} new`] : []), ...(used > 0 ? [`${used} used`] : [])].join(" and ");
  return { name: `storing only, ${words}`, measure: async () => gasOfStoring(await chain(), fresh, used) };
}

function checking(make: () => Check) {
  let traced: ReturnType<typeof traceCheck> | undefined;
  const trace = async () => (traced ??= traceCheck(await chain(), make()));
  return [
    { name: OURS, measure: async () => (await trace()).gas },
    { name: SHA256_FLOOR, measure: async () => (await trace()).precompileGas },
  ];
}
