/**
 * Compares an operator's published tiles with the registry, with what it published before, and with its export.
 *
 * @module
 */
import { checkpointOrigin, type OperatorId } from "../action/domain.ts";
import { readContract } from "../chain/client.ts";
import { anchorRegistryAbi } from "../chain/generated/AnchorRegistry.ts";
import { anchorSignature, parseCheckpoint, type CheckpointNote } from "../batch/checkpoint.ts";
import { hashHeader } from "../batch/header.ts";
import type { StoredCheckpoint } from "../dispute/checkpoints.ts";
import {
  openHistory,
  signedStatement,
  storedStatement,
  type AnchoredHistory,
  type SizeStatement,
} from "../dispute/evidence.ts";
import { checkpointEquivocation, leafEquivocation, type KnownTree } from "../dispute/faults/faults.ts";
import type { FoundFault } from "../dispute/faults/findings.ts";
import { findHeaderFaults } from "../dispute/faults/scan.ts";
import { equalBytes } from "../base/bytes.ts";
import { toHex, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { buildTree } from "../crypto/merkle/tree.ts";
import { formatNote, type NoteKey } from "../tlog/note.ts";
import { policyOf } from "../tlog/policy.ts";
import { openTiles, type TileReader } from "../tlog/tileReader.ts";
import type { TileSource } from "../tlog/tileStore.ts";
import type { View } from "./follow.ts";

/** An operator's published tiles, and the key that signs its notes. */
export type PublishedTiles = { readonly source: TileSource; readonly noteKey: NoteKey };

/** A contradiction in published data; `key` identifies it. */
type Contradiction = { readonly key: string; readonly message: string };

/** The result of reading published tiles. */
type PublishedState = {
  readonly faults: readonly FoundFault[];
  readonly contradictions: readonly Contradiction[];
  readonly size: number;
  /** The batch log, under the stored checkpoints whose roots it has. */
  readonly history: AnchoredHistory;
  /** The checkpoint's note, for comparison in the next pass. */
  readonly note: string;
};

/**
 * Reads the whole published batch log, and compares it.
 *
 * @param before the last note seen.
 * @param exported an export's batch log, if any. If a stored and a published tree differ, it shows at which position.
 * @throws AnchorlogError as `openTiles`.
 */
export async function readPublishedTiles(
  { source, noteKey }: PublishedTiles,
  operator: OperatorId,
  { client, checkpoints }: Pick<View, "client" | "checkpoints">,
  before: string | undefined,
  exported: AnchoredHistory | undefined,
): Promise<PublishedState> {
  if (noteKey.name !== checkpointOrigin(operator)) {
    throw new AnchorlogError("bad_option", `the note key is of ${noteKey.name}, not of ${checkpointOrigin(operator)}`);
  }
  const tiles = await openTiles(source, policyOf({ logs: [noteKey] }));
  const { size } = tiles.checkpoint;
  const headers = await tiles.entries(0, size);
  const note = formatNote(tiles.checkpoint.note);
  const anchorKey = await readAnchorKey(client, operator);
  const statement = statementOf(parseCheckpoint(note), operator, anchorKey);
  const history = openHistory({ operator, headers, checkpoints, entries: () => undefined });
  const faults: FoundFault[] = [...findHeaderFaults(history)];
  const contradictions: Contradiction[] = [];

  for (const stored of checkpoints) {
    if (stored.size > size || toHex(await tiles.rootAt(stored.size)) === stored.root) continue;
    const message = `the tiles have another root at size ${stored.size} than the registry`;
    contradictions.push({ key: `stored ${stored.sequence}`, message });
    if (statement !== undefined) faults.push(...contradict(operator, tiles, headers, statement, stored, exported));
    break;
  }
  const earlier = before === undefined ? undefined : parseCheckpoint(before);
  if (earlier !== undefined && !(await continues(tiles, earlier))) {
    const message = `the note of size ${size} does not continue the one of size ${earlier.size} that was published before`;
    contradictions.push({ key: `note ${earlier.size} ${toHex(earlier.root)} ${size}`, message });
    const then = statementOf(earlier, operator, anchorKey);
    if (then !== undefined && statement !== undefined) {
      if (earlier.size === size) faults.push({ message, proof: checkpointEquivocation(operator, then, statement) });
      else faults.push(...differ(operator, message, headersAt(exported, earlier), then, headers, statement));
    }
  }
  return { faults, contradictions, size, history, note };
}

/** Fault proofs for a signed checkpoint that contradicts a stored one. */
function contradict(
  operator: OperatorId,
  tiles: TileReader,
  headers: readonly Uint8Array[],
  statement: SizeStatement,
  stored: StoredCheckpoint,
  exported: AnchoredHistory | undefined,
): FoundFault[] {
  const { size } = tiles.checkpoint;
  const [published, anchored] = [`the published checkpoint of size ${size}`, `the stored one of size ${stored.size}`];
  if (stored.size === size) {
    const message = `${published} has another root than ${anchored}`;
    return [{ message, proof: checkpointEquivocation(operator, statement, storedStatement(stored)) }];
  }
  if (exported === undefined || !exported.checkpoints.some(({ sequence }) => sequence === stored.sequence)) return [];
  const theirs = exported.headers.slice(0, stored.size);
  return differ(
    operator,
    `${published} has another leaf than ${anchored}`,
    theirs,
    storedStatement(stored),
    headers,
    statement,
  );
}

/** The first headers of a history, if they give a checkpoint's root; otherwise none. */
function headersAt(history: AnchoredHistory | undefined, { size, root }: CheckpointNote): readonly Uint8Array[] {
  if (history === undefined || size > history.headers.length) return [];
  return equalBytes(history.tree.root(size), root) ? history.headers.slice(0, size) : [];
}

/** The fault proof of two statements of different sizes, at the first position whose headers differ. */
function differ(
  operator: OperatorId,
  message: string,
  before: readonly Uint8Array[],
  then: SizeStatement,
  headers: readonly Uint8Array[],
  now: SizeStatement,
): FoundFault[] {
  const position = before.slice(0, headers.length).findIndex((header, i) => !equalBytes(header, headers[i]!));
  if (position < 0) return [];
  const tree = (leaves: readonly Uint8Array[], statement: SizeStatement): KnownTree => ({
    statement,
    tree: buildTree(leaves.map(hashHeader)),
  });
  const proof = leafEquivocation(operator, position, tree(before, then), tree(headers, now));
  return [{ message: `${message}: position ${position} differs`, proof }];
}

/** Whether the tiles begin with what was published before. A smaller size also counts as a contradiction. */
async function continues(tiles: TileReader, { size, root }: Pick<CheckpointNote, "size" | "root">): Promise<boolean> {
  return size <= tiles.checkpoint.size && equalBytes(await tiles.rootAt(size), root);
}

function statementOf(checkpoint: CheckpointNote, operator: OperatorId, anchorKey: Hex): SizeStatement | undefined {
  const signature = anchorSignature(checkpoint, operator, anchorKey);
  return signature === undefined ? undefined : signedStatement(checkpoint, signature);
}

async function readAnchorKey(client: View["client"], { registry, operator }: OperatorId): Promise<Hex> {
  const call = { address: registry, abi: anchorRegistryAbi, functionName: "anchorKey", args: [operator] } as const;
  return (await readContract(client, call)).toLowerCase() as Hex;
}
