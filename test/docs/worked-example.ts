/** Recomputes the example of docs/protocol/1-verify.md from its inputs, name by name. */
import { privateKeyToAccount } from "viem/accounts";
import {
  checkpointOrigin,
  defineActions,
  encodeMessage,
  hashDomain,
  hashSignature,
  logId,
  objectKeyOf,
  toTypedData,
  verifyAction,
  type Message,
  type VerifiedAction,
} from "anchorlog/action";
import { registryDomain } from "../../src/action/domain.ts";
import { hashCheckpoint, hashHeader, signCheckpoint } from "anchorlog/batch";
import { buildBatchTrees, buildHeader, commitEntry } from "../../src/batch/build.ts";
import { decodeEntry, encodeEntry, hashEntry, type StoredEntry } from "anchorlog/log";
import { buildTree, inclusionProof, treeRoot } from "anchorlog/crypto/merkle";
import { hashReceipt, signReceipt } from "anchorlog/log/receipt";
import { ed25519NoteKey, formatVerifierKey } from "anchorlog/tlog";
import { fromHex, toHex, type Hex } from "anchorlog";
import { noteKeySigner } from "anchorlog/action/signers";
import { keccak256, toBytes } from "viem";
import { zkTreePath } from "../../src/batch/zk.ts";
import { buildBundle } from "../../src/verify/bundle/build.ts";
import { objectFields } from "../entries.ts";

const key = (number: number) => privateKeyToAccount(`0x${number.toString(16).padStart(64, "0")}`);
const lower = (address: string): Hex => address.toLowerCase() as Hex;

/** The example's values in the order of the document. */
export async function workedExample(): Promise<Record<string, string>> {
  const [actor, receiptKey, anchorKey] = [key(1), key(2), key(3)];
  const noteKey = noteKeySigner(new Uint8Array(32).fill(4));
  const id = { chainId: 31_337, registry: `0x${"00".repeat(19)}aa` as Hex, operator: `0x${"00".repeat(19)}bb` as Hex };
  const domain = { name: "Example", version: "1", chainId: id.chainId, verifyingContract: id.registry };
  const { kinds } = defineActions({
    Transfer: { objectId: "string", to: "address" },
    Mint: { objectId: "string", holder: "address" },
  });
  const kind = kinds.get("Transfer")!;
  const log = logId(id, "a.example");
  const context = { kinds, domainSeparator: hashDomain(domain) };

  const transferred = { objectId: "object/1", to: lower(receiptKey.address) };
  const minted = { objectId: "object/2", holder: lower(receiptKey.address) };
  const mintKey = objectKeyOf(kinds.get("Mint")!, minted);
  const given: [primaryType: string, nonce: bigint, payload: Message["payload"]][] = [
    ["Transfer", 7n, transferred],
    ["Transfer", 2n ** 256n - 1n, transferred],
    ["Mint", 8n, minted],
    ["Ask", 9n, { objectKey: mintKey }],
  ];
  const entries: StoredEntry[] = [];
  const actions: VerifiedAction[] = [];
  for (const [primaryType, nonce, payload] of given) {
    const message = {
      log,
      actor: lower(actor.address),
      nonce: String(nonce),
      deadline: "1767603660",
      payload,
    } as Message;
    const signature = await actor.signTypedData(toTypedData(kinds.get(primaryType)!, message, domain));
    const verdict = verifyAction({ primaryType, message, signature }, { ...context, hasLog: () => true });
    if (verdict.verdict !== "valid") throw new Error(verdict.message);
    const { digest, signatureHash } = verdict.action;
    const before = entries.map(({ bytes }) => decodeEntry(bytes));
    const bytes = encodeEntry({
      log: fromHex(log),
      index: entries.length,
      prev: entries.at(-1)?.hash ?? fromHex(log),
      actor: fromHex(lower(actor.address)),
      nonce: fromHex(`0x${nonce.toString(16).padStart(64, "0")}`),
      digest,
      signatureHash,
      scheme: 0,
      verifiedBlock: 0,
      acceptedAt: 1_767_603_600_000 + entries.length,
      ...objectFields(verdict.action, before),
    });
    actions.push(verdict.action);
    entries.push({
      index: entries.length,
      bytes,
      hash: hashEntry(bytes),
      digest,
      action: { primaryType, message, signature },
    });
  }
  const [first, second, mint, ask] = entries as [StoredEntry, StoredEntry, StoredEntry, StoredEntry];
  const receipt = await signReceipt(id, first.bytes, receiptKey);
  const trees = buildBatchTrees(entries, context);
  const header = buildHeader(log, entries, trees, undefined, 1_767_603_601_000);
  const checkpoint = { size: 1, root: treeRoot(buildTree([hashHeader(header)])) };
  const note = await signCheckpoint(id, checkpoint, { noteKey, anchorKey });
  const commitments = entries.map((entry, i) => commitEntry(decodeEntry(entry.bytes), entry.hash, actions[i]!));
  const element = (value: bigint): Hex => `0x${value.toString(16).padStart(64, "0")}`;
  const mintReceipt = await signReceipt(id, mint.bytes, receiptKey);
  const bundle = buildBundle(
    { chainId: "31337", registry: id.registry, address: id.operator, name: domain.name, version: domain.version },
    "a.example",
    kinds.get("Mint")!,
    mint,
    mintReceipt,
    {
      header,
      paths: { path: inclusionProof(trees.tree, 2), zkPath: zkTreePath(trees.zkTree, 2) },
      checkpoint: { ...checkpoint, position: 0, path: [] },
    },
  );

  return {
    actor: lower(actor.address),
    receiptKey: receipt.key,
    anchorKey: lower(anchorKey.address),
    log,
    "operator domain separator": toHex(context.domainSeparator),
    "registry domain separator": toHex(hashDomain(registryDomain(id))),
    "payload type hash": keccak256(toBytes(kind.payloadType)),
    "envelope type hash": toHex(kind.envelopeTypeHash),
    "digest 0": toHex(encodeMessage(kind, first.action.message, context.domainSeparator).digest),
    "signature 0": first.action.signature,
    "signatureHash 0": toHex(hashSignature(first.action.signature)),
    "objectKey 0": objectKeyOf(kind, transferred),
    "entry 0": toHex(first.bytes),
    "entryHash 0": toHex(first.hash),
    "receipt digest 0": toHex(hashReceipt(id, first.bytes)),
    "receipt signature 0": receipt.signature,
    "digest 1": toHex(second.digest),
    "entry 1": toHex(second.bytes),
    "entryHash 1": toHex(second.hash),
    "objectKey 2": mintKey,
    "digest 2": toHex(mint.digest),
    "entry 2": toHex(mint.bytes),
    "entryHash 2": toHex(mint.hash),
    "digest 3": toHex(ask.digest),
    "entry 3": toHex(ask.bytes),
    "entryHash 3": toHex(ask.hash),
    root: toHex(treeRoot(trees.tree)),
    "commitment 0": element(commitments[0]!),
    "commitment 1": element(commitments[1]!),
    "commitment 2": element(commitments[2]!),
    "commitment 3": element(commitments[3]!),
    zkRoot: element(trees.zkTree.root),
    header: toHex(header),
    fingerprint: toHex(hashHeader(header)),
    "checkpoint root": toHex(checkpoint.root),
    "checkpoint digest": toHex(hashCheckpoint(id, checkpoint)),
    "note key": formatVerifierKey(ed25519NoteKey(checkpointOrigin(id), noteKey.publicKey)),
    note: JSON.stringify(note),
    "bundle 2": JSON.stringify(bundle),
  };
}
