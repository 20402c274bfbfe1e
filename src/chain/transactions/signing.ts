import { keccak256 } from "viem";
import type { Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { ChainSender } from "../client.ts";
import { deepestReasonOf } from "../failures.ts";
import { inTime, readNonce, readTransaction, type Ask } from "../questions.ts";
import { ChainUnavailableError } from "../view.ts";
import { readSendAnswer, type SendAnswer } from "./answers.ts";
import type { Attempt } from "./types.ts";

/** An attempt that is not signed yet. */
export type Draft = Omit<Attempt, "hash" | "raw">;

type SendResult = {
  readonly answer: "accepted" | SendAnswer;
  /** The hash from the node, if the node accepted the transaction. */
  readonly hash: Hex | undefined;
  readonly why: string | undefined;
};

/** Signs and sends for one account. */
export type Signing = {
  /**
   * Signs the attempt, so that its hash is known before it is sent. If the node signs, the hash is unknown. @throws
   * AnchorlogError `transaction_failed`
   */
  sign(draft: Draft, nonce: number): Promise<Attempt>;
  send(attempt: Attempt, nonce: number): Promise<SendResult>;
};

/** @param seconds how long a node, or a signer, has for an answer. */
export function openSigning(sender: ChainSender, ask: Ask, seconds: number): Signing {
  const { account, chain } = sender;
  const from = account.address.toLowerCase() as Hex;

  const sign = async (draft: Draft, nonce: number): Promise<Attempt> => {
    if (account.signTransaction === undefined) return { ...draft, hash: undefined, raw: undefined };
    const { to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas } = draft;
    const fields = { nonce, to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas };
    try {
      const raw = await inTime(seconds, () =>
        account.signTransaction!({ type: "eip1559", chainId: chain.id, ...fields }),
      );
      return { ...draft, raw, hash: keccak256(raw) };
    } catch (cause) {
      const why = deepestReasonOf(cause);
      throw new AnchorlogError("transaction_failed", `the account's signer failed: ${why}`, { cause });
    }
  };

  const post = async ({ raw, ...attempt }: Attempt, nonce: number): Promise<Hex> => {
    if (raw !== undefined) return (await ask("eth_sendRawTransaction", [raw])) as Hex;
    const { to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas } = attempt;
    const numbers = { nonce: BigInt(nonce), value, gas, maxFeePerGas, maxPriorityFeePerGas };
    const quantities = Object.entries(numbers).map(([name, number]) => [name, `0x${number.toString(16)}`]);
    const transaction = { from, to, data, ...Object.fromEntries(quantities) };
    const question = { method: "eth_sendTransaction", params: [transaction] };
    return (await inTime(seconds, () => sender.request(question, { retryCount: 0 }))) as Hex;
  };

  /** Looks up a refused attempt: the node's message may be about another copy that it took before. */
  const lookUp = async ({ hash }: Attempt, nonce: number): Promise<SendAnswer> => {
    try {
      if (hash !== undefined && (await readTransaction(ask, hash)) !== undefined) return "known";
      // The node signs, so the hash is unknown: a transaction with this nonce may be the attempt.
      if (hash === undefined && (await readNonce(ask, from, "pending")) > nonce) return "unknown";
      return (await readNonce(ask, from, "latest")) > nonce ? "nonce_used" : "refused";
    } catch {
      return "unknown";
    }
  };

  const send = async (attempt: Attempt, nonce: number): Promise<SendResult> => {
    try {
      const hash = await post(attempt, nonce);
      if (typeof hash !== "string" || !/^0x[0-9a-f]{64}$/i.test(hash)) {
        throw new ChainUnavailableError("the node's answer to a transaction is not a hash");
      }
      if (attempt.hash !== undefined && hash.toLowerCase() !== attempt.hash) {
        throw new ChainUnavailableError("the node answers with another transaction's hash");
      }
      return { answer: "accepted", hash: hash.toLowerCase() as Hex, why: undefined };
    } catch (error) {
      const read = readSendAnswer(error);
      const answer = read === "refused" ? await lookUp(attempt, nonce) : read;
      return { answer, hash: undefined, why: deepestReasonOf(error) };
    }
  };

  return { sign, send };
}
