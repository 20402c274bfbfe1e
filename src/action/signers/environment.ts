import type { DigestSigner } from "../signature.ts";
import { privateKeySigner } from "../signer.ts";
import type { Hex } from "../../base/hex.ts";
import { fromHex } from "../../base/hex.ts";
import { isSecretKey } from "../../crypto/secp256k1/secretKey.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { mlDsaSigner, type MlDsaSigner } from "./mlDsaKey.ts";
import { noteKeySigner, type NoteSigner } from "./noteKey.ts";
import { readSecret, type Environment } from "./secret.ts";

/**
 * A signer over the private key in an environment variable, or in the file that `<name>_FILE` leads to.
 *
 * @param name of the variable, which holds hex of 32 bytes, with or without 0x.
 * @throws AnchorlogError `no_secret`, `unreadable`, `bad_permissions`, `bad_option`; `bad_key` if it is no secp256k1 private key. The key
 *   is in no message.
 * @example
 * const receiptKey = environmentSigner("ANCHORLOG_RECEIPT_KEY")
 */
export function environmentSigner(name: string, environment?: Environment): DigestSigner {
  const key = readKey(name, environment);
  if (!isSecretKey(fromHex(key))) throw badKey(name, "a number from 1 to n - 1 of secp256k1");
  return privateKeySigner(key);
}

/**
 * A signer over a note key, which is an Ed25519 secret key of 32 bytes. It is read as {@link environmentSigner} reads
 * its key: from an environment variable, or from the file that `<name>_FILE` leads to.
 *
 * @throws AnchorlogError `no_secret`, `unreadable`, `bad_permissions`, `bad_option`, `bad_key`.
 * @example
 * const noteKey = environmentNoteSigner("ANCHORLOG_NOTE_KEY")
 * const mlDsaKey = environmentMlDsaSigner("ANCHORLOG_ML_DSA_KEY")
 * const publish = { tiles: tileFolder("public/"), mlDsaKey }
 * const anchorlog = await openAnchorlog({ ...options, keys: { ...keys, noteKey }, publish })
 */
export function environmentNoteSigner(name: string, environment?: Environment): NoteSigner {
  return noteKeySigner(fromHex(readKey(name, environment)));
}

/**
 * A signer over an ML-DSA-44 key (FIPS 204), by its seed of 32 bytes. It is read as {@link environmentNoteSigner} reads
 * its key, with the same errors.
 */
export function environmentMlDsaSigner(name: string, environment?: Environment): MlDsaSigner {
  return mlDsaSigner(fromHex(readKey(name, environment)));
}

function readKey(name: string, environment: Environment | undefined): Hex {
  const digits = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(readSecret(name, environment))?.[1];
  if (digits === undefined) throw badKey(name, "hex of 32 bytes");
  return `0x${digits.toLowerCase()}`;
}

function badKey(name: string, form: string): AnchorlogError {
  return new AnchorlogError("bad_key", `the value of ${name} is not a key: expected ${form}`, {
    fix: `set ${name} to 64 hex digits, or use a keystore`,
    details: { name },
  });
}
