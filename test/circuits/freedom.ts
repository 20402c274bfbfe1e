/**
 * What a circuit leaves open, to first order: how a witness could move if all its constraints had to
 * keep holding. It finds forgotten constraints; what only a far jump would show, negative tests must.
 */
import type { Constraint, LinearCombination, R1cs } from "../../scripts/circuits/r1cs.ts";
import { inverse, reduce } from "../../src/poseidon/field.ts";

const evaluate = (combination: LinearCombination, witness: readonly bigint[]) =>
  reduce(combination.reduce((sum, { wire, factor }) => sum + factor * witness[wire]!, 0n));

/** Whether a witness satisfies a constraint. */
export function holds({ a, b, c }: Constraint, witness: readonly bigint[]): boolean {
  return reduce(evaluate(a, witness) * evaluate(b, witness)) === evaluate(c, witness);
}

type Row = Map<number, bigint>;

/** A constraint's derivative at a witness: a factor for each wire that may move. */
function derivative({ a, b, c }: Constraint, witness: readonly bigint[], fixed: number): Row {
  const row: Row = new Map();
  const add = (combination: LinearCombination, scale: bigint) => {
    for (const { wire, factor } of combination) {
      if (wire >= fixed) row.set(wire, reduce((row.get(wire) ?? 0n) + factor * scale));
    }
  };
  add(a, evaluate(b, witness));
  add(b, evaluate(a, witness));
  add(c, -1n);
  for (const [wire, factor] of row) if (factor === 0n) row.delete(wire);
  return row;
}

/** What {@link findFreedom} found. */
export type Freedom = {
  /** Wires that stay open though the public signals and `inputs` are fixed. Should be none. */
  readonly undetermined: readonly number[];
  /** In how many directions the private inputs can move when only the public signals are fixed. */
  readonly degrees: number;
};

/**
 * Follows the constraints from the inputs on: a constraint with one wire not yet known determines it,
 * as a linear form in the movements of the private inputs; one without says how these are tied.
 *
 * @param inputs The wires of the private inputs.
 */
export function findFreedom(circuit: R1cs, witness: readonly bigint[], inputs: readonly number[]): Freedom {
  const fixed = 1 + circuit.publicSignals;
  const rows = circuit.constraints.map((constraint) => derivative(constraint, witness, fixed));
  const known = new Map<number, Row>(inputs.map((wire) => [wire, new Map([[wire, 1n]])]));
  const rowsOf = new Map<number, number[]>();
  const open = rows.map((row, i) => {
    for (const wire of row.keys()) rowsOf.set(wire, [...(rowsOf.get(wire) ?? []), i]);
    return [...row.keys()].filter((wire) => !known.has(wire)).length;
  });
  const ties: Row[] = [];
  const queue = rows
    .keys()
    .filter((i) => open[i]! <= 1)
    .toArray();
  const done = new Set<number>();
  for (let i = queue.pop(); i !== undefined; i = queue.pop()) {
    if (done.has(i)) continue;
    done.add(i);
    const sum: Row = new Map();
    let target: [number, bigint] | undefined;
    for (const [wire, factor] of rows[i]!) {
      const form = known.get(wire);
      if (form === undefined) target = [wire, factor];
      for (const [input, share] of form ?? []) sum.set(input, reduce((sum.get(input) ?? 0n) + share * factor));
    }
    if (target === undefined) {
      ties.push(sum);
      continue;
    }
    const scale = inverse(-target[1]);
    known.set(target[0], new Map([...sum].map(([input, share]) => [input, reduce(share * scale)])));
    for (const next of rowsOf.get(target[0])!) if (--open[next]! <= 1) queue.push(next);
  }
  const wires = Array.from({ length: circuit.wires - fixed }, (_, i) => fixed + i);
  return { undetermined: wires.filter((wire) => !known.has(wire)), degrees: inputs.length - rank(ties) };
}

/** The rank of sparse rows, by elimination. */
function rank(rows: readonly Row[]): number {
  const pivots = new Map<number, Row>();
  for (const row of rows) {
    let rest = new Map([...row].filter(([, x]) => x !== 0n));
    while (rest.size > 0) {
      const [column, factor] = [...rest].toSorted(([a], [b]) => a - b)[0]!;
      const pivot = pivots.get(column);
      if (pivot === undefined) {
        const scale = inverse(factor);
        pivots.set(column, new Map([...rest].map(([key, x]) => [key, reduce(x * scale)])));
        break;
      }
      for (const [key, x] of pivot) rest.set(key, reduce((rest.get(key) ?? 0n) - factor * x));
      rest = new Map([...rest].filter(([, x]) => x !== 0n));
    }
  }
  return pivots.size;
}
