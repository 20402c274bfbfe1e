/**
 * Finds the freedom that a circuit leaves, to first order: how a witness could move if all its constraints had to keep
 * holding. It finds forgotten constraints; negative tests must find witnesses that are far apart.
 */
import type { Constraint, LinearCombination, R1cs } from "../../scripts/circuits/r1cs.ts";
import { inverse, reduce } from "../../src/crypto/poseidon/field.ts";

const evaluate = (combination: LinearCombination, witness: readonly bigint[]) =>
  reduce(combination.reduce((sum, { wire, factor }) => sum + factor * witness[wire]!, 0n));

/** Whether a witness satisfies a constraint. */
export function holds({ a, b, c }: Constraint, witness: readonly bigint[]): boolean {
  return reduce(evaluate(a, witness) * evaluate(b, witness)) === evaluate(c, witness);
}

/** Whether a constraint says of a wire, or a sum of wires, that it is 0 or 1: x · (x - 1) = 0. */
export function isBit({ a, b, c }: Constraint): boolean {
  if (c.length > 0) return false;
  const [difference, sum] = [new Map<number, bigint>(), new Map<number, bigint>()];
  const add = (to: Row, of: LinearCombination, sign: bigint) => {
    for (const { wire, factor } of of) to.set(wire, reduce((to.get(wire) ?? 0n) + sign * factor));
  };
  for (const [to, sign] of [
    [difference, -1n],
    [sum, 1n],
  ] as const) {
    add(to, a, 1n);
    add(to, b, sign);
  }
  // a and b differ, or sum up, to 1 or -1, which is wire 0's; a and b may have been scaled.
  return [difference, sum].some((row) => [...row].every(([wire, factor]) => (wire === 0) === (factor !== 0n)));
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

/** The result of {@link findFreedom}. */
export type Freedom = {
  /** Wires that are not determined although the public signals and `inputs` are fixed. There should be no such wire. */
  readonly undetermined: readonly number[];
  /** In how many directions the private inputs can move when only the public signals are fixed. */
  readonly degrees: number;
  /** Constraints that could each be removed without changing this result. */
  readonly idle: ReadonlySet<number>;
};

/**
 * Follows the constraints from the inputs on: a constraint with one wire not yet known determines it,
 * as a linear form in the movements of the private inputs; one without says how these are tied.
 *
 * @param inputs The wires of the private inputs and others that the prover may choose.
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
  const ties: { row: number; form: Row }[] = [];
  const steps: Step[] = [];
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
      ties.push({ row: i, form: sum });
      continue;
    }
    const scale = inverse(reduce(-target[1]));
    steps.push({ row: i, wire: target[0], scale });
    known.set(target[0], new Map([...sum].map(([input, share]) => [input, reduce(share * scale)])));
    for (const next of rowsOf.get(target[0])!) if (--open[next]! <= 1) queue.push(next);
  }
  const wires = Array.from({ length: circuit.wires - fixed }, (_, i) => fixed + i);
  const { rank, relations } = eliminate(ties.map(({ form }) => form));
  const idle = new Set<number>();
  for (const relation of relations) {
    const weights = new Map([...relation].map(([tie, weight]) => [ties[tie]!.row, weight]));
    for (const row of traceBack(rows, steps, weights)) idle.add(row);
  }
  return { undetermined: wires.filter((wire) => !known.has(wire)), degrees: inputs.length - rank, idle };
}

/** A constraint that determined a wire, and -1 over the wire's factor in it. */
type Step = { readonly row: number; readonly wire: number; readonly scale: bigint };

/** The constraints that a relation among ties rests on: those whose weighted sum is zero. */
function traceBack(rows: readonly Row[], steps: readonly Step[], weights: ReadonlyMap<number, bigint>): number[] {
  const sum: Row = new Map();
  const add = (row: number, weight: bigint) => {
    for (const [wire, factor] of rows[row]!) sum.set(wire, reduce((sum.get(wire) ?? 0n) + factor * weight));
  };
  const used = [...weights.keys()];
  for (const [row, weight] of weights) add(row, weight);
  for (const { row, wire, scale } of steps.toReversed()) {
    const left = sum.get(wire) ?? 0n;
    if (left === 0n) continue;
    add(row, reduce(left * scale));
    used.push(row);
  }
  return used;
}

/** The rank of sparse rows, and the relations among them: weights with which some of them sum up to zero. */
function eliminate(rows: readonly Row[]): { rank: number; relations: Row[] } {
  const pivots = new Map<number, { row: Row; weights: Row }>();
  const relations: Row[] = [];
  const addTo = (to: Row, from: Row, scale: bigint) => {
    for (const [key, x] of from) {
      const y = reduce((to.get(key) ?? 0n) + scale * x);
      if (y === 0n) to.delete(key);
      else to.set(key, y);
    }
  };
  for (const [i, row] of rows.entries()) {
    const rest: Row = new Map();
    addTo(rest, row, 1n);
    const weights: Row = new Map([[i, 1n]]);
    for (;;) {
      const column = [...rest.keys()].reduce<number | undefined>(
        (a, b) => (a === undefined || b < a ? b : a),
        undefined,
      );
      if (column === undefined) {
        relations.push(weights);
        break;
      }
      const factor = rest.get(column)!;
      const pivot = pivots.get(column);
      if (pivot === undefined) {
        const scale = inverse(factor);
        const scaled = (of: Row): Row => new Map([...of].map(([key, x]) => [key, reduce(x * scale)]));
        pivots.set(column, { row: scaled(rest), weights: scaled(weights) });
        break;
      }
      addTo(rest, pivot.row, -factor);
      addTo(weights, pivot.weights, -factor);
    }
  }
  return { rank: pivots.size, relations };
}
