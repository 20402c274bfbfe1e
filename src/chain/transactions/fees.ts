import { readAmount, type Ask } from "../questions.ts";
import { bumped, max, min, type CheckedSettings } from "./settings.ts";

/** Wei for a unit of gas (EIP-1559). */
export type Fees = { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint };

const gwei = (wei: bigint): string => `${Number(wei) / 1e9} gwei`;

/** Suggests fees that suffice even if the base fee doubles before the transaction is mined. */
export async function suggestFees(ask: Ask, baseFee: bigint, settings: CheckedSettings): Promise<Fees> {
  const base = max(baseFee, settings.minBaseFeePerGas);
  // If the node gives no tip, or one above the fee limit, the settings' bounds apply.
  const suggested = await readAmount(ask, "eth_maxPriorityFeePerGas").catch(() => 0n);
  const limit = max(settings.minPriorityFeePerGas, base * BigInt(Math.ceil(settings.feeLimitMultiplier)));
  const maxPriorityFeePerGas = max(settings.minPriorityFeePerGas, min(suggested, limit));
  return { maxPriorityFeePerGas, maxFeePerGas: 2n * base + maxPriorityFeePerGas };
}

/** Fees, or the reason why no allowed fees suffice. */
type FeeDecision = Fees | { readonly why: string };

/** The fees of a transaction whose nonce is new. */
export function firstFees(suggested: Fees, baseFee: bigint, { maxFeePerGas: ceiling }: CheckedSettings): FeeDecision {
  const { maxPriorityFeePerGas } = suggested;
  const now = baseFee + maxPriorityFeePerGas;
  if (now > ceiling) return { why: `the chain asks for ${gwei(now)}, more than maxFeePerGas ${gwei(ceiling)}` };
  return { maxPriorityFeePerGas, maxFeePerGas: min(suggested.maxFeePerGas, ceiling) };
}

/** Returns the fees of a replacement. Nodes require both fees to be higher. */
export function replacingFees(before: Fees, suggested: Fees, settings: CheckedSettings): FeeDecision {
  const { maxFeePerGas: ceiling, feeLimitThreshold, feeLimitMultiplier } = settings;
  const maxPriorityFeePerGas = max(suggested.maxPriorityFeePerGas, bumped(before.maxPriorityFeePerGas));
  const extra = maxPriorityFeePerGas - suggested.maxPriorityFeePerGas;
  const least = max(bumped(before.maxFeePerGas), maxPriorityFeePerGas);
  if (least > ceiling) {
    return { why: `a replacement has to offer ${gwei(least)}, more than maxFeePerGas ${gwei(ceiling)}` };
  }
  const thousandths = BigInt(Math.round(feeLimitMultiplier * 1000));
  const limit = max(feeLimitThreshold, (suggested.maxFeePerGas * thousandths) / 1000n);
  if (least > limit) {
    return { why: `a replacement has to offer ${gwei(least)}, over ${feeLimitMultiplier} times what the chain asks` };
  }
  const maxFeePerGas = max(least, min(suggested.maxFeePerGas + extra, ceiling));
  return { maxPriorityFeePerGas, maxFeePerGas };
}

/** The larger of each fee. */
export function higherFees(a: Fees, b: Fees): Fees {
  return {
    maxFeePerGas: max(a.maxFeePerGas, b.maxFeePerGas),
    maxPriorityFeePerGas: max(a.maxPriorityFeePerGas, b.maxPriorityFeePerGas),
  };
}
