/**
 * Signatures by keys that are known already, many at a time. R = (e / s) G + (r / s) Q is a sum of multiples of G and Q
 * from tables. Recovery finds Q if and only if R's x coordinate is r and its y coordinate has the parity that the
 * signature states.
 *
 * An odd k below 2^256 is the sum of an odd digit for each window (comb.ts), here without a power of two after the last
 * window: that window is so narrow that its digit 2 w + 1 makes up for it. All numbers are public, so an entry is read
 * by its index.
 *
 * Each lane adds up every other entry, in affine coordinates: λ = (y₂ - y₁) / (x₂ - x₁), x₃ = λ² - x₁ - x₂,
 * y₃ = λ (x₁ - x₃) - y₁. All signatures take each step together, so that one inversion gives all quotients (P.
 * Montgomery, "Speeding the Pollard and elliptic curve methods of factorization", 1987, section 10.3.1). The last step
 * adds the lanes.
 *
 * The formula fails for equal or opposite points: then the product of all differences is 0, and no signature is
 * accepted. The caller recovers their keys.
 */
import {
  binary,
  call,
  define,
  get,
  I32,
  i32,
  repeatWhile,
  RETURN,
  set,
  simd,
  tee,
  unary,
  when,
  type Code,
  type Func,
} from "../assembler.ts";
import { products, rowFunction } from "./field.ts";
import {
  add32,
  below32,
  clear,
  copy,
  each,
  isZero32,
  isZero64,
  load32,
  load64,
  or64,
  shl32,
  shr64,
  store32,
  subtract32,
  to32,
  to64,
  xor64,
} from "./integers.ts";
import {
  constant,
  LIMBS,
  load,
  loadVector,
  minus,
  REDUCED,
  ROW,
  row,
  scale,
  storeVector,
  type Place,
} from "./limbs.ts";
import { allZero } from "./numbers.ts";
import * as at from "./places.ts";
import { storeDouble } from "./points.ts";

const [and32, or32, xor32, multiply32, shr32] = [0x71, 0x72, 0x73, 0x6c, 0x76].map((opcode) => binary(opcode)) as [
  ReturnType<typeof binary>,
  ReturnType<typeof binary>,
  ReturnType<typeof binary>,
  ReturnType<typeof binary>,
  ReturnType<typeof binary>,
];
const lowestBit = (words: Code): Code => and32(load32(words), i32(1));
const DOUBLED = REDUCED.map((bound) => 2 * bound);
const JOB = at.JOB;
const [RUN, INVERSES, QUOTIENT, SLOPE, X3] = at.JOB_ROWS as [number, number, number, number, number];

/** A row of a job, whose address is in a local. */
const of = (job: number, offset: number, bounds = REDUCED): Place => ({ address: get(job), offset, bounds });

/** addKey(to, generator): the table of the key whose x and y are at INPUT; with `generator`, of -G. */
const addKey: Func = define(
  "addKey",
  [I32, I32],
  ({ parameter: [to, generator] }) => [
    ...when(
      get(generator!),
      [...copy(i32(at.POINT), i32(at.GENERATOR), ROW), ...call("tabulate", get(to!), i32(at.BASE_WIDTH))],
      [
        ...call("swap", i32(at.X_WORDS), i32(at.INPUT)),
        ...call("swap", i32(at.R_WORDS), i32(at.INPUT + 32)),
        ...call("unpack", i32(at.POINT), i32(at.X_WORDS)),
        ...call("unpack", i32(at.POINT + 8), i32(at.R_WORDS)),
        // [x, 2y]
        ...products(i32(at.POINT), [i32(at.POINT), i32(at.POINT + 8)], [i32(at.ONE_TWO), i32(at.ONE_TWO + 8)]),
        ...call("tabulate", get(to!), i32(at.KEY_WIDTH)),
      ],
    ),
  ],
  { exported: true },
);

/**
 * enlist(to, table, width, minus): the addresses of the entries whose sum is FACTOR times the table's point. The lowest
 * bit of an address is set if the entry is subtracted. With `minus`, all are negated.
 */
