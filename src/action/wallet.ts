import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToUint, concat, equalBytes } from "../encoding/bytes.ts";
import { fromHex, isHex, toHex, type Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import { recoverSigner } from "./signature.ts";

/** The most bytes that a contract wallet's signature may have, an ERC-6492 wrapper included. */
export const MAX_SIGNATURE_BYTES = 16_384;

/** A block by its number and hash. */
export type BlockReference = { readonly number: number; readonly hash: Hex };

/** How to deploy a wallet that is asked before it is there (ERC-6492). */
export type WalletDeployment = { readonly factory: Hex; readonly factoryData: Hex };

/** What a contract wallet is asked. */
export type WalletQuestion = {
  readonly actor: Hex;
  /** The EIP-712 digest of the action, 32 bytes. */
  readonly digest: Uint8Array;
  /** What `isValidSignature` is given: without a wrapper. */
  readonly signature: Hex;
  /** What the wrapper says, if there was one. */
  readonly deployment: WalletDeployment | undefined;
};

/** What a contract wallet answered, as of one block. */
export type WalletAnswer =
  | { readonly verdict: "valid"; readonly block: BlockReference }
  | {
      readonly verdict: "invalid";
      /** `no_wallet`: the actor has no code, so that its signature stands or falls as an ECDSA one. */
      readonly code: "no_wallet" | "delegated_account" | "signature_rejected";
      readonly message: string;
    }
  | { readonly verdict: "indeterminate"; readonly message: string };

/** An operator's policy to accept contract wallets, and its way to ask them. Nothing is asked for a scheme 0 signature. */
export type WalletVerifier = {
  /** The chain that it asks: the operator's. */
  readonly chainId: number;
  /** Asks within a bounded time. It answers `indeterminate` where the chain does not, and does not throw. */
  ask(question: WalletQuestion): Promise<WalletAnswer>;
};

/** A signature that may be a contract wallet's: as it was submitted, and what is in it. */
export type WalletSignature = Pick<WalletQuestion, "signature" | "deployment"> & {
  /** The whole of it, the wrapper included. */
  readonly submitted: Hex;
  /** keccak of the whole of it: what an entry carries. */
  readonly signatureHash: Uint8Array;
};

const ERC6492_SUFFIX = new Uint8Array(32).fill(0x64).map((byte, i) => (i % 2 === 0 ? byte : 0x92));

/**
 * Reads the form of a contract wallet's signature (PROTOCOL §3): 1 to 16,384 bytes; and where they end
 * in ERC-6492's suffix, `abi.encode(address factory, bytes factoryData, bytes signature)` before it, in
 * the one encoding that encoders write.
 *
 * @returns the signature, or why it is not one.
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
    ? malformed("what its ERC-6492 suffix promises is not the encoding of (address, bytes, bytes)")
    : { submitted: signature, signatureHash, ...inner };
}

/**
 * Checks what can be checked of a scheme 1 signature without its chain: its form, and that it is not
 * one of scheme 0. Whether the wallet stood by it is the word of the operator that asked.
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

/** Offsets and padding have one value each, and nothing is left over: nobody reads it differently. */
function readWrapper(bytes: Uint8Array): Pick<WalletSignature, "signature" | "deployment"> | undefined {
  const wordAt = (offset: number): Uint8Array => bytes.subarray(offset, offset + 32);
  const isZero = (part: Uint8Array): boolean => part.every((byte) => byte === 0);
  /** A `bytes` value whose offset is the word at `head`, and which must begin at `start`. */
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

/**
 * The 65-byte form of a compact signature (EIP-2098), 64 bytes `r ‖ yParityAndS`: for the edge, where a
 * client may send one. What is verified and kept is the 65-byte form alone.
 *
 * @example
 * const signature = fromCompactSignature(compact) // r ‖ s ‖ v
 *
 * @throws AnchorlogError `bad_signature` where it is not lower-case hex of 64 bytes.
 */
export function fromCompactSignature(compact: string): Hex {
  if (!isHex(compact, 64)) {
    throw new AnchorlogError("bad_signature", "a compact signature is 0x and lower-case hex of 64 bytes (EIP-2098)");
  }
  const bytes = fromHex(compact);
  const v = 27 + (bytes[32]! >> 7);
  const s = bytes.subarray(32);
  s[0]! &= 0x7f;
  return toHex(concat(bytes.subarray(0, 32), s, new Uint8Array([v])));
}
