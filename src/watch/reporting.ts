import { keccak_256 } from "@noble/hashes/sha3.js";
import type { OperatorId } from "../action/domain.ts";
import { readContract, type ChainClient } from "../chain/client.ts";
import { anchorRegistryAbi } from "../chain/generated/AnchorRegistry.ts";
import { faultProofsAbi } from "../chain/generated/FaultProofs.ts";
import { readStake } from "../chain/stake.ts";
import type { FoundFault } from "../dispute/faults/findings.ts";
import { freezeOf } from "../dispute/faults/freezes.ts";
import { proofCall } from "../dispute/faults/report.ts";
import { utf8 } from "../base/bytes.ts";
import { toHex } from "../base/hex.ts";
import { toJson } from "../base/jsonable.ts";
import type { Proposal } from "./actions.ts";
import type { View, WatchedContracts } from "./follow.ts";

/** A key for a fault, computed from its evidence. */
export function faultKey({ proof }: FoundFault): string {
  const text = JSON.stringify(toJson([proof.fault, proof.operator, proof.args]));
  return `${proof.fault} ${toHex(keccak_256(utf8(text)))}`;
}

/**
 * Proposes to prove a fault. If the operator was already slashed or has left, only a proof that freezes more is sent.
 */
export function proposeReport(
  { client }: View,
  operator: OperatorId,
  { faultProofs }: WatchedContracts,
  fault: FoundFault,
): Proposal {
  const { proof, message } = fault;
  return {
    key: `prove ${faultKey(fault)}`,
    duty: "report",
    message: `prove ${proof.fault}: ${message}`,
    data: { fault: proof.fault, operator: proof.operator, message },
    isDone: () => hasEffect(client, operator, fault),
    call: async () => ({ address: faultProofs, abi: faultProofsAbi, ...proofCall(proof) }),
  };
}

/** Whether the operator has no stake left to lose, and everything that the fault concerns is frozen. */
async function hasEffect(client: ChainClient, operator: OperatorId, { proof }: FoundFault): Promise<boolean> {
  const { status } = await readStake({ publicClient: client }, operator);
  if (status === "open" || status === "exiting") return false;
  const { log, from } = freezeOf(proof);
  const args = [operator.operator, log] as const;
  const call = { address: operator.registry, abi: anchorRegistryAbi, functionName: "freezes", args } as const;
  return (await readContract(client, call)).some((freeze) => freeze.from <= from);
}
