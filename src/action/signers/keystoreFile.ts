import { ed25519 } from "@noble/curves/ed25519.js";
import { privateKeySigner } from "../signer.ts";
import type { DigestSigner } from "../signature.ts";
import { createSecretKey, isSecretKey } from "../../crypto/secp256k1/secretKey.ts";
import { toHex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { readRegularFile } from "../../base/regularFile.ts";
import { makeWhole, unwritable } from "../../base/wholeFile.ts";
import { badKeystore, decryptKeystore, encryptKeystore, type Keystore } from "./keystore.ts";
import { mlDsaSigner, type MlDsaSigner } from "./mlDsaKey.ts";
import { noteKeySigner, type NoteSigner } from "./noteKey.ts";
import { assertPrivate } from "./permissions.ts";

/** Bytes of a keystore. */
const MAX_FILE = 1 << 16;

/** The secret and the password of a keystore. */
export type KeystoreOptions = {
  /** 32 bytes; a new one by default. */
  readonly secretKey?: Uint8Array;
  /** Encrypted with less effort, for keys of development. */
  readonly light?: boolean;
};

/**
 * A signer over the secp256k1 key in an encrypted file (Web3 Secret Storage, version 3). Its password takes about a
 * second to try, once.
 *
 * @example
 * await writeKeystore("keys/anchor", password)
 * const anchorKey = await keystoreSigner("keys/anchor", password)
 *
 * @throws AnchorlogError `unreadable`; `bad_permissions` if others than the file's owner may read it;
 *   `bad_keystore`, `wrong_password`.
 */
export async function keystoreSigner(file: string, password: string): Promise<DigestSigner> {
  return privateKeySigner(toHex(await readKeystoreKey(file, password)));
}

/** The secp256k1 key itself, 32 bytes. Throws like {@link keystoreSigner}. */
export async function readKeystoreKey(file: string, password: string): Promise<Uint8Array> {
  const keystore = await readKeystore(file);
  if (keystore["ed25519"] !== undefined) throw badKeystore("it holds a note key (Ed25519)");
  if (keystore["mlDsa44"] !== undefined) throw badKeystore("it holds an ML-DSA-44 key");
  const key = await decryptKeystore(keystore, password);
  if (!isSecretKey(key)) throw badKeystore("it does not hold a secp256k1 private key");
  const { address } = keystore;
  if (address !== undefined && !isSameHex(address, privateKeySigner(toHex(key)).address)) {
    throw badKeystore("its address does not belong to its key");
  }
  return key;
}

/**
 * A signer over the note key in a keystore file that {@link writeNoteKeystore} wrote.
 *
 * @throws AnchorlogError `unreadable`, `bad_permissions`, `bad_keystore`, `wrong_password`.
 */
export async function keystoreNoteSigner(file: string, password: string): Promise<NoteSigner> {
  const keystore = await readKeystore(file);
  if (keystore["ed25519"] === undefined) throw badKeystore("it holds no note key (Ed25519)");
  const signer = noteKeySigner(await decryptKeystore(keystore, password));
  if (!isSameHex(keystore["ed25519"], toHex(signer.publicKey))) throw badKeystore("its public key is not its key's");
  return signer;
}

/**
 * A signer over the ML-DSA-44 key in a keystore file that {@link writeMlDsaKeystore} wrote. Throws like
 * {@link keystoreNoteSigner}.
 */
export async function keystoreMlDsaSigner(file: string, password: string): Promise<MlDsaSigner> {
  const keystore = await readKeystore(file);
  if (keystore["mlDsa44"] === undefined) throw badKeystore("it holds no ML-DSA-44 key");
  const signer = mlDsaSigner(await decryptKeystore(keystore, password));
  if (!isSameHex(keystore["mlDsa44"], toHex(signer.publicKey))) throw badKeystore("its public key is not its key's");
  return signer;
}

/**
 * Writes a secp256k1 key into a new encrypted file, which only its owner may read.
 *
 * @returns a signer over the key.
 * @throws AnchorlogError `file_exists`; `bad_key`, `bad_option`; `unwritable`.
 */
export async function writeKeystore(
  file: string,
  password: string,
  { secretKey = createSecretKey(), light }: KeystoreOptions = {},
): Promise<DigestSigner> {
  const signer = privateKeySigner(toHex(secretKey));
  await write(file, await encryptKeystore(secretKey, password, { address: signer.address.slice(2) }, { light }));
  return signer;
}

/**
 * Writes an Ed25519 key into a new encrypted file, which only its owner may read. Instead of an address, the file has
 * the member `ed25519`, the public key.
 *
 * @returns a signer over the key.
 * @throws AnchorlogError `file_exists`; `bad_key`, `bad_option`; `unwritable`.
 * @example
 * const { publicKey } = await writeNoteKeystore("keys/note", password)
 * const noteKey = await keystoreNoteSigner("keys/note", password)
 */
export async function writeNoteKeystore(
  file: string,
  password: string,
  { secretKey = ed25519.utils.randomSecretKey(), light }: KeystoreOptions = {},
): Promise<NoteSigner> {
  const signer = noteKeySigner(secretKey);
  const is = { ed25519: toHex(signer.publicKey).slice(2) };
  await write(file, await encryptKeystore(secretKey, password, is, { light }));
  return signer;
}

/**
 * Writes the seed of an ML-DSA-44 key into a new encrypted file, which only its owner may read. Its member `mlDsa44` is
 * the public key, hex of 1,312 bytes.
 *
 * @returns a signer over the key.
 * @throws AnchorlogError `file_exists`; `bad_key`, `bad_option`; `unwritable`.
 * @example
 * await writeMlDsaKeystore("keys/ml-dsa", password)
 * const mlDsaKey = await keystoreMlDsaSigner("keys/ml-dsa", password)
 */
export async function writeMlDsaKeystore(
  file: string,
  password: string,
  { secretKey = crypto.getRandomValues(new Uint8Array(32)), light }: KeystoreOptions = {},
): Promise<MlDsaSigner> {
  const signer = mlDsaSigner(secretKey);
  const is = { mlDsa44: toHex(signer.publicKey).slice(2) };
  await write(file, await encryptKeystore(secretKey, password, is, { light }));
  return signer;
}

/** Whether a file's text is this hex: in any case, with or without 0x. */
function isSameHex(value: unknown, hex: string): boolean {
  return typeof value === "string" && value.toLowerCase().replace(/^0x/, "") === hex.slice(2);
}

async function readKeystore(file: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readText(file);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Reported below. The parser's own message is not used, because it quotes the file.
  }
  throw badKeystore(`${file} holds no JSON object`);
}

async function readText(file: string): Promise<string> {
  const bytes = await readRegularFile(file, MAX_FILE, (stats) => assertPrivate(file, stats));
  if (bytes === undefined) throw badKeystore(`${file} has over ${MAX_FILE} bytes`);
  return new TextDecoder().decode(bytes);
}

async function write(file: string, keystore: Keystore): Promise<void> {
  try {
    await makeWhole(file, `${JSON.stringify(keystore, undefined, 2)}\n`, 0o600);
  } catch (cause) {
    if ((cause as { code?: unknown }).code === "EEXIST") {
      throw new AnchorlogError("file_exists", `${file} is there already, and a key is not written over`, {
        fix: "name another file",
        cause,
      });
    }
    throw unwritable(file, cause);
  }
}
