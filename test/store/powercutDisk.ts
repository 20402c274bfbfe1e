/** The record of powercut.c, and the possible contents of a disk after a power cut. */
import { expect } from "vitest";

/** The unit that a disk writes completely or not at all. */
const SECTOR = 512;

/** A folder's files by their names. */
export type Files = ReadonlyMap<string, Uint8Array>;
type Random = () => number;

/** A writer's operations, in their order. `file` is one file under all its names; the folder is file 1. */
export type Operation =
  | { readonly what: "found"; readonly file: number; readonly name: string }
  | { readonly what: "created"; readonly file: number; readonly name: string }
  | { readonly what: "removed"; readonly name: string }
  | Change
  | { readonly what: "syncing"; readonly file: number; readonly number: number }
  | { readonly what: "synced"; readonly file: number; readonly number: number }
  | { readonly what: "said"; readonly text: string };

type Change =
  | { readonly what: "written"; readonly file: number; readonly offset: number; readonly data: Uint8Array }
  | { readonly what: "truncated"; readonly file: number; readonly offset: number };

/** The possible files after a power cut at each of the moments, and the output until then. */
export function* cutsAt(
  before: Files,
  operations: readonly Operation[],
  moments: readonly number[],
  random: Random,
): Generator<{ readonly files: Files; readonly said: string }> {
  const disk = createDisk(before);
  let said = "";
  let done = 0;
  for (const moment of moments) {
    for (; done < moment; done++) {
      const operation = operations[done]!;
      if (operation.what === "said") said += operation.text;
      else disk.apply(operation);
    }
    yield { files: disk.cut(random), said };
  }
}

/** A file: its durable content, and the changes since. */
type Inode = { durable: Uint8Array; pending: { readonly order: number; readonly change: Change }[] };
/** A change of a name that is not durable yet: the name was given to a file, or removed. */
type Naming = { readonly order: number; readonly name: string; readonly file: number | undefined };

const FOLDER = 1;

/** A disk that keeps synced and unsynced writes apart. */
function createDisk(before: Files) {
  // Files that are not opened do not change.
  const inodes = new Map<number, Inode>();
  const names = new Map<string, number | undefined>();
  for (const [i, [name, durable]] of [...before].entries()) {
    names.set(name, -i);
    inodes.set(-i, { durable, pending: [] });
  }
  let namings: Naming[] = [];
  /** The start of each fsync. */
  const begun = new Map<number, number>();
  let order = 0;

  const inodeOf = (file: number): Inode => {
    const inode = inodes.get(file);
    if (inode === undefined) throw new Error(`file ${file} was never opened`);
    return inode;
  };
  const sync = (file: number, upTo: number) => {
    if (file === FOLDER) {
      for (const naming of namings) if (naming.order < upTo) names.set(naming.name, naming.file);
      namings = namings.filter((naming) => naming.order >= upTo);
      return;
    }
    const inode = inodeOf(file);
    const durable = inode.pending.filter((one) => one.order < upTo);
    inode.durable = applyChanges(inode.durable, durable, () => true);
    inode.pending = inode.pending.slice(durable.length);
  };

  return {
    apply: (operation: Exclude<Operation, { what: "said" }>) => {
      order++;
      if (operation.what === "found") {
        names.set(operation.name, operation.file);
        inodes.set(operation.file, { durable: before.get(operation.name) ?? new Uint8Array(), pending: [] });
      } else if (operation.what === "created") {
        inodes.set(operation.file, { durable: new Uint8Array(), pending: [] });
        namings.push({ order, name: operation.name, file: operation.file });
      } else if (operation.what === "removed") {
        namings.push({ order, name: operation.name, file: undefined });
      } else if (operation.what === "syncing") begun.set(operation.number, order);
      else if (operation.what === "synced") sync(operation.file, begun.get(operation.number)!);
      else inodeOf(operation.file).pending.push({ order, change: operation });
    },
    /** The folder after a power cut: names in the journal's order, sectors in any order. */
    cut: (random: Random): Files => {
      const left = new Map(names);
      for (const { name, file } of namings.slice(0, Math.floor(random() * (namings.length + 1)))) left.set(name, file);
      const files = new Map<string, Uint8Array>();
      for (const [name, file] of left) {
        if (file === undefined) continue;
        const { durable, pending } = inodeOf(file);
        // The share of kept changes: none and all are as likely as any share in between.
        const part = 2 * random() - 0.5;
        files.set(
          name,
          applyChanges(durable, pending, () => random() < part),
        );
      }
      return files;
    },
    /** The folder if the power stays on. */
    whole: (): Files => {
      const left = new Map(names);
      for (const { name, file } of namings) left.set(name, file);
      const there = [...left].flatMap(([name, file]) => (file === undefined ? [] : [[name, inodeOf(file)] as const]));
      return new Map(there.map(([name, { durable, pending }]) => [name, applyChanges(durable, pending, () => true)]));
    },
  };
}

