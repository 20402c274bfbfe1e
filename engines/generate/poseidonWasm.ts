/**
 * Assembles the WebAssembly module that src/crypto/poseidon hashes with: P4 and P5 of many inputs. A pair of hashes is
 * in the lanes of vectors. Two pairs at a time take less time for each hash, and one pair less time in all. The module
 * uses the arithmetic of ./poseidonField.ts, and the partial rounds of ./poseidonRounds.ts.
 *
 * It uses the fused multiply-adds of "relaxed SIMD". On a machine without them, these instructions round twice, and
 * hashes are wrong. So test the module against the known `ANSWERS` after loading it.
 *
 * The memory never grows: callers split larger inputs.
 */
import { isDeepStrictEqual } from "node:util";
import { encodeBase64 } from "../../src/base/base64.ts";
import { hashManyInBigints } from "../../src/crypto/poseidon/bigintEngine.ts";
import type { Arity } from "../../src/crypto/poseidon/engine.ts";
import { ELEMENT_BYTES } from "../../src/crypto/poseidon/field.ts";
import { answerOf } from "../../src/crypto/poseidon/knownAnswers.ts";
import { P4, P5 } from "../../src/crypto/poseidon/poseidon.ts";
import { moduleFiles, wasmConstants } from "./files.ts";
import { read, write } from "./poseidonBytes.ts";
import {
  CONSTANT,
  ELEMENT,
  LIMBS,
  START,
  VECTOR,
  place,
  limbBits,
  placeElements,
  range,
  toMontgomery,
  type Constants,
} from "./poseidonConstants.ts";
import { loadSplat } from "./montgomery.ts";
import { scaledRounds } from "./poseidonRounds.ts";
import { fieldOver, HALVES_BYTES, STRIDE, spreadConstants, type Field, type PairsAtOnce } from "./poseidonField.ts";
import {
  add,
  assemble,
  below,
  call,
  constant,
  get,
  loadVector,
  repeatWhile,
  set,
  storeVector,
  subtract,
  tee,
  type Code,
  type Func,
} from "./wasm.ts";

// The layout of memory. First come three kinds of constants: vectors with one constant in both lanes, single elements,
// and the elements of the partial rounds of both widths. Then come scratch space of two pairs, halves of products, a
// tag, and the inputs, which the hashes replace.
const ELEMENTS = 28_672;
const ROUNDS = 49_664;
const SCRATCH = 180_224;
/** The fourth power that is under way. */
const QUARTIC = SCRATCH;
const HALVES = SCRATCH + 2 * STRIDE;
const TAG = HALVES + HALVES_BYTES;
const DATA = TAG + ELEMENT_BYTES;
const PAGES = 5;

/** The number of hashes of `inputs` inputs that fit into the memory. It is a multiple of four. */
const room = (inputs: number): number => 4 * Math.floor((PAGES * 65_536 - DATA) / (4 * inputs * ELEMENT_BYTES));

/** State that the functions for one pair, or for two, share while the module is assembled. */
type Parts = { readonly functions: Func[]; readonly constants: Constants; readonly field: Field };

/** Adds a function if the module does not have it yet, and returns its index. */
function define({ functions }: Parts, func: Func): number {
  const found = functions.findIndex((other) => isDeepStrictEqual(other, func));
  return found === -1 ? functions.push(func) - 1 : found;
}

