/**
 * Verifies batches of actions in worker threads. Node only.
 *
 * Reading and hashing actions is cheap and stays in the caller's thread. The threads recover signers, nine tenths of
 * the work, from 117 bytes for each action. They sign receipts as well. Keys of frequent signers get tables, in each
 * thread and in the caller's.
 *
 * @module
 */
import { availableParallelism } from "node:os";
import { assertGiven } from "../base/options.ts";
import { setImmediate } from "node:timers/promises";
import { fromHex, toHex, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { currentEngine, useEngine } from "./engine.ts";
import { frequentSigners, type FrequentSigners, type RecoverAddress } from "./frequent.ts";
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

// Smaller jobs cost as much to send as to verify. Larger ones keep the other threads waiting at a batch's end.
const JOB_ACTIONS = 32;
// Fewer digests are signed faster in the caller's thread.
const LEAST_DIGESTS = 16;
// Fewer actions are verified faster in the caller's thread: waking a thread costs as much as two or three of them.
const LEAST_ACTIONS = 8;
// As many are verified here if the keys of all but a few of their signers have tables.
const MOST_HERE = 16;

/** The rules and the size of a pool. */
export type VerifierPoolOptions = {
  readonly rules: ActionRules;
  /** Number of threads; by default one for each core. */
  readonly threads?: number;
};

/** Worker threads that verify actions. */
export type VerifierPool = {
  /**
   * Returns verdicts in the order of the actions, the same as `verifyAction` gives. Batches take turns: actions are
   * read and hashed only as the threads have room. Fewer than eight actions, counted over simultaneous calls, are
   * verified in the caller's thread: threads would not save time.
   *
   * @throws AnchorlogError `verifier_failed` if a thread died on them; `verifier_closed` after `close`.
   */
  verify(actions: readonly unknown[]): Promise<ActionVerdict[]>;
  /** Verifies any number of actions. It takes them from their source only as fast as the threads verify. */
  verifyEach(actions: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<ActionVerdict, void, undefined>;
  /**
   * Returns a signer with the same key, whose `signMany` uses the threads. It works for a `privateKeySigner`: each
   * thread receives the key once, and keeps it until the pool is closed. Any other signer is returned unchanged.
   */
  signer(signer: DigestSigner): DigestSigner;
  /** Ends the threads, once all accepted actions have their verdicts. */
  close(): Promise<void>;
};

type OpenPool = {
  readonly rules: ActionRules;
  readonly team: ReturnType<typeof createTeam>;
  /** The signers of the actions that are judged in the caller's thread. */
  readonly signers: FrequentSigners;
  /** The keys that threads sign with, by their secret keys. */
  readonly keys: Map<Uint8Array, PoolKey>;
  /** The number of calls that {@link close} waits for. */
  running: number;
  /** Resolves when the last call of a closing pool has ended. */
  readonly idle: PromiseWithResolvers<void>;
  closing: Promise<void> | undefined;
};

/**
 * Starts a pool. Its threads use the engine that this one uses.
 *
 * @throws AnchorlogError `verifier_failed` if a thread does not start.
 * @example
 * const pool = await createVerifierPool({ rules })
 * const verdicts = await pool.verify(actions)
 * await pool.close()
 */
export async function createVerifierPool(options: VerifierPoolOptions): Promise<VerifierPool> {
  assertGiven("createVerifierPool", options, "rules.kinds", "rules.domainSeparator");
  const { rules, threads } = options;
  const size = threads ?? availableParallelism();
  if (!Number.isSafeInteger(size) || size < 1) throw new RangeError(`a pool has 1 thread or more, not ${size}`);
  await useEngine();
  const team = createTeam();
  await team.grow(size);
  const pool: OpenPool = {
    rules,
    team,
    signers: frequentSigners(),
    keys: new Map(),
    running: 0,
    idle: Promise.withResolvers(),
    closing: undefined,
  };
  const judgeTogether = createTurn((reads: readonly ReadAction[]) => judgeReads(pool, reads));
  const read = (action: unknown) => readAction(action, rules);
  const verify = async (actions: readonly unknown[]): Promise<ActionVerdict[]> => {
    if (pool.closing !== undefined) throw new AnchorlogError("verifier_closed", "this verifier pool was closed");
    // A few actions are read at once, so that later changes by the caller have no effect.
    const few = actions.length < LEAST_ACTIONS;
    return counted(pool, few ? judgeTogether(Array.from(actions, read)) : joined(judgeByThreads(pool, actions, read)));
  };
  return {
    verify,
    async *verifyEach(actions) {
      const ahead: Promise<ActionVerdict[]>[] = [];
      for await (const some of inGroups(actions, JOB_ACTIONS)) {
        const verdicts = verify(some);
        // If the consumer stops early or an earlier job fails, nobody awaits this promise. So its rejection is handled
        // here.
        verdicts.catch(() => undefined);
        ahead.push(verdicts);
        if (ahead.length > size * 2) yield* await ahead.shift()!;
      }
      for (const verdicts of ahead) yield* await verdicts;
    },
    signer: (signer) => signerByThreads(pool, signer),
    close: () => (pool.closing ??= close(pool)),
  };
}

/** Judges actions of several callers: a few on this thread, many on the pool's threads. */
function judgeReads(pool: OpenPool, reads: readonly ReadAction[]): Promise<ActionVerdict>[] {
  if (isForHere(pool, reads)) return judgeHere(pool, reads);
  const jobs = judgeByThreads(pool, reads, (read) => read);
  return reads.map(async (_, i) => (await jobs[Math.floor(i / JOB_ACTIONS)]!)[i % JOB_ACTIONS]!);
}

function isForHere({ signers }: OpenPool, reads: readonly ReadAction[]): boolean {
  if (currentEngine().name !== "wasm" || reads.length >= MOST_HERE) return false;
  if (reads.length < LEAST_ACTIONS) return true;
  const isCostly = (read: ReadAction) => "encoded" in read && !signers.isFrequent(read.encoded.message.actor);
  return reads.filter(isCostly).length < LEAST_ACTIONS;
}

function judgeHere({ rules, signers }: OpenPool, reads: readonly ReadAction[]): Promise<ActionVerdict>[] {
  const judge = async (read: ReadAction, recover?: RecoverAddress) => judgeRead(read, { ...rules, recover });
  // Tables take longer than recovery for a single signature.
  if (reads.length === 1) return [judge(reads[0]!)];
  const verdicts = reads.map((read, i) => judge(read, (...signed) => signers.recover(i, ...signed)));
  for (const i of signers.refuted()) verdicts[i] = verdicts[i]!.then(() => judge(reads[i]!));
  return verdicts;
}

/** Judges many actions in jobs. Each job's actions are read once a thread has room. */
function judgeByThreads<T>(
  { rules, team }: OpenPool,
  items: readonly T[],
  read: (item: T) => ReadAction,
): Promise<ActionVerdict[]>[] {
  const jobs: Promise<ActionVerdict[]>[] = [];
  for (let at = 0; at < items.length; at += JOB_ACTIONS) {
    const some = items.slice(at, at + JOB_ACTIONS);
    jobs.push(team.run(() => judgeAll(Array.from(some, read), rules)));
  }
  return jobs;
}

function signerByThreads(pool: OpenPool, signer: DigestSigner): DigestSigner {
  const { keys, team } = pool;
  const [secretKey, signHere] = [secretKeyOf(signer), signer.signMany];
  if (secretKey === undefined || signHere === undefined) return signer;
  const key = keys.get(secretKey) ?? { name: keys.size, secretKey };
  keys.set(secretKey, key);
  return signingBy(signer, async (digests) => {
    if (digests.length < LEAST_DIGESTS || pool.closing !== undefined) return signHere(digests);
    const jobs: Promise<Hex[]>[] = [];
    for (let at = 0; at < digests.length; at += JOB_ACTIONS) {
      const some = digests.slice(at, at + JOB_ACTIONS);
      // Signing goes first: those actions are already verified, and others still wait for that.
      jobs.push(team.run(() => writeDigests(some, key), { first: true }));
    }
    // If a thread died: the entries of these digests are stored and need their receipts, so they are signed here.
    return counted(pool, joined(jobs)).catch(() => signHere(digests));
  });
}

/** Waits for a result, for which `close` waits as well. */
async function counted<T>(pool: OpenPool, result: Promise<T>): Promise<T> {
  pool.running++;
  try {
    return await result;
  } finally {
    pool.running--;
    if (pool.running === 0 && pool.closing !== undefined) pool.idle.resolve();
  }
}

async function close({ running, idle, team }: OpenPool): Promise<void> {
  if (running > 0) await idle.promise;
  await team.stop();
}

/**
 * Combines calls within one turn of the event loop, as from many requests, into one. Each call waits only for its own
 * items.
 */
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

/** Packs the strict signatures of actions for recovery, and makes the function that turns the signers into verdicts. */
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
    packed.set(fromHex(encoded.message.actor, 20), at * JOB_BYTES + 97);
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
