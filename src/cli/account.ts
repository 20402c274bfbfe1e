import { openAccountOf, type Account } from "../config/keys.ts";
import type { Environment } from "../config/load.ts";
import { heldKey, password as passwordType } from "../config/values.ts";
import { readAs } from "./options.ts";

/** An account that is given to a command: its key, and the password of that, in the forms of a configuration. */
type GivenAccount = { readonly key: string; readonly password: string | undefined };

/**
 * Opens an account that is given by `--key` and `--password`. Relative paths begin at the working directory.
 *
 * @throws UsageError where one is no reference; as `openAccountOf`.
 */
export async function openGivenAccount(
  { key, password = "env:ANCHORLOG_SECRET_PASSWORD" }: GivenAccount,
  { env, chainId, command }: { readonly env: Environment; readonly chainId: number; readonly command: string },
): Promise<Account> {
  const config = {
    folder: process.cwd(),
    "operator.chainId": chainId,
    "keys.password": readAs(passwordType, "--password", password, command),
  };
  const place = { config, env, name: "--key", passwordName: "--password" };
  return openAccountOf(readAs(heldKey, "--key", key, command), chainId, place);
}
