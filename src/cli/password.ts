/** The password of keystores that a command makes. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { Environment } from "../daemon/config/load.ts";
import { readSecret } from "../daemon/config/secrets.ts";
import { password as passwordType, type SecretReference } from "../daemon/config/values.ts";
import { AnchorlogError } from "../base/errors.ts";
import { readAs } from "./options.ts";

/** The variable that configurations name by default. */
const VARIABLE = "ANCHORLOG_SECRET_PASSWORD";

/**
 * Reads the reference in `--password`. @throws UsageError if it is a password instead of a reference; the message does
 * not show it.
 */
export const readPasswordReference = (text: string, command: string): SecretReference =>
  readAs(passwordType, "--password", text, command);

/**
 * Returns the password by a reference, or from the variable ANCHORLOG_SECRET_PASSWORD. Without both, the user is asked
 * twice at the terminal.
 *
 * @throws AnchorlogError `no_secret`, `bad_permissions`, `bad_password`.
 */
export async function newPassword(
  given: string | undefined,
  { command, env, folder }: { readonly command: string; readonly env: Environment; readonly folder: string },
): Promise<string> {
  const name = "--password";
  if (given !== undefined) return readSecret(readPasswordReference(given, command), { config: { folder }, env, name });
  if (env[VARIABLE] !== undefined)
    return readSecret({ from: "env", name: VARIABLE }, { config: { folder }, env, name });
  if (!process.stdin.isTTY) {
    throw new AnchorlogError(
      "no_secret",
      "no password for the keys was given, and there is no terminal to ask for it",
      {
        fix: `give --password file:PATH or env:NAME, or set ${VARIABLE}`,
      },
    );
  }
  const password = await ask("A password for the keys: ");
  if (password === "") throw badPassword("it is empty");
  if ((await ask("The password again: ")) !== password) throw badPassword("the two passwords differ");
  return password;
}

/** Asks at the terminal, without showing the input. */
async function ask(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  process.stderr.write(question);
  try {
    const given = new AbortController();
    const abandoned = new Promise<never>((_, reject) => {
      const give = (): void => reject(badPassword("none was given"));
      terminal.once("SIGINT", give);
      terminal.once("close", give);
    });
    abandoned.catch(() => given.abort());
    // Trimmed, as are passwords that a configuration refers to.
    return (await Promise.race([terminal.question("", { signal: given.signal }), abandoned])).trim();
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}

function badPassword(why: string): AnchorlogError {
  return new AnchorlogError("bad_password", `no password: ${why}`, { fix: "call it again; no key was made" });
}
