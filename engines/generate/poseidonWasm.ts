/**
 * Assembles the WebAssembly module that src/crypto/poseidon hashes with: P4 and P5 of many inputs, four at a time: two
 * pairs, each in the lanes of vectors. It uses the arithmetic of ./poseidonField.ts, and the partial rounds of
 * src/crypto/poseidon/recurrence.ts.
 *
 * It uses the fused multiply-adds of "relaxed SIMD". On a machine without them, these instructions round twice, and
 * hashes are wrong. So test the module against the known `ANSWERS` after loading it.
 *
 * The memory never grows: callers split larger inputs.
 */
import { encodeBase64 } from "../../src/base/base64.ts";
import { hashManyInBigints } from "../../src/crypto/poseidon/bigintEngine.ts";
import type { Arity } from "../../src/crypto/poseidon/engine.ts";
import { ELEMENT_BYTES } from "../../src/crypto/poseidon/field.ts";
import { answerOf } from "../../src/crypto/poseidon/knownAnswers.ts";
import { P4, P5 } from "../../src/crypto/poseidon/poseidon.ts";
import { recurrenceOf } from "../../src/crypto/poseidon/recurrence.ts";
import { moduleFiles, wasmConstants } from "./files.ts";
import { read, write } from "./poseidonBytes.ts";
import { ELEMENT, LIMBS, START, VECTOR, place, placeElements, range, type Constants } from "./poseidonConstants.ts";
import { loadSplat } from "./montgomery.ts";
import { fieldOver, HALVES_BYTES, PAIRS_AT_ONCE, STRIDE, spreadElements, type Field } from "./poseidonField.ts";
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
  when,
  type Code,
  type Func,
} from "./wasm.ts";

// The layout of memory: constants in both lanes, elements, scratch space of both pairs, halves of products, a tag,
// inputs and hashes.
const ELEMENTS = 20_480;
const SCRATCH = 71_680;
const HALVES = SCRATCH + PAIRS_AT_ONCE * STRIDE;
const TAG = HALVES + HALVES_BYTES;
const DATA = TAG + ELEMENT_BYTES;
const PAGES = 3;

/** The number of hashes of `inputs` inputs that fit into the memory. It is a multiple of four. */
const room = (inputs: number): number => 4 * Math.floor((PAGES * 65_536 - DATA) / (4 * inputs * ELEMENT_BYTES));

/** State that the functions of a module share while it is assembled. */
type Parts = { readonly functions: Func[]; readonly constants: Constants; readonly field: Field };

function define({ functions }: Parts, func: Func): number {
  return functions.push(func) - 1;
}

/** The part that all widths share. */
function common(parts: Parts) {
  const { constants, field } = parts;
  const product = field.sum(1);
  const zeroStart = place(constants, product.startWith(0n));
  const square = define(parts, field.square(false));
  const squareSpread = define(parts, field.square(true));
  const multiply = define(parts, product.func);
  return {
    read: define(parts, read(field)),
    write: define(parts, write(field)),
    startWith: product.startWith,
    square: (from: Code, to: Code): Code => call(square, from, to),
    /** With the differences of limbs, for a sum. */
    squareSpread: (from: Code, to: Code): Code => call(squareSpread, from, to),
    multiply: (a: number, b: number, to: number, start = zeroStart, other = b): Code =>
      call(multiply, ...[a, b, start, to, other].map(constant)),
  };
}

