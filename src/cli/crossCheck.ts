/** Judges an export a second time with other people's code, and compares the result with the audit's. */
import { createHash, createPublicKey, verify } from "node:crypto";
import { hashDomain } from "../action/domain.ts";
import { encodeMessage, toTypedData } from "../action/envelope.ts";
import { bytesToUint, equalBytes, utf8 } from "../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../base/hex.ts";
import { checkpointTypedData, parseCheckpoint } from "../batch/checkpoint.ts";
import { decodeHeader } from "../batch/header.ts";
import { EMPTY, ZK_DEPTH } from "../batch/zk.ts";
import { FIELD_ORDER, TAGS } from "../crypto/poseidon/index.ts";
import { decodeEntry, SCHEME_ECDSA } from "../log/entry.ts";
import { receiptTypedData } from "../log/receipt/receipt.ts";
import { signaturesBy } from "../tlog/note.ts";
import type { Audit, ReadExport } from "../verify/audit/audit.ts";
import { linesIn } from "../verify/audit/blocks.ts";
import { unlessRefused, type Finding } from "../verify/audit/findings.ts";
import { EXPORT_FILES, parseExportedEntry, parseManifest, type Manifest } from "../verify/audit/format.ts";
import type { ReportedCrossCheck } from "../verify/audit/report.ts";
import type { OtherCode } from "./otherCode.ts";

/** The other code's result for a line: its entry's hash and commitment, and the parts that do not fit. */
type OtherLine = {
  readonly hash: Uint8Array;
  readonly commitment: bigint | undefined;
  readonly wrong: readonly string[];
};

/**
 * Judges every signature, hash, commitment and root of an export again.
 *
 * @param audit of the same export.
 */
export async function crossCheck(read: ReadExport, audit: Audit, other: OtherCode): Promise<ReportedCrossCheck> {
  const checked = { entries: 0, batches: 0, checkpoints: 0 };
  const disagreements: { where: string; message: string }[] = [];
  const manifestText = await read(EXPORT_FILES.manifest);
  const manifest = manifestText === undefined ? undefined : unlessRefused(() => parseManifest(manifestText));
  const result = { with: other.names, ...checked, disagreements };
  // If the audit found more than it lists, its verdict about some places is unknown, so nothing is compared.
  if (manifest === undefined || audit.more > 0 || audit.moreUnjudged > 0) return result;
  const said = new Set([...audit.findings, ...audit.unjudged].map(({ where }) => where));
  const compare = (where: string, wrong: readonly string[], isProven = false): void => {
    if (wrong.length > 0 && !said.has(where))
      disagreements.push({ where, message: `the other programs: ${wrong.join("; ")}` });
    // A finding that the other code would have to see.
    if (wrong.length === 0 && isProven)
      disagreements.push({ where, message: "the other programs find nothing wrong here" });
  };
  const isSeen = ({ code, meaning }: Finding): boolean => SEEN_BY_BOTH.has(code) && meaning !== "wallet_signature";
  const proven = new Set(audit.findings.filter(isSeen).map(({ where }) => where));
  const logs = new Map<string, (OtherLine | undefined)[]>();
  for (const name of manifest.logs) {
    const lines: (OtherLine | undefined)[] = [];
    logs.set(name, lines);
    for await (const line of linesIn(read, EXPORT_FILES.log(name))) {
      const judged = await judgeLine(line, manifest, other);
      lines.push(judged);
      const where = `${EXPORT_FILES.log(name)}:${lines.length}`;
      if (judged === undefined) continue;
      result.entries++;
      compare(where, judged.wrong, judged.commitment !== undefined && proven.has(where));
    }
  }
  const isBroken = (log: string): boolean =>
    audit.findings.some(({ code, where }) => code === "broken_chain" && where.startsWith(`${EXPORT_FILES.log(log)}:`));
  for (const batch of audit.batches) {
    // If lines are missing, repeated or exchanged, they do not say which entries are the batch's.
    if (isBroken(batch.log)) continue;
    result.batches++;
    const lines = (logs.get(batch.log) ?? []).slice(batch.start, batch.start + batch.count);
    compare(`${EXPORT_FILES.batches}:${batch.position + 1}`, judgeBatch(batch, lines, other));
  }
  const leaves = audit.batches.map(({ header }) => sha256(LEAF, fromHex(header)));
  for (const size of manifest.checkpoints) {
    const where = EXPORT_FILES.checkpoint(size);
    const wrong = await judgeCheckpoint((await read(where)) ?? "", leaves, manifest, other);
    if (wrong === undefined) continue;
    result.checkpoints++;
    compare(where, wrong);
  }
  return result;
}

