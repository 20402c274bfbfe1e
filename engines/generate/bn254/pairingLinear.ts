/**
 * Sums, differences and small multiples of elements. None of them rounds: integers up to 2^53 are exact in doubles,
 * and that they stay below is proven as the code is written.
 */
import {
  call,
  define,
  F64,
  f64,
  i32,
  I32,
  repeatWhile,
  set,
  simd,
  tee,
  V128,
  type Code,
  type Func,
  type Scope,
} from "../assembler.ts";
import { add32, below32 } from "../secp256k1/integers.ts";
import { addDoubles, fused, loadSplat, subtractDoubles } from "../montgomery.ts";
import { LIMBS, LIMB_BITS, limbsOf, range, VECTOR } from "../poseidonConstants.ts";
import { get, loadVector, type Code as Plain } from "../wasm.ts";
import { ELEMENT, REDUCED, TIDY, type Bounds, type Element } from "./pairingMemory.ts";
import { P } from "./pairingNumbers.ts";
import { arithmetic, doubles, loadSecond, storeVector, swapLanes } from "./pairingSums.ts";

/** Two doubles as the lanes of a vector. */
export const lanesOf = (low: Code, high: Code): Code => [...low, ...simd(0x14), ...high, ...simd(0x22, 1)];
const multiplyDoubles = (a: Plain, b: Plain): Plain => [...a, ...b, ...simd(0xf2)];
const limb = (pointer: number, i: number): Plain => loadVector(get(pointer), i * VECTOR);
const put = (pointer: number, i: number, value: Code): Code => storeVector(get(pointer), value, i * VECTOR);
const each = (code: (i: number) => Code): Code => range(LIMBS).flatMap(code);

/** Carries the bits above the 51st of all limbs at once. Each limb then exceeds 51 bits only slightly. */
function carry(scope: Scope, limbs: readonly number[]): Code {
  const carries = limbs.slice(1).map(() => scope.local(V128));
  const magic = doubles(1.5 * 2 ** (52 + LIMB_BITS));
  return [
    ...carries.flatMap((local, i) => [
      ...set(local, subtractDoubles(addDoubles(get(limbs[i]!), magic), magic)),
      ...set(limbs[i]!, subtractDoubles(get(limbs[i]!), get(local))),
    ]),
    ...carries.flatMap((local, i) =>
      set(limbs[i + 1]!, fused(get(local), doubles(2 ** -LIMB_BITS), get(limbs[i + 1]!))),
    ),
  ];
}

/** Subtracts the nearest multiple of p, estimated from the last limb. */
function fold(scope: Scope, limbs: readonly number[]): Code {
  const quotient = scope.local(V128);
  const { whole, minusOrder } = arithmetic;
  return [
    ...set(quotient, subtractDoubles(fused(get(limbs[LIMBS - 1]!), doubles(2 ** 204 / Number(P)), whole), whole)),
    ...limbs.flatMap((local, i) => set(local, fused(get(quotient), minusOrder(i), get(local)))),
  ];
}

const tidied = (scope: Scope, limbs: readonly number[]): Code => [...fold(scope, limbs), ...carry(scope, limbs)];

/** The limbs that `tidied` takes. */
function checkTidy({ low, top }: Bounds): void {
  const quotient = Math.round((top * 2 ** 204) / Number(P)) + 1;
  // The last limb is almost cancelled.
  const most = Math.max(
    top,
    ...limbsOf(P)
      .slice(0, -1)
      .map((limb) => low + quotient * Math.abs(Number(limb))),
  );
  if (!(most <= 2 ** 53)) throw new Error(`a limb may be 2^${Math.log2(most)}`);
}

