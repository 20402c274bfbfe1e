/** Reads the shared vectors as what the code takes. */
import type { CommitmentInput } from "../../src/batch/zk.ts";
import { fromHex } from "../../src/encoding/hex.ts";
import type { DisclosureStatement } from "../../src/proof/prover.ts";
import vectors from "../vectors/disclosure.json" with { type: "json" };

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

const readCase = <T extends { proof: string; signals: string[] }>(one: T) => ({
  ...one,
  proof: fromHex(one.proof),
  signals: one.signals.map(BigInt),
});

export const valid = vectors.valid.map((one) => ({
  ...readCase(one),
  statement: {
    ...one.statement,
    commitmentInput: readEntry(one.statement.entry),
    path: one.statement.path.map((level) => level.map(BigInt)),
    zkRoot: BigInt(one.statement.zkRoot),
    subject: one.statement.subject as DisclosureStatement["subject"],
    scope: BigInt(one.statement.scope),
    beneficiary: BigInt(one.statement.beneficiary),
  } satisfies DisclosureStatement & { entry: unknown },
}));

export const wrong = vectors.wrong.map(readCase);
export const malformed = vectors.malformed.map(readCase);
export const claims = vectors.claims.map((one) => ({ ...one, signals: one.signals.map(BigInt) }));