const enlist: Func = define("enlist", [I32, I32, I32, I32], ({ parameter, local }) => {
  const [to, table, width, negated] = parameter as [number, number, number, number];
  const [bit, digit, negative, choices] = [local(I32), local(I32), local(I32), local(I32)];
  const isLast = isZero32(below32(add32(get(bit), get(width)), i32(at.SCALAR_BITS + 1)));
  return [
    ...set(choices, shl32(i32(1), subtract32(get(width), i32(1)))),
    ...set(bit, i32(1)),
    ...repeatWhile(
      [
        ...set(
          digit,
          and32(
            to32(shr64(load64(add32(i32(at.FACTOR), shr32(get(bit), i32(3)))), to64(and32(get(bit), i32(7))))),
            subtract32(shl32(get(choices), i32(1)), i32(1)),
          ),
        ),
        ...set(negative, i32(0)),
        ...when(isZero32(isLast), [
          ...set(negative, below32(get(digit), get(choices))),
          // The lower half of the digits are negative, the smallest first.
          ...set(digit, and32(xor32(get(digit), subtract32(i32(0), get(negative))), subtract32(get(choices), i32(1)))),
        ]),
        ...store32(
          get(to),
          or32(add32(get(table), multiply32(get(digit), i32(at.COMB_ENTRY))), xor32(get(negative), get(negated))),
        ),
        ...set(to, add32(get(to), i32(4))),
        ...set(table, add32(get(table), multiply32(get(choices), i32(at.COMB_ENTRY)))),
      ],
      below32(tee(bit, add32(get(bit), get(width))), i32(at.SCALAR_BITS + 1)),
    ),
  ];
});

/**
 * readJob(job): r and s as words. S_WORDS is the product of all s so far; it is kept in the job, and then multiplied by
 * this s. Montgomery's multiplication also divides it by 2^280 each time.
 */
const readJob: Func = define("readJob", [I32], ({ parameter: [job] }) => [
  ...call("swap", add32(get(job!), i32(JOB.R_WORDS)), add32(get(job!), i32(JOB.R))),
  ...call("swap", add32(get(job!), i32(JOB.S_WORDS)), add32(get(job!), i32(JOB.S))),
  ...copy(add32(get(job!), i32(JOB.BEFORE)), i32(at.S_WORDS), 40),
  ...call("multiplyAdd", i32(at.S_WORDS), i32(at.S_WORDS), add32(get(job!), i32(JOB.S_WORDS)), i32(at.ZERO)),
]);

/**
 * startJob(job): the list of a job's entries. Jobs are taken from the last to the first. S_WORDS is 2^280 divided by
 * the product up to this job's s; afterwards, up to the s before.
 */
const startJob: Func = define("startJob", [I32], ({ parameter: [job], local }) => {
  const odd = local(I32);
  const factor = (numerator: Code): Code => [
    ...clear(i32(at.FACTOR), 48),
    ...call("multiplyAdd", i32(at.FACTOR), numerator, i32(at.R_WORDS), i32(at.ZERO)),
    // Only an odd factor has digits: an even one is replaced by n minus the factor.
    ...set(odd, lowestBit(i32(at.FACTOR))),
    ...call("negate", i32(at.FACTOR), xor32(get(odd), i32(1))),
  ];
  const list = add32(get(job!), i32(JOB.LIST));
  return [
    // 2^280 / s
    ...call("multiplyAdd", i32(at.R_WORDS), add32(get(job!), i32(JOB.BEFORE)), i32(at.S_WORDS), i32(at.ZERO)),
    ...call("multiplyAdd", i32(at.S_WORDS), add32(get(job!), i32(JOB.S_WORDS)), i32(at.S_WORDS), i32(at.ZERO)),
    ...call("swap", i32(at.Z_WORDS), add32(get(job!), i32(JOB.DIGEST))),
    ...factor(i32(at.Z_WORDS)),
    // The table is of -G.
    ...call("enlist", list, i32(at.BASE_TABLE), i32(at.BASE_WIDTH), get(odd)),
    ...factor(add32(get(job!), i32(JOB.R_WORDS))),
    ...call(
      "enlist",
      add32(list, i32(4 * at.BASE_WINDOWS)),
      load32(get(job!), JOB.TABLE),
      i32(at.KEY_WIDTH),
      xor32(get(odd), i32(1)),
    ),
  ];
});

/**
 * fetch(job, step): copies the entries of a step. The tables are larger than a processor's caches. If the entries of all
 * jobs are copied first, the processor waits for many of them at the same time.
 */
