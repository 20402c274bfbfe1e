import { secp256k1 } from "@noble/curves/secp256k1.js";
import { abbreviate, fromHex, isHex, toHex, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { isSecretKey } from "../crypto/secp256k1/secretKey.ts";
import type { TypedData } from "./domain.ts";
import { currentEngine, keccak256 } from "./engine.ts";
import { WORD } from "./hasher.ts";
import { normalizeSignature } from "./normalize.ts";
import { recoverSigner, type DigestSigner } from "./signature.ts";
import { createTurns, type Turns } from "../base/turns.ts";

/**
 * Makes a signer from a private key in memory, with the engine in use. It is many times faster than a viem account,
 * with the same signatures.
 *
 * `sign` checks that each signature recovers to the key: from one right and one wrong signature over the same digest,
 * anybody could compute the key. `signMany`, used for the receipt of each action, leaves that check to its caller.
 *
 * @param secretKey 32 bytes, lower-case hex.
 * @throws AnchorlogError `bad_key` if it is not a secp256k1 private key. The message never contains the key.
 * @example
 * const receiptKey = privateKeySigner(toHex(crypto.getRandomValues(new Uint8Array(32))))
 * const signature = await receiptKey.sign({ hash: toHex(digest) }) // 65 bytes, v 27 or 28
 */
export function privateKeySigner(secretKey: Hex): DigestSigner {
  if (!isHex(secretKey, 32) || !isSecretKey(fromHex(secretKey))) {
    throw new AnchorlogError("bad_key", "a private key is 0x and lower-case hex of 32 bytes, from 1 to n - 1");
  }
  const key = fromHex(secretKey);
  const publicKey = secp256k1.getPublicKey(key, false);
  const sign = (digest: Uint8Array): Hex => {
    if (digest.length !== WORD) throw new RangeError(`a digest has ${WORD} bytes, not ${digest.length}`);
    return toHex(currentEngine().sign(digest, key));
  };
  const address = toHex(keccak256(publicKey.subarray(1)).subarray(12));
  const signVerified = (digest: Uint8Array): Hex => {
    const signature = sign(digest);
    const signed = recoverSigner(digest, signature);
    if ("address" in signed && signed.address === address) return signature;
    throw new AnchorlogError(
      "signing_failed",
      `the signature made with the key of ${address} does not recover to that key`,
      {
        fix: "do not trust this machine with the key; ANCHORLOG_ENGINE=javascript signs without WebAssembly",
      },
    );
  };
  const signer: DigestSigner = {
    address,
    sign: async ({ hash }) => signVerified(fromHex(hash, 32)),
    signMany: async (digests) => digests.map(sign),
  };
  secretKeys.set(signer, key);
  return signer;
}

// Not a member of the signer, so that logging or serializing a signer does not expose the key.
const secretKeys = new WeakMap<DigestSigner, Uint8Array>();

/** Returns the secret key of a {@link privateKeySigner}, for signing in threads; undefined for any other signer. */
export function secretKeyOf(signer: DigestSigner): Uint8Array | undefined {
  return secretKeys.get(signer);
}

/** Returns the same signer with another `signMany`, which must use the same key and our own code. */
export function signingBy(signer: DigestSigner, signMany: NonNullable<DigestSigner["signMany"]>): DigestSigner {
  const wrapper = { ...signer, signMany };
  const key = secretKeys.get(signer);
  if (key !== undefined) secretKeys.set(wrapper, key);
  return wrapper;
}

/** Makes the statement of a digest, for signers that display it. */
type StatementOf = (position: number) => TypedData;

/**
 * Signs a digest, and checks that the signature recovers to the signer's address. Other forms of the same signature are
 * converted ({@link normalizeSignature}).
 *
 * @param digest 32 bytes.
 * @throws AnchorlogError `signer_failed` if the signer throws, or takes too long; `bad_signature` if its signature is
 * not its own.
 */
export async function signDigest(signer: DigestSigner, digest: Uint8Array, statement?: () => TypedData): Promise<Hex> {
  const signed = await askInTurn(signer, digest, statement?.());
  const signature = signed instanceof AnchorlogError ? signed : ownSignature(signer.address, digest, signed);
  if (signature instanceof AnchorlogError) throw signature;
  return signature;
}

/**
 * Signs many digests like {@link signDigest}. If one fails, the others are still signed. Signatures of a {@link
 * privateKeySigner} are not recovered: that would cost more than signing, and its code passed known-answer tests on
 * loading. Signatures of other signers are recovered.
 *
 * @returns for each digest its signature, or the error that `signDigest` throws.
 */
export async function signDigests(
  signer: DigestSigner,
  digests: readonly Uint8Array[],
  statementOf?: StatementOf,
): Promise<(Hex | AnchorlogError)[]> {
  const isOurs = secretKeys.has(signer);
  const { signMany } = signer;
  if (signMany !== undefined) {
    const sign = () => signMany.call(signer, digests);
    // Without a time limit, since busy threads may take long.
    const signed: unknown = await askSigner(sign, isOurs ? Infinity : timeoutOf(signer));
    if (signed instanceof AnchorlogError) return digests.map(() => signed);
    return digests.map((digest, i) => {
      const signature: unknown = Array.isArray(signed) ? signed[i] : undefined;
      return isOurs ? (signature as Hex) : ownSignature(signer.address, digest, signature);
    });
  }
  // If the signer is down, it is not asked once for each digest.
  const patience = Math.max(concurrencyOf(signer), LEAST_FAILURES);
  let failures: AnchorlogError[] = [];
  const sign = async (digest: Uint8Array, i: number): Promise<Hex | AnchorlogError> => {
    const signed = await askInTurn(signer, digest, statementOf?.(i), () =>
      failures.length < patience ? undefined : failures[0],
    );
    failures = signed instanceof AnchorlogError ? [...failures, signed].slice(0, patience) : [];
    return signed instanceof AnchorlogError ? signed : ownSignature(signer.address, digest, signed);
  };
  return Promise.all(digests.map(sign));
}

/** The least number of consecutive failures after which a signer counts as down. */
const LEAST_FAILURES = 4;
const CONCURRENCY = 16;
const TIMEOUT = 30_000;

const concurrencyOf = ({ concurrency = CONCURRENCY }: DigestSigner): number => concurrency;
const timeoutOf = ({ timeout = TIMEOUT }: DigestSigner): number => timeout;

/** The queue of each signer. A caller with many digests does not block the others. */
const turns = new WeakMap<DigestSigner, Turns>();

/**
 * Returns the signer's answer, in turn. @param whyNot is called at its turn, and returns an error to skip the signer.
 */
async function askInTurn(
  signer: DigestSigner,
  digest: Uint8Array,
  typedData: TypedData | undefined,
  whyNot: () => AnchorlogError | undefined = () => undefined,
): Promise<unknown> {
  let inTurn = turns.get(signer);
  if (inTurn === undefined) turns.set(signer, (inTurn = createTurns(concurrencyOf(signer))));
  const hash = toHex(digest);
  const parameters = typedData === undefined ? { hash } : { hash, typedData };
  return inTurn(async () => whyNot() ?? askSigner(() => signer.sign(parameters), timeoutOf(signer)));
}

/**
 * Returns the signer's answer, or an error if it fails. The signer's own error is the cause, and not part of the
 * message.
 *
 * @param timeout milliseconds; Infinity for no limit.
 */
export async function askSigner<T>(sign: () => Promise<T>, timeout: number = TIMEOUT): Promise<T | AnchorlogError> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    if (timeout === Infinity) return await sign();
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${timeout} ms`)), timeout);
    });
    return await Promise.race([sign(), late]);
  } catch (cause) {
    return new AnchorlogError("signer_failed", "the signer gave no signature", {
      fix: "the error's cause has the signer's own message",
      cause,
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Returns a signature in its strict form if it recovers to the address, otherwise the error. */
function ownSignature(address: Hex, digest: Uint8Array, signed: unknown): Hex | AnchorlogError {
  const own = address.toLowerCase() as Hex;
  // Most signers give the strict form, so the common case takes one recovery.
  const recovered = recoverSigner(digest, signed);
  if ("address" in recovered && recovered.address === own) return signed as Hex;
  const strict = normalizeSignature(signed, digest, own);
  if (strict !== undefined) return strict;
  const why = "address" in recovered ? `it is by ${recovered.address}` : recovered.message;
  return new AnchorlogError(
    "bad_signature",
    `the signer of ${abbreviate(address)} gave a signature that is not its own: ${why}`,
    { fix: "check that the signer signs the given digest, with secp256k1 and the key of its address" },
  );
}