/** The part that both widths share. @param product multiplies one pair: products are too few to have code for two. */
function common(parts: Parts, product: ReturnType<Field["product"]>) {
  const { constants, field } = parts;
  const zeroStart = place(constants, product.startWith(0n));
  const [quartic, multiply, finish, center] = [field.quartic(), product.func, field.finish(), field.center()].map(
    (func) => define(parts, func),
  ) as [number, number, number, number];
  const ofPair = (address: Code, pair: number): Code => (pair === 0 ? address : add(address, constant(STRIDE)));
  const power = define(parts, {
    parameters: 2,
    body: [
      ...call(quartic, get(0), constant(QUARTIC)),
      ...range(field.pairs).flatMap((pair) =>
        call(
          multiply,
          ofPair(constant(QUARTIC), pair),
          ofPair(get(0), pair),
          constant(zeroStart),
          ofPair(get(1), pair),
        ),
      ),
    ],
  });
  return {
    finish,
    read: define(parts, read(field)),
    write: define(parts, write(field)),
    startWith: product.startWith,
    quartic: (from: number, to: number): Code => call(quartic, constant(from), constant(to)),
    center: (from: number, to: Code): Code => call(center, constant(from), to),
    /** The product with a constant. */
    multiply: (a: number, b: number, to: number, start = zeroStart): Code =>
      range(field.pairs).flatMap((pair) =>
        call(multiply, ...[a + pair * STRIDE, b, start, to + pair * STRIDE].map(constant)),
      ),
    /** The fifth power. */
    power: (from: number, to: number): Code => call(power, constant(from), constant(to)),
  };
}
type Shared = ReturnType<typeof common>;

/** Defines a function that makes the partial rounds' constants at ROUNDS + `offset`: by round, F_1, G_1, F_2, G_2, … */
function makeRounds(parts: Parts, shared: Shared, parameters: typeof P4, offset = 0) {
  const { constants } = parts;
  const scaled = scaledRounds(parameters);
  const { ratios, factors, partialConstants } = scaled;
  const [ratio, product] = [(i: number) => SCRATCH + (i + 1) * ELEMENT, SCRATCH + (ratios.length + 1) * ELEMENT];
  const placeLimbs = (element: bigint): number => place(constants, limbBits(toMontgomery(element)));
  const factorsAt = factors.map(placeLimbs);
  const bytes = factors.length * CONSTANT;
  const end = ROUNDS + offset + (partialConstants.length - 1) * bytes;
  if (end > SCRATCH) throw new Error("the partial rounds' constants do not fit");
  const to = 0;
  const made = define(parts, {
    parameters: 0,
    integers: 1,
    body: [
      ...ratios.flatMap((element, i) => copy(LIMBS, placeLimbs(element), ratio(i))),
      ...set(to, constant(ROUNDS + offset)),
      ...repeatWhile(
        ratios.flatMap((_, i) => [
          ...[2 * i, 2 * i + 1].flatMap((j) => [
            ...shared.multiply(ratio(i), factorsAt[j]!, product),
            ...shared.center(product, add(get(to), constant(j * CONSTANT))),
          ]),
          ...shared.power(ratio(i), ratio(i)),
        ]),
        below(tee(to, add(get(to), constant(bytes))), constant(end)),
      ),
    ],
  });
  const placeMatrix = (matrix: readonly (readonly bigint[])[]): number => placeElements(constants, matrix.flat());
  const matrices = {
    mds: placeMatrix(scaled.mds),
    enter: placeMatrix(scaled.enter),
    leave: placeMatrix(scaled.leave),
  };
  return { ...scaled, matrices, at: ROUNDS + offset, bytes, made };
}
type Rounds = ReturnType<typeof makeRounds>;

/**
 * Defines hash(count), which replaces the inputs at DATA by their hashes under the tag at TAG. The count is a multiple
 * of two if the field computes with one pair, and else of four.
 */
