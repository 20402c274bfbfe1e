/** Measures each circuit: constraints, keys, witnesses, proofs, memory, gas. */
import { readFile, stat } from "node:fs/promises";
import * as snarkjs from "snarkjs";
import { nobleVerifier } from "../../../src/crypto/bn254/pairingNoble.ts";
import { absenceWitness } from "../../../src/proof/absenceWitness.ts";
import { loadCalculator } from "../../../src/proof/calculator.ts";
import { ABSENCE_KEY } from "../../../src/proof/generated/absenceKey.ts";
import { DISCLOSURE_KEY } from "../../../src/proof/generated/disclosureKey.ts";
import { ORDER_KEY } from "../../../src/proof/generated/orderKey.ts";
import { prepareKeyWith } from "../../../src/proof/groth16.ts";
import {
  decodeProof,
  proofToSnarkjs,
  verifyAbsenceProofWithoutChain,
  verifyDisclosureProofWithoutChain,
  verifyGroth16WithoutChain,
  verifyOrderProofWithoutChain,
} from "../../../src/proof/index.ts";
import { orderWitness } from "../../../src/proof/orderWitness.ts";
import type { ProveOptions, Prover } from "../../../src/proof/prover.ts";
import {
  proveAbsenceStatementWithoutChain,
  proveDisclosureStatementWithoutChain,
  proveOrderStatementWithoutChain,
} from "../../../src/proof/prover-statements.ts";
import { type CircuitInput, disclosureWitness } from "../../../src/proof/witness.ts";
import { absences, orders, valid } from "../../../test/proof/fixtures.ts";
import { atRoot, type Circuit, CIRCUITS } from "../../circuits/files.ts";
import { artifactPaths, readManifest } from "../../circuits/manifest.ts";
import { type BenchCase, OURS, same } from "../frame.ts";
import type { Chain } from "../gas/chain.ts";
import { verifierCase } from "../gas/verifiers.ts";
import { constraintsOf } from "./key.ts";
import { memoryOf } from "../memory.ts";
import type { Membership } from "./semaphore.ts";

const SNARKJS = "snarkjs 0";
const KEYS = { disclosure: DISCLOSURE_KEY, order: ORDER_KEY, absence: ABSENCE_KEY } as const;

/** Transactions with a proof. Their gas is read from snapshots/. */
const TRANSACTIONS: Readonly<Record<Circuit, readonly { name: string; group: string; figure: string }[]>> = {
  disclosure: [
    {
      name: "claim two words, of a known batch",
      group: "Claims",
      figure: "claim: known batch, two words, for another",
    },
  ],
  order: [{ name: "lead a dispute, of a known batch", group: "Disputes", figure: "lead: two members, known batch" }],
  absence: [],
};

/** The objects that the cases use. */
type Setting = {
  readonly prover: Prover;
  readonly chain: () => Promise<Chain>;
  /** Semaphore's proof, if it is installed. It is compared with the disclosure. */
  readonly membership: Membership | undefined;
};

type Subject = {
  readonly name: string;
  /** A valid proof, and the input to make one. */
  readonly proof: Uint8Array;
  readonly signals: readonly bigint[];
  readonly input: CircuitInput;
  readonly verify: (proof: Uint8Array, signals: readonly bigint[]) => boolean;
  readonly prove: (options: ProveOptions) => Promise<unknown>;
};

export async function circuitCases(setting: Setting): Promise<BenchCase[]> {
  const cases = await Promise.all(CIRCUITS.map((circuit) => casesOf(circuit, setting)));
  return cases.flat();
}

function subjectOf(circuit: Circuit): Subject {
  if (circuit === "disclosure") {
    const { statement, proof, signals } = valid[1]!;
    const prove = (options: ProveOptions) => proveDisclosureStatementWithoutChain(statement, options);
    const { input } = disclosureWitness(statement);
    return { name: "a disclosure", proof, signals, input, verify: verifyDisclosureProofWithoutChain, prove };
  }
  if (circuit === "order") {
    const { statement, proof, signals } = orders.valid[0]!;
    const prove = (options: ProveOptions) => proveOrderStatementWithoutChain(statement, options);
    return {
      name: "an order",
      proof,
      signals,
      input: orderWitness(statement).input,
      verify: verifyOrderProofWithoutChain,
      prove,
    };
  }
  const { statement, proof, signals } = absences.valid[0]!;
  const prove = (options: ProveOptions) => proveAbsenceStatementWithoutChain(statement, options);
  const { input } = absenceWitness(statement);
  return { name: "an absence of 16", proof, signals, input, verify: verifyAbsenceProofWithoutChain, prove };
}

