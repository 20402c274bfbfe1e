/**
 * Measures audits of honest exports, beside a loop over the same lines with viem and merkletreejs. The loop checks both
 * signatures, the entry hash and the tree, and nothing else that an audit checks. The fsck of tessera and immudb are not
 * here: both are Go programs, which no package of npm or Debian 12 has.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { MerkleTree } from "merkletreejs";
import { isAddressEqual, recoverTypedDataAddress, verifyTypedData } from "viem";
import { toTypedData, type SignedAction } from "../../src/action/index.ts";
import { fromHex, toHex, type Hex } from "../../src/base/hex.ts";
import { buildTree, treeRoot } from "../../src/crypto/merkle/tree.ts";
import { receiptTypedData } from "../../src/log/receipt/receipt.ts";
import { EXPORT_FILES, parseManifest } from "../../src/verify/audit/format.ts";
import { keys, operator } from "../../test/operator.ts";
import { writeLargeExport } from "./audit/export.ts";
import { type BenchCase, OURS, same } from "./frame.ts";
import { LOG } from "./log/actions.ts";
import { memoryOf } from "./memory.ts";
import { answerOf, once as memoized } from "./shared.ts";

/** Entries of an export. Larger ones take minutes to make, and need `BENCH_LARGE=1`. */
const SIZES = [10_000, ...(process.env["BENCH_LARGE"] === "1" ? [100_000, 1_000_000] : [])];
const THREADS = 2;
/** Lines that the peer checks. */
const SOME = 100;
/** More bytes than a line of the log has. */
const LINE_BYTES = 10_000;

let home: string | undefined;

// oxlint-disable-next-line typescript/require-await -- an area may have to wait, this one does not
export async function cases(): Promise<BenchCase[]> {
  return SIZES.flatMap((entries) => {
    const folder = memoized(() => makeExport(entries));
    const spent = [0, THREADS].map((threads) =>
      memoized(async () => answerOf<Taken>("audit/child.mjs", { folder: await folder(), threads } as object)),
    );
    const subjects = (value: (taken: Taken) => number) =>
      spent.map((get, i) => ({
        name: i === 0 ? OURS : `${OURS}, ${THREADS} threads`,
        measure: async () => value(await get()),
      }));
    const of = `an export of ${entries.toLocaleString("en")} entries`;
    const peer = { name: "viem 2 and merkletreejs 0, a part of it", measure: async () => byPeers(await folder()) };
    const nothing = { name: "Node alone", measure: () => memoryOf({ type: "nothing" }) };
    return [
      { name: `audit ${of}, CPU an entry`, unit: "microseconds", subjects: [...subjects(({ cpu }) => cpu), peer] },
      { name: `audit ${of}, time an entry`, unit: "microseconds", subjects: subjects(({ wall }) => wall) },
      { name: `audit ${of}, peak memory`, unit: "MB", subjects: [...subjects(({ peak }) => peak), nothing] },
    ];
  });
}

export async function close(): Promise<void> {
  if (home !== undefined) await rm(home, { recursive: true, force: true });
  home = undefined;
}

async function makeExport(entries: number): Promise<string> {
  home ??= await mkdtemp(join(tmpdir(), "anchorlog-bench-audit-"));
  const folder = join(home, String(entries));
  await writeLargeExport(folder, { entries });
  return folder;
}

/** Microseconds an entry, and MB. */
type Taken = { readonly cpu: number; readonly wall: number; readonly peak: number };

type ExportedLine = { readonly entry: Hex; readonly action: SignedAction; readonly receipt: Hex };

/** Returns the CPU time in microseconds that viem and merkletreejs take for a line. */
async function byPeers(folder: string): Promise<number> {
  const { kinds } = parseManifest(await readFile(join(folder, EXPORT_FILES.manifest), "utf8"));
  // The whole file may be longer than a string can be.
  const begin = createReadStream(join(folder, EXPORT_FILES.log(LOG)), { end: SOME * LINE_BYTES });
  const lines = (await text(begin)).split("\n", SOME);
  const { name, version, chainId, registry: verifyingContract } = operator;
  const domain = { name, version, chainId, verifyingContract };
  const before = process.cpuUsage();
  const leaves: Buffer[] = [];
  for (const line of lines) {
    const { entry, action, receipt } = JSON.parse(line) as ExportedLine;
    const { primaryType, message, signature } = action;
    const data = toTypedData(kinds.get(primaryType)!, message, domain);
    same(await verifyTypedData({ ...data, address: message.actor, signature }), true, "viem's verdict");
    const bytes = fromHex(entry);
    const promised = receiptTypedData(operator, bytes) as Parameters<typeof recoverTypedDataAddress>[0];
    const key = await recoverTypedDataAddress({ ...promised, signature: receipt });
    same(isAddressEqual(key, keys.receiptKey.address), true, "viem's verdict of a receipt");
    leaves.push(sha256(Buffer.of(0), bytes));
  }
  const tree = new MerkleTree(leaves, (pair: Buffer) => sha256(Buffer.of(1), pair));
  const taken = process.cpuUsage(before);
  same(tree.getHexRoot(), toHex(treeRoot(buildTree(leaves))), "merkletreejs's root");
  return (taken.user + taken.system) / SOME;
}

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
