import type { Hex } from "../../base/hex.ts";
import { assertGiven } from "../../base/options.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { unlessAborted } from "../../base/within.ts";
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
export function openTransactions(options: TransactionsOptions): Transactions {
  const needed = ["chain.publicClient.request()", "chain.walletClient.account.address", "store.read()"];
  assertGiven("openTransactions", options, ...needed);
  const { chain, store, settings: given, clock = Date.now, atOnce = 1, onEvent = () => {} } = options;
  const { walletClient, publicClient } = chain;
  const interval = publicClient.pollingInterval;
  const settings = checkSettings(given, interval === undefined ? undefined : interval / 1000);
  const client = confirmedClient(chain, { requestTimeout: settings.requestTimeout });
  const closing = new AbortController();
  const { signal } = closing;
  // A transaction that the node may have taken is already stored.
  const ask: Ask = async (method, params) => {
    if (signal.aborted) throw closedError();
    return unlessAborted(signal, client.request({ method, params }), closedError);
  };
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
  const longest = settings.pollInterval * 1000;
  const sender: Sender = { pursuit, jobs, signal, longest, running: undefined, failures: 0, wake: () => {} };
  return {
    send: (call, { key = `call:${crypto.randomUUID()}`, ...options } = {}) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) throw closedError();
        jobs.push({ ...options, key, call: encodeCall(call), resolve, reject });
        start(sender);
      }),
    resume: async () => {
      if (signal.aborted) throw closedError();
      await pursuit.load();
      start(sender);
    },
    status: (): TransactionsStatus => ({ ...pursuit.status(), endpoints: client.endpoints() }),
    close: async () => {
      closing.abort();
      sender.wake();
      await sender.running;
      for (const { reject } of jobs.splice(0)) reject(closedError());
    },
  };
}

/** The loop that looks at the chain as long as something is pending or waiting. */
type Sender = {
  readonly pursuit: Pursuit;
  readonly jobs: Job[];
  /** Aborted by `close`. */
  readonly signal: AbortSignal;
  /** Milliseconds of the longest pause between two looks. */
  readonly longest: number;
  running: Promise<void> | undefined;
  /** Failed looks in a row. */
  failures: number;
  /** Ends the pause. */
  wake: () => void;
};

function start(sender: Sender): void {
  sender.wake();
  sender.running ??= run(sender).finally(() => {
    sender.running = undefined;
    // A call may have arrived while the last look ended.
    if (!sender.signal.aborted && sender.jobs.length > 0) start(sender);
  });
}

async function run(sender: Sender): Promise<void> {
  const { pursuit, jobs, signal, longest } = sender;
  const first = Math.min(FIRST_PAUSE_MS, longest);
  let next = first;
  while (!signal.aborted && (!pursuit.isLoaded() || pursuit.status().pending !== undefined || jobs.length > 0)) {
    let moved = false;
    try {
      moved = await pursuit.look();
      sender.failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      sender.failures++;
      pursuit.failed(error);
      complain(sender, error);
    }
    if (moved) next = first;
    else if (!signal.aborted) await pause(sender, next);
    if (!moved) next = Math.min(2 * next, longest);
  }
}

function pause(sender: Sender, milliseconds: number): Promise<void> {
  return new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    sender.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/** Rejects the callers whose patience is exhausted. */
function complain({ pursuit, jobs, failures }: Sender, error: unknown): void {
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
}

function closedError(): AnchorlogError {
  return new AnchorlogError("transactions_closed", "the sender of transactions was closed");
}
