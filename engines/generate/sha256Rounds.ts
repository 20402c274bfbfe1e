/**
 * SHA-256 (FIPS 180-4) for generated modules: the schedule of a block and the rounds over it, on one message's words or
 * on four lanes of them.
 */
import {
  add,
  below,
  binary,
  constant,
  get,
  load,
  loadVector,
  repeatWhile,
  set,
  simd,
  store,
  storeVector,
  tee,
  when,
  type Code,
  type Func,
} from "./wasm.ts";

export const addVectors = binary(...simd(0xae));

/** The operations of SHA-256 on its words, or on four lanes of them. */
export type Words = {
  readonly bytes: number;
  readonly load: (address: Code, offset: number) => Code;
  readonly store: (address: Code, value: Code, offset: number) => Code;
  readonly add: (...terms: [Code, ...Code[]]) => Code;
  readonly and: (...terms: [Code, ...Code[]]) => Code;
  readonly xor: (...terms: [Code, ...Code[]]) => Code;
  readonly shr: (value: Code, bits: number) => Code;
  /** Returns terms whose exclusive or is the word rotated to the right. */
  readonly rotr: (value: Code, bits: number) => readonly Code[];
};

export const one: Words = {
  bytes: 4,
  load,
  store,
  add,
  and: binary(0x71),
  xor: binary(0x73),
  shr: (value, bits) => [...value, ...constant(bits), 0x76],
  rotr: (value, bits) => [[...value, ...constant(bits), 0x78]],
};

const shrVectors = (value: Code, bits: number): Code => [...value, ...constant(bits), ...simd(0xad)];
export const four: Words = {
  bytes: 16,
  load: loadVector,
  store: storeVector,
  add: addVectors,
  and: binary(...simd(0x4e)),
  xor: binary(...simd(0x51)),
  shr: shrVectors,
  rotr: (value, bits) => [shrVectors(value, bits), [...value, ...constant(32 - bits), ...simd(0xab)]],
};

const xorAll = ({ xor }: Words, parts: readonly Code[]): Code => xor(parts[0]!, ...parts.slice(1));
const rotations = (words: Words, value: Code, bits: readonly number[]): Code =>
  xorAll(
    words,
    bits.flatMap((n) => words.rotr(value, n)),
  );

/** The message schedule: computes the word 16 places after the one at an address and an offset. */
export function nextWord(words: Words, address: Code, offset: number): Code {
  const word = (place: number) => words.load(address, offset + place * words.bytes);
  const small = (of: Code, rotated: readonly number[], shifted: number) =>
    xorAll(words, [...rotated.flatMap((bits) => words.rotr(of, bits)), words.shr(of, shifted)]);
  const next = words.add(word(0), small(word(1), [7, 18], 3), word(9), small(word(14), [17, 19], 10));
  return words.store(address, next, offset + 16 * words.bytes);
}

const ROUNDS_AT_ONCE = 8;

/** rounds(schedule): the compression function, 64 rounds over the state, which is at an address of the module's. */
export function rounds(words: Words, state: number): Func {
  const { bytes, and, xor } = words;
  const [schedule, end, p, q] = [0, 1, 2, 3];
  const variables = [4, 5, 6, 7, 8, 9, 10, 11];
  const round = (i: number): Code => {
    // In each round, the values stay in their variables, and the variables get new names.
    const name = (place: number) => variables[(place - i + ROUNDS_AT_ONCE) % 8]!;
    const [a, b, e, f, g] = [0, 1, 4, 5, 6].map((place) => get(name(place))) as [Code, Code, Code, Code, Code];
    const [d, h] = [name(3), name(7)];
    // Maj(a, b, c) is ((a ^ b) & (b ^ c)) ^ b, whose b ^ c was the a ^ b of the round before.
    const [ab, bc] = i % 2 === 0 ? [p, q] : [q, p];
    const choice = xor(g, and(e, xor(f, g)));
    const word = words.load(get(schedule), i * bytes);
    return [
      ...set(d, words.add(get(d), tee(h, words.add(get(h), word, choice, rotations(words, e, [6, 11, 25]))))),
      ...set(h, words.add(get(h), xor(and(tee(ab, xor(a, b)), get(bc)), b), rotations(words, a, [2, 13, 22]))),
    ];
  };
  const eachVariable = (code: (variable: number, offset: number) => Code): Code =>
    variables.flatMap((variable, i) => code(variable, i * bytes));
  return {
    parameters: 1,
    ...(words === one ? { integers: 11 } : { integers: 1, vectors: 10 }),
    body: [
      ...set(end, add(get(schedule), constant(64 * bytes))),
      ...eachVariable((variable, offset) => set(variable, words.load(constant(state), offset))),
      ...set(q, xor(get(variables[1]!), get(variables[2]!))),
      ...repeatWhile(
        [
          ...Array.from({ length: ROUNDS_AT_ONCE }, (_, i) => round(i)).flat(),
          ...set(schedule, add(get(schedule), constant(ROUNDS_AT_ONCE * bytes))),
        ],
        below(get(schedule), get(end)),
      ),
      ...eachVariable((variable, offset) =>
        words.store(constant(state), words.add(words.load(constant(state), offset), get(variable)), offset),
      ),
    ],
  };
}

/** expand(to): the schedule with the round constants at `k`, from the block's words at `w`, which has room for 64. */
export const expand = (w: number, k: number): Func => ({
  parameters: 1,
  integers: 1,
  body: repeatWhile(
    [
      ...when(below(get(1), constant(4 * 48)), nextWord(one, get(1), w)),
      ...store(add(get(0), get(1)), add(load(get(1), w), load(get(1), k))),
    ],
    below(tee(1, add(get(1), constant(4))), constant(4 * 64)),
  ),
});

/** The round constants and the initial state: the first 32 fractional bits of primes' cube and square roots. */
export function constants(): Code {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const fraction = (prime: number, power: bigint): number => {
    const scaled = BigInt(prime) << (32n * power);
    let root = 0n;
    for (let bit = 1n << 40n; bit > 0n; bit >>= 1n) if ((root + bit) ** power <= scaled) root += bit;
    return Number(root & 0xffffffffn);
  };
  const words = [...primes.map((p) => fraction(p, 3n)), ...primes.slice(0, 8).map((p) => fraction(p, 2n))];
  return [...new Uint8Array(Uint32Array.from(words).buffer)];
}
