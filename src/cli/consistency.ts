import { stat } from "node:fs/promises";
import { join } from "node:path";
import { checkpointOrigin } from "../action/domain.ts";
import { decodeUtf8, equalBytes } from "../base/bytes.ts";
import { AnchorlogError } from "../base/errors.ts";
import { FormatError } from "../base/json.ts";
import { fromHex, toHex } from "../base/hex.ts";
import { parseCheckpoint, type CheckpointNote } from "../batch/checkpoint.ts";
import { isTrustedCheckpoint } from "../batch/trusted.ts";
import { hashHeader } from "../batch/header.ts";
import { createGrowingTree } from "../crypto/merkle/growingTree.ts";
import { tileFolder } from "../tlog/node.ts";
import { policyOf } from "../tlog/policy.ts";
import { openTiles } from "../tlog/tileReader.ts";
import { httpTiles } from "../tlog/tileStore.ts";
import { readRegularFile, unlessMissing } from "../base/regularFile.ts";
import { EXPORT_FILES, linesOf, parseExportedHeader, parseManifest } from "../verify/audit/format.ts";
import type { TrustedOperator } from "../verify/trust.ts";
import { loadTrust, parseDocument, readDocument, type TrustCall } from "./options.ts";
import { inColour, print, printable, shellWord } from "./print.ts";
import { UsageError, worstExitCode } from "./usage.ts";
import { countOf } from "../base/countOf.ts";

/** A state of a batch log, from a checkpoint, an export or a live log. */
type State = {
  /** The argument that names it. */
  readonly from: string;
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  /** The signed note; undefined for an export without checkpoints. */
  readonly note: CheckpointNote | undefined;
  /** Returns the root at an earlier size; undefined for a checkpoint, which has no tree. */
  readonly rootAt?: (size: number) => Promise<Uint8Array>;
};

type Verdict = {
  readonly verdict: "valid" | "invalid" | "indeterminate";
  readonly code: "ok" | "inconsistent" | "no_tree" | "other_operator" | "unsigned_checkpoint";
  readonly message: string;
};

/** `anchorlog consistency`: judges whether states of a batch log can be of one history. Returns the exit code. */
export async function runConsistency({ values, positionals }: TrustCall): Promise<number> {
  if (positionals.length < 2) {
    throw new UsageError("consistency takes two or more checkpoints, exports or live logs", "consistency");
  }
  const { operator } = await loadTrust(values);
  const states: State[] = [];
  for (const from of positionals) states.push(await readState(from, operator));
  const found = await judge(states, operator);
  const checkpoints = states.map(({ from, origin, size, root }) => ({ from, origin, size, root: toHex(root) }));
  if (values.json === true) await print(`${JSON.stringify({ ...found, checkpoints })}\n`);
  else {
    const why = found.code === "ok" ? "" : ` (${found.code})`;
    const listed = checkpoints
      .map(({ from, size, root }) => `  ${from}: ${countOf(size, "batch")}, root ${root}\n`)
      .join("");
    await print(`${inColour(found.verdict)}${why}: ${printable(`${found.message}\n${listed}`)}`);
  }
  return worstExitCode([found.verdict]);
}

/** Compares each state with the next larger one, by a tree that is at least as large as both. */
async function judge(states: readonly State[], operator: TrustedOperator | undefined): Promise<Verdict> {
  const origin = operator === undefined ? states[0]!.origin : checkpointOrigin(operator);
  const other = states.find((state) => state.origin !== origin);
  if (other !== undefined) {
    return doubt("other_operator", `${other.from} is of the operator ${other.origin}, and not of ${origin}`);
  }
  const unsigned = operator && states.find(({ note }) => note === undefined || !isTrustedCheckpoint(note, operator));
  if (unsigned !== undefined) {
    return doubt("unsigned_checkpoint", `${unsigned.from} does not bear the trusted operator's signatures`);
  }
  const ordered = states.toSorted((a, b) => a.size - b.size);
  for (const [i, newer] of ordered.entries()) {
    const older = ordered[i - 1];
    if (older === undefined || older.size === 0) continue;
    const tree = older.size === newer.size ? newer : ordered.slice(i).find(({ rootAt }) => rootAt !== undefined);
    if (tree === undefined) {
      const sizes = `${older.from} (size ${older.size}) and ${newer.from} (size ${newer.size})`;
      return doubt("no_tree", `no export or live log was given that connects ${sizes}: name one, too`);
    }
    for (const state of [older, newer]) {
      const root = (await tree.rootAt?.(state.size)) ?? tree.root;
      if (!equalBytes(root, state.root)) return contradiction(state, tree, root, operator);
    }
  }
  const which = states.length === 2 ? "both" : `all ${states.length}`;
  const unsaid = operator === undefined ? " No signature was judged, since no trust file was given." : "";
  const only = "Only batches were compared: `npx anchorlog audit` checks the entries and actions of an export.";
  return { verdict: "valid", code: "ok", message: `${which} are states of one log that only grew. ${only}${unsaid}` };
}

