// The switch in mutated sources: `on` reports whether a mutant is active. MUTANT has the active mutant's number. If
// MUTANTS_REACHED is set, the mutants that run are written to that file. Threads and child processes share the
// environment, and so the active mutant.
import { appendFileSync } from "node:fs";

const active = Number(process.env.MUTANT ?? 0);
const notes = process.env.MUTANTS_REACHED;
const reached = new Set();

export function on(number) {
  if (notes !== undefined && !reached.has(number)) {
    reached.add(number);
    // Write immediately: a runner may kill its workers.
    appendFileSync(notes, `${number}\n`);
  }
  return number === active;
}
