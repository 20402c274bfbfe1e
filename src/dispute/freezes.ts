import { decodeHeader } from "../batch/header.ts";
import { fromHex, toHex, type Hex } from "../encoding/hex.ts";
import type { HeaderEvidence } from "./evidence.ts";
import type { FaultProof } from "./faults.ts";
import { readHeader } from "./succession.ts";

/** What a fault's proof keeps from becoming final: a log from an index on, or the batch log from a position on. */
export type FaultFreeze = { readonly log: Hex; readonly from: number } | { readonly position: number };

/** What a fault's proof freezes (the last column of PROTOCOL, section 8.3). */
export function freezeOf(proof: FaultProof): FaultFreeze {
  switch (proof.fault) {
    case "ReceiptEquivocation":
    case "EntryEquivocation": {
      const { log, index } = proof.args[0].receipt;
      return { log, from: Number(index) };
    }
    case "CheckpointEquivocation":
      return { position: 0 };
    case "LeafEquivocation":
      return { position: Number(proof.args[0]) };
    case "MalformedHeader": {
      const [leaf] = proof.args;
      return readHeader(fromHex(leaf.header)) === undefined ? { position: Number(leaf.position) } : fromStart(leaf);
    }
    case "ForeignLog":
      return fromStart(proof.args[0]);
    case "HeaderSuccession":
      return fromStart(proof.args[1]);
    case "Fork": {
      const [first, second] = [fromStart(proof.args[0]), fromStart(proof.args[1])];
      return second.from < first.from ? second : first;
    }
    case "EntrySuccession":
    case "Replay": {
      const [first, second] = proof.args;
      // Of a second in the same batch the header is not repeated.
      const next = fromPosition(second.batch.header === "0x" ? first.batch : second.batch, second.position);
      const before = fromPosition(first.batch, first.position);
      return proof.fault === "Replay" && before.from > next.from ? before : next;
    }
    case "MalformedEntry":
    case "ForgedAction":
    case "ExternallyOwned":
    case "WrongCommitment":
    default:
      return fromPosition(proof.args[0].batch, proof.args[0].position);
  }
}

const fromStart = (leaf: Pick<HeaderEvidence, "header">) => fromPosition(leaf, 0);

function fromPosition({ header }: Pick<HeaderEvidence, "header">, position: number): { log: Hex; from: number } {
  const { log, start } = decodeHeader(fromHex(header));
  return { log: toHex(log), from: start + position };
}
