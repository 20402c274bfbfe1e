import { BATCH_LOG } from "../../chain/view.ts";
import { decodeHeader, type Header } from "../../batch/header.ts";
import { equalBytes } from "../../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import type { HeaderEvidence } from "../evidence.ts";
import type { FaultProof } from "./faults.ts";
import { readHeader } from "../succession.ts";

/**
 * A fault freezes a log from an index on, or {@link BATCH_LOG} from a position on. Frozen batches cannot become final.
 */
export type FaultFreeze = { readonly log: Hex; readonly from: number };

/** Returns the part that a proof freezes at least (the last column of protocol/5-contracts §3). */
export function freezeOf(proof: FaultProof): FaultFreeze {
  switch (proof.fault) {
    case "EntryEquivocation": {
      const [{ receipt, signature, anchored }] = proof.args;
      if (signature === "0x") return fromPosition(anchored.batch, anchored.position);
      return { log: receipt.log, from: Number(receipt.index) };
    }
    case "CheckpointEquivocation":
      return { log: BATCH_LOG, from: Number(proof.args[2]) };
    case "MalformedLeaf": {
      const [{ batch, position }] = proof.args;
      const isHeader = readHeader(fromHex(batch.header)) !== undefined;
      return isHeader ? fromPosition(batch, position) : { log: BATCH_LOG, from: Number(batch.position) };
    }
    case "ForeignLog":
      return fromPosition(proof.args[0], 0);
    case "HeaderSuccession": {
      const [first, second] = proof.args.map(({ header }) => decodeHeader(fromHex(header))) as [Header, Header];
      const isFork = equalBytes(first.log, second.log) && first.number === second.number;
      return { log: toHex(second.log), from: isFork ? Math.min(first.start, second.start) : second.start };
    }
    case "EntrySuccession":
    case "WrongPrior":
    case "WrongCarry":
    case "Replay": {
      const [first, second] = proof.args;
      // If both entries are in one batch, the second one's header is empty.
      const next = fromPosition(second.batch.header === "0x" ? first.batch : second.batch, second.position);
      const before = fromPosition(first.batch, first.position);
      return proof.fault === "Replay" && before.from > next.from ? before : next;
    }
    case "ForgedAction":
    case "WrongObject":
    case "WrongCommitment":
    default:
      return fromPosition(proof.args[0].batch, proof.args[0].position);
  }
}

function fromPosition({ header }: Pick<HeaderEvidence, "header">, position: number): { log: Hex; from: number } {
  const { log, start } = decodeHeader(fromHex(header));
  return { log: toHex(log), from: start + position };
}
