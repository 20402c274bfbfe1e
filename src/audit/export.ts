import { mkdir, open, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkpointOrigin, hashDomain, logId } from "../action/domain.ts";
import type { PayloadMembers } from "../action/kinds.ts";
import type { ActionContext } from "../action/verify.ts";
import type { AnchorlogOptions } from "../operator/options.ts";
import { ed25519NoteKey, formatVerifierKey } from "../tlog/note.ts";
import { toHex, type Hex } from "../encoding/hex.ts";
import { readOperatorId } from "../action/address.ts";
import { createEntryGuard, type EntryGuard } from "../log/guard/entries.ts";
import { entryLine } from "../log/archive/segment.ts";
import { assertGuard } from "../log/guard/guard.ts";
import { assertIntact, assertLinked } from "../log/intact.ts";
import type { LogStore, StoredEntry, StoredTimestamp } from "../log/store.ts";
import { signReceipt } from "../receipt/receipt.ts";
import { EXPORT_FILES, EXPORT_FORMAT } from "./format.ts";
import { completeNotes } from "./notes.ts";

const CHUNK = 1_000;
const toLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

/**
 * Writes all that an auditor needs of an operator's logs into a folder (PROTOCOL §10). It signs receipts, and checkpoints
 * from before a key was rotated, and so asks the guard as whatever promises something does.
 *
 * @param folder is made where it is missing; files of an earlier export in it are replaced.
 * @throws AnchorlogError `no_guard`, `foreign_guard`; `read_only` where the store lacks what was promised;
 *   `store_damaged` where an entry is not what was appended. No receipt is signed then.
 */
export async function writeExport<D extends Record<string, PayloadMembers>>(
  folder: string,
  options: Pick<AnchorlogOptions<D>, "store" | "guard" | "operator" | "logs" | "types" | "keys">,
): Promise<void> {
  const { store, guard, types, keys } = options;
  const operator = readOperatorId(options.operator);
  assertGuard(guard, store, operator);
  const entryGuard = guard && createEntryGuard(guard, store);
  // The store may grow meanwhile: what names something is read before what it names.
  const checkpoints = await store.checkpoints();
  const timestamps = await store.timestamps();
  const batches = await store.batches();
  const added = (await store.allLogNames()).map(({ name }) => name);
  const logs = [...new Set([...(options.logs ?? []), ...added])].sort();
  for (const name of logs) await entryGuard?.compare(logId(operator, name));
  const domainSeparator = hashDomain({ ...operator, verifyingContract: operator.registry });
  const context = { kinds: types.kinds, domainSeparator };
  const notes = await completeNotes(checkpoints, { store, guard, operator, keys });
  const manifest = {
    format: EXPORT_FORMAT,
    operator: { ...operator, chainId: String(operator.chainId) },
    keys: {
      anchorKey: keys.anchorKey.address.toLowerCase(),
      receiptKey: keys.receiptKey.address.toLowerCase(),
      noteKey: formatVerifierKey(ed25519NoteKey(checkpointOrigin(operator), keys.noteKey.publicKey)),
    },
    kinds: [...types.kinds.values()]
      .map(({ name, payloadType }) => ({ primaryType: name, payloadType }))
      .sort((a, b) => (a.primaryType < b.primaryType ? -1 : 1)),
    logs,
    checkpoints: checkpoints.map(({ size }) => String(size)),
  };
  await write(join(folder, EXPORT_FILES.manifest), `${JSON.stringify(manifest, undefined, 2)}\n`);
  for (const name of logs) {
    await writeLines(
      join(folder, EXPORT_FILES.log(name)),
      entriesOf(store, logId(operator, name), context, entryGuard, async (bytes) => {
        const receipt = await signReceipt(operator, bytes, keys.receiptKey);
        return receipt.signature;
      }),
    );
  }
  await write(
    join(folder, EXPORT_FILES.batches),
    batches.map(({ header }) => toLine({ header: toHex(header) })).join(""),
  );
  await writeTimestamps(join(folder, EXPORT_FILES.timestamps), timestamps);
  for (const [i, { size }] of checkpoints.entries())
    await write(join(folder, EXPORT_FILES.checkpoint(size)), notes[i]!);
}

/** Those that are in a block, as was last seen; without any there is no file. */
async function writeTimestamps(file: string, all: readonly StoredTimestamp[]): Promise<void> {
  const lines = all
    .filter(({ block }) => block !== undefined)
    .toSorted((a, b) => a.size - b.size || a.chainId - b.chainId || (a.transaction < b.transaction ? -1 : 1))
    .map(({ chainId, size, transaction }) => toLine({ chainId: String(chainId), size: String(size), transaction }));
  if (lines.length > 0) await write(file, lines.join(""));
  else await rm(file, { force: true });
}

async function* entriesOf(
  store: LogStore,
  log: Hex,
  context: ActionContext,
  entryGuard: EntryGuard | undefined,
  receiptOf: (entry: Uint8Array) => Promise<Hex>,
): AsyncGenerator<string> {
  let last: StoredEntry | undefined;
  const linked = { head: () => store.head(log), entries: (from: number, to: number) => store.entries(log, from, to) };
  for (let from = 0; ; from += CHUNK) {
    const entries = await store.entries(log, from, from + CHUNK);
    // Each gets a receipt, and none that contradicts the one it got before.
    assertIntact(last === undefined ? entries : [last, ...entries], context);
    last = entries.at(-1) ?? last;
    if (last !== undefined) {
      await assertLinked(log, last, linked);
      await entryGuard?.cover(log, last, "read");
    }
    for (const entry of entries) yield entryLine(entry, await receiptOf(entry.bytes));
    if (entries.length < CHUNK) break;
  }
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

async function writeLines(file: string, lines: AsyncIterable<string>): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, "w");
  try {
    for await (const line of lines) await handle.write(line);
  } finally {
    await handle.close();
  }
}