const fetch: Func = define("fetch", [I32, I32], ({ parameter: [job, step] }) =>
  [0, 1].flatMap((lane) => {
    const entry = and32(load32(add32(get(job!), shl32(get(step!), i32(3))), JOB.LIST + 4 * lane), i32(-2));
    return each(at.COMB_ENTRY / 16, (i) =>
      storeVector(get(job!), loadVector(entry, 16 * i), JOB.ENTRIES + at.COMB_ENTRY * lane + 16 * i),
    );
  }),
);

/** take(job, step): the entries of a step, which were fetched, as the rows that are added next. */
const take: Func = define("take", [I32, I32], ({ parameter: [job, step] }) => {
  const place = add32(get(job!), shl32(get(step!), i32(3)));
  const sign = (lane: number): Code =>
    storeDouble(
      i32(at.CHOSEN_SIGNS),
      unary(0xb7)(subtract32(i32(1), shl32(and32(load32(place, JOB.LIST + 4 * lane), i32(1)), i32(1)))),
      8 * lane,
    );
  const entries = add32(get(job!), i32(JOB.ENTRIES));
  return [
    ...sign(0),
    ...sign(1),
    ...call("toRows", entries, add32(entries, i32(at.COMB_ENTRY)), add32(get(job!), i32(JOB.NEXT))),
  ];
});

/** takeOther(job): the sum of the other lane is added next. */
const takeOther: Func = define("takeOther", [I32], ({ parameter: [job] }) =>
  each(2 * LIMBS, (i) => {
    const vector = loadVector(get(job!), JOB.SUM + 16 * i);
    const swapped = [...vector, ...vector, ...simd(13, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7)];
    return storeVector(get(job!), swapped, JOB.NEXT + 16 * i);
  }),
);

const steps = (fused: boolean): Func[] => [
  // meet(job): x₂ - x₁, and the product of the differences before it and with it.
  rowFunction("meet", 1, fused, ([job], to) => {
    const difference = to.keepRow(minus(load(of(job!, JOB.NEXT)), load(of(job!, JOB.SUM))));
    to.store(of(job!, JOB.DIFFERENCE, DOUBLED), difference);
    const run = to.keepRow(load(row(RUN)));
    to.store(of(job!, JOB.BEFORE), run);
    return { terms: [{ a: difference, b: run }], store: row(RUN) };
  }),
  // part1(job): 1 / (x₂ - x₁), from the inverse of the product up to here.
  rowFunction("part1", 1, fused, ([job]) => ({
    terms: [{ a: load(row(INVERSES)), b: load(of(job!, JOB.BEFORE)) }],
    store: row(QUOTIENT),
  })),
  // part2(job): the inverse of the product before.
  rowFunction("part2", 1, fused, ([job]) => ({
    terms: [{ a: load(of(job!, JOB.DIFFERENCE, DOUBLED)), b: load(row(INVERSES)) }],
    store: row(INVERSES),
  })),
  rowFunction("slope", 1, fused, ([job]) => ({
    terms: [{ a: minus(load(of(job!, JOB.NEXT + ROW)), load(of(job!, JOB.SUM + ROW))), b: load(row(QUOTIENT)) }],
    store: row(SLOPE),
  })),
  rowFunction("sumX", 1, fused, ([job]) => ({
    terms: [{ square: load(row(SLOPE)) }],
    plus: minus(scale(load(of(job!, JOB.SUM)), constant(-1)), load(of(job!, JOB.NEXT))),
    store: row(X3),
  })),
  // sumY(job): the sum, whose x is at X3.
  rowFunction("sumY", 1, fused, ([job], to) => {
    const x3 = to.keepRow(load(row(X3)));
    const terms = [{ a: to.keepRow(minus(load(of(job!, JOB.SUM)), x3)), b: load(row(SLOPE)) }];
    to.store(of(job!, JOB.SUM), x3);
    return { terms, plus: scale(load(of(job!, JOB.SUM + ROW)), constant(-1)), store: of(job!, JOB.SUM + ROW) };
  }),
];

/** addNext(job): adds the next rows to a job's sums. INVERSES goes from this job's product to the one before. */
const addNext: Func = define("addNext", [I32], ({ parameter: [job] }) =>
  ["part1", "part2", "slope", "sumX", "sumY"].flatMap((name) => call(name, get(job!))),
);

