/** Signatures by keys that are known already: by tables of these keys, many at a time, in a sixth of recovery's time. */
import { fromHex, type Hex } from "../../base/hex.ts";
import { checkAnswer } from "../engine.ts";
import { ANSWERS } from "./knownAnswers.ts";
import type { Secp256k1Module } from "./module.ts";
import type { SignDigest } from "./sign.ts";

/** A key's table. */
export type KnownKey = { readonly table: number };

/** The tables of one thread: 1.6 MB, and 262 kB for each key. */
export type KnownKeys = {
  /**
   * Computes a key's table, which takes about as long as 60 recoveries. Undefined if there is no room.
   *
   * @param publicKey x and y, 32 bytes each, of a point on the curve.
   */
  readonly add: (publicKey: Uint8Array) => KnownKey | undefined;
  /**
   * Adds a signature to those that `check` answers for. All bytes are copied.
   *
   * @param digest 32 bytes.
   * @param rs r and s, 32 bytes each, big-endian. The caller must have checked that both are from 1 to n - 1.
   * @param recovery the parity of R's y coordinate.
   */
  readonly put: (key: KnownKey, digest: Uint8Array, rs: Uint8Array, recovery: 0 | 1) => void;
  /**
   * Returns for each signature since the last call whether recovery gives its key. A signer can craft a
   * signature that makes this answer false for itself and for up to 127 valid ones beside it. So false refutes nothing:
   * recover the keys of these signatures.
   */
  readonly check: () => boolean[];
};

const PAGE = 65_536;
const SCALAR_BYTES = 32;

/**
 * Opens tables in the memory of a module that nothing else uses.
 *
 * @param sign makes the signatures of the known answers.
 * @throws Error if it gives a wrong answer.
 */
export function openKnownKeys({ exports, places }: Secp256k1Module, sign: SignDigest): KnownKeys {
  const { memory, addKey, checkMany } = exports;
  const { INPUT, JOB, JOBS, MOST_JOBS, BASE_TABLE, KEY_TABLES, KEY_TABLE_BYTES, MOST_PAGES } = places;
  /** The end of the last table. */
  let end = KEY_TABLES;
  // The memory moves when it grows.
  let bytes = new Uint8Array(0);
  let view = new DataView(bytes.buffer);
  let jobs = 0;
  let answers: boolean[] = [];
  const growTo = (wanted: number): boolean => {
    const pages = Math.ceil(wanted / PAGE);
    if (pages > MOST_PAGES) return false;
    const missing = pages - memory.buffer.byteLength / PAGE;
    if (missing > 0) memory.grow(missing);
    [bytes, view] = [new Uint8Array(memory.buffer), new DataView(memory.buffer)];
    return true;
  };
  const run = (): void => {
    if (jobs > 0) checkMany(jobs);
    for (let i = 0; i < jobs; i++) answers.push(view.getUint32(JOBS + i * JOB.BYTES + JOB.RESULT, true) === 1);
    jobs = 0;
  };
  const keys: KnownKeys = {
    add(publicKey) {
      if (publicKey.length !== 2 * SCALAR_BYTES) throw new RangeError(`a key has 64 bytes, not ${publicKey.length}`);
      if (!growTo(end + KEY_TABLE_BYTES)) return undefined;
      const table = end;
      end += KEY_TABLE_BYTES;
      bytes.set(publicKey, INPUT);
      addKey(table, 0);
      return { table };
    },
    put({ table }, digest, rs, recovery) {
      const job = JOBS + jobs * JOB.BYTES;
      view.setUint32(job + JOB.TABLE, table, true);
      view.setUint32(job + JOB.ODD, recovery, true);
      view.setUint32(job + JOB.RESULT, 0, true);
      bytes.set(rs, job + JOB.R);
      bytes.set(digest, job + JOB.DIGEST);
      if (++jobs === MOST_JOBS) run();
    },
    check() {
      run();
      const checked = answers;
      answers = [];
      return checked;
    },
  };
  growTo(end);
  addKey(BASE_TABLE, 1);
  checkKnownKeys(keys, sign);
  // Later tables overwrite those of the known answers.
  end = KEY_TABLES;
  return keys;
}

/** Enough signatures to use nearly every entry of a key's table. */
const SIGNATURES = 96;

/**
 * A signature whose sum meets equal points, which have no quotient: its key is computed from the digits of 12345 and
 * 67890, the factors of G and of the key. Recovery gives the key, as a test checks. A signer could choose such a
 * signature, so a module that continues with a wrong quotient must be refused.
 */
export const MEETING: {
  readonly digest: Hex;
  readonly signature: Hex;
  readonly recovery: 0 | 1;
  readonly publicKey: Hex;
} = {
  digest: "0x0525db698e47673478c0d3977abcc977ff85292c94c7e9a80901f5867808a3dc",
  signature:
    "0x990b4ab29b5b42739d5b7c6253f90fd4ee401fb7b00c2e065890b0f6f5d45eefef5e85e0428e98282170242ec6471a29453b2a1104eaabd84326e9f0a10f354b",
  recovery: 1,
  publicKey:
    "0x6b58443e0c2cddd450c2dcc962b7d5069b20bfaa61a5f78479226adf4efe7c21e8d88e6e3264f7f560dc362ac2d071b8c14cd5939bfe8d67d3112dc13b168d42",
};

/** @throws Error if an answer is wrong. */
export function checkKnownKeys({ add, put, check }: KnownKeys, sign: SignDigest): void {
  const { secretKey: secretHex, digest: firstDigest, publicKey } = ANSWERS[0]!;
  const [own, another] = [publicKey, MEETING.publicKey].map((key) => add(fromHex(key))!) as [KnownKey, KnownKey];
  const secretKey = fromHex(secretHex);
  let digest = fromHex(firstDigest);
  for (let i = 0; i < SIGNATURES; i++) {
    const signed = sign(digest, secretKey);
    const [rs, recovery] = [signed.slice(0, 64), signed[64]! as 0 | 1];
    const next = rs.slice(32);
    put(own, digest, rs, recovery);
    put(own, digest, rs, (1 - recovery) as 0 | 1);
    put(another, digest, rs, recovery);
    put(own, next, rs, recovery);
    digest = next;
  }
  const answers = check();
  checkAnswer(answers.length === 4 * SIGNATURES, "the number of known keys' signatures");
  const wrong = answers.findIndex((answer, i) => answer !== (i % 4 === 0));
  const which = [
    "a signature",
    "a signature with the other parity",
    "another's signature",
    "a signature of another digest",
  ];
  checkAnswer(wrong < 0, `by known keys, ${which[wrong % 4]}`);
  const signed = sign(digest, secretKey);
  const putOwn = () => put(own, digest, signed.subarray(0, 64), signed[64] as 0 | 1);
  putOwn();
  put(another, fromHex(MEETING.digest), fromHex(MEETING.signature), MEETING.recovery);
  putOwn();
  checkAnswer(!check().includes(true), "by known keys, signatures together with one that meets equal points");
  putOwn();
  checkAnswer(check()[0] === true, "by known keys, a signature after one that met equal points");
}
