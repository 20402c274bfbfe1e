import { readAddress } from "../action/address.ts";
import { keccak256 } from "../action/engine.ts";
import type { DigestSigner } from "../action/signature.ts";
import { signDigest, signDigests } from "../action/signer.ts";
import type { CheckpointKeys } from "../batch/checkpoint.ts";
import { concat, utf8 } from "../encoding/bytes.ts";
import { AnchorlogError } from "../errors.ts";
import { isSignedBy, noteKeyOf, signNoteText } from "../tlog/note.ts";

/** The keys that an operator signs with. */
export type OperatorKeys = CheckpointKeys & {
  /** The registered receipt key. */
  readonly receiptKey: DigestSigner;
};

/**
 * Has each key of an operator sign, and checks what it gives: before anything is promised with it. Whether they are the
 * registered ones is for the chain to say.
 *
 * @returns the keys, with a copy of the note key.
 * @throws AnchorlogError with the key's name in its details: `bad_address`, `bad_key`, `signer_failed`, `bad_signature`;
 *   `same_key` where one key is to serve in both roles, which no registry takes.
 */
export async function checkKeys(keys: OperatorKeys): Promise<OperatorKeys> {
  const { anchorKey, receiptKey } = keys;
  const addresses = [await probe("anchorKey", anchorKey), await probe("receiptKey", receiptKey)];
  if (addresses[0] === addresses[1]) {
    throw new AnchorlogError("same_key", `keys.anchorKey and keys.receiptKey are the same key, ${addresses[0]}`, {
      fix: "give each role the key that is registered for it",
    });
  }
  return { anchorKey, receiptKey, noteKey: checkNoteKey(keys.noteKey) };
}

/** What is signed to see who signs: by its first bytes no statement of EIP-712, and each time another. */
const probeDigest = () =>
  keccak256(concat(utf8("anchorlog: whose key is this?\n"), crypto.getRandomValues(new Uint8Array(32))));

async function probe(name: "anchorKey" | "receiptKey", signer: DigestSigner): Promise<string> {
  if (typeof signer !== "object" || signer === null || typeof signer.sign !== "function") {
    throw badKey(name, "is no signer: it has no method sign", "a privateKeySigner, or a viem account");
  }
  const address = readAddress(signer.address, `keys.${name}.address`);
  try {
    await signDigest(signer, probeDigest());
    // Receipts take this way, which may be another one.
    if (name === "receiptKey") await probeMany(signer, [probeDigest(), probeDigest()]);
  } catch (error) {
    if (!(error instanceof AnchorlogError)) throw error;
    const { code, message, fix, cause } = error;
    const [why] = message.split("\nTo mend it: ");
    const options = { cause, details: { key: name }, ...(fix === undefined ? {} : { fix }) };
    throw new AnchorlogError(code, `keys.${name} cannot be used: ${why}`, options);
  }
  return address;
}

/** Has many digests signed at once. As no signer of ours is seen, each signature is recovered. */
async function probeMany(signer: DigestSigner, digests: readonly Uint8Array[]): Promise<void> {
  const { address, signMany } = signer;
  const sign: DigestSigner["sign"] = (parameters) => signer.sign(parameters);
  const foreign = signMany === undefined ? { address, sign } : { address, sign, signMany: signMany.bind(signer) };
  for (const signature of await signDigests(foreign, digests)) {
    if (signature instanceof AnchorlogError) throw signature;
  }
}

/** A copy of the note key: what becomes of the caller's bytes changes no signature. */
function checkNoteKey(noteKey: unknown): Uint8Array {
  const form = "the 32 bytes of an Ed25519 secret key, as crypto.getRandomValues makes them";
  if (!(noteKey instanceof Uint8Array)) throw badKey("noteKey", "is no Uint8Array", form);
  if (noteKey.length !== 32) throw badKey("noteKey", `has ${noteKey.length} bytes, not 32`, form);
  const copy = Uint8Array.from(noteKey);
  const text = "anchorlog: whose key is this?\n";
  if (!isSignedBy({ text, signatures: [signNoteText(text, "probe", copy)] }, noteKeyOf("probe", copy))) {
    throw new AnchorlogError("bad_signature", "keys.noteKey cannot be used: what it signs does not verify", {
      details: { key: "noteKey" },
    });
  }
  return copy;
}

function badKey(name: keyof OperatorKeys, why: string, form: string): AnchorlogError {
  return new AnchorlogError("bad_key", `keys.${name} ${why}`, { fix: `give ${form}`, details: { key: name } });
}
