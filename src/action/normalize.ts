import { bytesToUint, uintToBytes } from "../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../base/hex.ts";
import { recoverSigner } from "./signature.ts";

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
/** r and s, and v in up to two digits; without v, s may carry the parity in its top bit (EIP-2098). */
const FORMS = /^(?:0x)?(?<r>[0-9a-f]{64})(?<s>[0-9a-f]{64})(?<v>[0-9a-f]{0,2})$/i;
const TOP_BIT = 1n << 255n;

/**
 * Converts an account's signature to the strict form. It accepts capitals, a missing `0x`, s in the upper half, any v,
 * a v of one digit, and the 64 bytes of EIP-2098. The parity is the one that recovers to the account.
 *
 * @param digest 32 bytes.
 * @param address the account, lower-case.
 * @returns undefined if no form recovers to the account.
 */
export function normalizeSignature(signature: unknown, digest: Uint8Array, address: Hex): Hex | undefined {
  const { r, s, v } = (typeof signature === "string" ? FORMS.exec(signature)?.groups : undefined) ?? {};
  if (r === undefined || s === undefined) return undefined;
  const given = bytesToUint(fromHex(`0x${s.toLowerCase()}`, 32));
  const whole = v === "" ? given & (TOP_BIT - 1n) : given;
  const low = whole > ORDER / 2n && whole < ORDER ? ORDER - whole : whole;
  const rs = `0x${r.toLowerCase()}${toHex(uintToBytes(low, 32)).slice(2)}`;
  return (["1b", "1c"] as const)
    .map((parity) => `${rs}${parity}` as Hex)
    .find((strict) => {
      const signer = recoverSigner(digest, strict);
      return "address" in signer && signer.address === address;
    });
}