/** Findings about a readable line that need no more than the line. */
const SEEN_BY_BOTH: ReadonlySet<string> = new Set(["bad_signature", "bad_receipt", "entry_mismatch"]);

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Returns undefined if the line cannot be read, or has no action of a known kind: then the audit says so. */
async function judgeLine(line: string, manifest: Manifest, other: OtherCode): Promise<OtherLine | undefined> {
  const { operator, kinds, keys } = manifest;
  const exported = unlessRefused(() => parseExportedEntry(line, manifest));
  const bytes = exported?.entry;
  const entry = bytes && unlessRefused(() => decodeEntry(bytes));
  if (exported === undefined || bytes === undefined || entry === undefined) return undefined;
  const wrong: string[] = [];
  const hash = sha256(LEAF, bytes);
  const receipt = other.hashTypedData(receiptTypedData(operator, bytes) as never);
  if (!(await isBy(keys.receiptKey, receipt, exported.receipt, other)))
    wrong.push("the receipt is not signed by the export's receipt key");
  const { action } = exported;
  const kind = action && kinds.get(action.primaryType);
  if (action === undefined || kind === undefined) return { hash, commitment: undefined, wrong };
  const { chainId, registry, name, version } = operator;
  const domain = { name, version, chainId, verifyingContract: registry };
  const data = unlessRefused(() => toTypedData(kind, action.message, domain));
  if (data === undefined) return { hash, commitment: undefined, wrong };
  const digest = other.hashTypedData(data as never);
  if (digest !== toHex(entry.digest)) wrong.push("the entry has another digest than the action");
  if (other.keccak256(fromHex(action.signature)) !== toHex(entry.signatureHash))
    wrong.push("the entry records another signature");
  const actor = toHex(entry.actor);
  const { message } = action;
  if (
    message.log !== toHex(entry.log) ||
    message.actor !== actor ||
    BigInt(message.nonce) !== bytesToUint(entry.nonce)
  ) {
    wrong.push("the entry is of another log, actor or nonce than the action");
  }
  if (entry.scheme === SCHEME_ECDSA && !(await isBy(actor, digest, action.signature, other))) {
    wrong.push("the signature is not the actor's");
  }
  const { payloadWords } = encodeMessage(kind, action.message, hashDomain(domain));
  const words = payloadWords.map(bytesToUint);
  const type = BigInt(other.keccak256(utf8(kind.payloadType)));
  return { hash, commitment: commitmentOf({ entry, hash, type, words }, other), wrong };
}

const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** Whether a signature recovers to an account. Only one form of each signature counts (protocol/1-verify §5). */
async function isBy(account: Hex, hash: Hex, signature: Hex, other: OtherCode): Promise<boolean> {
  const isOne = /^0x[0-9a-f]{128}1[bc]$/.test(signature) && BigInt(`0x${signature.slice(66, 130)}`) <= HALF_ORDER;
  if (!isOne) return false;
  try {
    return (await other.recoverAddress({ hash, signature })).toLowerCase() === account;
  } catch {
    return false;
  }
}

type Opened = {
  readonly entry: ReturnType<typeof decodeEntry>;
  readonly hash: Uint8Array;
  readonly type: bigint;
  readonly words: readonly bigint[];
};

