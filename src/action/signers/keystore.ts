/**
 * Keys in encrypted files: Web3 Secret Storage, version 3 (ethereum.org/developers/docs/data-structures-and-encoding/web3-secret-storage).
 *
 * @module
 */
import {
  createCipheriv,
  createDecipheriv,
  pbkdf2,
  randomBytes,
  randomUUID,
  scrypt,
  timingSafeEqual,
  type ScryptOptions,
} from "node:crypto";
import { promisify } from "node:util";
import { scryptAsync } from "@noble/hashes/scrypt.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { abbreviate } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";

/** A key's file, parsed from JSON. */
export type Keystore = {
  readonly version: 3;
  readonly id: string;
  /** For a secp256k1 key: 40 hex digits. */
  readonly address?: string;
  /** For an Ed25519 key: its public key, 64 hex digits. The standard does not cover Ed25519. */
  readonly ed25519?: string;
  /** For an ML-DSA-44 key: its public key, 2,624 hex digits. The encrypted key is its seed. */
  readonly mlDsa44?: string;
  readonly crypto: {
    readonly cipher: "aes-128-ctr";
    readonly cipherparams: { readonly iv: string };
    readonly ciphertext: string;
    readonly kdf: "scrypt" | "pbkdf2";
    readonly kdfparams: Readonly<Record<string, unknown>>;
    readonly mac: string;
  };
};

/** The greatest cost of a key derivation, since the file's author chooses it: bytes of memory, and rounds. */
const MAX_SCRYPT_MEMORY = 1 << 29;
const MAX_SCRYPT_WORK = 1 << 24;
const MAX_PBKDF2_ROUNDS = 10_000_000;
/** geth's parameters: 256 MB, about a second; and 4 MB, for keys that protect nothing. */
const SCRYPT = { n: 1 << 18, r: 8, p: 1, dklen: 32 } as const;
const LIGHT_SCRYPT = { n: 1 << 12, r: 8, p: 6, dklen: 32 } as const;

const deriveScrypt = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);
const derivePbkdf2 = promisify(pbkdf2);

/**
 * Decrypts a key.
 *
 * @param keystore the file's JSON, parsed; nothing of it is trusted.
 * @returns the secret key, 32 bytes.
 * @throws AnchorlogError `bad_keystore` if the file is malformed, or its derivation would cost too much;
 *   `wrong_password` where the password, or the file, is another one. Neither is in any message.
 */
export async function decryptKeystore(keystore: unknown, password: string): Promise<Uint8Array> {
  const { version, Crypto, crypto = Crypto } = readMembers(keystore, "the file");
  if (version !== 3) throw badKeystore(`its version is ${abbreviate(version)}, not 3`);
  const { cipher, cipherparams, ciphertext, kdf, kdfparams, mac } = readMembers(crypto, "crypto");
  if (cipher !== "aes-128-ctr") throw badKeystore(`its cipher is ${abbreviate(cipher)}, not aes-128-ctr`);
  const iv = readHex(readMembers(cipherparams, "cipherparams")["iv"], "iv", 16);
  const encrypted = readHex(ciphertext, "ciphertext", 32);
  const expected = readHex(mac, "mac", 32);
  const derived = await derive(password, kdf, readMembers(kdfparams, "kdfparams"));
  // Before anything is decrypted.
  if (!timingSafeEqual(expected, macOf(derived, encrypted))) {
    throw new AnchorlogError("wrong_password", "the password does not open this keystore", {
      fix: "give the password that it was made with",
    });
  }
  return Uint8Array.from(createDecipheriv(CIPHER, derived.subarray(0, 16), iv).update(encrypted));
}

/**
 * Encrypts a key, by scrypt with the parameters of geth.
 *
 * @param secretKey 32 bytes.
 * @param is the key's address, or its Ed25519 or ML-DSA-44 public key, which is stored unencrypted beside the key.
 * @param options `light`: with geth's parameters of that name, for keys of development.
 * @throws AnchorlogError `bad_option` if the password is empty.
 * @example
 * const signer = privateKeySigner(toHex(secretKey))
 * const keystore = await encryptKeystore(secretKey, password, { address: signer.address.slice(2) })
 * await vault.write("anchor-key", JSON.stringify(keystore))
 * const again = privateKeySigner(toHex(await decryptKeystore(keystore, password)))
 */