function contradiction(state: State, tree: State, root: Uint8Array, operator: TrustedOperator | undefined): Verdict {
  const roots = `${state.from} has root ${toHex(state.root)} and ${tree.from} has ${toHex(root)}`;
  const signed =
    operator === undefined
      ? "No signature was judged: --trust shows whether the operator signed both"
      : "The operator signed both: two histories of one log";
  return { verdict: "invalid", code: "inconsistent", message: `at size ${state.size}, ${roots}. ${signed}` };
}

const doubt = (code: Verdict["code"], message: string): Verdict => ({ verdict: "indeterminate", code, message });

async function readState(from: string, operator: TrustedOperator | undefined): Promise<State> {
  const isUrl = /^https?:/.test(from);
  const isFolder = !isUrl && (await stat(from).catch(() => undefined))?.isDirectory() === true;
  if (isFolder && (await readText(from, EXPORT_FILES.manifest)) !== undefined) return readExport(from);
  if (isUrl || isFolder) return readTiles(from, isUrl, operator);
  const note = parseDocument(from, await readDocument(from), parseCheckpoint, "checkpoint");
  return { from, ...note, note };
}

async function readTiles(from: string, isUrl: boolean, operator: TrustedOperator | undefined): Promise<State> {
  if (operator === undefined) throw new UsageError(`${from} is a log's tiles: give --trust with its keys`);
  const notes = [
    operator.noteKey,
    ...(operator.earlier ?? []).flatMap((key) => (key.role === "note" ? [key.key] : [])),
  ];
  const source = isUrl ? httpTiles(from) : tileFolder(from);
  const tiles = await openTiles(source, policyOf({ logs: notes }));
  const { checkpoint } = tiles;
  return { from, ...checkpoint, note: checkpoint, rootAt: (size) => tiles.rootAt(size) };
}

/** The most bytes of an export's file of batches that are read: a million batches. */
const MAX_BATCHES_BYTES = 1 << 29;

async function readText(folder: string, name: string, maxBytes = 1 << 24): Promise<string | undefined> {
  const bytes = await unlessMissing(readRegularFile(join(folder, name), maxBytes));
  const text = bytes && decodeUtf8(bytes);
  if (bytes !== undefined && text === undefined) throw new UsageError(`${join(folder, name)}: is not UTF-8`);
  return text;
}

/** Reads an export's newest checkpoint and the tree of its batches. */
async function readExport(folder: string): Promise<State> {
  const read = <T>(name: string, text: string | undefined, parse: (text: string) => T): T => {
    try {
      if (text !== undefined) return parse(text);
    } catch (error) {
      if (!(error instanceof FormatError || error instanceof AnchorlogError)) throw error;
      throw new UsageError(
        `${join(folder, name)}: ${error.message}. \`npx anchorlog audit ${shellWord(folder)}\` says more`,
      );
    }
    throw new UsageError(`${join(folder, name)} is missing, or too long`);
  };
  const at = EXPORT_FILES;
  const manifest = read(at.manifest, await readText(folder, at.manifest), parseManifest);
  const newest = manifest.checkpoints.at(-1);
  const tree = createGrowingTree();
  read(at.batches, (await readText(folder, at.batches, MAX_BATCHES_BYTES)) ?? "", (text) => {
    for (const line of linesOf(text)) tree.append([hashHeader(fromHex(parseExportedHeader(line)))]);
  });
  const name = newest === undefined ? undefined : at.checkpoint(newest);
  const note = name === undefined ? undefined : read(name, await readText(folder, name), parseCheckpoint);
  const size = note?.size ?? tree.size();
  if (note !== undefined && (size > tree.size() || !equalBytes(tree.root(size), note.root))) {
    throw new UsageError(
      `${folder}: its batches do not have the root of its checkpoint. \`npx anchorlog audit\` says more`,
    );
  }
  const origin = checkpointOrigin(manifest.operator);
  return { from: folder, origin, size, root: tree.root(size), note, rootAt: async (at) => tree.root(at) };
}
