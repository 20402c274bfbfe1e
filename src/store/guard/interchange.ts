import { fromHex, isHex, toHex, type Hex } from "../../base/hex.ts";
import { assertGiven } from "../../base/options.ts";
import { parseStrictJson } from "../../base/json.ts";
import { equalBytes } from "../../base/bytes.ts";
import { AnchorlogError, messageOf } from "../../base/errors.ts";
import { batchLogKey, COMPARED_KEY, type Guard, type Mark } from "../../log/guard.ts";

const FORMAT = "anchorlog.guard/1";

/**
 * A guard's marks as JSON: `{ format, origin, marks: [{ key, size, hash }] }`, sorted by key. For backups of a guard,
 * and for moving it, for example from a file to PostgreSQL. Retire the old guard once the new one has imported its
 * marks.
 */
export async function exportGuard(guard: Pick<Guard, "origin" | "marks">): Promise<string> {
  assertGiven("exportGuard", { guard }, "guard.marks()");
  const marks = [...(await guard.marks())]
    .map(([key, { size, hash }]) => ({ key, size, hash: toHex(hash) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return `${JSON.stringify({ format: FORMAT, origin: guard.origin, marks }, undefined, 2)}\n`;
}

/**
 * Imports the marks of another guard of the same operator. For each key, the higher mark wins.
 *
 * @returns how many marks moved.
 * @example
 * const old = openFileGuard("anchorlog.guard", operator)
 * const guard = await createPostgresGuard({ connectionString }, operator)
 * await importGuard(guard, await exportGuard(old))
 *
 * @throws AnchorlogError `bad_interchange` if the text is not an exported guard; `foreign_guard` if it is another
 *   operator's; `guard_conflict` if both have a mark of one size with different hashes. Nothing is imported then.
 */
export async function importGuard(guard: Guard, text: string): Promise<number> {
  assertGiven("importGuard", { guard, text }, "guard.origin", "text");
  const marks = readMarks(text, guard.origin);
  const known = await guard.marks();
  for (const [key, { size, hash }] of marks) {
    const mine = known.get(key);
    if (mine === undefined || mine.size !== size || equalBytes(mine.hash, hash)) continue;
    throw new AnchorlogError(
      "guard_conflict",
      `for ${key}, both have a record of size ${size}, with different hashes`,
      {
        fix: "the two guards recorded different histories: find out which one is right before anything more is signed",
      },
    );
  }
  let moved = 0;
  for (const [key, mark] of marks) {
    const mine = known.get(key);
    if (mine !== undefined && mine.size >= mark.size) continue;
    if (!(await guard.move(key, mine, mark, { durable: true }))) {
      throw new AnchorlogError("guard_conflict", `for ${key}, this guard has recorded more since the import began`, {
        fix: "stop all processes that sign under this guard, then import again: the import continues at the same place",
      });
    }
    moved++;
  }
  return moved;
}

/** Reads an exported guard's marks. @throws AnchorlogError `bad_interchange`; `foreign_guard` if `own` is not its origin. */
export function readMarks(text: string, own: string): Map<Hex, Mark> {
  const { origin, marks } = readInterchange(text);
  if (origin === own) return marks;
  throw new AnchorlogError("foreign_guard", `this text is the guard of ${origin}, not of ${own}`, {
    fix: "each operator has its own guard",
  });
}

function readInterchange(text: string): { origin: string; marks: Map<Hex, Mark> } {
  let value: unknown;
  try {
    value = parseStrictJson(text);
  } catch (error) {
    throw badInterchange(messageOf(error));
  }
  const { format, origin, marks } = (value ?? {}) as Record<string, unknown>;
  if (format !== FORMAT) throw badInterchange(`its format is not ${FORMAT}`);
  if (typeof origin !== "string" || !Array.isArray(marks)) throw badInterchange("it has no origin or no marks");
  const read = new Map<Hex, Mark>();
  for (const [i, mark] of marks.entries()) {
    const { key, size, hash } = (mark ?? {}) as Record<string, unknown>;
    const isMark = isHex(key, 32) && key !== COMPARED_KEY && isHex(hash, 32) && Number.isSafeInteger(size);
    // Only a batch log can have a mark of size 0.
    const least = key === batchLogKey(origin) ? 0 : 1;
    if (!isMark || (size as number) < least || read.has(key))
      throw badInterchange(`mark ${i} is malformed, or has the key of another mark`);
    read.set(key, { size: size as number, hash: fromHex(hash, 32) });
  }
  return { origin, marks: read };
}

function badInterchange(why: string): AnchorlogError {
  return new AnchorlogError("bad_interchange", `nothing was imported: ${why}`, {
    fix: "give the text that `anchorlog guard export` (exportGuard) made",
  });
}
