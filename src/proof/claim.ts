/** The claim of a proof in words. */
import { fromHex } from "../base/hex.ts";
import { decodeHeader } from "../batch/header.ts";
import type { ProofDocument, StatedPredicate } from "./document.ts";

export type ClaimedValue = { readonly name: string; readonly value: string };

/** The claim of a proof: one sentence, and its values. */
export function claimOf(proof: ProofDocument): { readonly lead: string; readonly rows: readonly ClaimedValue[] } {
  if (proof.circuit === "disclosure") {
    const { payloadType, subject, revealed, bounds, beneficiary } = proof.claim;
    return {
      lead: "The log has an action with these values. Which one it is stays hidden, and so do its other values.",
      rows: [
        row("Kind", payloadType),
        row(subject.of, subject.address),
        ...revealed.map(({ of, value }) => row(of, String(value))),
        ...bounds.map(({ of, is, value }) => row(of, `${is === "atLeast" ? "at least" : "at most"} ${value}`)),
        row("Made for", beneficiary),
      ],
    };
  }
  if (proof.circuit === "order") {
    const { first, second, index, beneficiary } = proof.claim;
    return {
      lead:
        second === undefined
          ? "The log has an action with these values."
          : "The log has two actions with these values, and the first one came earlier.",
      rows: [
        ...predicateRows(second === undefined ? "" : "First: ", first),
        ...(index === undefined ? [] : [row("Entry", index)]),
        ...(second === undefined ? [] : predicateRows("Second: ", second)),
        row("Made for", beneficiary),
      ],
    };
  }
  const { start, count } = decodeHeader(fromHex(proof.batches[0]!.header));
  return {
    lead: `None of the entries ${start} to ${start + count - 1} of the log has these values.`,
    rows: predicateRows("", proof.claim),
  };
}

const row = (name: string, value: string): ClaimedValue => ({ name, value });

const predicateRows = (before: string, { payloadType, where }: StatedPredicate): ClaimedValue[] => [
  row(`${before}kind`, payloadType),
  ...Object.entries(where).map(([name, value]) => row(`${before}${name}`, String(value))),
];
