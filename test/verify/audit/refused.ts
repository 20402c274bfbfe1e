/**
 * The exports in test/vectors/refused/exports.json: small ones, each with one fault, and the findings of
 * protocol/2-audit §4. Their operator is the one of the golden bundles, which signs false data here.
 */
import {
  checkpointOrigin,
  encodeMessage,
  hashDomain,
  hashSignature,
  logId,
  privateKeySigner,
  type DigestSigner,
  type SignedAction,
  type SignedForm,
} from "anchorlog/action";
import { signedFormOf } from "../../../src/action/signedForm.ts";
import { hashHeader, signCheckpoint } from "anchorlog/batch";
import { buildBatchTrees, buildHeader } from "../../../src/batch/build.ts";
import { formatTrust } from "anchorlog/verify/bundle";
import { encodeEntry, hashEntry, type Entry, type StoredEntry } from "anchorlog/log";
import { buildTree, treeRoot } from "anchorlog/crypto/merkle";
import { signReceipt } from "anchorlog/log/receipt";
import { ed25519NoteKey, formatVerifierKey } from "anchorlog/tlog";
import { fromHex, toHex, type Hex } from "anchorlog";
import { keys, operator, sign, START, types } from "../bundle/golden.ts";
import type { ChainView } from "../bundle/refused.ts";
import { forgeSignature } from "../../dispute/forgery.ts";
import { objectFields } from "../../entries.ts";
import { uintToBytes } from "../../../src/base/bytes.ts";

/** The files of an export by name. */
type Files = Readonly<Record<string, string>>;

/** An audit: the export, the trust in addition to the keys, and the findings as code and place. */
export type ExportCase = {
  readonly says: string;
  readonly files: Files;
  /** The text of a trusted checkpoint. */
  readonly checkpoint?: string;
  readonly chain?: ChainView;
  readonly verdict: "valid" | "invalid" | "indeterminate";
  readonly findings: readonly string[];
};

const LOG = "a.example";
const FILE = `logs/${LOG}.jsonl`;
const { name, version, chainId, registry } = operator;
const domainSeparator = hashDomain({ name, version, chainId, verifyingContract: registry });
const lower = (address: string): Hex => address.toLowerCase() as Hex;

/** An action of the golden actor. */
const act = (nonce: bigint, kind = "Transfer", log = LOG): Promise<SignedAction> => sign(log, nonce, kind);

type Made = {
  readonly entry: Entry;
  readonly bytes: Uint8Array;
  readonly action: SignedAction;
  readonly line: object;
};

/**
 * The next line of a log.
 *
 * @param change the false fields of the entry.
 * @param key the key that signs the receipt.
 */
async function enter(
  before: readonly Made[],
  action: SignedAction,
  change: Partial<Entry> = {},
  key: DigestSigner = keys.receiptKey,
): Promise<Made> {
  const encoded = encodeMessage(types.kinds.get(action.primaryType)!, action.message, domainSeparator);
  const last = before.at(-1);
  const log = fromHex(logId(operator, LOG));
  const entry: Entry = {
    log,
    index: before.length,
    prev: last === undefined ? log : hashEntry(last.bytes),
    actor: fromHex(action.message.actor),
    nonce: uintToBytes(BigInt(action.message.nonce), 32),
    digest: encoded.digest,
    signatureHash: hashSignature(action.signature),
    scheme: 0,
    verifiedBlock: 0,
    acceptedAt: START + before.length,
    ...objectFields(
      encoded,
      before.map((one) => one.entry),
    ),
    ...change,
  };
  const bytes = encodeEntry(entry);
  const receipt = await signReceipt(operator, bytes, key);
  return { entry, bytes, action, line: { entry: receipt.entry, action, receipt: receipt.signature } };
}

const textOf = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

/** A manifest that names these checkpoints, and these of the golden kinds. */
function manifestOf(checkpoints: readonly string[], kinds = [...types.kinds.keys()]): string {
  const origin = checkpointOrigin(operator);
  return `${JSON.stringify({
    format: "anchorlog.export/1",
    operator: { chainId: String(chainId), registry, operator: operator.operator, name, version },
    keys: {
      anchorKey: lower(keys.anchorKey.address),
      receiptKey: lower(keys.receiptKey.address),
      noteKey: formatVerifierKey(ed25519NoteKey(origin, keys.noteKey.publicKey)),
    },
    kinds: kinds
      .toSorted()
      .map((primaryType) => ({ primaryType, payloadType: types.kinds.get(primaryType)!.payloadType })),
    logs: [LOG],
    checkpoints,
  })}\n`;
}