/** The commitment to an entry, line by line as protocol/1-verify §8.3 has it. */
function commitmentOf({ entry, hash, type, words }: Opened, { poseidon }: OtherCode): bigint {
  const all = Array.from({ length: 18 }, (_, i) => words[i] ?? 0n);
  const elements = all.map((word) => word % FIELD_ORDER);
  const nonce = bytesToUint(entry.nonce);
  let shape = BigInt(words.length) + 32n * (nonce / FIELD_ORDER);
  for (let i = 0; i < 16; i++) shape += 256n * (all[i]! / FIELD_ORDER) * 8n ** BigInt(i);
  const context = poseidon(TAGS.context, [
    bytesToUint(entry.actor),
    nonce % FIELD_ORDER,
    shape,
    BigInt(entry.acceptedAt),
    bytesToUint(hash) % FIELD_ORDER,
  ]);
  const groups = [0, 1, 2, 3].map((j) => poseidon(TAGS.group, elements.slice(2 + 4 * j, 6 + 4 * j)));
  const rest = poseidon(TAGS.rest, groups);
  return poseidon(TAGS.commitment, [context, type % FIELD_ORDER, elements[0]!, elements[1]!, rest]);
}

/** The root over commitments (protocol/1-verify §8.4). */
function zkRootOf(leaves: readonly bigint[], { poseidon }: OtherCode): bigint {
  let [level, empty] = [leaves, EMPTY];
  for (let depth = 0; depth < ZK_DEPTH; depth++) {
    const above: bigint[] = [];
    for (let i = 0; i < level.length; i += 4) {
      above.push(
        poseidon(
          TAGS.node,
          [0, 1, 2, 3].map((j) => level[i + j] ?? empty),
        ),
      );
    }
    empty = poseidon(TAGS.node, [empty, empty, empty, empty]);
    level = above;
  }
  return level[0] ?? empty;
}

const hashPair = (pair: Buffer): Buffer => sha256(NODE, pair);

function judgeBatch(
  { header: hex }: Audit["batches"][number],
  lines: readonly (OtherLine | undefined)[],
  other: OtherCode,
): readonly string[] {
  const header = decodeHeader(fromHex(hex));
  const known = lines.filter((line) => line !== undefined);
  if (known.length < header.count) return [];
  const wrong: string[] = [];
  const root = other.treeRoot(
    known.map(({ hash }) => hash),
    hashPair,
  );
  if (!equalBytes(root, header.root)) wrong.push(`the entries give the root ${toHex(root)}`);
  if (!equalBytes(known.at(-1)!.hash, header.head)) wrong.push("the last entry is not the batch's head");
  const commitments = known.flatMap(({ commitment }) => commitment ?? []);
  if (commitments.length < header.count) return wrong;
  const zkRoot = zkRootOf(commitments, other);
  if (zkRoot !== bytesToUint(header.zkRoot)) wrong.push(`the actions give the zk root ${zkRoot}`);
  return wrong;
}

/** Returns undefined if the note cannot be read. */
async function judgeCheckpoint(
  text: string,
  leaves: readonly Uint8Array[],
  { operator, keys }: Manifest,
  other: OtherCode,
): Promise<readonly string[] | undefined> {
  const checkpoint = unlessRefused(() => parseCheckpoint(text));
  if (checkpoint === undefined) return undefined;
  const { size, root, note } = checkpoint;
  const wrong: string[] = [];
  if (size > leaves.length || !equalBytes(other.treeRoot(leaves.slice(0, size), hashPair), root)) {
    wrong.push(`the batches do not give its root at size ${size}`);
  }
  const digest = other.hashTypedData(checkpointTypedData(operator, checkpoint) as never);
  const isAnchorKey = await Promise.all(
    note.signatures.map(({ signature }) => isBy(keys.anchorKey, digest, toHex(signature), other)),
  );
  if (!isAnchorKey.includes(true)) wrong.push("no signature is the anchor key's");
  const x = Buffer.from(keys.noteKey.publicKey).toString("base64url");
  const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const lines = signaturesBy(note, keys.noteKey);
  if (!lines.some(({ signature }) => verify(null, utf8(note.text), publicKey, signature))) {
    wrong.push("no signature is the note key's");
  }
  return wrong;
}

/** The audit's verdict if two programs disagree: neither shows anything of the operator. */
export function withCrossCheck(audit: Audit, { disagreements }: ReportedCrossCheck): Audit {
  const [first] = disagreements;
  if (first === undefined) return audit;
  const reason = `two implementations disagree: this is a bug of a program, not of the operator. ${disagreements.length === 1 ? "It is" : `The first of ${disagreements.length} is`} in ${first.where}: ${first.message}`;
  return { ...audit, verdict: "indeterminate", reason, message: reason };
}
