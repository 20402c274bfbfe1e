import { readAddress } from "../../action/address.ts";
import type { OperatorId } from "../../action/domain.ts";
import type { DigestSigner } from "../../action/signature.ts";
import { signDigest, signDigests } from "../../action/signer.ts";
import { hashStatement, statementTypedData } from "../../action/statement.ts";
import { signByMlDsa, signNote, type CheckpointKeys } from "../../batch/checkpoint.ts";
import { EMPTY_ROOT } from "../../crypto/merkle/hash.ts";
import { formatCheckpointText } from "../../tlog/checkpoint.ts";
import { ML_DSA_PUBLIC_KEY_BYTES } from "../../tlog/mlDsa.ts";
import { toHex } from "../../base/hex.ts";
import { AnchorlogError, withoutRemedy } from "../../base/errors.ts";
import { assertNotForDevelopment } from "../../action/signers/development.ts";
import type { MlDsaSigner } from "../../action/signers/mlDsaKey.ts";
import type { NoteSigner } from "../../action/signers/noteKey.ts";

/** The keys that an operator signs with. */
export type OperatorKeys = CheckpointKeys & {
  /** The registered receipt key. */
  readonly receiptKey: DigestSigner;
  /**
   * The successors of keys during a rotation. The anchor and receipt keys sign from when the registry says that they
   * are in effect. The note key signs at once, beside its predecessor.
   */
  readonly next?: Partial<Record<"anchorKey" | "receiptKey", DigestSigner>> & { readonly noteKey?: NoteSigner };
};

/** The path of a key in {@link OperatorKeys}, or the key of `publish`. */
type KeyName = `${"" | "next."}${"anchorKey" | "receiptKey" | "noteKey"}` | "mlDsaKey";

const optionOf = (name: KeyName): string => (name === "mlDsaKey" ? "publish.mlDsaKey" : `keys.${name}`);

/**
 * Lets each key sign a probe and verifies the result, before the operator relies on the key. Whether a key is
 * registered is checked elsewhere, against the chain.
 *
 * @throws AnchorlogError with the key's name in its details: `bad_address`, `bad_key`, `signer_failed`,
 * `bad_signature`; `development_key` on any chain but a local one; `same_key` if one key is given twice, which no
 * registry accepts.
 */
export async function checkKeys(keys: OperatorKeys, operator: OperatorId): Promise<void> {
  const { next } = keys;
  const seen = new Map<string, KeyName>();
  const check = async (name: KeyName, key: DigestSigner | undefined): Promise<void> => {
    if (key === undefined && name.startsWith("next.")) return;
    const address = await probe(name, key, operator);
    const other = seen.get(address);
    if (other !== undefined) throw sameKey(name, other, address);
    seen.set(address, name);
  };
  await check("anchorKey", keys.anchorKey);
  await check("receiptKey", keys.receiptKey);
  await check("next.anchorKey", next?.anchorKey);
  await check("next.receiptKey", next?.receiptKey);
  const publicKey = await probeNoteKey("noteKey", keys.noteKey, operator);
  if (next?.noteKey === undefined) return;
  const following = await probeNoteKey("next.noteKey", next.noteKey, operator);
  if (following === publicKey) throw sameKey("next.noteKey", "noteKey", publicKey);
}

const PROBE = "KeyProbe(bytes32 challenge)";

/** Creates a random message to sign. Its type occurs nowhere else, so the signature cannot be misused. */
function createProbe(operator: OperatorId) {
  const members = { challenge: crypto.getRandomValues(new Uint8Array(32)) };
  return { digest: hashStatement(PROBE, operator, members), typedData: statementTypedData(PROBE, operator, members) };
}

