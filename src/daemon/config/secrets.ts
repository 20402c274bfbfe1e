/** Reads secrets by reference. Errors never contain a secret. */
import type { Stats } from "node:fs";
import { readRegularFile } from "../../base/regularFile.ts";
import { AnchorlogError, withoutRemedy } from "../../base/errors.ts";
import { assertPrivate } from "../../action/signers/permissions.ts";
import { pathOf, type Environment } from "./load.ts";
import type { Config } from "./settings.ts";
import { isUrlOf, type SecretReference, type SecretUrl } from "./values.ts";

const MAX_SECRET_BYTES = 1 << 16;

/** The setting of a secret, and the configuration and environment to read it with. */
export type SecretPlace = { readonly config: Pick<Config, "folder">; readonly env: Environment; readonly name: string };

/**
 * Reads a secret by its reference, without white space around it.
 *
 * @throws AnchorlogError `no_secret` if it is missing or empty; `bad_permissions` if others may read its file.
 */
export async function readSecret(reference: SecretReference, { config, env, name }: SecretPlace): Promise<string> {
  if (reference.from === "env") {
    const text = env[reference.name]?.trim() ?? "";
    if (text !== "") return text;
    throw noSecret(name, `the environment has no ${reference.name}`, `set ${reference.name}, or name another place`);
  }
  if (reference.from !== "file") throw noSecret(name, "this reference does not lead to a text", "name env: or file:");
  const path = pathOf(config, reference.path);
  const check = (stats: Stats): void => assertPrivate(path, stats);
  const bytes = await readRegularFile(path, MAX_SECRET_BYTES, check).catch((error: unknown) => {
    if (!(error instanceof AnchorlogError)) throw error;
    if (error.code === "bad_permissions") throw namedError(name, error);
    throw noSecret(name, error.message, "check that the file exists, and that this process can read it");
  });
  const text = new TextDecoder().decode(bytes).trim();
  if (text === "")
    throw noSecret(name, `${path} is empty, or over ${MAX_SECRET_BYTES} bytes`, "write the secret into it");
  return text;
}

/**
 * Returns a URL that is given directly or by reference.
 *
 * @example
 * const place = { config, env: process.env, name: "store.postgres" }
 * const url = await readSecretUrl(config["store.postgres"]!, ["postgres", "postgresql"], place)
 *
 * @throws AnchorlogError `no_secret`, `bad_url` if it has another scheme or is not a URL.
 */
export async function readSecretUrl(given: SecretUrl, schemes: readonly string[], place: SecretPlace): Promise<string> {
  if ("url" in given) return given.url;
  const url = await readSecret(given, place);
  if (isUrlOf(url, schemes)) return url;
  throw new AnchorlogError("bad_url", `${place.name}: its content is not a URL of ${schemes.join(" or ")}`, {
    fix: "put the whole URL there, with its scheme",
  });
}

/** Adds the setting's name to errors. */
export async function named<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AnchorlogError) || error.details?.["key"] !== undefined) throw error;
    throw namedError(name, error);
  }
}

function namedError(name: string, error: AnchorlogError): AnchorlogError {
  const { code, fix, cause, details } = error;
  return new AnchorlogError(code, `${name}: ${withoutRemedy(error)}`, {
    cause,
    details: { ...details, key: name },
    fix,
  });
}

function noSecret(name: string, why: string, fix: string): AnchorlogError {
  return new AnchorlogError("no_secret", `${name}: ${why}`, { fix, details: { key: name } });
}
