/** Measures proofs of absences from whole batches, segment by segment. */
import type { AbsenceRequest, Prover } from "../../../src/proof/prover.ts";
import { segmentsOf } from "../../../src/proof/absence.ts";
import { proveAbsence } from "../../../src/proof/prover.ts";
import { openTestOperator, signAction, types, wallets } from "../../../test/operator.ts";
import { type BenchCase, OURS } from "../frame.ts";

const LOG = "a.example";
/** Numbers of entries, and of samples: the largest batch takes seconds. */
const BATCHES = [
  { count: 16, rounds: 5 },
  { count: 64, rounds: 5 },
  { count: 256, rounds: 1 },
];

export function absenceCases(prover: Prover): BenchCase[] {
  return BATCHES.map(({ count, rounds }) => provingCase(prover, count, rounds));
}

function provingCase(prover: Prover, count: number, rounds: number): BenchCase {
  let request: AbsenceRequest | undefined;
  const segments = segmentsOf(count);
  return {
    name: `prove an absence from a batch of ${count}, ${segments} ${segments === 1 ? "proof" : "proofs"}`,
    unit: "s",
    rounds,
    subjects: [
      {
        name: OURS,
        prepare: async () => (request ??= await absenceFrom(count)),
        run: () => proveAbsence(request!, { prover }),
      },
    ],
  };
}

/** Returns a request about a batch of `count` transfers, none of the object in question. */
async function absenceFrom(count: number): Promise<AbsenceRequest> {
  const opened = await openTestOperator();
  const { anchorlog } = opened;
  try {
    const actions = await Promise.all(
      Array.from({ length: count }, (_, nonce) => signAction(wallets[nonce % wallets.length]!, LOG, nonce)),
    );
    const refused = (await anchorlog.submitMany(actions)).find(({ status }) => status !== "accepted");
    if (refused !== undefined) throw new Error(`an action of the batch was refused: ${JSON.stringify(refused)}`);
    await anchorlog.closeBatches();
    await anchorlog.checkpoint();
    const bundles = await Promise.all(actions.map((_, index) => anchorlog.bundle({ log: LOG, index })));
    return {
      bundle: bundles[0]!,
      entries: bundles,
      kinds: types.kinds,
      action: "Transfer",
      where: { objectId: "another object" },
    };
  } finally {
    await opened.close();
  }
}
