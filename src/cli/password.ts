/** The password of keystores that are made here. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { Environment } from "../config/load.ts";
import { readSecret } from "../config/secrets.ts";
import { password as passwordType, type SecretReference } from "../config/values.ts";
import { AnchorlogError } from "../errors.ts";
import { readAs } from "./options.ts";

/** The variable that a configuration names by default. */
const VARIABLE = "ANCHORLOG_SECRET_PASSWORD";

/** What `--password` names. @throws UsageError for the password itself, which is in no message. */
export const readPasswordReference = (text: string, command: string): SecretReference =>
  readAs(passwordType, "--password", text, command);

/**
 * The password by a reference, or by the variable ANCHORLOG_SECRET_PASSWORD; where there is none, whoever sits at the
 * terminal is asked twice.
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
    throw new AnchorlogError("no_secret", "no password for the keys, and no terminal to ask at", {
      fix: `give --password file:PATH or env:NAME, or set ${VARIABLE}`,
    });
  }
  const password = await ask("A password for the keys: ");
  if (password === "") throw badPassword("it is empty");
  if ((await ask("The same once more: ")) !== password) throw badPassword("the two are not the same");
  return password;
}

/** Asks at the terminal, where what is typed is not shown. */
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
    // What a configuration leads to has no white space around it either.
    return (await Promise.race([terminal.question("", { signal: given.signal }), abandoned])).trim();
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}

function badPassword(why: string): AnchorlogError {
  return new AnchorlogError("bad_password", `no password: ${why}`, { fix: "call it again; no key was made" });
}