function checkFits(bounds: Bounds, to: Element): void {
  if (bounds.low > to.bounds.low || bounds.top > to.bounds.top) throw new Error("the result may be larger");
}
const sumOf = (a: Bounds, b: Bounds): Bounds => ({ low: a.low + b.low, top: a.top + b.top });
const multipleOf = ({ low, top }: Bounds, factor: number): Bounds => ({
  low: low * Math.abs(factor),
  top: top * Math.abs(factor),
});
/** In size. */
const isExact = ({ low, top }: Bounds): boolean => low <= 2 ** 53 && top <= 2 ** 53;

const addFunc = define("add", [I32, I32, I32], ({ parameter: [to, a, b] }) =>
  each((i) => put(to!, i, addDoubles(limb(a!, i), limb(b!, i)))),
);
const subtractFunc = define("subtract", [I32, I32, I32], ({ parameter: [to, a, b] }) =>
  each((i) => put(to!, i, subtractDoubles(limb(a!, i), limb(b!, i)))),
);
const scaleFunc = define("scale", [I32, I32, F64, F64], ({ parameter: [to, a, low, high], local }) => {
  const factor = local(V128);
  return [
    ...set(factor, lanesOf(get(low!), get(high!))),
    ...each((i) => put(to!, i, multiplyDoubles(limb(a!, i), get(factor)))),
  ];
});
const tidyFunc = define("tidy", [I32, I32], (scope) => {
  const [to, a] = scope.parameter as [number, number];
  const limbs = range(LIMBS).map(() => scope.local(V128));
  return [
    ...each((i) => set(limbs[i]!, limb(a, i))),
    ...tidied(scope, limbs),
    ...each((i) => put(to, i, get(limbs[i]!))),
  ];
});

/** 8a with its carries done, and the numbers that the code adds to its limbs. */
const eightTimes = (name: string, plus: (a: number, i: number) => Plain): Func =>
  define(name, [I32, I32], (scope) => {
    const [to, a] = scope.parameter as [number, number];
    const limbs = range(LIMBS).map(() => scope.local(V128));
    return [
      ...each((i) => set(limbs[i]!, multiplyDoubles(limb(a, i), doubles(8)))),
      ...carry(scope, limbs),
      ...each((i) => set(limbs[i]!, addDoubles(get(limbs[i]!), plus(a, i)))),
      ...tidied(scope, limbs),
      ...each((i) => put(to, i, get(limbs[i]!))),
    ];
  });
const nineFunc = eightTimes("nine", limb);
/** (9 a0 - a1, a0 + 9 a1) */
const xiFunc = eightTimes("xi", (a, i) =>
  addDoubles(limb(a, i), multiplyDoubles(swapLanes(limb(a, i)), doubles(-1, 1))),
);

/** squareParts(to, a): (a0 + a1, a0) and (a0 - a1, 2 a1). Their product in each lane is a coefficient of a². */
const squarePartsFunc = define("squareParts", [I32, I32], ({ parameter: [to, a] }) =>
  each((i) => {
    const second = loadSplat(get(a!), i * VECTOR + 8);
    return [
      ...put(to!, i, addDoubles(loadSplat(get(a!), i * VECTOR), multiplyDoubles(second, doubles(1, 0)))),
      ...put(to!, LIMBS + i, addDoubles(limb(a!, i), multiplyDoubles(second, doubles(-1, 1)))),
    ];
  }),
);

/** both(to, lane): one number in both lanes. */
const bothFunc = define("both", [I32, I32], ({ parameter: [to, lane] }) =>
  each((i) => put(to!, i, loadSplat(get(lane!), i * VECTOR))),
);

/** join(to, low, high): two numbers as the lanes. */
const joinFunc = define("join", [I32, I32, I32], ({ parameter: [to, low, high] }) =>
  each((i) => put(to!, i, loadSecond(get(high!), loadSplat(get(low!), i * VECTOR), i * VECTOR))),
);

