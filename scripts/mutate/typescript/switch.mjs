// What mutated sources ask: whether it is this mutant's turn. MUTANT has its number, or names the file in which those are
// noted that are reached while none has its turn. Threads and child processes have the same environment.
import { appendFileSync } from "node:fs";

const active = Number(process.env.MUTANT ?? 0);
const notes = process.env.MUTANTS_REACHED;
const reached = new Set();

export function on(number) {
  if (notes !== undefined && !reached.has(number)) {
    reached.add(number);
    // At once: a runner may kill its workers.
    appendFileSync(notes, `${number}\n`);
  }
  return number === active;
}