async function casesOf(circuit: Circuit, { prover, chain, membership }: Setting): Promise<BenchCase[]> {
  const subject = subjectOf(circuit);
  const { name, input, prove } = subject;
  const [wasm, zkey] = [atRoot(artifactPaths(circuit).wasm), atRoot(artifactPaths(circuit).zkey)];
  const { calculate } = await loadCalculator(await readFile(wasm));
  /** Semaphore is a peer of the disclosure only. */
  const peers = <T>(make: (peer: Membership) => T): T[] =>
    circuit === "disclosure" && membership !== undefined ? [make(membership)] : [];
  const onChain = (peer: Membership) => ({ name: peer.name, proven: { ...peer.proven, zkey: peer.zkey } });
  return [
    await verifying(circuit, subject, peers),
    {
      name: `witness of ${name}`,
      unit: "ms",
      subjects: [
        { name: OURS, run: () => calculate(input) },
        { name: SNARKJS, run: () => snarkjs.wtns.calculate(input, wasm, { type: "mem" }) },
        ...peers((peer) => ({
          name: peer.name,
          run: () => snarkjs.wtns.calculate(peer.input, peer.wasm, { type: "mem" }),
        })),
      ],
    },
    {
      name: `prove ${name}`,
      unit: "ms",
      rounds: 5,
      subjects: [
        { name: OURS, run: () => prove({ prover }) },
        { name: `${OURS}, with threads of its own`, run: () => prove({}) },
        { name: SNARKJS, run: () => snarkjs.groth16.fullProve(input, wasm, zkey) },
        ...peers((peer) => ({ name: peer.name, run: peer.prove })),
      ],
    },
    {
      name: `memory of a process that proves ${name} once, its peak`,
      unit: "MB",
      subjects: [
        { name: OURS, measure: () => memoryOf({ type: "anchorlog", circuit, input }) },
        { name: SNARKJS, measure: () => memoryOf({ type: "snarkjs", input, wasm, zkey }) },
        ...peers((peer) => ({ name: peer.name, measure: () => memoryOf(peer.task) })),
        { name: "Node alone", measure: () => memoryOf({ type: "nothing" }) },
      ],
    },
    {
      name: `constraints of ${name}`,
      unit: "constraints",
      subjects: [
        { name: OURS, measure: () => constraintsIn(circuit, zkey) },
        ...peers((peer) => ({ name: peer.name, measure: async () => constraintsOf(await readFile(peer.zkey)) })),
      ],
    },
    {
      name: `proving key of ${name}`,
      unit: "bytes",
      subjects: [
        { name: OURS, measure: () => sizeOf(zkey) },
        ...peers((peer) => ({ name: peer.name, measure: () => sizeOf(peer.zkey) })),
      ],
    },
    ...(circuit === "absence" ? [] : [verifierCase(chain, circuit, peers(onChain))]),
    ...TRANSACTIONS[circuit].map(({ name, group, figure }) => ({
      name: `${name}, as a transaction`,
      unit: "gas",
      subjects: [{ name: OURS, measure: () => snapshot(group, figure) }],
    })),
  ];
}

/** Checks that all verdicts agree, and returns the case. */
async function verifying(
  circuit: Circuit,
  { name, proof, signals, verify }: Subject,
  peers: <T>(make: (peer: Membership) => T) => T[],
): Promise<BenchCase> {
  const key = JSON.parse(await readFile(atRoot(artifactPaths(circuit).vkey), "utf8")) as object;
  const snarkjsProof = proofToSnarkjs(decodeProof(proof));
  const decimals = signals.map(String);
  const inBigints = prepareKeyWith(nobleVerifier, KEYS[circuit]);
  same(verify(proof, signals), true, "our verdict");
  same(verifyGroth16WithoutChain(inBigints, proof, signals), true, "our verdict in bigints");
  same(await snarkjs.groth16.verify(key, decimals, snarkjsProof), true, "the verdict of snarkjs");
  return {
    name: `verify ${name}`,
    unit: "ms",
    subjects: [
      { name: OURS, run: () => verify(proof, signals) },
      { name: `${OURS}, in bigints`, run: () => verifyGroth16WithoutChain(inBigints, proof, signals) },
      { name: SNARKJS, run: () => snarkjs.groth16.verify(key, decimals, snarkjsProof) },
      ...peers((peer) => ({ name: peer.name, run: peer.verify })),
    ],
  };
}

/** Reads the number of constraints from the key, and checks it against the manifest. */
async function constraintsIn(circuit: Circuit, zkey: string): Promise<number> {
  const constraints = constraintsOf(await readFile(zkey));
  same(
    constraints,
    readManifest()?.circuits[circuit]?.constraints,
    `the manifest's number of constraints of ${circuit}`,
  );
  return constraints;
}

const sizeOf = async (file: string): Promise<number> => (await stat(file)).size;

async function snapshot(group: string, figure: string): Promise<number> {
  const figures = JSON.parse(await readFile(atRoot(`snapshots/${group}.json`), "utf8")) as Record<string, string>;
  if (figures[figure] === undefined) throw new Error(`snapshots/${group}.json has no "${figure}"`);
  return Number(figures[figure]);
}