/** copy(to, from, end): vectors, until `to` is at the end. */
const copyFunc: Func = define("copy", [I32, I32, I32], ({ parameter }) => {
  const [to, from, end] = parameter as [number, number, number];
  return repeatWhile(
    [...storeVector(get(to), loadVector(get(from))), ...set(from, add32(get(from), i32(VECTOR)))],
    below32(tee(to, add32(get(to), i32(VECTOR))), get(end)),
  );
});

export const linearFunctions: readonly Func[] = [
  addFunc,
  subtractFunc,
  scaleFunc,
  tidyFunc,
  nineFunc,
  xiFunc,
  squarePartsFunc,
  bothFunc,
  joinFunc,
  copyFunc,
];

export function add(to: Element, a: Element, b: Element): Code {
  checkFits(sumOf(a.bounds, b.bounds), to);
  return call("add", i32(to.at), i32(a.at), i32(b.at));
}

export function subtract(to: Element, a: Element, b: Element): Code {
  checkFits(sumOf(a.bounds, b.bounds), to);
  return call("subtract", i32(to.at), i32(a.at), i32(b.at));
}

/** A small multiple, or one for each lane. */
export function scale(to: Element, a: Element, low: number, high = low): Code {
  const bounds = multipleOf(a.bounds, Math.max(Math.abs(low), Math.abs(high)));
  checkFits(bounds, to);
  if (!isExact(bounds)) throw new Error("the multiple may not be exact");
  return call("scale", i32(to.at), i32(a.at), f64(low), f64(high));
}

export function tidy(to: Element, a: Element): Code {
  checkTidy(a.bounds);
  checkFits(TIDY, to);
  return call("tidy", i32(to.at), i32(a.at));
}

/** The products of an element with 9, and with 9 + i. */
export const nine = (to: Element, a: Element): Code => eightAnd("nine", to, a, 1);
export const xi = (to: Element, a: Element): Code => eightAnd("xi", to, a, 2);

function eightAnd(name: "nine" | "xi", to: Element, a: Element, more: number): Code {
  const { low, top } = a.bounds;
  checkTidy({ low: 2 ** 50 + (8 * low) / 2 ** LIMB_BITS + 1 + more * low, top: (8 + more) * top + 8 });
  checkFits(TIDY, to);
  return call(name, i32(to.at), i32(a.at));
}

/** The factors of a², lane by lane. */
export function squareParts(to: readonly [Element, Element], a: Element): Code {
  for (const part of to) checkFits(multipleOf(a.bounds, 2), part);
  if (to[1].at !== to[0].at + ELEMENT) throw new Error("the parts are to follow each other");
  return call("squareParts", i32(to[0].at), i32(a.at));
}

/** The first lane or the second of an element, in both. */
export function both(to: Element, a: Element, lane: 0 | 1): Code {
  checkFits(a.bounds, to);
  return call("both", i32(to.at), i32(a.at + 8 * lane));
}

export function join(to: Element, low: Element, lowLane: 0 | 1, high: Element, highLane: 0 | 1): Code {
  checkFits(low.bounds, to);
  checkFits(high.bounds, to);
  return call("join", i32(to.at), i32(low.at + 8 * lowLane), i32(high.at + 8 * highLane));
}

/** Bytes, a multiple of 16. */
export const copy = (to: Code, from: Code, bytes: number): Code => call("copy", to, from, add32(to, i32(bytes)));
export function copyElements(to: readonly Element[], from: readonly Element[]): Code {
  for (const [i, { at, bounds }] of from.entries()) {
    checkFits(bounds, to[i]!);
    const apart = i * ELEMENT;
    if (at !== from[0]!.at + apart || to[i]!.at !== to[0]!.at + apart) throw new Error("elements are apart");
  }
  return copy(i32(to[0]!.at), i32(from[0]!.at), from.length * ELEMENT);
}

/** Inverts both lanes in place; 0 stays 0. */
export function invert(of: Element): Code {
  checkFits(REDUCED, of);
  return call("invert", i32(of.at));
}

export const conjugate = (to: Element, a: Element): Code => scale(to, a, 1, -1);
