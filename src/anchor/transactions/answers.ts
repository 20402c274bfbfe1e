import { isOutage, messagesOf, nodeErrorOf } from "../failures.ts";

/**
 * What a node means by refusing a transaction:
 *
 * - `known`: it has it already.
 * - `nonce_used`: a transaction with this nonce is mined.
 * - `underpriced`: it offers too little, or too little to replace the one that the node has with this nonce.
 * - `refused`: it is not taken, however often it is sent.
 * - `unknown`: nobody knows what came of it.
 */
export type SendAnswer = "known" | "nonce_used" | "underpriced" | "refused" | "unknown";

/**
 * How nodes word it: geth (core/txpool/errors.go, core/error.go), Erigon (txpoolcfg), Nethermind (AcceptTxResult and
 * TxPoolErrorMessages), Besu, reth, anvil, Hardhat's EDR. The first that matches counts.
 */
const WORDINGS: readonly (readonly [SendAnswer, RegExp])[] = [
  [
    "known",
    /already[ _]?known|already[ _]?imported|\bknown transaction|already (exists|in mempool|in (the )?(tx|transaction) ?pool)|OwnNonceAlreadyUsed/i,
  ],
  [
    "nonce_used",
    /nonce (is )?too low|nonce has already been used|\bOldNonce\b|lower than the current nonce|already finalized/i,
  ],
  [
    "underpriced",
    /underpriced|could not replace existing|replacement ?not ?allowed|replacement fee too low|fee ?too ?low|(fee per gas|fee cap) (is )?less than|too low for the next block|gas ?price (is )?(too low|below)|another transaction with same nonce/i,
  ],
  [
    "refused",
    /insufficient ?(funds|balance)|enough funds|upfront cost exceeds|overdraft|exceeds? (the )?(block|transaction|tx) ?gas limit|gas ?limit ?(is )?(too high|exceeded|reached)|exceeds (the )?(maximum|configured cap)|intrinsic gas|floor ?(data )?gas|oversized data|too large|invalid (sender|signature|chain)/i,
  ],
];

/**
 * The codes by which a node says that it did not take a transaction, however it words that: JSON-RPC's and EIP-1474's,
 * Nethermind's -32010, a revert, and EIP-1193's codes of a signer. Not -32603, -32002 and -32005: an internal error, a
 * timeout or a proxy's limit may come after the transaction was taken.
 */
const REFUSING: ReadonlySet<number> = new Set([
  -32_000, -32_003, -32_004, -32_010, -32_600, -32_601, -32_602, 3, 4001, 4100, 4200,
]);

/** Reads a refusal: by its wording if that asks for something else than giving up, otherwise by its code. */
export function readSendAnswer(error: unknown): SendAnswer {
  if (isOutage(error)) return "unknown";
  const worded = readWording(error);
  if (worded !== undefined) return worded;
  const code = nodeErrorOf(error)?.code;
  return code !== undefined && REFUSING.has(code) ? "refused" : "unknown";
}

/** Reads the words of a refusal, whatever was asked. */
export function readWording(error: unknown): SendAnswer | undefined {
  for (const message of messagesOf(error)) {
    const found = WORDINGS.find(([, wording]) => wording.test(message));
    if (found !== undefined) return found[0];
  }
  return undefined;
}