/** invertRun(): the inverses of both lanes of RUN; 0 if it has none. */
const invertRun: Func = define(
  "invertRun",
  [],
  () => [
    ...products(i32(QUOTIENT), [i32(RUN), i32(RUN)], [i32(RUN + 8), i32(RUN + 8)]),
    ...call("pack", i32(at.WORDS), i32(QUOTIENT)),
    ...when(allZero(i32(at.WORDS)), [...i32(0), ...RETURN]),
    ...call("invert", i32(at.WORDS), i32(at.MODULUS_P)),
    ...call("unpack", i32(QUOTIENT), i32(at.WORDS)),
    ...products(i32(INVERSES), [i32(QUOTIENT), i32(QUOTIENT)], [i32(RUN + 8), i32(RUN)]),
    ...i32(1),
  ],
  { results: [I32] },
);

/** judge(job): whether the sum is R. */
const judge: Func = define("judge", [I32], ({ parameter: [job] }) => {
  const differs = or64(
    ...([0, 8, 16, 24].map((offset) =>
      xor64(load64(i32(at.WORDS), offset), load64(get(job!), JOB.R_WORDS + offset)),
    ) as [Code, ...Code[]]),
  );
  return [
    ...call("pack", i32(at.WORDS), add32(get(job!), i32(JOB.SUM))),
    ...store32(get(job!), isZero64(differs), JOB.RESULT),
    ...call("pack", i32(at.WORDS), add32(get(job!), i32(JOB.SUM + ROW))),
    ...store32(
      get(job!),
      and32(load32(get(job!), JOB.RESULT), isZero32(xor32(lowestBit(i32(at.WORDS)), load32(get(job!), JOB.ODD)))),
      JOB.RESULT,
    ),
  ];
});

/**
 * checkMany(count): sets RESULT of each job to 1 if recovery gives the table's key for its signature. RESULT is 0
 * before. r and s are from 1 to n - 1; R's x coordinate is r, and ODD is the parity of y.
 */
const checkMany: Func = define(
  "checkMany",
  [I32],
  ({ parameter: [count], local }) => {
    const [job, end, step] = [local(I32), local(I32), local(I32)];
    const forEach = (code: Code): Code => [
      ...set(job, i32(at.JOBS)),
      ...repeatWhile(code, below32(tee(job, add32(get(job), i32(JOB.BYTES))), get(end))),
    ];
    const forEachBackwards = (code: Code): Code => [
      ...set(job, get(end)),
      ...repeatWhile([...set(job, subtract32(get(job), i32(JOB.BYTES))), ...code], below32(i32(at.JOBS), get(job))),
    ];
    return [
      ...set(end, add32(i32(at.JOBS), multiply32(get(count!), i32(JOB.BYTES)))),
      // One inversion modulo n gives all quotients by s. The product begins with 2^280.
      ...call("multiplyAdd", i32(at.S_WORDS), i32(at.ONE), i32(at.TO_MONTGOMERY), i32(at.ZERO)),
      ...forEach(call("readJob", get(job))),
      ...call("invert", i32(at.S_WORDS), i32(at.MODULUS_N)),
      ...call("multiplyAdd", i32(at.S_WORDS), i32(at.S_WORDS), i32(at.TO_MONTGOMERY), i32(at.ZERO)),
      ...forEachBackwards(call("startJob", get(job))),
      ...forEach(call("fetch", get(job), i32(0))),
      ...forEach([
        ...call("take", get(job), i32(0)),
        ...copy(add32(get(job), i32(JOB.SUM)), add32(get(job), i32(JOB.NEXT)), 2 * ROW),
      ]),
      ...set(step, i32(1)),
      ...repeatWhile(
        [
          ...clear(i32(RUN), ROW),
          ...storeVector(i32(RUN), loadVector(i32(at.SIGNS))),
          ...when(below32(get(step), i32(at.JOB_STEPS)), forEach(call("fetch", get(job), get(step)))),
          ...forEach([
            ...when(
              below32(get(step), i32(at.JOB_STEPS)),
              call("take", get(job), get(step)),
              call("takeOther", get(job)),
            ),
            ...call("meet", get(job)),
          ]),
          ...when(isZero32(call("invertRun")), RETURN),
          ...forEachBackwards(call("addNext", get(job))),
        ],
        below32(tee(step, add32(get(step), i32(1))), i32(at.JOB_STEPS + 1)),
      ),
      ...forEach(call("judge", get(job))),
    ];
  },
  { exported: true },
);

export const knownKeyFunctions = (fused: boolean): Func[] => [
  addKey,
  enlist,
  readJob,
  startJob,
  fetch,
  take,
  takeOther,
  ...steps(fused),
  addNext,
  invertRun,
  judge,
  checkMany,
];