async function probe(name: KeyName, signer: DigestSigner | undefined, operator: OperatorId): Promise<string> {
  if (typeof signer !== "object" || signer === null || typeof signer.sign !== "function") {
    throw badKey(
      name,
      "is not a signer: it has no method sign",
      "a signer of anchorlog/action/signers, or a viem account",
    );
  }
  const { concurrency = 1, timeout = 1 } = signer;
  if (!(Number.isSafeInteger(concurrency) && concurrency > 0) || !(timeout > 0)) {
    throw badKey(
      name,
      "has a concurrency or timeout that is not positive",
      "an integer from 1, and milliseconds from 1",
    );
  }
  const address = readAddress(signer.address, `keys.${name}.address`);
  assertNotForDevelopment(address, operator.chainId, `keys.${name}`);
  await named(name, async () => {
    const one = createProbe(operator);
    await signDigest(signer, one.digest, () => one.typedData);
    // Receipts are signed by `signMany`, which may be a different code path.
    if (name.endsWith("receiptKey")) await probeMany(signer, [createProbe(operator), createProbe(operator)]);
  });
  return address;
}

/** Signs many digests at once. The signer is wrapped so that each signature is recovered, as for a foreign signer. */
async function probeMany(signer: DigestSigner, probes: readonly ReturnType<typeof createProbe>[]): Promise<void> {
  const { address, signMany } = signer;
  const sign: DigestSigner["sign"] = (parameters) => signer.sign(parameters);
  const foreign = signMany === undefined ? { address, sign } : { address, sign, signMany: signMany.bind(signer) };
  const digests = probes.map(({ digest }) => digest);
  for (const signature of await signDigests(foreign, digests, (i) => probes[i]!.typedData)) {
    if (signature instanceof AnchorlogError) throw signature;
  }
}

async function probeNoteKey(name: KeyName, key: NoteSigner | undefined, operator: OperatorId): Promise<string> {
  const form =
    "noteKeySigner(…) over the 32 bytes of an Ed25519 secret key, or another signer of anchorlog/action/signers";
  assertNoteSigner(name, key, 32, form);
  assertNotForDevelopment(key.publicKey, operator.chainId, `keys.${name}`);
  await named(name, () => signNote("anchorlog: whose key is this?\n", "probe", key));
  return toHex(key.publicKey);
}

/**
 * Lets the ML-DSA-44 key sign a probe, as {@link checkKeys} does: the checkpoint of an empty tree of a log that does not
 * exist.
 *
 * @throws AnchorlogError `bad_key`, `signer_failed`, `bad_signature`.
 */
export async function checkMlDsaKey(key: MlDsaSigner): Promise<void> {
  assertNoteSigner("mlDsaKey", key, ML_DSA_PUBLIC_KEY_BYTES, "mlDsaSigner(…) over the 32 bytes of an ML-DSA-44 seed");
  const text = formatCheckpointText({ origin: "anchorlog: whose key is this?", size: 0, root: EMPTY_ROOT });
  await named("mlDsaKey", () => signByMlDsa(text, "probe", key));
}

function assertNoteSigner(
  name: KeyName,
  key: NoteSigner | undefined,
  length: number,
  form: string,
): asserts key is NoteSigner {
  if (typeof key !== "object" || key === null || typeof key.sign !== "function") {
    throw badKey(name, "is not a signer of notes: it has no method sign", form);
  }
  const { publicKey } = key;
  if (!(publicKey instanceof Uint8Array) || publicKey.length !== length) {
    throw badKey(name, `has no publicKey of ${length} bytes`, form);
  }
}

/** Adds the key's name to errors. */
async function named(name: KeyName, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AnchorlogError)) throw error;
    const { code, fix, cause } = error;
    // Errors of this package's signers hold no secret, so their message may be shown.
    const [why, fixOfCause] =
      cause instanceof AnchorlogError
        ? [`${withoutRemedy(error)}: ${withoutRemedy(cause)}`, cause.fix]
        : [withoutRemedy(error)];
    const message = `${optionOf(name)} cannot be used: ${why}`;
    throw new AnchorlogError(code, message, { cause, details: { key: name }, fix: fixOfCause ?? fix });
  }
}

function sameKey(name: KeyName, other: KeyName, key: string): AnchorlogError {
  return new AnchorlogError("same_key", `keys.${other} and keys.${name} are the same key, ${key}`, {
    fix: "give each role the key that is registered for it; a key serves an operator in one role, and once",
    details: { key: name },
  });
}

function badKey(name: KeyName, why: string, form: string): AnchorlogError {
  return new AnchorlogError("bad_key", `${optionOf(name)} ${why}`, { fix: `give ${form}`, details: { key: name } });
}
