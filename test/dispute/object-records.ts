/**
 * Exports of the entries that the object model wrote, including lies: two batches for each log, under one checkpoint.
 */
import { toHex, type Hex } from "anchorlog";
import { hashSignature, logId, privateKeySigner, type SignedAction } from "anchorlog/action";
import type { ReadExport } from "anchorlog/verify/audit";
import { encodeHeader, hashHeader, type Header } from "anchorlog/batch";
import { buildZkTree, commitment } from "../../src/batch/zk.ts";
import { bytesToUint, concat, uintToBytes } from "../../src/base/bytes.ts";
import { fromHex } from "../../src/base/hex.ts";
import { hashEntry } from "../../src/log/entry.ts";
import { buildTree, treeRoot } from "../../src/crypto/merkle/tree.ts";
import { ACTORS } from "../log/objects/histories.ts";
import type { Action, Entry, Written } from "../log/objects/model.ts";
import { addressOf, bytesOf, encode, types } from "../log/objects/real.ts";
import { operator as template } from "../operator.ts";
import type { TestIdentity } from "./dishonest.ts";
import { exportOf } from "./exported.ts";

const HOUR = 3_600_000;
/** The model's wallets, and the owners of its contract wallets: a contract wallet accepts its owner's signatures. */
const signers = ["a1", "a2", "a3", "a1", "a2"].map((digits) => privateKeySigner(`0x${digits.repeat(32)}`));

/** An entry of the model with the operator's bytes. */
export type Row = {
  readonly entry: Entry;
  readonly bytes: Uint8Array;
  readonly encoded: ReturnType<typeof encode>;
  readonly action: SignedAction;
};
/** An operator's export, and the bytes of its entries. */
export type Records = {
  readonly operator: TestIdentity;
  readonly read: ReadExport;
  readonly batches: readonly { readonly header: Uint8Array; readonly rows: readonly Row[] }[];
  /** The checkpoint over all headers. */
  readonly size: number;
  readonly root: Hex;
  /** Unix seconds: when it may be anchored. */
  readonly time: number;
  readonly bytes: ReadonlyMap<Entry, Uint8Array>;
};

/** Makes exports of several histories of the same calls. Each action is signed only once. */
export function createRecorder(operator: TestIdentity = template): (written: Written) => Promise<Records> {
  const signed = new Map<Action, Promise<Hex>>();
  const sign = (action: Action, digest: Uint8Array): Promise<Hex> => {
    const known = signed.get(action);
    if (known !== undefined) return known;
    const signature = Promise.resolve(signers[ACTORS.indexOf(action.actor)]!.sign({ hash: toHex(digest) }));
    signed.set(action, signature);
    return signature;
  };
  return async ({ logs }) => {
    const rows = new Map<string, Row[]>();
    for (const [name, { entries }] of logs) rows.set(name, await rowsOf(operator, name, entries, sign));
    const batches = batchesOf(operator, rows);
    const headers = batches.map(({ header }) => header);
    return {
      operator,
      read: exportOf(operator, types, unread(rows), headers),
      batches,
      size: headers.length,
      root: toHex(treeRoot(buildTree(headers.map(hashHeader)))),
      time: Math.ceil(latest(rows) / 1000),
      bytes: new Map([...rows.values()].flat().map(({ entry, bytes }) => [entry, bytes])),
    };
  };
}

async function rowsOf(
  operator: TestIdentity,
  name: string,
  entries: readonly Entry[],
  sign: (action: Action, digest: Uint8Array) => Promise<Hex>,
): Promise<Row[]> {
  const log = fromHex(logId(operator, name));
  const rows: Row[] = [];
  for (const entry of entries) {
    const encoded = encode(entry.action, name, operator);
    const { digest, kind, message } = encoded;
    const signature = await sign(entry.action, digest);
    const last = rows.at(-1);
    const bytes = bytesOf(entry, {
      log,
      prev: last === undefined ? log : hashEntry(last.bytes),
      nonce: uintToBytes(BigInt(message.nonce), 32),
      digest,
      signatureHash: hashSignature(signature),
    });
    rows.push({ entry, bytes, encoded, action: { primaryType: kind.name, message, signature } });
  }
  return rows;
}

/** The first half of each log in a batch, and then the rest. */
function batchesOf(operator: TestIdentity, rows: ReadonlyMap<string, readonly Row[]>): Records["batches"] {
  const batches: Records["batches"][number][] = [];
  const newest = new Map<string, { header: Header; position: number }>();
  for (const half of [0, 1]) {
    for (const [name, all] of rows) {
      const middle = Math.ceil(all.length / 2);
      const mine = half === 0 ? all.slice(0, middle) : all.slice(middle);
      if (mine.length === 0) continue;
      const log = fromHex(logId(operator, name));
      const before = newest.get(name);
      const hashes = mine.map(({ bytes }) => hashEntry(bytes));
      const header: Header = {
        log,
        number: half,
        start: half === 0 ? 0 : middle,
        count: mine.length,
        prevLeaf: before?.position,
        parent: before === undefined ? new Uint8Array(32) : hashHeader(encodeHeader(before.header)),
        prevHead: before?.header.head ?? log,
        head: hashes.at(-1)!,
        root: treeRoot(buildTree(hashes)),
        zkRoot: zkRootOf(mine),
        closedAt: latest(rows),
      };
      newest.set(name, { header, position: batches.length });
      batches.push({ header: encodeHeader(header), rows: mine });
    }
  }
  return batches;
}

function zkRootOf(rows: readonly Row[]): Uint8Array {
  const commitments = rows.map(({ entry: { actor, acceptedAt }, bytes, encoded: { kind, message, payloadWords } }) => {
    const [payloadType, words] = [kind.payloadType, payloadWords.map(bytesToUint)];
    const [nonce, entryHash] = [BigInt(message.nonce), bytesToUint(hashEntry(bytes))];
    return commitment({ actor: BigInt(addressOf(actor)), nonce, acceptedAt, entryHash, payloadType, words });
  });
  const { root } = buildZkTree(concat(...commitments.map((value) => uintToBytes(value, 32))));
  return uintToBytes(root, 32);
}

/** A time after all entries, so that the batches may be anchored. */
const latest = (rows: ReadonlyMap<string, readonly Row[]>): number =>
  HOUR + Math.max(0, ...[...rows.values()].flat().map(({ entry }) => entry.acceptedAt));

/** No test reads the receipts of these exports. */
const unread = (rows: ReadonlyMap<string, readonly Row[]>) => {
  const receipt: Hex = `0x${"00".repeat(65)}`;
  return new Map([...rows].map(([name, mine]) => [name, mine.map((row) => ({ ...row, receipt }))]));
};