/** A file's bytes after the kept changes. Each sector of a write is kept or lost separately. */
function applyChanges(from: Uint8Array, changes: readonly { change: Change }[], keep: () => boolean): Uint8Array {
  if (changes.length === 0) return from;
  const most = Math.max(
    from.length,
    ...changes.map(({ change }) => change.offset + (change.what === "written" ? change.data.length : 0)),
  );
  const bytes = new Uint8Array(most);
  bytes.set(from);
  let { length } = from;
  for (const { change } of changes) {
    const { offset } = change;
    if (change.what === "truncated") {
      if (!keep()) continue;
      bytes.fill(0, offset);
      length = offset;
      continue;
    }
    const end = offset + change.data.length;
    for (let at = offset; at < end;) {
      const next = Math.min(end, (Math.floor(at / SECTOR) + 1) * SECTOR);
      if (keep()) {
        bytes.set(change.data.subarray(at - offset, next - offset), at);
        length = Math.max(length, next);
      }
      at = next;
    }
  }
  return bytes.slice(0, length);
}

const WHATS = ["found", "created", "removed", "written", "truncated", "syncing", "synced", "said"] as const;
const HEAD = 40;

/** Reads what powercut.c has recorded; the last record may be cut off. */
export function readTrace(trace: Buffer): Operation[] {
  const operations: Operation[] = [];
  for (let at = 0; at + HEAD <= trace.length;) {
    const word = (i: number) => Number(trace.readBigUInt64LE(at + 8 * i));
    const [what, file, offset, length] = [WHATS[word(0) - 1]!, word(1), word(2), word(3)];
    const data = trace.subarray(at + HEAD, at + HEAD + length);
    at += HEAD + length;
    if (at > trace.length) break;
    if (what === "found" || what === "created") operations.push({ what, file, name: data.toString() });
    else if (what === "removed") operations.push({ what, name: data.toString() });
    else if (what === "written") operations.push({ what, file, offset, data });
    else if (what === "truncated") operations.push({ what, file, offset });
    else if (what === "said") operations.push({ what, text: data.toString() });
    else operations.push({ what, file, number: offset });
  }
  return operations;
}

/** Fails if the record is incomplete, since the cuts would then prove nothing. */
export function expectWhole(before: Files, operations: readonly Operation[], after: Files): void {
  const replay = (count: number) => {
    const disk = createDisk(before);
    for (const operation of operations.slice(0, count)) if (operation.what !== "said") disk.apply(operation);
    return disk.whole();
  };
  const same = (files: Files) =>
    [...after].every(([name, bytes]) => Buffer.from(bytes).equals(files.get(name) ?? new Uint8Array()));
  const last = operations.findLastIndex(({ what }) => what === "written" || what === "truncated");
  // The last change was recorded, but perhaps not executed.
  expect(same(replay(operations.length)) || same(replay(last)), "the record is whole").toBe(true);
}
