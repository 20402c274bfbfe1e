import { rotateKey } from "../chain/register.ts";
import { signNote } from "../batch/checkpoint.ts";
import { openAccount, openKeys, openNoteKey, openSigner } from "../daemon/config/keys.ts";
import { loadConfig } from "../daemon/config/load.ts";
import { choiceOf } from "../daemon/config/nearest.ts";
import { connectWriter, identityOf } from "../daemon/config/open.ts";
import type { Config } from "../daemon/config/settings.ts";
import { heldKey, key as keyType } from "../daemon/config/values.ts";
import { equalBytes } from "../base/bytes.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { Call } from "./command.ts";
import { readAs } from "./options.ts";
import { EXIT_CODES, UsageError } from "./usage.ts";
import { assertIsOperator } from "./register.ts";
import { printRows } from "./rows.ts";
import { verifierKey } from "./trust.ts";

const ROLES = ["anchor", "receipt", "note"] as const;
const NEXT = { anchor: "nextAnchor", receipt: "nextReceipt" } as const;

/** `anchorlog rotate`. Returns the exit code. */
export async function runRotate({ values, positionals }: Call): Promise<number> {
  const [name, text, more] = positionals;
  if (name === undefined || text === undefined || more !== undefined) {
    throw new UsageError(
      "rotate takes a role and the reference of its next key: rotate receipt file:keys/receipt-2",
      "rotate",
    );
  }
  const role = ROLES.find((known) => known === name);
  if (role === undefined) throw new UsageError(`rotate takes ${choiceOf(ROLES, name)}`, "rotate");
  const config = await loadConfig(values["config"] as string | undefined);
  const json = values["json"] === true;
  if (role === "note") await rotateNote(config, text, json);
  else await announce(config, { role, text, json });
  return EXIT_CODES.valid;
}

type Announced = { readonly role: "anchor" | "receipt"; readonly text: string; readonly json: boolean };

/** Announces the key in the registry, which sets the time from which it counts. */
async function announce(config: Config, { role, text, json }: Announced): Promise<void> {
  const account = await openAccount(config);
  assertIsOperator(account.address, config);
  const key = await openSigner(readAs(keyType, "rotate", text, "rotate"), {
    config,
    env: process.env,
    name: `the next ${role} key`,
  });
  const { from, gasUsed } = await rotateKey(await connectWriter(config, account), identityOf(config), role, key);
  const at = new Date(1000 * from).toISOString();
  await printRows(json, {
    role,
    key: key.address.toLowerCase(),
    from: at,
    gasUsed,
    next:
      `before ${at}, set keys.${NEXT[role]} to ${text} and restart operate: it changes over without your help. ` +
      "Then give the output of `npx anchorlog trust` to verifiers, and name it as keys.earlier",
  });
}

/**
 * Prepares the next note key, which no registry holds. Verifiers get it while notes bear the signatures of both keys.
 */
async function rotateNote(config: Config, text: string, json: boolean): Promise<void> {
  const operator = identityOf(config);
  const place = { config, env: process.env };
  const next = await openNoteKey(readAs(heldKey, "rotate note", text, "rotate"), {
    ...place,
    name: "the next note key",
  });
  const { noteKey: current } = await openKeys(config);
  if (equalBytes(next.publicKey, current.publicKey)) {
    throw new AnchorlogError("same_key", "the next note key is the same as keys.note", {
      fix: "make a new one: npx anchorlog keys new note FILE",
    });
  }
  await signNote("anchorlog: whose key is this?\n", "probe", next);
  await printRows(json, {
    role: "note",
    key: verifierKey(operator, next.publicKey),
    from: "the first batch that is closed while the configuration names it",
    next:
      `set keys.nextNote to ${text} and restart operate: notes then have both signatures. Give the new key, and the output of ` +
      "`npx anchorlog trust`, to all who have the old one, and name that output as keys.earlier. Then move the key to " +
      "keys.note, remove keys.nextNote and restart",
  });
}
