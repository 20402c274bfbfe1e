import { isOutage, messagesOf, nodeErrorOf } from "../failures.ts";

/**
 * How a node responded to a transaction:
 *
 * - `known`: the node has it already.
 * - `nonce_used`: a transaction with this nonce is mined.
 * - `underpriced`: its fee is too low, or too low to replace the transaction with the same nonce.
 * - `refused`: the node will not take it, however often it is sent.
 * - `unknown`: the node may have taken it or not.
 */
export type SendAnswer = "known" | "nonce_used" | "underpriced" | "refused" | "unknown";

/**
 * Error messages of geth (core/txpool/errors.go, core/error.go), Erigon (txpoolcfg), Nethermind (AcceptTxResult and
 * TxPoolErrorMessages), Besu, reth, anvil and Hardhat's EDR. The first match counts.
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
 * The error codes that mean that the node did not take a transaction, with any message: JSON-RPC's and EIP-1474's,
 * Nethermind's -32010, a revert, and EIP-1193's codes of a signer. Not -32603, -32002 and -32005: an internal error, a
 * timeout or a proxy's limit may come after the transaction was taken.
 */
const REFUSING: ReadonlySet<number> = new Set([
  -32_000, -32_003, -32_004, -32_010, -32_600, -32_601, -32_602, 3, 4001, 4100, 4200,
]);

/** Classifies a refusal by its message. If no message is known, the error code decides. */
export function readSendAnswer(error: unknown): SendAnswer {
  if (isOutage(error)) return "unknown";
  const worded = readWording(error);
  if (worded !== undefined) return worded;
  const code = nodeErrorOf(error)?.code;
  return code !== undefined && REFUSING.has(code) ? "refused" : "unknown";
}

/** Classifies an error by its message only, for any question. */
export function readWording(error: unknown): SendAnswer | undefined {
  for (const message of messagesOf(error)) {
    const found = WORDINGS.find(([, wording]) => wording.test(message));
    if (found !== undefined) return found[0];
  }
  return undefined;
}
