/** Reads the shared vectors in the code's types. */
import type { CommitmentInput } from "../../src/batch/zk.ts";
import { fromHex } from "../../src/base/hex.ts";
import type { Bound } from "../../src/proof/disclosure.ts";
import type { DisclosureStatement } from "../../src/proof/witness.ts";
import { absenceExamples } from "../../scripts/circuits/absence-vectors.ts";
import { orderExamples } from "../../scripts/circuits/order-vectors.ts";
import absenceVectors from "../vectors/absence.json" with { type: "json" };
import vectors from "../vectors/disclosure.json" with { type: "json" };
import orderVectors from "../vectors/order.json" with { type: "json" };

type EntryJson = {
  actor: string;
  nonce: string;
  acceptedAt: number;
  entryHash: string;
  payloadType: string;
  words: string[];
};

export const readEntry = (entry: EntryJson): CommitmentInput => ({
  actor: BigInt(entry.actor),
  nonce: BigInt(entry.nonce),
  acceptedAt: entry.acceptedAt,
  entryHash: BigInt(entry.entryHash),
  payloadType: entry.payloadType,
  words: entry.words.map(BigInt),
});

const readCase = <T extends { proof: string; signals: string[]; rerandomized?: string }>(one: T) => ({
  ...one,
  proof: fromHex(one.proof),
  rerandomized: fromHex(one.rerandomized ?? "0x"),
  signals: one.signals.map(BigInt),
});

export const valid = vectors.valid.map((one) => ({
  ...readCase(one),
  statement: {
    ...one.statement,
    commitmentInput: readEntry(one.statement.entry),
    path: one.statement.path.map((level) => level.map(BigInt)),
    zkRoot: BigInt(one.statement.zkRoot),
    reveal: one.statement.reveal as DisclosureStatement["reveal"],
    bounds: one.statement.bounds.map(({ of, is, word }) => ({ of, is, word: BigInt(word) })) as Bound[],
    subject: one.statement.subject as DisclosureStatement["subject"],
    scope: BigInt(one.statement.scope),
    beneficiary: BigInt(one.statement.beneficiary),
  } satisfies DisclosureStatement & { entry: unknown },
}));

export const wrong = vectors.wrong.map(readCase);
export const malformed = vectors.malformed.map(readCase);
const readClaim = <T extends { signals: string[] }>(one: T) => ({ ...one, signals: one.signals.map(BigInt) });
export const claims = vectors.claims.map(readClaim);

/** The other circuits' vectors, with the statements of the scripts that wrote them. */
export const orders = {
  valid: orderVectors.valid.map((one) => ({ ...readCase(one), statement: orderExamples[one.name]! })),
  wrong: orderVectors.wrong.map(readCase),
  malformed: orderVectors.malformed.map(readCase),
  claims: orderVectors.claims.map(readClaim),
};
export const absences = {
  valid: absenceVectors.valid.map((one) => ({ ...readCase(one), statement: absenceExamples[one.name]! })),
  wrong: absenceVectors.wrong.map(readCase),
  malformed: absenceVectors.malformed.map(readCase),
  claims: absenceVectors.claims.map(readClaim),
};
