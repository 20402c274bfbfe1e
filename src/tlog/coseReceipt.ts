/** COSE receipts of inclusion (RFC 9942): a leaf's place in an RFC 9162 tree, for verifiers of SCITT (RFC 9943). */
import { sha256 } from "@noble/hashes/sha2.js";
import { encode } from "cborg";
import { concat } from "../base/bytes.ts";

// Labels of header parameters and claims: RFC 9052 §3.1, RFC 9942 §2, RFC 9597 §2, RFC 8392 §3.1.
const ALG = 1;
const KID = 4;
const CWT_CLAIMS = 15;
const VDS = 395;
const VDP = 396;
const ISS = 1;
const SUB = 2;
/** EdDSA (RFC 9053 §2.2). */
const EDDSA = -8;
const RFC9162_SHA256 = 1;
const INCLUSION = -1;
/** The head byte of tag 18, COSE_Sign1. */
const COSE_SIGN1 = new Uint8Array([0xd2]);
const NOTHING = new Uint8Array();

type CoseInclusion = {
  /** Leaves of the tree. */
  readonly size: number;
  /** The leaf's position, from 0. */
  readonly index: number;
  /** Hashes of 32 bytes from the leaf up (RFC 9162 §2.1.3.1). */
  readonly path: readonly Uint8Array[];
  /** 32 bytes. */
  readonly root: Uint8Array;
};

/** The signer of the root: an Ed25519 key (RFC 8032) and the claims about the tree. */
type CoseIssuer = {
  /** The claim `iss`: who keeps the tree. */
  readonly issuer: string;
  /** The claim `sub`: which tree of the issuer. */
  readonly subject: string;
  readonly key: { readonly publicKey: Uint8Array; sign(message: Uint8Array): Promise<Uint8Array> };
};

/**
 * Signs a receipt of inclusion: a tagged COSE_Sign1 in CBOR with a detached payload, the root.
 *
 * Nothing here checks that the path leads to the root.
 */
export async function signCoseReceipt(inclusion: CoseInclusion, { issuer, subject, key }: CoseIssuer) {
  const protectedHeader = encode(
    new Map<number, unknown>([
      [ALG, EDDSA],
      [KID, coseKeyThumbprint(key.publicKey)],
      [CWT_CLAIMS, new Map([[ISS, issuer], [SUB, subject]])], // prettier-ignore
      [VDS, RFC9162_SHA256],
    ]),
  );
  const signature = await key.sign(encode(["Signature1", protectedHeader, NOTHING, inclusion.root]));
  const proof = encode([inclusion.size, inclusion.index, inclusion.path]);
  const unprotected = new Map([[VDP, new Map([[INCLUSION, [proof]]])]]);
  return concat(COSE_SIGN1, encode([protectedHeader, unprotected, null, signature]));
}

/** The SHA-256 thumbprint of an Ed25519 public key of 32 bytes (RFC 9679 §3): the receipts' key ID. */
export function coseKeyThumbprint(publicKey: Uint8Array): Uint8Array {
  // kty (1): OKP (1); crv (-1): Ed25519 (6); x (-2).
  const key = new Map<number, unknown>([[1, 1], [-1, 6], [-2, publicKey]]); // prettier-ignore
  return sha256(encode(key));
}