export async function encryptKeystore(
  secretKey: Uint8Array,
  password: string,
  is: Pick<Keystore, "address" | "ed25519" | "mlDsa44">,
  { light = false }: { readonly light?: boolean | undefined } = {},
): Promise<Keystore> {
  if (typeof password !== "string" || password === "") {
    throw new AnchorlogError("bad_option", "the password of a keystore is empty", { fix: "give a password" });
  }
  const kdfparams = { ...(light ? LIGHT_SCRYPT : SCRYPT), salt: randomBytes(32).toString("hex") };
  const derived = await derive(password, "scrypt", kdfparams);
  const iv = randomBytes(16);
  const encrypted = createCipheriv(CIPHER, derived.subarray(0, 16), iv).update(secretKey);
  return {
    version: 3,
    id: randomUUID(),
    ...is,
    crypto: {
      cipher: CIPHER,
      cipherparams: { iv: iv.toString("hex") },
      ciphertext: encrypted.toString("hex"),
      kdf: "scrypt",
      kdfparams,
      mac: Buffer.from(macOf(derived, encrypted)).toString("hex"),
    },
  };
}

const CIPHER = "aes-128-ctr";

/** keccak-256 over the second half of the derived key, and the ciphertext. */
function macOf(derived: Uint8Array, encrypted: Uint8Array): Uint8Array {
  return keccak_256(Buffer.concat([derived.subarray(16, 32), encrypted]));
}

async function derive(
  password: string,
  kdf: unknown,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Uint8Array> {
  const salt = readHex(parameters["salt"], "kdfparams.salt");
  if (parameters["dklen"] !== 32) throw badKeystore("its kdfparams.dklen is not 32");
  if (kdf === "scrypt") {
    const [n, r, p] = (["n", "r", "p"] as const).map((name) => readCount(parameters[name], `kdfparams.${name}`));
    if (n! < 2 || (n! & (n! - 1)) !== 0) throw badKeystore("its kdfparams.n is not a power of two");
    const memory = 128 * r! * (n! + p!);
    if (memory > MAX_SCRYPT_MEMORY || n! * r! * p! > MAX_SCRYPT_WORK) {
      throw badKeystore(
        `to open it would take ${Math.ceil(memory / 2 ** 20)} MiB and ${p} passes, more than this program accepts`,
      );
    }
    const cost = { N: n!, r: r!, p: p!, maxmem: 2 * MAX_SCRYPT_MEMORY };
    // OpenSSL follows RFC 7914: N is below 2^16 if r is 1. The standard's own test vector does not.
    if (n! >= 2 ** (16 * r!)) return scryptAsync(password, salt, { ...cost, dkLen: 32 });
    return deriveScrypt(password, salt, 32, cost);
  }
  if (kdf === "pbkdf2") {
    const rounds = readCount(parameters["c"], "kdfparams.c");
    if (parameters["prf"] !== "hmac-sha256") throw badKeystore("its kdfparams.prf is not hmac-sha256");
    if (rounds > MAX_PBKDF2_ROUNDS) throw badKeystore(`to open it would take ${rounds} rounds`);
    return derivePbkdf2(password, salt, rounds, 32, "sha256");
  }
  throw badKeystore(`its kdf is ${abbreviate(kdf)}, neither scrypt nor pbkdf2`);
}

function readMembers(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw badKeystore(`${what} is not an object`);
}

/** From 1 to 2^30 - 1, so that the products above stay exact. */
function readCount(value: unknown, what: string): number {
  if (typeof value === "number" && Number.isInteger(value) && value > 0 && value < 1 << 30) return value;
  throw badKeystore(`its ${what} is ${abbreviate(value)}`);
}

function readHex(value: unknown, what: string, bytes?: number): Uint8Array {
  const isHex = typeof value === "string" && /^(?:[0-9a-fA-F]{2}){1,256}$/.test(value);
  if (isHex && (bytes === undefined || value.length === 2 * bytes)) return Buffer.from(value, "hex");
  throw badKeystore(`its ${what} is not hex of ${bytes ?? "1 to 256"} bytes`);
}

export function badKeystore(why: string): AnchorlogError {
  return new AnchorlogError("bad_keystore", `this keystore cannot be opened: ${why}`, {
    fix: "give a file of Web3 Secret Storage, version 3, as geth, ethers and writeKeystore make them",
  });
}
