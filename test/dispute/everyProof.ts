import { fromHex } from "../../src/base/hex.ts";
import { SCHEME_ECDSA, schemeOf } from "../../src/log/entry.ts";
import { wallets } from "../operator.ts";
import {
  entryEvidence,
  forgedAction,
  headerEvidence,
  receiptEvidence,
  signExternallyOwned,
  type AnchoredHistory,
  type EntryEvidence,
  type EntryStatement,
  type FaultProof,
  type SignedReceipt,
} from "../../src/dispute/index.ts";
import { anchoredStatement, headerAlone, receiptStatement, ZEROS } from "../../src/dispute/evidence.ts";
import type { Hex } from "anchorlog";
import { AnchorlogError } from "../../src/base/errors.ts";
import { keccak256, toHex } from "viem";
import { openingOf, zkPathOf, type Dishonest, type MadeEntry } from "./dishonest.ts";

type Proven = { readonly evidence: EntryEvidence; readonly made: MadeEntry; readonly batch: number; position: number };

/** Every proof that can be made from all of an operator's bytes, in any combination, not only the builders' proofs. */
export async function everyProof(
  made: Dishonest,
  history: AnchoredHistory,
  receipts: readonly SignedReceipt[] = receiptsOf(made),
): Promise<FaultProof[]> {
  const { operator } = made.operator;
  const headers = history.headers.map((_, position) => headerEvidence(history, position));
  const entries = provenEntries(made, history);
  const evidence = entries.map((entry) => entry.evidence);
  const nameHashes = [...made.logs.keys()].map((name) => keccak256(toHex(name)));
  const equivocation = (a: EntryStatement, b: EntryStatement, nameHash: Hex): FaultProof => ({
    fault: "EntryEquivocation",
    operator,
    args: [a, b, nameHash],
  });
  const proofs: FaultProof[] = [
    ...headers.map((header) => ({ fault: "MalformedLeaf", operator, args: [headerAlone(header)] }) as const),
    ...pairs(headers).map((args) => ({ fault: "HeaderSuccession", operator, args }) as const),
    ...evidence.map((entry) => ({ fault: "MalformedLeaf", operator, args: [entry] }) as const),
    ...pairs(evidence).map((args) => ({ fault: "EntrySuccession", operator, args }) as const),
    ...pairs(evidence).map((args) => ({ fault: "Replay", operator, args }) as const),
    ...pairs(evidence).map((args) => ({ fault: "WrongPrior", operator, args }) as const),
    ...pairs(entries).map(([a, b]) => {
      const args = [a.evidence, b.evidence, openingOf(made.operator, b.made)] as const;
      return { fault: "WrongCarry", operator, args } as const;
    }),
    ...entries.map(({ batch, position, made: { action } }) =>
      forgedAction(history, { batch, position }, action.signature),
    ),
    ...receipts.flatMap((receipt) =>
      evidence.map((entry) => equivocation(receiptStatement(receipt), anchoredStatement(entry), ZEROS)),
    ),
    ...pairs(evidence).map(([a, b]) => equivocation(anchoredStatement(a), anchoredStatement(b), ZEROS)),
    ...pairs(receipts).flatMap(([a, b]) =>
      a.receipt.index === b.receipt.index
        ? nameHashes.map((name) => equivocation(receiptStatement(a), receiptStatement(b), name))
        : [],
    ),
  ];
  for (const { evidence: entry, made: bytes, batch, position } of entries) {
    const path = zkPathOf(made.batches[batch]!, position) as unknown as WrongCommitmentArgs[2];
    const opening = openingOf(made.operator, bytes);
    proofs.push({ fault: "WrongCommitment", operator, args: [entry, opening, path] });
    proofs.push({ fault: "WrongObject", operator, args: [entry, opening] });
    for (const wallet of wallets) {
      const isActor = entry.entry.includes(wallet.address.slice(2).toLowerCase());
      if (!isActor && schemeOf(fromHex(entry.entry)) === SCHEME_ECDSA) continue;
      const signature = await signExternallyOwned(made.operator, wallet);
      proofs.push({ fault: "ForgedAction", operator, args: [entry, signature] });
    }
  }
  return proofs;
}

type WrongCommitmentArgs = Extract<FaultProof, { fault: "WrongCommitment" }>["args"];

/** The receipts that wallets got when the entries were made. */
export const receiptsOf = (made: Dishonest): SignedReceipt[] =>
  [...made.logs.values()].flatMap(({ entries }) => entries.map(({ receipt }) => receiptEvidence(receipt)));

function provenEntries(made: Dishonest, history: AnchoredHistory): Proven[] {
  return made.batches.flatMap(({ entries }, batch) =>
    entries.flatMap((entry, position) => {
      try {
        return [{ evidence: entryEvidence(history, batch, position), made: entry, batch, position }];
      } catch (error) {
        if (error instanceof AnchorlogError && error.code === "no_entries") return [];
        throw error;
      }
    }),
  );
}

function pairs<T>(list: readonly T[]): (readonly [T, T])[] {
  return list.flatMap((a) => list.map((b) => [a, b] as const));
}
