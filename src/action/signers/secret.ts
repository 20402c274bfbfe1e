import { readFileSync, statSync } from "node:fs";
import { AnchorlogError } from "../../base/errors.ts";
import { assertPrivate } from "./permissions.ts";

/** The variables of a process, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Bytes of a file with a secret. */
const MAX_SECRET = 4_096;

/**
 * A secret from an environment variable, or from the file that the variable of the same name and `_FILE` leads to, as
 * orchestrators mount secrets. White space at its ends is removed.
 *
 * @throws AnchorlogError `no_secret` if neither is set; `bad_option` if both are; `unreadable`; `bad_permissions` if
 *   others than the file's owner may read it. No message contains a part of the secret.
 */
export function readSecret(name: string, environment: Environment = process.env): string {
  const [value, file] = [environment[name], environment[`${name}_FILE`]];
  if (value !== undefined && file !== undefined) {
    throw new AnchorlogError("bad_option", `${name} and ${name}_FILE are both set`, { fix: "set one of them" });
  }
  const secret = (value ?? (file === undefined ? "" : readSecretFile(name, file))).trim();
  if (secret !== "") return secret;
  throw new AnchorlogError(
    "no_secret",
    `${name} is ${value === undefined && file === undefined ? "not set" : "empty"}`,
    {
      fix: `set ${name}, or ${name}_FILE to the path of a file that holds it`,
      details: { name },
    },
  );
}

function readSecretFile(name: string, file: string): string {
  let bytes: Uint8Array;
  try {
    assertPrivate(file, statSync(file));
    bytes = readFileSync(file);
  } catch (cause) {
    if (cause instanceof AnchorlogError) throw cause;
    throw new AnchorlogError("unreadable", `the file of ${name}_FILE cannot be read: ${(cause as Error).message}`, {
      cause,
    });
  }
  if (bytes.length > MAX_SECRET) {
    throw new AnchorlogError("unreadable", `the file of ${name}_FILE has ${bytes.length} bytes, and a secret fewer`);
  }
  return Buffer.from(bytes).toString("utf8");
}