/** hash(count): replaces the inputs at DATA by their hashes under the tag at TAG. The count is a multiple of four. */
function hash(parts: Parts, shared: ReturnType<typeof common>, parameters: typeof P4, exported: string): void {
  const { constants, field } = parts;
  const { t, partialRounds } = parameters;
  const { square, squareSpread, multiply } = shared;
  const recurrence = recurrenceOf(parameters);
  const { firstConstants, partialConstants, lastConstants } = recurrence;

  const row = field.sum(t);
  const rowIndex = define(parts, row.func);
  const starts = (elements: readonly bigint[]): number => place(constants, elements.flatMap(row.startWith));
  const noStart = starts([0n]);
  const rowSum = (from: Code, row: number, start: Code, to: Code, other = row): Code =>
    call(rowIndex, from, constant(row), start, to, constant(other));

  const [mds, enter, leave] = [recurrence.mds, recurrence.enter, recurrence.leave].map((matrix) =>
    placeElements(constants, matrix.flat()),
  ) as [number, number, number];
  const taps = placeElements(constants, recurrence.taps);
  const feedback = placeElements(constants, recurrence.feedback);

  /** x, and the feedback behind it: their sum with `x^4, z_k, …` is `z_(k+1)`. */
  const x = SCRATCH;
  const [state, powers] = [x + t * ELEMENT, x + 2 * t * ELEMENT];
  const squared = powers + t * ELEMENT;
  const tag = squared + ELEMENT;
  /** The last z; those before it follow, up to z_0 and the others that the partial rounds begin with. */
  const zLast = tag + ELEMENT;
  const zFirst = zLast + partialRounds * ELEMENT;
  if (zFirst + t * ELEMENT > SCRATCH + STRIDE)
    throw new Error("the intermediate values do not fit into the scratch memory");

  const power = (element: number, to: number): Code => multiply(squared, element, to, undefined, element + STRIDE);
  const sboxes = define(parts, {
    parameters: 0,
    body: range(t).flatMap((i) => [
      ...square(constant(state + i * ELEMENT), constant(squared)),
      ...square(constant(squared), constant(squared)),
      ...power(state + i * ELEMENT, powers + i * ELEMENT),
    ]),
  });

  // mix(from, matrix, start, to, end): a row for each element from `to` to `end`.
  const mixIndex = define(parts, {
    parameters: 5,
    body: repeatWhile(
      [
        ...call(rowIndex, get(0), get(1), get(2), get(3), get(1)),
        ...set(1, add(get(1), constant(t * ELEMENT))),
        ...set(2, add(get(2), constant(START))),
        ...set(3, add(get(3), constant(ELEMENT))),
      ],
      below(get(3), get(4)),
    ),
  });
  const mix = (from: number, matrix: number, start: number, to: number, rows: number): Code =>
    call(mixIndex, ...[from, matrix, start, to, to + rows * ELEMENT].map(constant));
  /** All full rounds except the last. Each adds the next round's constants. */
  const fullRounds = (rounds: readonly (readonly bigint[])[]): Code =>
    rounds.flatMap((next) => [...call(sboxes), ...mix(powers, mds, starts(next), state, t)]);

  const [z, start] = [0, 1];
  const permute = define(parts, {
    parameters: 0,
    integers: 2,
    body: [
      // 1. The first full rounds; the last of them leads to (x, z_0, z_-1, …).
      ...fullRounds(firstConstants.slice(1)),
      ...call(sboxes),
      ...rowSum(constant(powers), enter, constant(starts(partialConstants.slice(0, 1))), constant(x)),
      ...mix(powers, enter + t * ELEMENT, starts(Array<bigint>(t - 1).fill(0n)), zFirst, t - 1),
      // 2. Partial rounds. The last round's x is not needed.
      ...set(z, constant(zFirst)),
      ...set(start, constant(starts(partialConstants.slice(1)))),
      ...repeatWhile(
        [
          ...set(z, subtract(get(z), constant(ELEMENT))),
          ...square(constant(x), constant(squared)),
          ...squareSpread(constant(squared), get(z)),
          ...rowSum(get(z), x, constant(noStart), get(z), x + STRIDE),
          ...when(below(constant(zLast), get(z)), [
            ...rowSum(get(z), taps, get(start), constant(x)),
            ...set(start, add(get(start), constant(START))),
          ]),
        ],
        below(constant(zLast), get(z)),
      ),
      // 3. The last full rounds; of the last one only element 0 is wanted.
      ...mix(zLast, leave, starts(lastConstants[0]!), state, t),
      ...fullRounds(lastConstants.slice(1)),
      ...call(sboxes),
      ...rowSum(constant(powers), mds, constant(noStart), constant(state)),
    ],
  });

  // An input has the first round's constant on top.
  const inputStarts = place(constants, firstConstants[0]!.flatMap(shared.startWith));
  const bytes = (t - 1) * ELEMENT_BYTES;
  const copy = (vectors: number, from: number, to: number): Code =>
    range(vectors).flatMap((i) =>
      storeVector(constant(0), loadVector(constant(0), from + i * VECTOR), to + i * VECTOR),
    );
  const [count, from, to] = [0, 1, 2];
  define(parts, {
    exported,
    parameters: 1,
    integers: 2,
    body: [
      ...copy(((t - 1) * ELEMENT) / VECTOR, feedback, x + ELEMENT),
      ...range(PAIRS_AT_ONCE).flatMap((pair) =>
        call(shared.read, constant(TAG), constant(TAG), constant(tag + pair * STRIDE)),
      ),
      ...multiply(tag, field.intoMontgomery, tag, inputStarts),
      ...set(from, constant(DATA)),
      ...set(to, constant(DATA)),
      ...repeatWhile(
        [
          ...range(PAIRS_AT_ONCE).flatMap((pair) => copy(LIMBS, tag + pair * STRIDE, state + pair * STRIDE)),
          ...range(t - 1).flatMap((i) => {
            const element = state + (i + 1) * ELEMENT;
            return [
              ...range(PAIRS_AT_ONCE).flatMap((pair) => {
                const address = (j: number) => add(get(from), constant(i * ELEMENT_BYTES + (2 * pair + j) * bytes));
                return call(shared.read, address(0), address(1), constant(element + pair * STRIDE));
              }),
              ...multiply(element, field.intoMontgomery, element, inputStarts + (i + 1) * START),
            ];
          }),
          ...call(permute),
          ...multiply(state, field.outOfMontgomery, state),
          ...range(PAIRS_AT_ONCE).flatMap((pair) =>
            call(shared.write, constant(state + pair * STRIDE), add(get(to), constant(2 * pair * ELEMENT_BYTES))),
          ),
          ...set(from, add(get(from), constant(4 * bytes))),
          ...set(to, add(get(to), constant(4 * ELEMENT_BYTES))),
        ],
        tee(count, subtract(get(count), constant(4))),
      ),
    ],
  });
}

/** Runs when the module starts. Copies the constants at DATA to both lanes. */
function spread(parts: Parts): number {
  const { values, limbs } = parts.constants;
  const elements = define(parts, spreadElements());
  const end = ELEMENTS + (limbs.length / LIMBS) * ELEMENT;
  if (values.length * VECTOR > ELEMENTS || end > SCRATCH) throw new Error("the constants do not fit");
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
    ],
  });
}

function build(): Uint8Array {
  const constants: Constants = { values: [], limbs: [], elementsAt: ELEMENTS };
  const parts: Parts = { functions: [], constants, field: fieldOver(constants, HALVES) };
  const shared = common(parts);
  hash(parts, shared, P4, "p4");
  hash(parts, shared, P5, "p5");
  const start = spread(parts);
  const bytes = [...new Uint8Array(BigUint64Array.from([...constants.values, ...constants.limbs]).buffer)];
  return assemble({ functions: parts.functions, pages: PAGES, start, data: { at: DATA, bytes } });
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
