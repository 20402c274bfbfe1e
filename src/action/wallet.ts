import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToUint, equalBytes } from "../base/bytes.ts";
import { fromHex, isHex, toHex, type Hex } from "../base/hex.ts";
import { recoverSigner } from "./signature.ts";

/** The most bytes that a contract wallet's signature may have, an ERC-6492 wrapper included. */
export const MAX_SIGNATURE_BYTES = 16_384;

/** A block by its number and hash. */
export type BlockReference = { readonly number: number; readonly hash: Hex };

/** How to deploy a wallet that does not exist yet (ERC-6492). */
export type WalletDeployment = { readonly factory: Hex; readonly factoryData: Hex };

/** A question to a contract wallet. */
export type WalletQuestion = {
  readonly actor: Hex;
  /** The EIP-712 digest of the action, 32 bytes. */
  readonly digest: Uint8Array;
  /** The argument of `isValidSignature`, without a wrapper. */
  readonly signature: Hex;
  /** The deployment from the wrapper, if the signature has one. */
  readonly deployment: WalletDeployment | undefined;
};

/** A contract wallet's answer, as of one block. */
export type WalletAnswer =
  | { readonly verdict: "valid"; readonly block: BlockReference }
  | {
      readonly verdict: "invalid";
      /** `no_wallet`: the actor has no code, so only an ECDSA signature counts. */
      readonly code: "no_wallet" | "delegated_account" | "signature_rejected";
      readonly message: string;
    }
  | { readonly verdict: "indeterminate"; readonly message: string };

/** An operator's policy to accept contract wallets, and the way to ask them. A scheme 0 signature needs no question. */
export type WalletVerifier = {
  /** The operator's chain. */
  readonly chainId: number;
  /** Asks within a bounded time. If the chain does not answer, resolves to `indeterminate`; it does not throw. */
  ask(question: WalletQuestion): Promise<WalletAnswer>;
};

/** A signature that may be a contract wallet's, as submitted and as parsed. */
export type WalletSignature = Pick<WalletQuestion, "signature" | "deployment"> & {
  /** The whole signature, including the wrapper. */
  readonly submitted: Hex;
  /** keccak of the whole signature, as entries contain it. */
  readonly signatureHash: Uint8Array;
};

const ERC6492_SUFFIX = new Uint8Array(32).fill(0x64).map((byte, i) => (i % 2 === 0 ? byte : 0x92));

/**
 * Reads a contract wallet's signature (protocol/3-log §2.1): 1 to 16,384 bytes. If it ends in ERC-6492's suffix, the
 * bytes before it must be the canonical `abi.encode(address factory, bytes factoryData, bytes signature)`.
 *
 * @returns the signature, or why it is malformed.
 */
export function readWalletSignature(
  signature: unknown,
): WalletSignature | { readonly fault: "signature_malformed"; readonly message: string } {
  const malformed = (message: string) => ({ fault: "signature_malformed" as const, message });
  if (typeof signature !== "string" || signature.length < 4 || signature.length > 2 + 2 * MAX_SIGNATURE_BYTES) {
    return malformed(`a contract wallet's signature is hex of 1 to ${MAX_SIGNATURE_BYTES} bytes`);
  }
  if (!isHex(signature)) return malformed("a signature is 0x and lower-case hex");
  const bytes = fromHex(signature);
  const signatureHash = keccak_256(bytes);
  if (bytes.length < 32 || !equalBytes(bytes.subarray(-32), ERC6492_SUFFIX)) {
    return { submitted: signature, signatureHash, signature, deployment: undefined };
  }
  const inner = readWrapper(bytes.subarray(0, -32));
  return inner === undefined
    ? malformed("it ends in the ERC-6492 suffix, but does not begin with an encoding of (address, bytes, bytes)")
    : { submitted: signature, signatureHash, ...inner };
}

/**
 * Checks a scheme 1 signature as far as that needs no chain: its form, and that it is not valid under scheme 0. Only
 * the operator's statement shows that the wallet accepted it.
 *
 * @returns the signature, or why its entry cannot be of scheme 1.
 */
export function checkWalletSignature(
  actor: Hex,
  digest: Uint8Array,
  signature: Hex,
): WalletSignature | { readonly fault: "signature_malformed" | "not_a_wallet"; readonly message: string } {
  const recovered = recoverSigner(digest, signature);
  if ("address" in recovered && recovered.address === actor) {
    return { fault: "not_a_wallet", message: "the actor signed with ECDSA, which is scheme 0, but the entry is of 1" };
  }
  return readWalletSignature(signature);
}

/** Offsets and padding have one allowed value each, and no bytes are left over. So all readers agree on the content. */
function readWrapper(bytes: Uint8Array): Pick<WalletSignature, "signature" | "deployment"> | undefined {
  const wordAt = (offset: number): Uint8Array => bytes.subarray(offset, offset + 32);
  const isZero = (part: Uint8Array): boolean => part.every((byte) => byte === 0);
  /** Reads a `bytes` value that must begin at `start`; the word at `head` is its offset. */
  const readBytes = (head: number, start: number): { value: Hex; end: number } | undefined => {
    if (start + 32 > bytes.length || bytesToUint(wordAt(head)) !== BigInt(start)) return undefined;
    const length = bytesToUint(wordAt(start));
    if (length > BigInt(bytes.length)) return undefined;
    const from = start + 32;
    const to = from + Number(length);
    const end = from + 32 * Math.ceil(Number(length) / 32);
    if (end > bytes.length || !isZero(bytes.subarray(to, end))) return undefined;
    return { value: toHex(bytes.subarray(from, to)), end };
  };
  if (bytes.length < 160 || !isZero(bytes.subarray(0, 12))) return undefined;
  const factoryData = readBytes(32, 96);
  const signature = factoryData === undefined ? undefined : readBytes(64, factoryData.end);
  if (factoryData === undefined || signature?.end !== bytes.length) return undefined;
  const deployment = { factory: toHex(bytes.subarray(12, 32)), factoryData: factoryData.value };
  return { signature: signature.value, deployment };
}
