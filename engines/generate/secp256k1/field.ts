/** Multiplies two pairs of numbers modulo p at a time, in the form of engines/generate/secp256k1/limbs.ts. */
import { call, define, I32, type Code, type Func } from "../assembler.ts";
import {
  add,
  constant,
  E,
  LIMBS,
  load,
  LOOSE,
  magic,
  multiply,
  multiplyAdd,
  nearest,
  pair,
  remainder,
  rowAt,
  writer,
  type Place,
  type Row,
  type Value,
  type Writer,
} from "./limbs.ts";

/** A sum of products. `square` of them are squares. */
export type Term = { readonly a: Row; readonly b: Row } | { readonly square: Row; readonly sign?: -1 };

/** The sum of the terms and of `plus`, reduced. */
export function sumOfProducts(to: Writer, fused: boolean, terms: readonly Term[], plus?: Row): Row {
  const factors = terms.map((term) => {
    if ("a" in term) return { a: to.keepRow(term.a), b: to.keepRow(term.b) };
    const square = to.keepRow(term.square);
    const left = term.sign === -1 ? to.keepRow(square.map((x) => multiply(x, constant(-1)))) : square;
    return { b: undefined, left, square, twice: to.keepRow(left.map((x) => add(x, x))) };
  });
  const column = (k: number): Value => {
    let sum: Value | undefined = plus?.[k];
    const accumulate = (x: Value, y: Value) => {
      sum = sum === undefined ? multiply(x, y) : multiplyAdd(x, y, sum, fused);
    };
    for (let i = Math.max(0, k - LIMBS + 1); i < LIMBS && i <= k; i++) {
      const j = k - i;
      for (const factor of factors) {
        if (factor.b !== undefined) accumulate(factor.a[i]!, factor.b[j]!);
        else if (i < j) accumulate(factor.twice[i]!, factor.square[j]!);
        else if (i === j) accumulate(factor.left[i]!, factor.square[i]!);
      }
    }
    return to.keep(sum!);
  };
  const upper = Array.from({ length: LIMBS - 1 }, (_, k) => column(LIMBS + k));
  const lower = Array.from({ length: LIMBS }, (_, k) => column(k));
  return reduce(to, fused, lower, upper);
}

/**
 * 2^256 is 2^32 + 977. First, the limbs of the upper half are made small enough for that factor. Then the lower half is
 * rounded to limbs, in four short chains at a time: these wait less than one long chain. The carries between chains are
 * carried on once more.
 */
function reduce(to: Writer, fused: boolean, lower: readonly Value[], upper: readonly Value[]): Row {
  const by977 = to.keep(constant(977 * 2 ** -256));
  const byPower = to.keep(constant(2 ** -224));
  const limbs = [...lower];
  const fold = (value: Value) => {
    limbs[0] = to.keep(multiplyAdd(value, by977, limbs[0]!, fused));
    limbs[1] = to.keep(multiplyAdd(value, byPower, limbs[1]!, fused));
  };
  const split = (value: Value, exponent: number): [rest: Value, carry: Value] => {
    const carry = to.keep(nearest(value, exponent, to.keep(magic(exponent))));
    return [remainder(value, carry), carry];
  };

  let carried: Value | undefined;
  const small = upper.map((value, k) => {
    const [rest, carry] = split(value, E(LIMBS + k + 1));
    const result = to.keep(carried === undefined ? rest : add(rest, carried));
    carried = carry;
    return result;
  });
  small.push(carried!);
  for (const [k, value] of small.entries()) {
    limbs[k] = to.keep(multiplyAdd(value, by977, limbs[k]!, fused));
    if (k + 1 < LIMBS) limbs[k + 1] = to.keep(multiplyAdd(value, byPower, limbs[k + 1]!, fused));
  }

  /** Rounds limb i. The carry goes to the next limb, or is returned for the last limb. */
  const carry = (i: number): Value => {
    const [rest, up] = split(limbs[i]!, E(i + 1));
    limbs[i] = to.keep(rest);
    if (i + 1 < LIMBS) limbs[i + 1] = to.keep(add(limbs[i + 1]!, up));
    return up;
  };
  const carries = (...order: readonly number[]) => order.forEach(carry);
  const last = LIMBS - 1;
  carries(9, 0, 3, 6);
  const beyond = carry(last);
  carries(1, 4, 7, 2, 5, 8);
  fold(to.keep(multiplyAdd(small[last]!, byPower, beyond, fused)));
  carries(0, 3, 6, 9, 1);
  return limbs;
}

/** A function that stores one reduced row. Its parameters are pointers. */
export function rowFunction(
  name: string,
  parameters: number,
  fused: boolean,
  write: (pointers: readonly number[], to: Writer) => { terms: readonly Term[]; plus?: Row; store: Place },
): Func {
  return define(
    name,
    Array.from({ length: parameters }, () => I32),
    (scope): Code => {
      const to = writer(scope);
      const { terms, plus, store } = write(scope.parameter, to);
      to.store(store, sumOfProducts(to, fused, terms, plus));
      return to.code();
    },
  );
}

/**
 * multiply(to, a, b) and square(to, a), of rows; and products(to, a, c, b, d) = [a b, c d], of lanes anywhere. The
 * operand `a` of multiply and all operands of products may be not quite reduced.
 */
export const fieldFunctions = (fused: boolean): Func[] => [
  rowFunction("multiply", 3, fused, ([to, a, b]) => ({
    terms: [{ a: load(rowAt(a!, LOOSE)), b: load(rowAt(b!)) }],
    store: rowAt(to!),
  })),
  rowFunction("square", 2, fused, ([to, a]) => ({ terms: [{ square: load(rowAt(a!)) }], store: rowAt(to!) })),
  rowFunction("products", 5, fused, ([to, a, c, b, d]) => ({
    terms: [{ a: pair(rowAt(a!, LOOSE), rowAt(c!, LOOSE)), b: pair(rowAt(b!, LOOSE), rowAt(d!, LOOSE)) }],
    store: rowAt(to!),
  })),
];

/** Stores [a b, c d], of lanes at these addresses. */
export const products = (to: Code, [a, c]: readonly [Code, Code], [b, d]: readonly [Code, Code]): Code =>
  call("products", to, a, c, b, d);
