/**
 * The compact form of a bundle (protocol/6-tiles §2). Each bundle has one encoding, without values that follow from the
 * others.
 */
import { equalBytes, uintToBytes } from "../../base/bytes.ts";
import { fromHex, toHex } from "../../base/hex.ts";
import { FormatError, NewerFormatError, toDecimal } from "../../base/json.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { hashDomain, logId, readLogName } from "../../action/domain.ts";
import { keccak256 } from "../../action/engine.ts";
import { encodeMessage, type EncodedMessage } from "../../action/envelope.ts";
import { parseKind, type Kind, type MemberValue, type Message } from "../../action/kinds.ts";
import { actionObject, type ActionObject } from "../../action/object.ts";
import { ANYBODY, NOBODY, PART_NONE } from "../../action/part.ts";
import { MAX_SIGNATURE_BYTES } from "../../action/wallet.ts";
import { decodeEntry, encodeEntry, SCHEME_ECDSA, SCHEME_WALLET, type Entry } from "../../log/entry.ts";
import { MerkleProofError } from "../../crypto/merkle/verify.ts";
import { BUNDLE_FORMAT, MAX_PAYLOAD_TYPE_LENGTH, readDomainText, type Bundle } from "./bundle.ts";
import { readInclusion, writeInclusion } from "./compactInclusion.ts";
import { readValue, writeValue } from "./compactValues.ts";
import { readFields, writeFields, type FieldReader, type FieldWriter } from "./fields.ts";

/** `0x8b ALB` and the version. UTF-8 text never begins with the byte 0x8b. */
const MAGIC = new Uint8Array([0x8b, 0x41, 0x4c, 0x42, 0x01]);

/**
 * The most bytes of a bundle in compact form: room for 16 of the longest values, and for proofs of the longest paths.
 */
const MAX_COMPACT_BYTES = 1 << 19;

/** Whether the bytes begin like a bundle in compact form, of any version. */
export function isCompactBundle(bytes: Uint8Array): boolean {
  return equalBytes(bytes.subarray(0, 4), MAGIC.subarray(0, 4));
}

/**
 * Encodes a bundle in its compact form (protocol/6-tiles §2), about a quarter of its JSON's size.
 *
 * @throws AnchorlogError `inconsistent_bundle` if the bundle contradicts itself, so that omitted values would be lost:
 * `verifyBundle` gives details.
 * @example
 * const bytes = encodeBundle(await anchorlog.bundle({ log: "acme", index: 7 })) // for a QR code
 * const { verdict } = await verifyBundle(bytes, { checkpoint }) // it reads both forms
 * const bundle = isCompactBundle(bytes) ? decodeBundle(bytes) : parseBundle(new TextDecoder().decode(bytes))
 */
export function encodeBundle(bundle: Bundle): Uint8Array {
  let bytes: Uint8Array;
  let different: string | undefined;
  try {
    const writer = writeFields();
    writeBundle(writer, bundle);
    bytes = writer.finish();
    different = differenceOf(bundle, decodeBundle(bytes), "");
  } catch (error) {
    throw isRefusal(error) ? inconsistent(error.message) : error;
  }
  if (different !== undefined) throw inconsistent(`its ${different} is not what the rest implies`);
  return bytes;
}

/**
 * Decodes a bundle's compact form. A decoded bundle has exactly this encoding, and its hashes are consistent.
 * Signatures and zk paths are not verified here.
 *
 * @param bytes attacker-controlled: exact lengths, bounded work.
 * @throws FormatError naming the fault and its place. @throws NewerFormatError
 */