function hash(parts: Parts, shared: Shared, { t, partialRounds }: typeof P4, rounds: Rounds, exported: string): void {
  const { constants, field } = parts;
  const d = t - 1;
  const { multiply } = shared;
  const { firstConstants, lastConstants } = rounds;
  const pairs = range(field.pairs);

  const x = QUARTIC + ELEMENT;
  const [state, powers] = [x + ELEMENT, x + (t + 1) * ELEMENT];
  const tag = powers + t * ELEMENT;
  /** The last z; those before it follow, up to z_0 and the others that the partial rounds begin with. */
  const zLast = tag + ELEMENT;
  const zFirst = zLast + partialRounds * ELEMENT;
  if (zFirst + d * ELEMENT > SCRATCH + STRIDE)
    throw new Error("the intermediate values do not fit into the scratch memory");

  const { startWith, others } = field.startOfSum(t);
  const startsOf = (elements: readonly bigint[]): number => place(constants, elements.flatMap(startWith));
  const zeroStart = startsOf([0n]);
  const finish = (sum: number, start: Code, to: Code): Code =>
    call(shared.finish, constant(HALVES + sum * field.sumBytes), start, constant(others), to);
  // mix(from, matrix, start, to, end): a row for each element from `to` to `end`.
  const rowIndex = define(parts, field.products(1, t));
  const mixIndex = define(parts, {
    parameters: 5,
    body: repeatWhile(
      [
        ...call(rowIndex, get(0), get(1)),
        ...finish(0, get(2), get(3)),
        ...set(1, add(get(1), constant(t * CONSTANT))),
        ...set(2, add(get(2), constant(START))),
        ...set(3, add(get(3), constant(ELEMENT))),
      ],
      below(get(3), get(4)),
    ),
  });
  const mix = (from: number, matrix: number, added: readonly bigint[], to: number): Code =>
    call(mixIndex, ...[from, matrix, startsOf(added), to, to + added.length * ELEMENT].map(constant));
  const roundIndex = define(parts, field.products(2, d, [x, QUARTIC]));

  const { mds, enter, leave } = rounds.matrices;

  const sboxes = define(parts, {
    parameters: 0,
    body: range(t).flatMap((i) => shared.power(state + i * ELEMENT, powers + i * ELEMENT)),
  });
  /** All full rounds except the last. Each adds the next round's constants. */
  const fullRounds = (next: readonly (readonly bigint[])[]): Code =>
    next.flatMap((added) => [...call(sboxes), ...mix(powers, mds, added, state)]);
  const copyLimbs = (from: number, to: number): Code =>
    pairs.flatMap((pair) => copy(LIMBS, from + pair * STRIDE, to + pair * STRIDE));

  const [z, start, roundConstants] = [0, 1, 2];
  const permute = define(parts, {
    parameters: 0,
    integers: 3,
    body: [
      // 1. The first full rounds; the last of them leads to (x, z_0, z_-1, …).
      ...fullRounds(firstConstants.slice(1)),
      ...call(sboxes),
      ...mix(powers, enter, rounds.partialConstants.slice(0, 1), x),
      ...mix(powers, enter + t * CONSTANT, Array<bigint>(d).fill(0n), zFirst),
      // 2. Partial rounds. The last x is element 0 of the state.
      ...set(z, constant(zFirst)),
      ...set(start, constant(startsOf(rounds.partialConstants.slice(1)))),
      ...set(roundConstants, constant(rounds.at)),
      ...repeatWhile(
        [
          ...shared.quartic(x, QUARTIC),
          ...call(roundIndex, get(z), get(roundConstants)),
          ...set(z, subtract(get(z), constant(ELEMENT))),
          ...finish(1, get(start), constant(x)),
          ...finish(0, constant(zeroStart), get(z)),
          ...set(start, add(get(start), constant(START))),
          ...set(roundConstants, add(get(roundConstants), constant(rounds.bytes))),
        ],
        below(constant(zLast), get(z)),
      ),
      // 3. The last full rounds; of the last one only element 0 is wanted.
      ...copyLimbs(x, state),
      ...mix(zLast, leave, lastConstants[0]!, state + ELEMENT),
      ...fullRounds(lastConstants.slice(1)),
      ...call(sboxes),
      ...mix(powers, mds, [0n], state),
    ],
  });

  // An input has the first round's constant on top.
  const inputStarts = place(constants, firstConstants[0]!.flatMap(shared.startWith));
  const bytes = (t - 1) * ELEMENT_BYTES;
  const [count, inputs, hashes] = [0, 1, 2];
  define(parts, {
    exported,
    parameters: 1,
    integers: 2,
    body: [
      ...pairs.flatMap((pair) => call(shared.read, constant(TAG), constant(TAG), constant(tag + pair * STRIDE))),
      ...multiply(tag, field.intoMontgomery, tag, inputStarts),
      ...set(inputs, constant(DATA)),
      ...set(hashes, constant(DATA)),
      ...repeatWhile(
        [
          ...copyLimbs(tag, state),
          ...range(t - 1).flatMap((i) => {
            const element = state + (i + 1) * ELEMENT;
            return [
              ...pairs.flatMap((pair) => {
                const address = (j: number) => add(get(inputs), constant(i * ELEMENT_BYTES + (2 * pair + j) * bytes));
                return call(shared.read, address(0), address(1), constant(element + pair * STRIDE));
              }),
              ...multiply(element, field.intoMontgomery, element, inputStarts + (i + 1) * START),
            ];
          }),
          ...call(permute),
          ...multiply(state, field.outOfMontgomery, state),
          ...pairs.flatMap((pair) =>
            call(shared.write, constant(state + pair * STRIDE), add(get(hashes), constant(2 * pair * ELEMENT_BYTES))),
          ),
          ...set(inputs, add(get(inputs), constant(2 * field.pairs * bytes))),
          ...set(hashes, add(get(hashes), constant(2 * field.pairs * ELEMENT_BYTES))),
        ],
        tee(count, subtract(get(count), constant(2 * field.pairs))),
      ),
    ],
  });
}

