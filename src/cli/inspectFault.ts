/** Says what proofs of faults show. */
import { BATCH_LOG } from "../chain/view.ts";
import { parseFault, type FaultDocument } from "../dispute/faults/document.ts";
import type { Fault } from "../dispute/faults/faults.ts";
import { freezeOf } from "../dispute/faults/freezes.ts";
import type { Says } from "./inspect.ts";
import { readFaultFolder } from "./reportFault.ts";

export const inspectFault = (text: string): Says => faultOf(parseFault(text));

/** Says what each proof in a folder shows, with its file. */
export async function inspectFaultFolder(folder: string): Promise<Says[]> {
  const found = await readFaultFolder(folder);
  return found.map(({ file, document }) => ({ file, ...faultOf(document) }));
}

/** Says what a proof of a fault shows, and to which contract. */
function faultOf({ operator, faultProofs, message, proof }: FaultDocument): Says {
  const { log, from } = freezeOf(proof);
  const place = log === BATCH_LOG ? `the batch log, from position ${from} on` : `log ${log}, from entry ${from} on`;
  return {
    operator,
    fault: proof.fault,
    meaning: FAULT_MEANINGS[proof.fault],
    message,
    freezes: place,
    contract: faultProofs,
  };
}

const FAULT_MEANINGS: Readonly<Record<Fault, string>> = {
  EntryEquivocation: "The operator promised or anchored two different entries at one index, or dated a receipt ahead.",
  CheckpointEquivocation: "The operator signed or anchored two histories of one size, or one history with two sizes.",
  EntrySuccession: "An anchored entry does not follow the entry before it.",
  HeaderSuccession: "An anchored batch does not follow the batch before it, or two have one number.",
  MalformedLeaf: "An anchored leaf does not have the form of a batch or an entry, or contradicts its position or time.",
  ForeignLog: "An anchored batch is of another operator's log.",
  Replay: "One number (nonce) of an actor was used for two anchored entries of one log.",
  ForgedAction: "An anchored entry was not signed by its actor.",
  WrongCommitment: "An anchored batch commits to other values than the action of its entry has.",
  WrongPrior: "An anchored entry skips an act upon its object, or its actor did not hold the object.",
  WrongObject: "An anchored entry says something else about the object than its action, or came after its deadline.",
  WrongCarry: "An anchored entry hands an object on, though its action names no holder.",
};
