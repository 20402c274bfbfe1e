import { checkpointOrigin, type OperatorId } from "../action/domain.ts";
import { formatTrust } from "../verify/trust.ts";
import { openKeys } from "../daemon/config/keys.ts";
import { loadConfig } from "../daemon/config/load.ts";
import { readTrusted } from "../daemon/config/trusted.ts";
import { ed25519NoteKey, formatVerifierKey } from "../tlog/note.ts";
import type { Call } from "./command.ts";
import { assertNone, EXIT_CODES } from "./usage.ts";
import { print } from "./print.ts";

/** `anchorlog trust`. Returns the exit code. */
export async function runTrust({ values, positionals }: Call): Promise<number> {
  assertNone("trust", positionals);
  const config = await loadConfig(values["config"] as string | undefined);
  await print(formatTrust(await readTrusted(config, await openKeys(config))));
  return EXIT_CODES.valid;
}

/** Formats the key with which readers of transparency logs verify an operator's notes (c2sp.org/signed-note). */
export function verifierKey(operator: OperatorId, publicKey: Uint8Array): string {
  return formatVerifierKey(ed25519NoteKey(checkpointOrigin(operator), publicKey));
}
