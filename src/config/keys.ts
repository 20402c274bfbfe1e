import { privateKeyToAccount } from "viem/accounts";
import type { DigestSigner } from "../action/signature.ts";
import { privateKeySigner } from "../action/signer.ts";
import { fromHex, isHex, toHex, type Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import type { OperatorKeys } from "../operator/keys.ts";
import { developmentAccount, developmentNoteKey } from "./development.ts";
import type { Environment } from "./load.ts";
import { readSecret } from "./secrets.ts";
import type { Config } from "./settings.ts";
import type { SecretReference } from "./values.ts";

/** The roles of an operator's keys. */
export type KeyName = "account" | "anchor" | "receipt" | "note";

/** An account as viem's wallet clients take it. */
export type Account = ReturnType<typeof privateKeyToAccount>;

/**
 * The keys that an operator signs with, from where the configuration names them.
 *
 * @throws AnchorlogError `no_secret` where one is not there, `bad_key` where it is none; no key is in a message.
 */
export async function openKeys(config: Config, env: Environment = process.env): Promise<OperatorKeys> {
  return {
    anchorKey: await openSigner(config, "anchor", env),
    receiptKey: await openSigner(config, "receipt", env),
    noteKey: await openNoteKey(config, env),
  };
}

/** The account that pays. Throws like {@link openKeys}. */
export async function openAccount(config: Config, env: Environment = process.env): Promise<Account> {
  return privateKeyToAccount(await readKey(config, "account", config["keys.account"], env));
}

/** A signer of a role, or of another place than its own, as a key that is to follow it. */
export async function openSigner(
  config: Config,
  name: "anchor" | "receipt",
  env: Environment = process.env,
  reference: SecretReference = config[`keys.${name}`],
): Promise<DigestSigner> {
  const key = await readKey(config, name, reference, env);
  try {
    return privateKeySigner(key);
  } catch (cause) {
    throw badKey(name, cause);
  }
}

async function openNoteKey(config: Config, env: Environment): Promise<Uint8Array> {
  const reference = config["keys.note"];
  if (reference.from === "development") return developmentNoteKey(config["operator.chainId"]);
  return fromHex(await readKey(config, "note", reference, env), 32);
}

/** 32 bytes in hex, of either case, with 0x or without. */
async function readKey(config: Config, name: KeyName, reference: SecretReference, env: Environment): Promise<Hex> {
  if (reference.from === "development") {
    return toHex(developmentAccount(reference.index, config["operator.chainId"]).getHdKey().privateKey!);
  }
  if (reference.from === "keystore") {
    throw new AnchorlogError("bad_key", `keys.${name}: keystores cannot be opened yet`, {
      fix: "name the key by env: or file:",
      details: { key: `keys.${name}` },
    });
  }
  const text = (await readSecret(reference, { config, env, name: `keys.${name}` })).toLowerCase();
  const hex = text.startsWith("0x") ? text : `0x${text}`;
  if (isHex(hex, 32)) return hex;
  throw badKey(name);
}

function badKey(name: KeyName, cause?: unknown): AnchorlogError {
  return new AnchorlogError("bad_key", `keys.${name}: what is there is no key of 32 bytes in hex`, {
    fix: "write 64 hex digits there, and nothing else",
    details: { key: `keys.${name}` },
    cause,
  });
}
