import { registerOperator } from "../chain/register.ts";
import { compareRegistration } from "../chain/registration.ts";
import { depositStake, readStake } from "../chain/stake.ts";
import { openAccount, openKeys } from "./config/keys.ts";
import type { Environment } from "./config/load.ts";
import { connectWriter, identityOf } from "./config/open.ts";
import type { Config } from "./config/settings.ts";
import { AnchorlogError } from "../base/errors.ts";

/**
 * Registers the operator with the account keys.account, and deposits the missing stake. Does nothing if both are done.
 * For local chains only: elsewhere a person runs `anchorlog register` and `anchorlog stake deposit`.
 *
 * @example
 * const config = await loadConfig("anchorlog.jsonc") // of a local chain
 * await beginOperator(config)
 * const operation = await startOperation(config, { log: createLog("info"), types })
 *
 * @throws AnchorlogError `registration_mismatch` if it is registered with other terms; `no_chain`; the chain's
 *   refusals.
 */
export async function beginOperator(config: Config, env: Environment = process.env): Promise<void> {
  const chain = await connectWriter(config, await openAccount(config, env), env);
  const operator = identityOf(config);
  const { anchorKey, receiptKey } = await openKeys(config, env);
  const maxAnchorDelay = config["operator.maxAnchorDelaySeconds"];
  const terms = { ...operator, maxAnchorDelay, anchorKey, receiptKey };
  const expected = { operator, maxAnchorDelay, anchorKeys: [anchorKey.address], receiptKeys: [receiptKey.address] };
  try {
    await compareRegistration(chain, expected);
  } catch (error) {
    if (!(error instanceof AnchorlogError) || error.code !== "unknown_operator") throw error;
    await registerOperator(chain, operator, terms);
  }
  const { missing } = await readStake(chain, operator);
  if (missing > 0n) await depositStake(chain, operator);
}
