import type { Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { confirmedClient } from "../endpoints.ts";
import { deepestReasonOf } from "../failures.ts";
import type { Ask } from "../questions.ts";
import { ChainUnavailableError } from "../view.ts";
import { encodeCall } from "./calls.ts";
import type { Job } from "./jobs.ts";
import { createPursuit, type Pursuit } from "./pursuit.ts";
import { checkSettings } from "./settings.ts";
import { openSigning } from "./signing.ts";
import type { Transactions, TransactionsOptions, TransactionsStatus } from "./types.ts";

/** Milliseconds of the first pause between two looks. Each pause is twice the one before, up to the setting. */
const FIRST_PAUSE_MS = 50;

/**
 * Sends the transactions of one account. Each is stored before it is sent, and its nonce ends consumed or released. Let nothing else send from the account. If something does, each call still happens only once.
 *
 * @throws AnchorlogError `bad_option` if a setting is out of its range, or contradicts another.
 */
export function openTransactions({
  chain,
  store,
  settings: given,
  clock = Date.now,
  atOnce = 1,
  onEvent = () => {},
}: TransactionsOptions): Transactions {
  const { walletClient, publicClient } = chain;
  const interval = publicClient.pollingInterval;
  const settings = checkSettings(given, interval === undefined ? undefined : interval / 1000);
  const client = confirmedClient(chain, { requestTimeout: settings.requestTimeout });
  const closing = new AbortController();
  const isClosed = () => closing.signal.aborted;
  const ask: Ask = (method, params) => unlessAborted(closing.signal, () => client.request({ method, params }));
  const jobs: Job[] = [];
  const pursuit: Pursuit = createPursuit({
    ask,
    account: walletClient.account.address.toLowerCase() as Hex,
    chainId: walletClient.chain.id,
    mayRewind: client.mayRewind,
    signing: openSigning(walletClient, ask, settings.requestTimeout),
    store,
    settings,
    clock,
    onEvent,
    atOnce,
    jobs,
  });
  let running: Promise<void> | undefined;
  let failures = 0;
  let wake = () => {};

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** Rejects the callers whose patience is exhausted. */
  const complain = (error: unknown): void => {
    const { hash: transactionHash } = pursuit.status().pending ?? {};
    const details = transactionHash === undefined ? {} : { details: { transactionHash } };
    for (const job of jobs.filter(({ patience = Infinity }) => failures >= patience)) {
      pursuit.settled(job);
      if (error instanceof AnchorlogError && error.code === "fees_too_high") job.reject(error);
      else {
        const why = `${job.call.name}: its outcome is unknown: ${deepestReasonOf(error)}`;
        job.reject(new ChainUnavailableError(why, { cause: error, ...details }));
      }
    }
  };

  const run = async (): Promise<void> => {
    const longest = settings.pollInterval * 1000;
    const first = Math.min(FIRST_PAUSE_MS, longest);
    let next = first;
    while (!isClosed() && (!pursuit.isLoaded() || pursuit.status().pending !== undefined || jobs.length > 0)) {
      let moved = false;
      try {
        moved = await pursuit.look();
        failures = 0;
      } catch (error) {
        if (isClosed()) return;
        failures++;
        pursuit.failed(error);
        complain(error);
      }
      if (moved) next = first;
      else if (!isClosed()) await pause(next);
      if (!moved) next = Math.min(2 * next, longest);
    }
  };
  const start = (): void => {
    wake();
    running ??= run().finally(() => {
      running = undefined;
      // A call may have arrived while the last look ended.
      if (!isClosed() && jobs.length > 0) start();
    });
  };
  return {
    send: (call, { key = `call:${crypto.randomUUID()}`, ...options } = {}) =>
      new Promise((resolve, reject) => {
        if (isClosed()) throw closedError();
        jobs.push({ ...options, key, call: encodeCall(call), resolve, reject });
        start();
      }),
    resume: async () => {
      if (isClosed()) throw closedError();
      await pursuit.load();
      start();
    },
    status: (): TransactionsStatus => ({ ...pursuit.status(), endpoints: client.endpoints() }),
    close: async () => {
      closing.abort();
      wake();
      await running;
      for (const { reject } of jobs.splice(0)) reject(closedError());
    },
  };
}

/**
 * Returns the answer, or rejects once the signal is aborted. A transaction that the node may have taken is already
 * stored.
 */
async function unlessAborted<T>(signal: AbortSignal, question: () => Promise<T>): Promise<T> {
  if (signal.aborted) throw closedError();
  const { promise: end, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(closedError());
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([end, question()]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function closedError(): AnchorlogError {
  return new AnchorlogError("transactions_closed", "the sender of transactions was closed");
}
