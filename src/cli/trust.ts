import { checkpointOrigin, type OperatorId } from "../action/domain.ts";
import { formatTrust } from "../bundle/trust.ts";
import { openKeys } from "../config/keys.ts";
import { loadConfig } from "../config/load.ts";
import { identityOf } from "../config/open.ts";
import { inLowerCase } from "../encoding/hex.ts";
import type { OperatorKeys } from "../operator/keys.ts";
import { ed25519NoteKey, formatVerifierKey } from "../tlog/note.ts";
import type { Call } from "./command.ts";
import { assertNone, EXIT_CODES } from "./options.ts";
import { print } from "./print.ts";

/** `anchorlog trust`. Returns the exit code. */
export async function runTrust({ values, positionals }: Call): Promise<number> {
  assertNone("trust", positionals);
  const config = await loadConfig(values["config"] as string | undefined);
  const { next, ...keys } = await openKeys(config);
  await print(trustFile(identityOf(config), values["next"] === true ? { ...keys, ...next } : keys));
  return EXIT_CODES.valid;
}

/** The trust file of an operator with these keys. */
export function trustFile(operator: OperatorId, { anchorKey, receiptKey, noteKey }: OperatorKeys): string {
  return formatTrust({
    ...operator,
    anchorKey: inLowerCase(anchorKey.address),
    receiptKey: inLowerCase(receiptKey.address),
    noteKey: ed25519NoteKey(checkpointOrigin(operator), noteKey.publicKey),
  });
}

/** The line by which readers of transparency logs verify an operator's notes (c2sp.org/signed-note). */
export function verifierKey(operator: OperatorId, publicKey: Uint8Array): string {
  return formatVerifierKey(ed25519NoteKey(checkpointOrigin(operator), publicKey));
}
