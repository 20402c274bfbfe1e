import { registerOperator } from "../anchor/register.ts";
import { compareRegistration } from "../anchor/registration.ts";
import { depositStake, readStake } from "../anchor/stake.ts";
import { openAccount, openKeys } from "../config/keys.ts";
import type { Environment } from "../config/load.ts";
import { connectWriter, identityOf } from "../config/open.ts";
import type { Config } from "../config/settings.ts";
import { AnchorlogError } from "../errors.ts";

/**
 * Registers an operator whose account is keys.account, and stakes what is missing; what is done already stays. For local
 * chains, on which nobody decides that: elsewhere it is `anchorlog register` and `anchorlog stake deposit`.
 *
 * @throws AnchorlogError `registration_mismatch` where it is registered otherwise; `no_chain`; what the chain refuses.
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
