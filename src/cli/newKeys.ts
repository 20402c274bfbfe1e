/** New keys as files: encrypted, or plain. */
import { chmod, mkdir, stat } from "node:fs/promises";
import { ed25519 } from "@noble/curves/ed25519.js";
import { privateKeySigner } from "../action/signer.ts";
import { toHex, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { createSecretKey } from "../crypto/secp256k1/secretKey.ts";
import { writeKeystore, writeMlDsaKeystore, writeNoteKeystore } from "../action/signers/keystoreFile.ts";
import { makeWhole, unwritable } from "../base/wholeFile.ts";

/** The roles of the keys that every operator has. */
export const KEY_ROLES = ["account", "anchor", "receipt", "note"] as const;
/** The roles of all keys that can be made. */
export const ALL_KEY_ROLES = [...KEY_ROLES, "ml-dsa"] as const;
type KeyRole = (typeof ALL_KEY_ROLES)[number];

/** A key that was written. */
export type NewKey<R extends KeyRole = (typeof KEY_ROLES)[number]> = {
  readonly role: R;
  readonly file: string;
  /** The form in which a configuration names the file. */
  readonly form: "keystore" | "file";
  /** Set for the keys of accounts, anchors and receipts. */
  readonly address?: Hex;
  /** Set for the note key. */
  readonly publicKey?: Uint8Array;
};

/** The password of a new key; undefined to write it unencrypted. */
type Encryption = { readonly password: string } | undefined;

/**
 * Makes a key, and writes it into a new file that only this user can read.
 *
 * @throws AnchorlogError `file_exists`, `unwritable`.
 */
export async function makeKey<R extends KeyRole>(role: R, file: string, encryption: Encryption): Promise<NewKey<R>> {
  if (encryption === undefined) return writePlain(role, file);
  const made = { role, file, form: "keystore" } as const;
  if (role === "note") {
    const { publicKey } = await writeNoteKeystore(file, encryption.password);
    return { ...made, publicKey };
  }
  if (role === "ml-dsa") {
    await writeMlDsaKeystore(file, encryption.password);
    return made;
  }
  const { address } = await writeKeystore(file, encryption.password);
  return { ...made, address };
}

async function writePlain<R extends KeyRole>(role: R, file: string): Promise<NewKey<R>> {
  const made = { role, file, form: "file" } as const;
  const key = createSecretKey();
  await writeNew(file, `${toHex(key)}\n`, 0o600);
  if (role === "ml-dsa") return made;
  return role === "note"
    ? { ...made, publicKey: ed25519.getPublicKey(key) }
    : { ...made, address: privateKeySigner(toHex(key)).address };
}

/** Makes a folder that only this user can read. An existing folder is not changed. */
export async function makePrivateFolder(folder: string): Promise<void> {
  try {
    if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined) await chmod(folder, 0o700);
    if (!(await stat(folder)).isDirectory()) throw new Error("it is a file");
  } catch (cause) {
    throw unwritable(folder, cause);
  }
}

/**
 * Writes a new file.
 *
 * @throws AnchorlogError `file_exists`, `unwritable`.
 */
export async function writeNew(file: string, text: string, mode: number): Promise<void> {
  try {
    await makeWhole(file, text, mode);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") throw isThere(file);
    throw unwritable(file, cause);
  }
}

/** @throws AnchorlogError `file_exists` if one of these files exists. Called before any of them is written. */
export async function assertNoneThere(files: readonly string[]): Promise<void> {
  for (const file of files) if ((await stat(file).catch(() => undefined)) !== undefined) throw isThere(file);
}

function isThere(file: string): AnchorlogError {
  return new AnchorlogError("file_exists", `${file} is there already, and is not overwritten`, {
    fix: "move it away first, or give another name",
  });
}
