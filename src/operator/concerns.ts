/** What of an operator's status needs somebody's attention: /health and `anchorlog status` are made of it. */
import type { OperatorStatus } from "./status.ts";
import type { TimestampStatus } from "./timestamping/chain.ts";

/** Something to see to. */
export type Concern = {
  readonly code:
    | "deadline_missed"
    | "promise_late"
    | "not_promising"
    | "store_behind"
    | "archive_missing"
    | "stake_short"
    | "balance_low"
    | "transaction_stuck"
    | "endpoint_aside"
    | "timestamp_late"
    | "nobody_leads"
    | "chain_unread"
    | "store_unread";
  readonly message: string;
  /** Which of several it is, where there may be several of this code. */
  readonly about?: string;
};

/** Wei that the paying account should have. */
export const LOW_BALANCE = 50_000_000_000_000_000n;
/** Milliseconds after which a transaction that is in no block is somebody's concern. */
export const STUCK_AFTER = 600_000;
/** Milliseconds for which a timestamp may be due before that is somebody's concern. */
export const TIMESTAMP_LATE_AFTER = 3_600_000;
/** Of the promised delay: the oldest promise has waited for so much of it. */
export const LATE_SHARE = 0.2;

/** What may be known of a status: what is absent is nobody's concern here. */
export type KnownStatus = Pick<OperatorStatus, "at" | "logs" | "anchored"> &
  Partial<Omit<OperatorStatus, "at" | "logs" | "anchored" | "timestamps">> & {
    readonly timestamps: readonly (Pick<TimestampStatus, "chainId"> & Partial<TimestampStatus>)[];
  };

/** All concerns, the gravest first. */
export function concernsOf(status: KnownStatus): Concern[] {
  const { at, missedDeadlines = 0, oldestPromise, deadline, shedding, missing = [] } = status;
  const { lease, stake, account, transactions, archiveMissing = [] } = status;
  const found: Concern[] = [];
  const say = (is: boolean, code: Concern["code"], message: string, about?: string): void =>
    void (is && found.push({ code, message, ...(about === undefined ? {} : { about }) }));
  const isPast = deadline !== undefined && at > deadline;
  say(
    isPast || missedDeadlines > 0,
    "deadline_missed",
    "a promise was not anchored by its deadline: anchor, and expect challenges",
  );
  const waited = oldestPromise === undefined ? 0 : at - oldestPromise;
  const isLate =
    deadline !== undefined && oldestPromise !== undefined && waited > LATE_SHARE * (deadline - oldestPromise);
  say(isLate && !isPast, "promise_late", `the oldest promise has waited ${Math.round(waited / 1000)} s for its anchor`);
  for (const lack of missing) {
    const what = `${lack.what} ${lack.from} to ${lack.to - 1}`;
    say(
      true,
      "store_behind",
      lack.forked ? "the store is of another history" : `the store lacks ${what}: restore them`,
      lack.what === "entries" ? `log ${lack.log}` : "the batch log",
    );
  }
  const [file] = archiveMissing;
  const files = `${archiveMissing.length} files of the archive`;
  say(
    file !== undefined,
    "archive_missing",
    `${files} are missing or damaged, ${file?.name} say: put them back from a copy of it`,
  );
  say(shedding !== undefined && missing.length === 0, "not_promising", `nothing new is promised: ${shedding?.message}`);
  const { held, required } = stake ?? {};
  say(
    held !== undefined && required !== undefined && held < required,
    "stake_short",
    "the stake is too small to anchor: anchorlog stake deposit",
  );
  say(
    (account?.balance ?? LOW_BALANCE) < LOW_BALANCE,
    "balance_low",
    `the account ${account?.address} is almost empty: send it ether`,
  );
  const { pending, endpoints = [] } = transactions ?? {};
  say(
    pending !== undefined && at - pending.since > STUCK_AFTER,
    "transaction_stuck",
    `a transaction of nonce ${pending?.nonce} is in no block yet`,
  );
  for (const { index, state, why } of endpoints)
    say(
      state !== "good",
      "endpoint_aside",
      `the RPC endpoint ${index} was put aside: ${why ?? state}`,
      `endpoint ${index}`,
    );
  for (const { chainId, dueSince, failure, transactions: there } of status.timestamps) {
    // It does not mend itself as silence does.
    for (const { index, state, why } of there?.endpoints ?? [])
      say(
        state === "wrong_chain",
        "endpoint_aside",
        `the RPC endpoint ${index} of chain ${chainId} was put aside: ${why}`,
        `chain ${chainId}, endpoint ${index}`,
      );
    const since = dueSince === undefined ? 0 : at - dueSince;
    const why = failure === undefined ? "" : `: ${failure}`;
    const message = `a timestamp on chain ${chainId} has been due for ${Math.round(since / 1000)} s${why}`;
    say(since > TIMESTAMP_LATE_AFTER, "timestamp_late", message, `chain ${chainId}`);
  }
  const isLed = lease === undefined || lease.held || lease.leader !== undefined;
  say(!isLed, "nobody_leads", "no process closes, signs and anchors");
  say(status.logs === undefined, "store_unread", "the store does not answer");
  const unread = status.anchored === undefined || account?.balance === undefined;
  say(unread && account !== undefined, "chain_unread", "the chain could not be read");
  return found;
}
