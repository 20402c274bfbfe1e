import { keccak_256 } from "@noble/hashes/sha3.js";
import type { OperatorId } from "../action/domain.ts";
import { readContract, type ChainClient } from "../anchor/client.ts";
import { anchorRegistryAbi } from "../anchor/generated/AnchorRegistry.ts";
import { faultProofsAbi } from "../anchor/generated/FaultProofs.ts";
import { readStake } from "../anchor/stake.ts";
import type { FoundFault } from "../dispute/findings.ts";
import { freezeOf } from "../dispute/freezes.ts";
import { prepareReport, proofCall } from "../dispute/report.ts";
import { concat, utf8 } from "../encoding/bytes.ts";
import { fromHex, toHex, type Hex } from "../encoding/hex.ts";
import { toJson } from "../encoding/jsonable.ts";
import type { Proposal } from "./actions.ts";
import type { View, WatchedContracts } from "./follow.ts";

const NO_SALT: Hex = `0x${"00".repeat(32)}`;

/** Names a fault: the same for the same evidence. */
export function faultKey({ proof }: FoundFault): string {
  const text = JSON.stringify(toJson([proof.fault, proof.operator, proof.args]));
  return `${proof.fault} ${toHex(keccak_256(utf8(text)))}`;
}

/**
 * Proves a fault: a commitment, and in a later block the proof, which is rewarded. Where the operator is slashed
 * already, only the proof, as far as it freezes more.
 *
 * @param secret 32 bytes that nobody else knows, of which the salts are made: they are the same after a restart.
 * @param reporter who sends both; undefined in a dry run.
 */
export function proposeReport(
  { client, account }: View,
  operator: OperatorId,
  { faultProofs }: WatchedContracts,
  fault: FoundFault,
  secret: Hex,
  reporter: Hex | undefined,
): Proposal[] {
  const { proof, message } = fault;
  const key = faultKey(fault);
  const salt = toHex(keccak_256(concat(fromHex(secret), utf8(key))));
  const data = { fault: proof.fault, operator: proof.operator, message };
  const isDone = () => hasEffect(client, operator, fault);
  const call = { address: faultProofs, abi: faultProofsAbi };
  const trial = () => ({ ...call, ...proofCall(proof, NO_SALT) });
  const prove: Proposal = {
    key: `prove ${key}`,
    duty: "report",
    message: `prove ${proof.fault}: ${message}`,
    data,
    isDone,
    call: async () => ({ ...call, ...proofCall(proof, salt) }),
  };
  if (account.status === "slashed" || reporter === undefined) return [prove];
  const { commitment } = prepareReport(faultProofs, proof, reporter, salt);
  const commit: Proposal = {
    key: `commit ${key}`,
    duty: "report",
    message: `commit to the proof of ${proof.fault}`,
    data,
    isDone: async () => {
      const args = [commitment] as const;
      return (await isDone()) || (await readContract(client, { ...call, functionName: "committedIn", args })) > 0n;
    },
    call: async () => ({ ...call, functionName: "commit", args: [commitment] }),
    // Only what convicts is committed to.
    trial,
  };
  return [commit, prove];
}

/** Whether the operator is slashed, and all that the fault concerns is frozen. */
async function hasEffect(client: ChainClient, operator: OperatorId, { proof }: FoundFault): Promise<boolean> {
  if ((await readStake({ publicClient: client }, operator)).status !== "slashed") return false;
  const call = { address: operator.registry, abi: anchorRegistryAbi } as const;
  const freeze = freezeOf(proof);
  if ("position" in freeze) {
    const freezes = await readContract(client, { ...call, functionName: "operatorFreezes", args: [operator.operator] });
    return freezes.some(({ from }) => from <= freeze.position);
  }
  const args = [operator.operator, freeze.log] as const;
  return (await readContract(client, { ...call, functionName: "logFreezes", args })).some(
    ({ from }) => from <= freeze.from,
  );
}
