/**
 * Verifies batches of actions over worker threads. Node only.
 *
 * What is cheap, reading and hashing an action, stays in the caller's thread; the threads recover
 * signers, which is nine tenths of the work, and see 97 bytes an action. They sign receipts as well.
 *
 * @module
 */
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { toHex, type Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import { currentEngine, useEngine } from "./engine.ts";
import { JOB_BYTES, SIGNATURE_BYTES, SIGNER_BYTES, type PoolKey } from "./pool-job.ts";
import { WORD } from "./hasher.ts";
import { createTeam, type Task } from "./pool-team.ts";
import { NO_POINT, readStrictSignature, type DigestSigner } from "./signature.ts";
import { secretKeyOf, signingBy } from "./signer.ts";
import {
  type ActionRules,
  type ActionVerdict,
  type ReadAction,
  invalidSignature,
  isOwn,
  judgeLog,
  judgeRead,
  judgeSigner,
  readAction,
} from "./verify.ts";

// Fewer cost as much to send as to verify; more keep the other threads waiting at a batch's end.
const JOB_ACTIONS = 32;
// Fewer digests are signed sooner where they are.
const LEAST_DIGESTS = 16;
// Fewer actions are verified sooner where they are: to wake a thread and to hear of it costs as much as two or three.
const LEAST_ACTIONS = 8;

/** What a pool judges by, and how large it is. */
export type VerifierPoolOptions = {
  readonly rules: ActionRules;
  /** How many threads; one for each core by default. */
  readonly threads?: number;
};

/** Worker threads that verify actions. */
export type VerifierPool = {
  /**
   * Verdicts in the order of the actions, each the one that `verifyAction` gives. Batches take turns: no
   * more are read and hashed than the threads have room for. A few actions are verified in the caller's thread, together
   * with those of other calls at the same time: only from eight on do threads save anything.
   *
   * @throws AnchorlogError `verifier_failed` where a thread died over them; `verifier_closed` after `close`.
   */
  verify(actions: readonly unknown[]): Promise<ActionVerdict[]>;
  /** The same for any number of actions: takes them from their source no faster than the threads verify. */
  verifyEach(actions: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<ActionVerdict, void, undefined>;
  /**
   * A signer with the same key, whose `signMany` has the threads sign: for a `privateKeySigner`, whose key each thread
   * gets once and keeps until the pool is closed. Any other is given back as it is.
   */
  signer(signer: DigestSigner): DigestSigner;
  /** Ends the threads, once all that was accepted has its verdict. */
  close(): Promise<void>;
};

/**
 * Starts a pool. Its threads use the engine that this one uses.
 *
 * @throws AnchorlogError `verifier_failed` where a thread does not start.
 * @example
 * const pool = await createVerifierPool({ rules })
 * const verdicts = await pool.verify(actions)
 * await pool.close()
 */
export async function createVerifierPool({ rules, threads }: VerifierPoolOptions): Promise<VerifierPool> {
  const size = threads ?? availableParallelism();
  if (!Number.isSafeInteger(size) || size < 1) throw new RangeError(`a pool has 1 thread or more, not ${size}`);
  await useEngine();
  const team = createTeam();
  await team.grow(size);

  const keys = new Map<Uint8Array, PoolKey>();
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;

  /** Judges many, some at a time; what is read of them is asked for when a thread has room for it. */
  const judgeByThreads = <T>(items: readonly T[], read: (item: T) => ReadAction): Promise<ActionVerdict[]>[] => {
    const jobs: Promise<ActionVerdict[]>[] = [];
    for (let at = 0; at < items.length; at += JOB_ACTIONS) {
      const some = items.slice(at, at + JOB_ACTIONS);
      jobs.push(team.run(() => judgeAll(Array.from(some, read), rules)));
    }
    return jobs;
  };
  const judgeTogether = createTurn((reads: readonly ReadAction[]): Promise<ActionVerdict>[] => {
    const isHere = reads.length < LEAST_ACTIONS && currentEngine().name === "wasm";
    if (isHere) return reads.map(async (read) => judgeRead(read, rules));
    const jobs = judgeByThreads(reads, (read) => read);
    return reads.map(async (_, i) => (await jobs[Math.floor(i / JOB_ACTIONS)]!)[i % JOB_ACTIONS]!);
  });
  const read = (action: unknown) => readAction(action, rules);
  const verify = async (actions: readonly unknown[]): Promise<ActionVerdict[]> => {
    if (closing !== undefined) throw new AnchorlogError("verifier_closed", "this verifier pool was closed");
    // Few are read at once: what is judged later is what was given, whatever becomes of it meanwhile.
    const few = actions.length < LEAST_ACTIONS;
    const verdicts = few ? judgeTogether(Array.from(actions, read)) : joined(judgeByThreads(actions, read));
    running.add(verdicts);
    try {
      return await verdicts;
    } finally {
      running.delete(verdicts);
    }
  };

  const signer = (signer: DigestSigner): DigestSigner => {
    const [secretKey, signHere] = [secretKeyOf(signer), signer.signMany];
    if (secretKey === undefined || signHere === undefined) return signer;
    const key = keys.get(secretKey) ?? { name: keys.size, secretKey };
    keys.set(secretKey, key);
    return signingBy(signer, async (digests) => {
      if (digests.length < LEAST_DIGESTS || closing !== undefined) return signHere(digests);
      const jobs: Promise<Hex[]>[] = [];
      for (let at = 0; at < digests.length; at += JOB_ACTIONS) {
        const some = digests.slice(at, at + JOB_ACTIONS);
        // What is to be signed was verified before what waits to be.
        jobs.push(team.run(() => writeDigests(some, key), { first: true }));
      }
      const all = joined(jobs);
      running.add(all);
      try {
        return await all;
      } catch {
        // Where a thread died: what they are of is stored, and must be answered.
        return signHere(digests);
      } finally {
        running.delete(all);
      }
    });
  };

  const close = async (): Promise<void> => {
    while (running.size > 0) await Promise.allSettled(running);
    await team.stop();
  };

  return {
    verify,
    async *verifyEach(actions) {
      const ahead: Promise<ActionVerdict[]>[] = [];
      for await (const some of inGroups(actions, JOB_ACTIONS)) {
        const verdicts = verify(some);
        // Whoever stops early, or fails on an earlier one, does not wait for it any more.
        verdicts.catch(() => undefined);
        ahead.push(verdicts);
        if (ahead.length > size * 2) yield* await ahead.shift()!;
      }
      for (const verdicts of ahead) yield* await verdicts;
    },
    signer,
    close: () => (closing ??= close()),
  };
}

/** Calls within one turn of the event loop, as of many requests, become one; none waits for what is of others alone. */
function createTurn<T, R>(run: (items: readonly T[]) => readonly Promise<R>[]): (items: readonly T[]) => Promise<R[]> {
  let turn: { readonly items: T[]; readonly results: Promise<readonly Promise<R>[]> } | undefined;
  return async (items) => {
    if (turn === undefined) {
      const waiting: T[] = [];
      const results = setImmediate().then(() => {
        turn = undefined;
        return run(waiting);
      });
      turn = { items: waiting, results };
    }
    const from = turn.items.length;
    turn.items.push(...items);
    return Promise.all((await turn.results).slice(from, from + items.length));
  };
}

const joined = async <T>(parts: readonly Promise<readonly T[]>[]): Promise<T[]> => (await Promise.all(parts)).flat();

/** The strict signatures of actions to recover from, and how to judge all of them by who signed. */
function judgeAll(reads: readonly ReadAction[], rules: ActionRules): Task<ActionVerdict[]> {
  const packed = new Uint8Array(reads.length * JOB_BYTES);
  let count = 0;
  const verdicts = reads.map((read): ActionVerdict | ((signers: Uint8Array) => ActionVerdict) => {
    if ("verdict" in read) return read;
    const { encoded, signature } = read;
    const isKnown = isOwn(encoded, rules);
    const strict = readStrictSignature(signature);
    if ("fault" in strict) return invalidSignature(strict);
    const at = count++;
    packed.set(encoded.digest, at * JOB_BYTES);
    packed.set(strict.rs, at * JOB_BYTES + 32);
    packed[at * JOB_BYTES + 96] = 27 + strict.recovery;
    return (signers) => {
      const [start, end] = [at * SIGNER_BYTES, (at + 1) * SIGNER_BYTES];
      if (signers[start] === 0) return invalidSignature(NO_POINT);
      const address = signers.subarray(start + 1, start + 21);
      const verdict = judgeSigner(encoded, signature as Hex, address, signers.slice(start + 21, end));
      return judgeLog(verdict, isKnown);
    };
  });
  return {
    work: { type: "recover", bytes: packed.slice(0, count * JOB_BYTES) },
    finish: (signers) => verdicts.map((each) => (typeof each === "function" ? each(signers) : each)),
  };
}

function writeDigests(digests: readonly Uint8Array[], key: PoolKey): Task<Hex[]> {
  const bytes = new Uint8Array(WORD * digests.length);
  for (const [i, digest] of digests.entries()) {
    if (digest.length !== WORD) throw new RangeError(`a digest has ${WORD} bytes, not ${digest.length}`);
    bytes.set(digest, WORD * i);
  }
  return {
    work: { type: "sign", bytes, key },
    finish: (signatures) =>
      digests.map((_, i) => toHex(signatures.subarray(SIGNATURE_BYTES * i, SIGNATURE_BYTES * (i + 1)))),
  };
}

async function* inGroups<T>(items: Iterable<T> | AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const item of items) {
    if (group.push(item) < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
