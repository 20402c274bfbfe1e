/**
 * The randomness of tests: the same in each run of `npm test`, new in each run of `npm run test:slow`, which prints its
 * seed. To repeat a run, set ANCHORLOG_SEED.
 */
import { createCipheriv, createHash } from "node:crypto";
import { isSlowSuite } from "./slow.ts";

/** The seed of this run, which vitest.config.ts chose: an integer of 32 bits. test/setup.ts passes it to fast-check. */
export const SEED = Number(process.env["ANCHORLOG_SEED"]);
if (!Number.isInteger(SEED)) throw new RangeError("ANCHORLOG_SEED is no integer");

const streamOf = (seed: number) => {
  const stream = createCipheriv("aes-128-ctr", createHash("md5").update(`${seed}`).digest(), Buffer.alloc(16));
  return (length: number): Buffer<ArrayBuffer> => Buffer.from(stream.update(Buffer.alloc(length)));
};
const numbersOf = (bytes: (length: number) => Buffer) => (): number => bytes(6).readUIntBE(0, 6) / 2 ** 48;

let stream = streamOf(SEED);

/** Bytes that look random. Each test file gets the same bytes, in every order of files. */
export const randomBytes = (length: number): Buffer<ArrayBuffer> => stream(length);

/** Restarts the random bytes. test/setup.ts calls this before each test file. */
export function beginRandom(): void {
  stream = streamOf(SEED);
}

/** A random number from 0 up to, but not including, 1. */
export const random = numbersOf(randomBytes);

/** Random numbers from another seed. */
export const randomOf = (seed: number): (() => number) => numbersOf(streamOf(seed));

/** A private key. */
export const randomKey = (): `0x${string}` => `0x00${randomBytes(31).toString("hex")}`;

const SHARE = isSlowSuite ? 1 : 1 / 10;

/** The number of random cases that a test tries: by default a tenth of the slow suite's. */
export const runs = (slow: number): number => Math.ceil(slow * SHARE);

/** Whether to try one of many similar cases; the slow suite tries all of them. */
export const isTried = (): boolean => random() < SHARE;
