// Finds the Solidity tests that a change affects.
import { posix } from "node:path";

/**
 * Returns the files of test/contracts/ that are among the changed ones, or import one of them, directly or not. A
 * deleted file counts as well.
 *
 * @param texts the text of each Solidity file by its path.
 */
export function testsAffectedBy(changed, texts) {
  const affected = new Set(changed);
  for (const path of affected) {
    for (const [file, text] of texts) if (importsOf(file, text).includes(path)) affected.add(file);
  }
  return [...affected].filter((file) => file.startsWith("test/contracts/") && texts.has(file));
}

const importsOf = (file, text) =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g)].map(([, to]) => posix.join(posix.dirname(file), to));
