/**
 * Receipts and bundles that a user keeps in a folder, and whether their entries are anchored.
 *
 * @module
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { logId, type OperatorId } from "../action/domain.ts";
import { readRegularFile } from "../base/regularFile.ts";
import type { Header } from "../batch/header.ts";
import { MAX_BUNDLE_BYTES, parseBundle, type Bundle } from "../verify/bundle/bundle.ts";
import { coveringCheckpoint, type AnchoredHistory } from "../dispute/evidence.ts";
import { readHeader } from "../dispute/succession.ts";
import { equalBytes } from "../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../base/hex.ts";
import { FormatError, parseStrictJson } from "../base/json.ts";
import { AnchorlogError } from "../base/errors.ts";
import { decodeEntry, hashEntry, type Entry } from "../log/entry.ts";
import { MerkleProofError, rootFromInclusionProof } from "../crypto/merkle/verify.ts";
import { isReceiptBy, readReceiptFields, type Receipt } from "../log/receipt/receipt.ts";

/** A stored receipt, and its bundle if it came in one. */
export type KeptReceipt = {
  readonly file: string;
  readonly receipt: Receipt;
  readonly entry: Entry;
  readonly bundle: Bundle | undefined;
};

/** The folder's receipts of the operator, and files that are not receipts. */
export type Kept = {
  readonly receipts: readonly KeptReceipt[];
  readonly unreadable: readonly { readonly file: string; readonly why: string }[];
};

/**
 * Reads a folder of receipts: files `*.json`, each a bundle (`anchorlog.bundle/1`) or a receipt `{ entry, key,
 * signature }`. Leaves out bundles of other operators.
 *
 * @throws AnchorlogError `unreadable` if the folder cannot be read.
 */
export async function readReceipts(folder: string, operator: OperatorId): Promise<Kept> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new AnchorlogError("unreadable", `the folder of receipts ${folder} cannot be read`, { cause });
  });
  const receipts: KeptReceipt[] = [];
  const unreadable: { file: string; why: string }[] = [];
  for (const file of names.filter((name) => name.endsWith(".json")).sort()) {
    try {
      const bytes = await readRegularFile(join(folder, file), MAX_BUNDLE_BYTES);
      if (bytes === undefined) throw new FormatError("malformed", "", "it is larger than any bundle");
      const kept = readKept(file, new TextDecoder("utf-8", { fatal: true }).decode(bytes), operator);
      if (kept !== undefined) receipts.push(kept);
    } catch (error) {
      unreadable.push({ file, why: (error as Error).message });
    }
  }
  return { receipts, unreadable };
}

function readKept(file: string, text: string, operator: OperatorId): KeptReceipt | undefined {
  const bundle = text.includes('"format"') ? parseBundle(text) : undefined;
  const receipt: Receipt =
    bundle === undefined ? readReceiptFields(parseStrictJson(text)) : { entry: bundle.entry, ...bundle.receipt };
  if (bundle !== undefined) {
    const { chainId, registry, address } = bundle.operator;
    if (Number(chainId) !== operator.chainId || registry !== operator.registry || address !== operator.operator) {
      return undefined;
    }
  }
  const bytes = fromHex(receipt.entry);
  if (!isReceiptBy(receipt.key, operator, bytes, receipt.signature)) {
    throw new AnchorlogError("receipt_mismatch", `it is not signed by ${receipt.key} for its entry`);
  }
  return { file, receipt, entry: decodeEntry(bytes), bundle };
}

/** Names of logs by identifier: the given names, and the names in bundles. */
export function namesOf(
  operator: OperatorId,
  logs: readonly string[],
  receipts: readonly KeptReceipt[],
): ReadonlyMap<Hex, string> {
  const names = [...logs, ...receipts.flatMap(({ bundle }) => (bundle === undefined ? [] : [bundle.log]))];
  return new Map(names.map((name) => [logId(operator, name), name]));
}

/** A receipt, and what is known of its entry. */
export type JudgedReceipt = KeptReceipt & {
  /** Unix milliseconds until which it should be anchored. */
  readonly due: number;
  /**
   * `shown` if an anchored batch has this very entry. `covered` if an anchored batch has its index, but the batch's
   * entries are not available. `absent` otherwise.
   */
  readonly seen: "shown" | "covered" | "absent";
};

/**
 * Looks for the entries of receipts in anchored batches.
 *
 * @param maxAnchorDelay seconds.
 * @param histories known parts of the batch log, under stored checkpoints.
 */
export function judgeReceipts(
  receipts: readonly KeptReceipt[],
  maxAnchorDelay: number,
  histories: readonly AnchoredHistory[],
): JudgedReceipt[] {
  const known = histories.map(byLog);
  return receipts.map((kept) => {
    const due = kept.entry.acceptedAt + 1000 * maxAnchorDelay;
    const by = new Set(known.map((batches) => showing(batches.get(toHex(kept.entry.log)) ?? [], kept)));
    const seen = by.has("shown") ? "shown" : by.has("covered") ? "covered" : "absent";
    return { ...kept, due, seen };
  });
}

type AnchoredBatch = {
  readonly header: Header;
  readonly bytes: Hex;
  readonly entries: () => readonly Uint8Array[] | undefined;
};

/** The anchored batches of each log. Each batch's entries are read at most once. */
function byLog(history: AnchoredHistory): Map<Hex, AnchoredBatch[]> {
  const batches = new Map<Hex, AnchoredBatch[]>();
  for (const [position, bytes] of history.headers.entries()) {
    const header = readHeader(bytes);
    if (header === undefined || coveringCheckpoint(history, position) === undefined) continue;
    let found: { readonly list: readonly Uint8Array[] | undefined } | undefined;
    const entries = () => (found ??= { list: history.entries(position) }).list;
    const log = toHex(header.log);
    batches.set(log, [...(batches.get(log) ?? []), { header, bytes: toHex(bytes), entries }]);
  }
  return batches;
}

function showing(batches: readonly AnchoredBatch[], { entry, receipt, bundle }: KeptReceipt) {
  for (const { header, bytes, entries } of batches) {
    const place = entry.index - header.start;
    if (place < 0 || place >= header.count) continue;
    const list = entries();
    if (list !== undefined) return toHex(list[place]!) === receipt.entry ? "shown" : undefined;
    const { inclusion } = bundle ?? {};
    return inclusion?.header === bytes && isIncluded(receipt.entry, place, header, inclusion.path)
      ? "shown"
      : "covered";
  }
  return undefined;
}

function isIncluded(entry: Hex, place: number, { count, root }: Header, path: readonly Hex[]): boolean {
  try {
    const proof = path.map((hash) => fromHex(hash));
    return equalBytes(rootFromInclusionProof(hashEntry(fromHex(entry)), place, count, proof), root);
  } catch (error) {
    if (error instanceof MerkleProofError) return false;
    throw error;
  }
}