const copy = (vectors: number, from: number, to: number): Code =>
  range(vectors).flatMap((i) => storeVector(constant(0), loadVector(constant(0), from + i * VECTOR), to + i * VECTOR));

/** Runs when the module starts. Copies the constants at DATA to both lanes, and makes the others. */
function spread(parts: Parts, others: readonly number[]): number {
  const { values, limbs } = parts.constants;
  const elements = define(parts, spreadConstants());
  const end = ELEMENTS + (limbs.length / LIMBS) * CONSTANT;
  if (values.length * VECTOR > ELEMENTS || end > ROUNDS) throw new Error("the constants do not fit");
  return define(parts, {
    parameters: 0,
    integers: 2,
    body: [
      ...repeatWhile(
        [
          ...storeVector(get(0), loadSplat(get(1), DATA)),
          ...set(1, add(get(1), constant(8))),
          ...set(0, add(get(0), constant(VECTOR))),
        ],
        below(get(0), constant(values.length * VECTOR)),
      ),
      ...call(elements, add(get(1), constant(DATA)), constant(ELEMENTS), constant(end)),
      ...others.flatMap((other) => call(other)),
    ],
  });
}

function build(): Uint8Array {
  const constants: Constants = { values: [], limbs: [], elementsAt: ELEMENTS };
  const functions: Func[] = [];
  const partsOf = (pairs: PairsAtOnce): Parts => ({ functions, constants, field: fieldOver(constants, HALVES, pairs) });
  const [two, one] = [partsOf(2), partsOf(1)];
  const product = one.field.product();
  const [ofTwo, ofOne] = [common(two, product), common(one, product)];
  const roundsOf4 = makeRounds(one, ofOne, P4);
  const roundsOf5 = makeRounds(one, ofOne, P5, P4.partialRounds * 2 * (P4.t - 1) * CONSTANT);
  hash(two, ofTwo, P4, roundsOf4, "p4");
  hash(two, ofTwo, P5, roundsOf5, "p5");
  hash(one, ofOne, P4, roundsOf4, "p4Pairs");
  hash(one, ofOne, P5, roundsOf5, "p5Pairs");
  const start = spread(two, [roundsOf4.made, roundsOf5.made]);
  const bytes = [...new Uint8Array(BigUint64Array.from([...constants.values, ...constants.limbs]).buffer)];
  return assemble({ functions, pages: PAGES, start, data: { at: DATA, bytes } });
}

/** The module, and the constants of its memory that callers need. */
export const poseidon = moduleFiles("poseidon", "poseidonWasm.ts", () => {
  const answer = (arity: Arity) => encodeBase64(answerOf(hashManyInBigints, arity));
  return [
    ...wasmConstants("P4 and P5 in WebAssembly", build()),
    { comment: "The addresses of the tag and of the inputs.", values: { TAG, DATA } },
    {
      comment: "The number of hashes that fit there, by the number of inputs.",
      values: { ROOM: { 4: room(4), 5: room(5) } },
    },
    {
      comment:
        "The known answers of both widths (src/crypto/poseidon/knownAnswers.ts), computed by bigints, in base64.",
      values: { ANSWERS: { 4: answer(4), 5: answer(5) } },
    },
  ];
});
