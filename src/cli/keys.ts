/** `anchorlog keys`: makes keys, and shows the public keys of a configuration. */
import { dirname, resolve } from "node:path";
import { openAccount, openKeys, openMlDsaKey } from "../daemon/config/keys.ts";
import { loadSettings } from "../daemon/config/load.ts";
import { choiceOf } from "../daemon/config/nearest.ts";
import type { Config, SettingName } from "../daemon/config/settings.ts";
import { checkpointOrigin, type OperatorId } from "../action/domain.ts";
import { cosignerKey, formatCosignerKey } from "../tlog/cosignature.ts";
import { toHex } from "../base/hex.ts";
import type { Call } from "./command.ts";
import { ALL_KEY_ROLES, makeKey, makePrivateFolder } from "./newKeys.ts";
import { EXIT_CODES, UsageError } from "./usage.ts";
import { newPassword } from "./password.ts";
import { printRows } from "./rows.ts";
import { verifierKey } from "./trust.ts";

/** Returns the exit code. */
export async function runKeys(call: Call): Promise<number> {
  const [action = "show", ...rest] = call.positionals;
  if (action === "show") return show(call, rest);
  if (action === "new") return makeNew(call, rest);
  throw usage(`keys takes ${choiceOf(["show", "new"], action)}`);
}

async function makeNew({ values }: Call, [name, path, more]: readonly string[]): Promise<number> {
  if (name === undefined || path === undefined || more !== undefined) {
    throw usage("keys new takes a role and the file to write: keys new receipt keys/receipt-2.json");
  }
  const role = ALL_KEY_ROLES.find((known) => known === name);
  if (role === undefined) throw usage(`keys new takes ${choiceOf(ALL_KEY_ROLES, name)}`);
  const file = resolve(path);
  const isPlain = values["plain"] === true;
  const given = values["password"] as string | undefined;
  if (isPlain && given !== undefined) throw usage("--plain writes a key that has no password: leave out --password");
  const place = { command: "keys", env: process.env, folder: process.cwd() };
  const encryption = isPlain ? undefined : { password: await newPassword(given, place) };
  await makePrivateFolder(dirname(file));
  const { form, address, publicKey } = await makeKey(role, file, encryption);
  await printRows(values["json"] === true, {
    role,
    file,
    address,
    publicKey: publicKey && toHex(publicKey),
    next: `name it in the configuration as ${form}:${file}, and back it up`,
  });
  return EXIT_CODES.valid;
}

async function show({ values }: Call, rest: readonly string[]): Promise<number> {
  if (rest.length > 0) throw usage(`keys show takes no argument, but got ${rest[0]}`);
  if (values["plain"] === true || values["password"] !== undefined)
    throw usage("--plain and --password are for keys new");
  const config = await loadSettings(values["config"] as string | undefined, NEEDED);
  const account = await openAccount(config);
  const { anchorKey, receiptKey, noteKey, next } = await openKeys(config);
  const mlDsaKey = await openMlDsaKey(config);
  await printRows(values["json"] === true, {
    account: account.address.toLowerCase(),
    anchor: anchorKey.address.toLowerCase(),
    receipt: receiptKey.address.toLowerCase(),
    note: shownNote(config, noteKey.publicKey),
    nextAnchor: next?.anchorKey?.address.toLowerCase(),
    nextReceipt: next?.receiptKey?.address.toLowerCase(),
    nextNote: next?.noteKey && shownNote(config, next.noteKey.publicKey),
    mlDsa: mlDsaKey && shownMlDsa(config, mlDsaKey.publicKey),
  });
  return EXIT_CODES.valid;
}

/** The settings that opening keys needs. */
const NEEDED = [
  ...(["operator.chainId", "keys.account", "keys.anchor", "keys.receipt", "keys.note", "keys.password"] as const),
  ...(["keys.nextAnchor", "keys.nextReceipt", "keys.nextNote", "publish.mlDsaKey"] as const),
  ...(["signers.rpcMethod", "signers.concurrency", "signers.timeoutSeconds", "signers.patienceSeconds"] as const),
] satisfies readonly SettingName[];

/**
 * Formats a note key as a verifier key. If the operator's identity is not complete yet, returns the plain public key.
 */
function shownNote(config: Partial<Config>, publicKey: Uint8Array): string {
  const operator = identityIn(config);
  return operator === undefined ? toHex(publicKey) : verifierKey(operator, publicKey);
}

/** Formats an ML-DSA-44 key as {@link shownNote} does a note key. */
function shownMlDsa(config: Partial<Config>, publicKey: Uint8Array): string {
  const operator = identityIn(config);
  if (operator === undefined) return toHex(publicKey);
  return formatCosignerKey(cosignerKey(checkpointOrigin(operator), publicKey, "ml-dsa-44"));
}

function identityIn(config: Partial<Config>): OperatorId | undefined {
  const [chainId, registry] = [config["operator.chainId"], config["operator.registry"]];
  const operator = config["operator.address"];
  if (chainId === undefined || registry === undefined || operator === undefined) return undefined;
  return { chainId, registry, operator };
}

const usage = (message: string): UsageError => new UsageError(message, "keys");
