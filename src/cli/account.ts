import { openAccountOf, type Account } from "../daemon/config/keys.ts";
import type { Environment } from "../daemon/config/load.ts";
import { heldKey, password as passwordType } from "../daemon/config/values.ts";
import { readAs } from "./options.ts";

/** The key of an account and its password, in the forms of a configuration. */
type GivenAccount = { readonly key: string; readonly password: string | undefined };

/**
 * Opens the account of `--key` and `--password`. Relative paths begin at the working directory.
 *
 * @throws UsageError if one is not a reference; as `openAccountOf`.
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
