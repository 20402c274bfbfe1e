import type { Hex } from "../base/hex.ts";
import { readStake } from "../chain/stake.ts";
import { registerOperator } from "../chain/register.ts";
import { compareRegistration } from "../chain/registration.ts";
import { openAccount, openKeys } from "../daemon/config/keys.ts";
import { loadConfig } from "../daemon/config/load.ts";
import { connectWriter, identityOf, openGuard } from "../daemon/config/open.ts";
import type { Config } from "../daemon/config/settings.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { OperatorKeys } from "../operator/seal/keys.ts";
import type { Call } from "./command.ts";
import { assertNone, EXIT_CODES } from "./usage.ts";
import { printRows } from "./rows.ts";

/** `anchorlog register`. Returns the exit code. */
export async function runRegister({ values, positionals }: Call): Promise<number> {
  assertNone("register", positionals);
  const config = await loadConfig(values["config"] as string | undefined);
  const account = await openAccount(config);
  const keys = await openKeys(config);
  const chain = await connectWriter(config, account);
  const operator = identityOf(config);
  const maxAnchorDelay = config["operator.maxAnchorDelaySeconds"];
  const expected = { operator, maxAnchorDelay, ...keySetOf(keys) };
  let status = "registered already, as the configuration says";
  let gasUsed: bigint | undefined;
  try {
    await compareRegistration(chain, expected);
  } catch (error) {
    if (!(error instanceof AnchorlogError) || error.code !== "unknown_operator") throw error;
    assertIsOperator(account.address, config);
    // Fails if the registry does not exist. A guard made for a wrong registry would block one for the right registry.
    await readStake(chain, operator);
    // Made before anything can be promised. An existing guard is accepted: an unregistered operator has signed nothing.
    await makeGuard(config);
    ({ gasUsed } = await registerOperator(chain, operator, { ...operator, maxAnchorDelay, ...keys }));
    status = "registered";
  }
  const { missing } = await readStake(chain, operator);
  await printRows(values["json"] === true, {
    status,
    operator: operator.operator,
    registry: operator.registry,
    chainId: operator.chainId,
    gasUsed,
    missingStakeWei: missing,
    next: missing > 0n ? "npx anchorlog stake deposit" : "npx anchorlog operate",
  });
  return EXIT_CODES.valid;
}

/** Returns the keys that may be registered, by role. A successor key may already be in effect. */
function keySetOf({ anchorKey, receiptKey, next }: OperatorKeys) {
  const addresses = (...keys: readonly ({ readonly address: Hex } | undefined)[]): Hex[] =>
    keys.flatMap((key) => (key === undefined ? [] : [key.address]));
  return {
    anchorKeys: addresses(anchorKey, next?.anchorKey),
    receiptKeys: addresses(receiptKey, next?.receiptKey),
  };
}

/** Checks that the account is the operator's own. Only it can register, exit or rotate keys. */
export function assertIsOperator(account: Hex, config: Config): void {
  if (account.toLowerCase() === config["operator.address"]) return;
  throw new AnchorlogError("wrong_account", `keys.account is of ${account}, not of operator.address`, {
    fix: "for this command let keys.account be the operator's own key; for operate any account may pay",
  });
}

async function makeGuard(config: Config): Promise<void> {
  try {
    await (await openGuard(config, { make: true }))?.close();
  } catch (error) {
    if (!(error instanceof AnchorlogError) || error.code !== "guard_exists") throw error;
    await (await openGuard(config))?.close();
  }
}
