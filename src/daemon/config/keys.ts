import { privateKeyToAccount } from "viem/accounts";
import type { DigestSigner } from "../../action/signature.ts";
import { privateKeySigner } from "../../action/signer.ts";
import { fromHex, isHex, toHex, type Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { OperatorKeys } from "../../operator/seal/keys.ts";
import { isSecretKey } from "../../crypto/secp256k1/secretKey.ts";
import { assertNotForDevelopment } from "../../action/signers/development.ts";
import {
  keystoreMlDsaSigner,
  keystoreNoteSigner,
  keystoreSigner,
  readKeystoreKey,
} from "../../action/signers/keystoreFile.ts";
import { kmsSigner } from "../../action/signers/kms.ts";
import { mlDsaSigner, type MlDsaSigner } from "../../action/signers/mlDsaKey.ts";
import { noteKeySigner, type NoteSigner } from "../../action/signers/noteKey.ts";
import { rpcSigner } from "../../action/signers/rpc.ts";
import { developmentAccount, developmentNoteKey } from "../../development/keys.ts";
import { pathOf, type Environment } from "./load.ts";
import { named, readSecret, readSecretUrl } from "./secrets.ts";
import type { Config } from "./settings.ts";
import type { SecretReference } from "./values.ts";

/** An account in the form that viem's wallet clients need. */
export type Account = ReturnType<typeof privateKeyToAccount>;

/** The settings that every key needs. */
type KeyConfig = Pick<Config, "folder" | "operator.chainId" | "keys.password">;

/** The name of a key's setting, and the configuration and environment to read it with. */
type KeyPlace<C extends KeyConfig = KeyConfig> = {
  readonly config: C;
  readonly env: Environment;
  readonly name: string;
  /** Name of the password's setting for error messages; keys.password by default. */
  readonly passwordName?: string;
};
type SignerConfig = KeyConfig &
  Pick<Config, `signers.${"rpcMethod" | "concurrency" | "timeoutSeconds" | "patienceSeconds"}`>;

type KeysConfig = SignerConfig &
  Pick<Config, `keys.${"anchor" | "receipt" | "note" | "nextAnchor" | "nextReceipt" | "nextNote"}`>;

/**
 * Opens the keys that an operator signs with, and the keys that will replace them.
 *
 * @throws AnchorlogError `no_secret` if a key is not found, `bad_key` if it is malformed, and the signers' errors.
 *   Messages never contain a key.
 */
export async function openKeys(config: KeysConfig, env: Environment = process.env): Promise<OperatorKeys> {
  const { "keys.nextAnchor": anchor, "keys.nextReceipt": receipt, "keys.nextNote": note } = config;
  const next = {
    ...(anchor && { anchorKey: await openSigner(anchor, { config, env, name: "keys.nextAnchor" }) }),
    ...(receipt && { receiptKey: await openSigner(receipt, { config, env, name: "keys.nextReceipt" }) }),
    ...(note && { noteKey: await openNoteKey(note, { config, env, name: "keys.nextNote" }) }),
  };
  return {
    anchorKey: await openSigner(config["keys.anchor"], { config, env, name: "keys.anchor" }),
    receiptKey: await openSigner(config["keys.receipt"], { config, env, name: "keys.receipt" }),
    noteKey: await openNoteKey(config["keys.note"], { config, env, name: "keys.note" }),
    ...(Object.keys(next).length === 0 ? {} : { next }),
  };
}

/**
 * Opens the account that pays. Throws like {@link openKeys}, and `development_key` if the account's key is publicly
 * known.
 */
export async function openAccount(
  config: KeyConfig & Pick<Config, "keys.account">,
  env: Environment = process.env,
): Promise<Account> {
  return openAccountOf(config["keys.account"], config["operator.chainId"], { config, env, name: "keys.account" });
}

/** Opens the account of a key. Throws like {@link openAccount}. */
export async function openAccountOf(reference: SecretReference, chainId: number, place: KeyPlace): Promise<Account> {
  const { config, name } = place;
  const key =
    reference.from === "keystore"
      ? toHex(await named(name, async () => readKeystoreKey(pathOf(config, reference.path), await passwordOf(place))))
      : await readKey(reference, place);
  if (!isSecretKey(fromHex(key))) throw badKey(name);
  const account = privateKeyToAccount(key);
  assertNotForDevelopment(account.address, chainId, name);
  return account;
}

/** Opens a signer for checkpoints or receipts. Throws like {@link openKeys}. */
export async function openSigner(reference: SecretReference, place: KeyPlace<SignerConfig>): Promise<DigestSigner> {
  const { config, env, name } = place;
  if (reference.from === "keystore") {
    return named(name, async () => keystoreSigner(pathOf(config, reference.path), await passwordOf(place)));
  }
  if (reference.from === "kms") return named(name, () => kmsSigner({ ...reference, ...limitsOf(config) }));
  if (reference.from === "rpc") {
    const url = await readSecretUrl(reference.url, ["http", "https"], { config, env, name });
    const method = config["signers.rpcMethod"];
    return named(name, () => rpcSigner({ address: reference.address, url, method, ...limitsOf(config) }));
  }
  const key = await readKey(reference, place);
  try {
    return privateKeySigner(key);
  } catch (cause) {
    throw badKey(name, cause);
  }
}

/** Opens a signer for notes. Throws like {@link openKeys}. */
export async function openNoteKey(reference: SecretReference, place: KeyPlace): Promise<NoteSigner> {
  const { config, name } = place;
  if (reference.from === "development") return developmentNoteKey(config["operator.chainId"]);
  if (reference.from === "keystore") {
    return named(name, async () => keystoreNoteSigner(pathOf(config, reference.path), await passwordOf(place)));
  }
  return noteKeySigner(fromHex(await readKey(reference, place), 32));
}

/** Opens the signer of published checkpoints; undefined if the configuration has none. Throws like {@link openKeys}. */
export async function openMlDsaKey(
  config: KeyConfig & Pick<Config, "publish.mlDsaKey">,
  env: Environment = process.env,
): Promise<MlDsaSigner | undefined> {
  const reference = config["publish.mlDsaKey"];
  if (reference === undefined) return undefined;
  const place = { config, env, name: "publish.mlDsaKey" };
  if (reference.from === "keystore") {
    return named(place.name, async () => keystoreMlDsaSigner(pathOf(config, reference.path), await passwordOf(place)));
  }
  return mlDsaSigner(fromHex(await readKey(reference, place), 32));
}

/** Time limits and concurrency of signers over HTTP. */
function limitsOf(config: SignerConfig) {
  return {
    concurrency: config["signers.concurrency"],
    timeout: 1000 * config["signers.timeoutSeconds"],
    patience: 1000 * config["signers.patienceSeconds"],
  };
}

function passwordOf({ config, env, passwordName: name = "keys.password" }: KeyPlace): Promise<string> {
  return readSecret(config["keys.password"], { config, env, name });
}

/** Reads 32 bytes in hex, in either case, with or without 0x. */
async function readKey(reference: SecretReference, place: KeyPlace): Promise<Hex> {
  if (reference.from === "development") {
    const { config } = place;
    return toHex(developmentAccount(reference.index, config["operator.chainId"]).getHdKey().privateKey!);
  }
  const text = (await readSecret(reference, place)).toLowerCase();
  const hex = text.startsWith("0x") ? text : `0x${text}`;
  if (isHex(hex, 32)) return hex;
  if (text.startsWith("{")) throw isKeystore(place.name);
  throw badKey(place.name);
}

function isKeystore(name: string): AnchorlogError {
  return new AnchorlogError("bad_key", `${name}: the content is JSON, like an encrypted keystore`, {
    fix: "name it keystore:PATH instead of file:PATH",
    details: { key: name },
  });
}

function badKey(name: string, cause?: unknown): AnchorlogError {
  return new AnchorlogError("bad_key", `${name}: the content is not a key of 32 bytes in hex`, {
    fix: "write 64 hex digits there, and nothing else",
    details: { key: name },
    cause,
  });
}
