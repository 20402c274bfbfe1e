/** Writes large honest exports: many entries of one log by a few signers, in full batches. */
import { open, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { useEngine as useEngineOfKeys } from "anchorlog/action";
import { actionObject } from "../../../src/action/object.ts";
import { ANYBODY, PART_ACT } from "../../../src/action/part.ts";
import {
  checkpointOrigin,
  defineActions,
  encodeMessage,
  hashDomain,
  hashSignature,
  logId,
  privateKeySigner,
  useEngine,
} from "../../../src/action/index.ts";
import { uintToBytes } from "../../../src/base/bytes.ts";
import { fromHex, toHex } from "../../../src/base/hex.ts";
import { hashHeader, signCheckpoint } from "../../../src/batch/index.ts";
import { buildBatchTrees, buildHeader } from "../../../src/batch/build.ts";
import { buildTree, treeRoot } from "../../../src/crypto/merkle/index.ts";
import { encodeEntry, hashEntry, type StoredEntry } from "../../../src/log/index.ts";
import { hashReceipt } from "../../../src/log/receipt/receipt.ts";
import { ed25519NoteKey, formatVerifierKey } from "../../../src/tlog/index.ts";
import { EXPORT_FILES, EXPORT_FORMAT } from "../../../src/verify/audit/format.ts";
import { keys, operator } from "../../../test/operator.ts";
import { LOG } from "../log/actions.ts";

const types = defineActions({
  Transfer: { objectId: "string", holder: "address", price: "uint256", salt: "bytes32" },
});
const START = 1_767_603_600_000;
/** One of a hundred entries is about a new object. */
const AN_OBJECT = 100;
const { name, version, chainId, registry } = operator;
const domainSeparator = hashDomain({ name, version, chainId, verifyingContract: registry });
const context = { kinds: types.kinds, domainSeparator };

type ExportSize = { readonly entries: number; readonly signers?: number; readonly batch?: number };

/** Writes an export into a folder. It takes about 140 µs an entry. */
export async function writeLargeExport(folder: string, { entries, signers = 32, batch = 4_096 }: ExportSize) {
  await Promise.all([useEngine(), useEngineOfKeys()]);
  for (const part of ["logs", "checkpoints"]) await mkdir(join(folder, part), { recursive: true });
  const next = entryMaker(signers);
  const headers: Uint8Array[] = [];
  const file = await open(join(folder, EXPORT_FILES.log(LOG)), "w");
  for (let from = 0; from < entries; from += batch) {
    const made = await next(Math.min(batch, entries - from));
    const last = headers.at(-1);
    const previous = last && { position: headers.length - 1, header: last };
    headers.push(buildHeader(logId(operator, LOG), made, buildBatchTrees(made, context), previous, START));
    const receipts = await keys.receiptKey.signMany!(made.map(({ bytes }) => hashReceipt(operator, bytes)));
    await file.write(
      made
        .map(({ bytes, action }, i) => `${JSON.stringify({ entry: toHex(bytes), action, receipt: receipts[i] })}\n`)
        .join(""),
    );
  }
  await file.close();
  await writeFile(
    join(folder, EXPORT_FILES.batches),
    headers.map((header) => `${JSON.stringify({ header: toHex(header) })}\n`).join(""),
  );
  const checkpoint = { size: headers.length, root: treeRoot(buildTree(headers.map(hashHeader))) };
  const note = await signCheckpoint(operator, checkpoint, keys);
  await writeFile(join(folder, EXPORT_FILES.checkpoint(headers.length)), note);
  await writeFile(join(folder, EXPORT_FILES.manifest), manifestOf(headers.length));
  return { checkpoint, folder };
}

/** Returns a function that makes the next entries of the log. */
function entryMaker(count: number) {
  const kind = types.kinds.get("Transfer")!;
  const log = logId(operator, LOG);
  const signers = Array.from({ length: count }, (_, i) => privateKeySigner(toHex(uintToBytes(BigInt(i + 1), 32))));
  /** The last act upon each object, and its holder. */
  const objects: { prior: number; holder: number }[] = [];
  let [index, prev] = [0, fromHex(log)];
  return async (wanted: number): Promise<StoredEntry[]> => {
    const made: StoredEntry[] = [];
    for (const end = index + wanted; index < end; index++) {
      const id = index % AN_OBJECT === 0 ? objects.length : (index * 7_919) % objects.length;
      const before = objects[id];
      const signer = signers[before?.holder ?? index % count]!;
      const holder = (index * 31) % count;
      const payload = {
        objectId: `urn:example:object:${id}`,
        holder: signers[holder]!.address,
        price: "1250000000000000000",
        salt: `0x${"5a".repeat(32)}`,
      };
      const nonce = BigInt(toHex(crypto.getRandomValues(new Uint8Array(32))));
      const deadline = `${BigInt(START / 1_000 + 3_600_000)}` as const;
      const message = { log, actor: signer.address, nonce: `${nonce}` as const, deadline, payload };
      const encoded = encodeMessage(kind, message, domainSeparator);
      const [signature] = await signer.signMany!([encoded.digest]);
      const { objectKey, named } = actionObject(kind, encoded.payloadWords);
      const bytes = encodeEntry({
        log: fromHex(log),
        index,
        prev,
        actor: fromHex(signer.address),
        nonce: uintToBytes(nonce, 32),
        digest: encoded.digest,
        signatureHash: hashSignature(signature!),
        scheme: 0,
        verifiedBlock: 0,
        acceptedAt: START + index,
        part: PART_ACT,
        objectKey,
        prior: before?.prior,
        holder: named ?? ANYBODY,
      });
      const hash = hashEntry(bytes);
      made.push({
        index,
        bytes,
        hash,
        digest: encoded.digest,
        action: { primaryType: "Transfer", message, signature: signature! },
      });
      objects[id] = { prior: index, holder };
      prev = hash;
    }
    return made;
  };
}

function manifestOf(size: number): string {
  const origin = checkpointOrigin(operator);
  return JSON.stringify({
    format: EXPORT_FORMAT,
    operator: { ...operator, chainId: String(chainId) },
    keys: {
      anchorKey: keys.anchorKey.address.toLowerCase(),
      receiptKey: keys.receiptKey.address.toLowerCase(),
      noteKey: formatVerifierKey(ed25519NoteKey(origin, keys.noteKey.publicKey)),
    },
    kinds: [...types.kinds.values()]
      .map(({ name: primaryType, payloadType }) => ({ primaryType, payloadType }))
      .sort((a, b) => (a.primaryType < b.primaryType ? -1 : 1)),
    logs: [LOG],
    checkpoints: [String(size)],
  });
}
