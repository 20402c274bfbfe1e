/**
 * The operator's past and present keys, for verifiers. They come from the configuration, and from the trust file made
 * before the last rotation.
 */
import { readFile } from "node:fs/promises";
import { checkpointOrigin } from "../../action/domain.ts";
import type { DigestSigner } from "../../action/signature.ts";
import { readPeriod } from "../../chain/register.ts";
import type { KeyPeriod } from "../../chain/view.ts";
import { signSuccessor, type EarlierKey } from "../../batch/trusted.ts";
import { parseTrust, type TrustedOperator } from "../../verify/trust.ts";
import { inLowerCase, type Hex } from "../../base/hex.ts";
import { FormatError } from "../../base/json.ts";
import { AnchorlogError, messageOf } from "../../base/errors.ts";
import type { OperatorKeys } from "../../operator/seal/keys.ts";
import { ed25519NoteKey, formatVerifierKey } from "../../tlog/note.ts";
import { pathOf, type Environment } from "./load.ts";
import { connectReaders, identityOf } from "./open.ts";
import type { Config } from "./settings.ts";

/**
 * An operator's identity and keys. Replaced keys have the time of their end. A new key is included once the registry
 * knows it. An old receipt key endorses its successor.
 *
 * @example
 * const trusted = await readTrusted(config, operation.keys)
 * await writeFile("trust.json", formatTrust(trusted))
 *
 * @throws AnchorlogError `bad_config` if keys.earlier is not a trust file of this operator; `chain_unavailable`;
 *   `signer_failed`, `bad_signature`.
 */
export async function readTrusted(
  config: Config,
  keys: OperatorKeys,
  env: Environment = process.env,
): Promise<TrustedOperator> {
  const { chainId, registry, operator } = identityOf(config);
  const id = { chainId, registry, operator };
  const before = await readEarlier(config);
  const known = before === undefined ? [] : [...(before.earlier ?? []), ...newestOf(before)];
  const rolesOf = { config, env, known };
  const anchors = await periodsOf("anchor", [keys.anchorKey, keys.next?.anchorKey], rolesOf);
  const receipts = await periodsOf("receipt", [keys.receiptKey, keys.next?.receiptKey], rolesOf);
  const endorsed = await Promise.all(
    receipts.earlier.map(async ({ key, until }, i) => {
      const role = "receipt" as const;
      const kept = known.find((one) => one.role === role && one.key === key);
      const signer = [keys.receiptKey, keys.next?.receiptKey].find((one) => one && inLowerCase(one.address) === key);
      const successor = { key: receipts.earlier[i + 1]?.key ?? receipts.newest, from: until };
      const given = kept?.role === "receipt" && kept.until !== undefined ? kept.endorsement : undefined;
      const endorsement = given ?? (signer && (await signSuccessor(id, successor, signer)));
      return { role, key, until, ...(endorsement !== undefined && { endorsement }) };
    }),
  );
  const notes = noteKeys(known, checkpointOrigin(id), keys);
  const earlier: EarlierKey[] = [
    ...anchors.earlier.map(({ key, until }) => ({ role: "anchor" as const, key, until })),
    ...endorsed,
    ...notes.slice(0, -1),
  ];
  return {
    ...id,
    anchorKey: anchors.newest,
    receiptKey: receipts.newest,
    noteKey: notes.at(-1)!.key,
    ...(earlier.length > 0 && { earlier }),
  };
}

type TrustedKey = EarlierKey | { readonly role: "anchor" | "receipt"; readonly key: Hex; readonly until?: undefined };

const newestOf = ({ anchorKey, receiptKey, noteKey }: TrustedOperator): TrustedKey[] => [
  { role: "anchor", key: anchorKey },
  { role: "receipt", key: receiptKey },
  { role: "note", key: noteKey },
];

async function readEarlier(config: Config): Promise<TrustedOperator | undefined> {
  const path = config["keys.earlier"];
  if (path === undefined) return undefined;
  const bad = (why: string, cause?: unknown) =>
    new AnchorlogError("bad_config", `keys.earlier ${why}`, {
      fix: "name what `anchorlog trust` printed before the last key was replaced",
      details: { key: "keys.earlier" },
      cause,
    });
  const file = pathOf(config, path);
  try {
    const trusted = parseTrust(await readFile(file, "utf8"));
    if (checkpointOrigin(trusted) === checkpointOrigin(identityOf(config))) return trusted;
  } catch (error) {
    const isRead = error instanceof FormatError || error instanceof AnchorlogError;
    const why = messageOf(error);
    throw bad(isRead ? `is not a trust file: ${why}` : `cannot be read: ${why}`, error);
  }
  throw bad("is the trust file of another operator");
}

type Ended = { readonly key: Hex; readonly until: number };

/** A role's keys by period, from the known keys. Asks the registry if they do not tell when a key ended. */
async function periodsOf(
  role: "anchor" | "receipt",
  own: readonly (DigestSigner | undefined)[],
  { config, env, known }: { config: Config; env: Environment; known: readonly TrustedKey[] },
): Promise<{ readonly earlier: readonly Ended[]; readonly newest: Hex }> {
  const ends = new Map<Hex, number | undefined>();
  for (const one of known) if (one.role === role) ends.set(one.key, one.until);
  for (const signer of own)
    if (signer !== undefined) ends.set(inLowerCase(signer.address), ends.get(inLowerCase(signer.address)));
  const open = [...ends].flatMap(([key, until]) => (until === undefined ? [key] : []));
  if (open.length === 1) {
    const earlier = [...ends].flatMap(([key, until]) => (until === undefined ? [] : [{ key, until }]));
    return { earlier, newest: open[0]! };
  }
  const [publicClient] = await connectReaders(config, env);
  const id = identityOf(config);
  const periods: (KeyPeriod & { readonly key: Hex })[] = [];
  for (const key of ends.keys()) {
    const period = await readPeriod({ publicClient: publicClient! }, id, role, key);
    if (period !== undefined) periods.push({ ...period, key });
  }
  periods.sort((a, b) => a.from - b.from);
  return {
    earlier: periods.flatMap(({ key, until }) => (until === undefined ? [] : [{ key, until }])),
    newest: periods.find(({ until }) => until === undefined)?.key ?? inLowerCase(own[0]!.address),
  };
}

/** Note keys, oldest first. During a rotation the old and the new key both sign. */
function noteKeys(known: readonly TrustedKey[], origin: string, { noteKey, next }: OperatorKeys) {
  const own = [noteKey, next?.noteKey].flatMap((key) =>
    key === undefined ? [] : [ed25519NoteKey(origin, key.publicKey)],
  );
  const named = new Set(own.map((key) => formatVerifierKey(key)));
  const before = known.filter((one) => one.role === "note" && !named.has(formatVerifierKey(one.key)));
  return [...before.filter((one) => one.role === "note"), ...own.map((key) => ({ role: "note" as const, key }))];
}
