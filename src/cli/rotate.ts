import { rotateKey } from "../anchor/register.ts";
import { openAccount, openSigner } from "../config/keys.ts";
import { loadConfig } from "../config/load.ts";
import { didYouMean } from "../config/nearest.ts";
import { connectWriter, identityOf } from "../config/open.ts";
import { BadValue, key as keyType } from "../config/values.ts";
import type { Call } from "./command.ts";
import { EXIT_CODES, UsageError } from "./options.ts";
import { assertIsOperator } from "./register.ts";
import { printRows } from "./rows.ts";

const ROLES = ["anchor", "receipt"] as const;
const NEXT = { anchor: "nextAnchor", receipt: "nextReceipt" } as const;

/** `anchorlog rotate`. Returns the exit code. */
export async function runRotate({ values, positionals }: Call): Promise<number> {
  const [name, text, more] = positionals;
  if (name === undefined || text === undefined || more !== undefined) {
    throw new UsageError("rotate takes a role and where its next key is: rotate receipt file:keys/receipt-2", "rotate");
  }
  if (name === "note") {
    throw new UsageError("the note key is in no registry: set keys.nextNote, and start operate again", "rotate");
  }
  const role = ROLES.find((known) => known === name);
  if (role === undefined) throw new UsageError(`rotate knows no role ${name}${didYouMean(name, ROLES)}`, "rotate");
  const config = await loadConfig(values["config"] as string | undefined);
  const account = await openAccount(config);
  assertIsOperator(account.address, config);
  const key = await openSigner(readReference(text), { config, env: process.env, name: `the next ${role} key` });
  const { from, gasUsed } = await rotateKey(await connectWriter(config, account), identityOf(config), role, key);
  const at = new Date(1000 * from).toISOString();
  await printRows(values["json"] === true, {
    role,
    key: key.address.toLowerCase(),
    from: at,
    gasUsed,
    next: `before ${at}, set keys.${NEXT[role]} to ${text} and start operate again: it changes over by itself`,
  });
  return EXIT_CODES.valid;
}

function readReference(text: string) {
  try {
    return keyType.read(text);
  } catch (error) {
    // What was typed may be the key itself.
    if (error instanceof BadValue) throw new UsageError(`rotate takes ${keyType.form}: ${error.message}`, "rotate");
    throw error;
  }
}
