/**
 * Sends a fault's proof so that nobody can take its reward: first a commitment, and in a later block the proof.
 *
 * @module
 */
import { encodeAbiParameters, encodeFunctionData, keccak256 } from "viem";
import type { ChainWriter, MinedTransaction } from "../anchor/client.ts";
import { faultProofsAbi } from "../anchor/generated/FaultProofs.ts";
import { send } from "../anchor/send.ts";
import { concat } from "../encoding/bytes.ts";
import { fromHex, toHex, type Hex } from "../encoding/hex.ts";
import { withJson } from "../encoding/jsonable.ts";
import { AnchorlogError } from "../errors.ts";
import type { FaultProof } from "./faults.ts";

/** A proof that its reporter can commit to and reveal. Keep it until it is revealed: the salt is in it. */
export type FaultReport = {
  /** The contract `FaultProofs`. */
  readonly faultProofs: Hex;
  readonly proof: FaultProof;
  /** The account that sends both transactions, and is rewarded. */
  readonly reporter: Hex;
  /** 32 random bytes, unknown to anybody else until the proof is revealed. */
  readonly salt: Hex;
  readonly commitment: Hex;
};

/**
 * Prepares a report.
 *
 * @param salt 32 bytes; random by default.
 */
export function prepareReport(
  faultProofs: Hex,
  proof: FaultProof,
  reporter: Hex,
  salt: Hex = toHex(crypto.getRandomValues(new Uint8Array(32))),
): FaultReport {
  const data = fromHex(encodeProof(proof, salt));
  // The selector and all that follows the salt.
  const evidenceHash = keccak256(concat(data.subarray(0, 4), data.subarray(36)));
  const commitment = keccak256(
    encodeAbiParameters(
      [{ type: "bytes32" }, { type: "address" }, { type: "bytes32" }],
      [evidenceHash, reporter, salt],
    ),
  );
  return withJson({ faultProofs, proof, reporter, salt, commitment });
}

/** The calldata of the transaction that proves a fault. */
export function encodeProof(proof: FaultProof, salt: Hex): Hex {
  return encodeFunctionData({ abi: faultProofsAbi, ...proofCall(proof, salt) });
}

/**
 * Commits to a report. Reveal it in a later block.
 *
 * @throws AnchorlogError `wrong_reporter`, or `transaction_failed`.
 */
export async function commitReport(chain: ChainWriter, report: FaultReport): Promise<MinedTransaction> {
  checkReporter(chain, report);
  const { faultProofs: address, commitment } = report;
  return send(chain, { address, abi: faultProofsAbi, functionName: "commit", args: [commitment] });
}

/**
 * Proves a report's fault. Without a commitment in an earlier block it slashes all the same, and rewards nobody.
 *
 * @throws AnchorlogError `wrong_reporter`, or `transaction_failed` where the contract refuses the proof.
 */
export async function revealReport(chain: ChainWriter, report: FaultReport): Promise<MinedTransaction> {
  checkReporter(chain, report);
  const { faultProofs: address, proof, salt } = report;
  return send(chain, { address, abi: faultProofsAbi, ...proofCall(proof, salt) });
}

/**
 * Proves a fault: commits, waits for the commitment's block, reveals.
 *
 * @param faultProofs the contract.
 * @returns the proof's transaction. The reward is withdrawn from the stake's contract: see `withdrawCredit`.
 * @throws AnchorlogError `transaction_failed` where the contract refuses the proof.
 */
export async function reportFault(chain: ChainWriter, faultProofs: Hex, proof: FaultProof): Promise<MinedTransaction> {
  const reporter = chain.walletClient.account.address;
  const report = prepareReport(faultProofs, proof, reporter);
  await commitReport(chain, report);
  return revealReport(chain, report);
}

/** The function that proves a fault, and its arguments. */
export function proofCall({ fault, operator, args }: FaultProof, salt: Hex) {
  // Which arguments belong to which function is checked where a proof is made.
  return { functionName: `prove${fault}` as "proveFork", args: [salt, operator, ...args] as never };
}

function checkReporter({ walletClient }: ChainWriter, { reporter }: FaultReport): void {
  const { address } = walletClient.account;
  if (address.toLowerCase() === reporter.toLowerCase()) return;
  throw new AnchorlogError("wrong_reporter", `the report is ${reporter}'s, and ${address} would send it`, {
    fix: "prepare a report for the account that sends it",
  });
}