/** An export of these lines, without a batch. */
const exportOf = (made: readonly Pick<Made, "line">[], kinds?: string[]): Files => ({
  "manifest.json": manifestOf([], kinds),
  [FILE]: textOf(made.map(({ line }) => line)),
  "batches.jsonl": "",
});

/** The same export without payloads. @param change changes the signed form of an action. */
function withhold(files: Files, change: (signed: SignedForm) => SignedForm | undefined = (signed) => signed): Files {
  const manifest = JSON.parse(files["manifest.json"]!) as object;
  const lines = files[FILE]!.trimEnd().split("\n");
  const withheld = lines.map((line) => {
    const { action, ...rest } = JSON.parse(line) as { action: SignedAction };
    const encoded = encodeMessage(types.kinds.get(action.primaryType)!, action.message, domainSeparator);
    return { ...rest, signed: change(signedFormOf(encoded, action.signature)) };
  });
  const text = `${JSON.stringify({ ...manifest, payloads: "withheld" })}\n`;
  return { ...files, "manifest.json": text, [FILE]: textOf(withheld) };
}

/** All cases, and the trust file that each is audited with. */
export async function exportVectors() {
  const first = await enter([], await act(0n));
  const second = await enter([first], await act(1n));
  const honest = [first, second];
  const stored = honest.map(({ entry: { index, digest }, bytes, action }): StoredEntry => {
    return { index, bytes, hash: hashEntry(bytes), digest, action };
  });
  const trees = buildBatchTrees(stored, { kinds: types.kinds, domainSeparator });
  const header = buildHeader(logId(operator, LOG), stored, trees, undefined, START + 1_000);
  const root = treeRoot(buildTree([hashHeader(header)]));
  const note = await signCheckpoint(operator, { size: 1, root }, keys);
  const otherNote = await signCheckpoint(operator, { size: 1, root: new Uint8Array(32) }, keys);
  const batched: Files = {
    "manifest.json": manifestOf(["1"]),
    [FILE]: textOf(honest.map(({ line }) => line)),
    "batches.jsonl": textOf([{ header: toHex(header) }]),
    "checkpoints/1": note,
  };
  const { [FILE]: _, ...withoutLog } = batched;
  const after = async (action: SignedAction, change?: Partial<Entry>): Promise<Files> =>
    exportOf([first, await enter([first], action, change)]);
  const closedOtherwise = header.with(header.length - 1, 0xff);
  const badRoot = header.with(157, header[157]! ^ 1);
  const { digest, signature } = forgeSignature({ digest: first.entry.digest, signature: first.action.signature });
  const badKey = privateKeySigner(`0x${"0e".repeat(32)}`);
  const chain: ChainView = {
    chainId: String(chainId),
    time: "1767603700",
    isKnownRegistry: true,
    operator: { name, version: "2" },
    receiptKeys: [{ key: lower(keys.receiptKey.address), until: null }],
    checkpoints: [],
  };
  const at = (code: string, line: number): string => `${code} ${FILE}:${line}`;
  const made: readonly (readonly [
    says: string,
    files: Files,
    findings: readonly string[],
    more?: Partial<ExportCase>,
  ])[] = [
    ["nothing is wrong", batched, []],
    ["the log's file is missing", withoutLog, [`missing_file ${FILE}`]],
    [
      "the manifest's list of sizes does not ascend",
      { ...batched, "manifest.json": manifestOf(["1", "1"]) },
      ["malformed manifest.json"],
    ],
    [
      "a line is cut, and the next one has a receipt",
      { ...exportOf(honest), [FILE]: `{"entry":\n${JSON.stringify(second.line)}\n` },
      [at("malformed", 1)],
    ],
    [
      "verifiedBlockHash is there for scheme 0",
      exportOf([{ line: { ...first.line, verifiedBlockHash: `0x${"4b".repeat(32)}` } }]),
      [at("malformed", 1)],
    ],
    ["an index is left out", await after(await act(1n), { index: 2 }), [at("broken_chain", 2)]],
    ["the manifest does not name the kind", exportOf([first], ["Ask", "HttpRequest"]), [at("unknown_kind", 1)]],
    [
      "the action is for another log",
      exportOf([await enter([], await act(0n, "Transfer", "b.example"))]),
      [at("bad_action", 1)],
    ],
    [
      "the signature is of another action",
      exportOf([await enter([], { ...(await act(0n)), signature: (await act(1n)).signature })]),
      [at("bad_signature", 1)],
    ],
    [
      "the entry has another nonce",
      exportOf([await enter([], await act(0n), { nonce: uintToBytes(9n, 32) })]),
      [at("entry_mismatch", 1)],
    ],
    [
      "it was accepted after the deadline",
      exportOf([await enter([], await act(0n), { acceptedAt: START + 3_601_000 })]),
      [at("deadline_passed", 1)],
    ],
    [
      "the object key is another",
      exportOf([await enter([], await act(0n), { objectKey: new Uint8Array(32) })]),
      [at("object_mismatch", 1)],
    ],
    ["the act before is left out", await after(await act(1n), { prior: undefined }), [at("wrong_prior", 2)]],
    [
      "the holder is not the one before",
      await after(await act(1n), { holder: new Uint8Array(20) }),
      [at("wrong_carry", 2)],
    ],
    ["another key signed the receipt", exportOf([await enter([], await act(0n), {}, badKey)]), [at("bad_receipt", 1)]],
    ["an action is entered twice", await after(await act(0n)), [at("replay", 2)]],
    [
      "a header has another root",
      { ...batched, "manifest.json": manifestOf([]), "batches.jsonl": textOf([{ header: toHex(badRoot) }]) },
      ["batch_mismatch batches.jsonl:1"],
    ],
    [
      "the checkpoint is of another closing time",
      { ...batched, "batches.jsonl": textOf([{ header: toHex(closedOtherwise) }]) },
      ["checkpoint_mismatch checkpoints/1"],
    ],
    [
      "the checkpoint lacks the anchor key's line",
      { ...batched, "checkpoints/1": note.replace(/— [^\n]*\n$/, "") },
      ["bad_signature checkpoints/1"],
    ],
    [
      "a timestamp is named for no batch",
      { ...batched, "timestamps.jsonl": textOf([{ chainId: "1", size: "0", transaction: `0x${"00".repeat(32)}` }]) },
      ["timestamp_mismatch timestamps.jsonl"],
    ],
    ["the trusted checkpoint has another root", batched, ["chain_mismatch batches.jsonl"], { checkpoint: otherNote }],
    ["the registry has another version", batched, ["key_mismatch manifest.json"], { chain }],
    ["payloads are withheld", withhold(batched), []],
    [
      "payloads are withheld, and the signature is of another action",
      withhold(exportOf([await enter([], { ...(await act(0n)), signature: (await act(1n)).signature })])),
      [at("bad_signature", 1)],
    ],
    [
      "payloads are withheld, and the payload hash is another",
      withhold(exportOf([first]), (signed) => ({ ...signed, payloadHash: `0x${"00".repeat(32)}` })),
      [at("entry_mismatch", 1)],
    ],
    [
      "payloads are withheld, and digest and signature are made from the actor's public key",
      withhold(
        exportOf([await enter([], first.action, { digest, signatureHash: hashSignature(signature) })]),
        (signed) => ({
          ...signed,
          signature,
        }),
      ),
      [at("entry_mismatch", 1)],
    ],
    [
      "payloads are withheld, and the manifest does not say so",
      { ...withhold(exportOf([first])), "manifest.json": manifestOf([]) },
      [at("malformed", 1)],
    ],
    ["payloads and signatures are withheld", withhold(batched, () => undefined), [], { verdict: "indeterminate" }],
    ["there is no manifest", {}, [], { verdict: "indeterminate" }],
    [
      "it is of a later version",
      { "manifest.json": '{ "format": "anchorlog.export/2" }\n' },
      [],
      { verdict: "indeterminate" },
    ],
  ];
  const cases = made.map(([says, files, findings, more]) => ({
    says,
    files,
    verdict: findings.length === 0 ? ("valid" as const) : ("invalid" as const),
    findings,
    ...more,
  }));
  const about =
    "What an auditor answers (docs/protocol/2-audit.md), with the keys, and with a checkpoint or a chain if the case " +
    "has one. A finding is a code and its place.";
  const trust = formatTrust({
    ...operator,
    anchorKey: lower(keys.anchorKey.address),
    receiptKey: lower(keys.receiptKey.address),
    noteKey: ed25519NoteKey(checkpointOrigin(operator), keys.noteKey.publicKey),
  });
  return { about, keys: trust, cases };
}