export function decodeBundle(bytes: Uint8Array): Bundle {
  if (bytes.length > MAX_COMPACT_BYTES) {
    throw new FormatError("malformed", "", `a compact bundle has at most ${MAX_COMPACT_BYTES} bytes`);
  }
  if (!isCompactBundle(bytes)) throw new FormatError("malformed", "", "does not begin as a compact bundle does");
  const version = bytes[4] ?? 0;
  if (version > MAGIC[4]!) throw new NewerFormatError(`a compact bundle of version ${version}`, `version ${MAGIC[4]}`);
  if (version !== MAGIC[4]) {
    throw new FormatError("malformed", "format", `expected version ${MAGIC[4]} of compact bundles, got ${version}`);
  }
  const reader = readFields(bytes.subarray(MAGIC.length));
  try {
    const bundle = readBundle(reader);
    reader.end();
    return bundle;
  } catch (error) {
    throw isRefusal(error) && !(error instanceof FormatError) ? new FormatError("malformed", "", error.message) : error;
  }
}

function writeBundle(writer: FieldWriter, bundle: Bundle): void {
  const { operator, action, receipt, inclusion } = bundle;
  const entry = decodeEntry(fromHex(bundle.entry));
  writer.bytes(MAGIC);
  writer.uint(Number(operator.chainId));
  writer.bytes(fromHex(operator.registry, 20));
  writer.bytes(fromHex(operator.address, 20));
  writer.text(operator.name);
  writer.text(operator.version);
  writer.text(bundle.log);
  writer.text(action.payloadType);
  const kind = parseKind(action.primaryType, action.payloadType);
  writeMessage(writer, kind, action.message);
  writer.uint(entry.index);
  if (entry.index > 0) writer.bytes(entry.prev);
  writer.flag(entry.scheme === SCHEME_WALLET);
  if (entry.scheme === SCHEME_WALLET) writer.uint(entry.verifiedBlock);
  writer.uint(entry.acceptedAt);
  writeObject(writer, kind, entry);
  if (entry.scheme === SCHEME_WALLET) writer.blob(fromHex(action.signature));
  else writer.bytes(fromHex(action.signature, 65));
  writer.bytes(fromHex(receipt.key, 20));
  writer.bytes(fromHex(receipt.signature, 65));
  writer.flag(inclusion !== undefined);
  if (inclusion !== undefined) writeInclusion(writer, inclusion, entry);
}

/**
 * Writes the fields about the entry's object that do not follow from the action: the prior act, and a carried-over
 * holder.
 */
function writeObject(writer: FieldWriter, { object }: Kind, { prior, holder }: Entry): void {
  if (object.part === PART_NONE) return;
  writer.flag(prior !== undefined);
  if (prior !== undefined) writer.uint(prior);
  // Without a prior act or a named holder, anybody may act next. If the entry has another holder, the bundle has no
  // compact form.
  if (prior !== undefined && !object.namesHolder) writer.bytes(holder);
}

function readObject(reader: FieldReader, { object }: Kind, said: ActionObject): Pick<Entry, "prior" | "holder"> {
  if (object.part === PART_NONE) return { prior: undefined, holder: NOBODY };
  const prior = reader.flag("entry's prior") ? reader.count("entry's prior") : undefined;
  if (said.named !== undefined) return { prior, holder: said.named };
  return { prior, holder: prior === undefined ? ANYBODY : reader.bytes(20, "entry's holder") };
}

function writeMessage(writer: FieldWriter, kind: Kind, message: Message): void {
  // Throws if a value is not canonical, since it could not be read back unchanged.
  encodeMessage(kind, message, new Uint8Array(32));
  writer.bytes(fromHex(message.actor));
  writer.uint(BigInt(message.nonce));
  writer.uint(BigInt(message.deadline));
  for (const { name, type } of kind.members) writeValue(writer, type, message.payload[name]!);
}

function readBundle(reader: FieldReader): Bundle {
  const domainText = (path: string): string => readDomainText(reader.text(64, path), path);
  const operator: Bundle["operator"] = {
    chainId: toDecimal(reader.count("operator.chainId")),
    registry: toHex(reader.bytes(20, "operator.registry")),
    address: toHex(reader.bytes(20, "operator.address")),
    name: domainText("operator.name"),
    version: domainText("operator.version"),
  };
  const { registry, address, name, version } = operator;
  const chainId = Number(operator.chainId);
  const log = readLogName(reader.text(64, "log"), "log");
  const payloadType = reader.text(MAX_PAYLOAD_TYPE_LENGTH, "action.payloadType");
  const kind = parseKind(payloadType.replace(/Payload\(.*$/s, ""), payloadType);
  const message = readMessage(reader, kind, logId({ chainId, registry, operator: address }, log));
  const domainSeparator = hashDomain({ name, version, chainId, verifyingContract: registry });
  const { entry, signature } = readEntry(reader, encodeMessage(kind, message, domainSeparator));
  const entryBytes = encodeEntry(entry);
  // Checks that the entry is well-formed.
  decodeEntry(entryBytes);
  const receipt = {
    key: toHex(reader.bytes(20, "receipt.key")),
    signature: toHex(reader.bytes(65, "receipt.signature")),
  };
  return {
    format: BUNDLE_FORMAT,
    operator,
    log,
    action: { primaryType: kind.name, payloadType, message, signature: toHex(signature) },
    entry: toHex(entryBytes),
    receipt,
    ...(reader.flag("inclusion") ? { inclusion: readInclusion(reader, entry, entryBytes) } : {}),
  };
}

function readMessage(reader: FieldReader, kind: Kind, log: Message["log"]): Message {
  const at = "action.message";
  const actor = toHex(reader.bytes(20, `${at}.actor`));
  const nonce = `${reader.uint(32, `${at}.nonce`)}` as const;
  const deadline = `${reader.uint(8, `${at}.deadline`)}` as const;
  const payload: Record<string, MemberValue> = {};
  for (const { name, type } of kind.members) payload[name] = readValue(reader, type, `${at}.payload.${name}`);
  return { log, actor, nonce, deadline, payload };
}

/**
 * Reads the entry's fields that do not follow from the action, and the signature, whose length depends on the entry's
 * scheme.
 */
function readEntry(
  reader: FieldReader,
  { kind, message, digest, payloadWords }: EncodedMessage,
): { entry: Entry; signature: Uint8Array } {
  const log = fromHex(message.log);
  const index = reader.count("entry's index");
  const prev = index > 0 ? reader.bytes(32, "entry's prev") : log;
  const byWallet = reader.flag("entry's scheme");
  const verifiedBlock = byWallet ? reader.count("entry's verifiedBlock") : 0;
  const acceptedAt = reader.count("entry's acceptedAt");
  const said = actionObject(kind, payloadWords);
  const { prior, holder } = readObject(reader, kind, said);
  const at = "action.signature";
  const signature = byWallet ? reader.blob(MAX_SIGNATURE_BYTES, at) : reader.bytes(65, at);
  if (signature.length === 0) throw new FormatError("malformed", at, "is empty");
  const entry = {
    log,
    index,
    prev,
    actor: fromHex(message.actor),
    nonce: uintToBytes(BigInt(message.nonce), 32),
    digest,
    signatureHash: keccak256(signature),
    scheme: byWallet ? SCHEME_WALLET : SCHEME_ECDSA,
    verifiedBlock,
    acceptedAt,
    part: said.part,
    objectKey: said.objectKey,
    prior,
    holder,
  };
  return { entry, signature };
}

/**
 * Returns the path of the first difference between two JSON values, ignoring the order of members; undefined if they
 * are equal.
 */
function differenceOf(one: unknown, other: unknown, path: string): string | undefined {
  if (one === other) return undefined;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return path;
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const [a, b] = [one, other].map((value) => (value as Record<string, unknown>)[name]);
    const found = differenceOf(a, b, path === "" ? name : `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether an error means that one of the layers below refused the input. */
function isRefusal(error: unknown): error is Error {
  return (
    error instanceof FormatError ||
    error instanceof RangeError ||
    error instanceof AnchorlogError ||
    error instanceof MerkleProofError
  );
}

function inconsistent(why: string): AnchorlogError {
  return new AnchorlogError("inconsistent_bundle", `this bundle has no compact form: ${why}`, {
    fix: "keep it as JSON, and ask verifyBundle what is wrong with it",
  });
}
