/** The parts of an operator's status that need attention. /status and `anchorlog status` use this. */
import type { AlarmType } from "../../watch/alarms.ts";
import { assertOptionsOf } from "../../base/options.ts";
import { BEHIND_AFTER, deadlineOf } from "../../watch/status.ts";
import type { KeyEnds } from "../seal/keyEnds.ts";
import type { OperatorStatus } from "./status.ts";
import type { TimestampStatus } from "../timestamp/chain.ts";
import { countOf } from "../../base/countOf.ts";

/** A condition that the person who operates should look at. */
export type Concern = {
  readonly code:
    | "slashed"
    | "deadline_missed"
    | "challenge_unanswerable"
    | "budget_exhausted"
    | "challenge_open"
    | "promise_late"
    | "store_behind"
    | "archive_missing"
    | "exiting"
    | "stake_short"
    | "not_promising"
    | "guard_unread"
    | "no_receipts"
    | "actions_failing"
    | "next_key_missing"
    | "balance_low"
    | "transaction_stuck"
    | "endpoint_aside"
    | "unpublished"
    | "not_witnessed"
    | "export_failing"
    | "timestamp_late"
    | "watch_alarm"
    | "watch_behind"
    | "nobody_leads"
    | "chain_unread"
    | "store_unread";
  readonly message: string;
  /** Distinguishes concerns that have the same code. */
  readonly about?: string;
};

/** Wei that the paying account should have. */
const LOW_BALANCE = 50_000_000_000_000_000n;
/** Milliseconds after which a transaction without a block is a concern. */
const STUCK_AFTER = 600_000;
/** Milliseconds after which an overdue timestamp is a concern. */
const TIMESTAMP_LATE_AFTER = 3_600_000;
/** Milliseconds after which an overdue publication is a concern, and one without its cosignatures. */
const UNPUBLISHED_AFTER = 600_000;
const UNWITNESSED_AFTER = 60_000;
/** Milliseconds for which a missed deadline, and actions that could not be accepted, remain a concern. */
const RECENT = 3_600_000;
/** The share of the promised delay after which the oldest promise is a concern. */
const LATE_SHARE = 0.2;

/** A status that may be partly known. Absent parts raise no concern. */
export type KnownStatus = Pick<OperatorStatus, "at" | "logs" | "anchored"> &
  Partial<Omit<OperatorStatus, "at" | "logs" | "anchored" | "timestamps">> & {
    readonly timestamps: readonly (Pick<TimestampStatus, "chainId"> & Partial<TimestampStatus>)[];
  };

/**
 * Lists all concerns, the gravest first.
 *
 * @example
 * for (const { code, message } of concernsOf(await anchorlog.status())) log("warn", code, { message })
 */
export function concernsOf(status: KnownStatus): Concern[] {
  assertOptionsOf("concernsOf", status, "give what status() returned");
  return [
    ...ofStake(status),
    ...ofWatch(status),
    ...ofPromises(status),
    ...ofStore(status),
    ...ofActions(status),
    ...ofChain(status),
    ...ofTiles(status),
    ...ofTimestamps(status),
    ...ofProcess(status),
  ];
}

/** Returns the concern if the condition holds. */
function when(is: boolean, code: Concern["code"], message: string, about?: string): Concern[] {
  return is ? [{ code, message, ...(about === undefined ? {} : { about }) }] : [];
}

const dateOf = (time: number): string => new Date(time).toISOString();

function ofStake({ stake, watch }: KnownStatus): Concern[] {
  if (stake === undefined) return [];
  const { status, held, required, openChallenges, exitableFrom } = stake;
  const nearest = watch === undefined ? Infinity : deadlineOf(watch.challenges);
  const until = nearest === Infinity ? "by its deadline" : `until ${dateOf(1_000 * nearest)}`;
  const paid = exitableFrom === undefined ? "" : `, and its stake can be paid out from ${dateOf(1_000 * exitableFrom)}`;
  return [
    ...when(
      status === "slashed",
      "slashed",
      "the operator was convicted of a fault, and its stake is gone: it anchors and promises nothing any more",
    ),
    ...when(
      openChallenges > 0,
      "challenge_open",
      `${countOf(openChallenges, "open challenge")}: one that is not answered ${until} costs the stake`,
    ),
    ...when(
      status === "exiting" || status === "exited",
      "exiting",
      `the operator leaves: it anchors and promises nothing any more${paid}`,
    ),
    ...when(
      status === "open" && held < required,
      "stake_short",
      "the stake is too small to anchor, and nothing new is promised: npx anchorlog stake deposit",
    ),
  ];
}

/**
 * Watchtower alarms with their own concern code. Open challenges and slashing have "": the stake's concerns report
 * them.
 */
const OF_ALARMS: Readonly<Partial<Record<AlarmType, Concern["code"] | "">>> = {
  "challenge.unanswerable": "challenge_unanswerable",
  "budget.exhausted": "budget_exhausted",
  "challenge.open": "",
  "operator.slashed": "",
};

function ofWatch({ watch }: KnownStatus): Concern[] {
  if (watch === undefined) return [];
  const { alarms, lag, unsaved } = watch;
  const found = alarms.flatMap(({ type, message, data }) => {
    const code = OF_ALARMS[type] ?? "watch_alarm";
    const { id } = data;
    return code === "" ? [] : when(true, code, message, typeof id === "string" ? `${type} ${id}` : type);
  });
  const behind = lag?.seconds ?? 0;
  return [
    ...found,
    ...when(unsaved !== undefined, "watch_alarm", `the watchtower answers no challenge: ${unsaved}`, "state"),
    ...when(behind > BEHIND_AFTER, "watch_behind", `the watchtower has read no block that is younger than ${behind} s`),
  ];
}

function ofPromises(status: KnownStatus): Concern[] {
  const { at, lastMissed = 0, overdue = 0, oldestPromise, deadline, transactions } = status;
  // If the chain could not be read, the oldest promise may have been anchored long ago.
  const isPast = status.anchored !== undefined && deadline !== undefined && at > deadline;
  const waited = oldestPromise === undefined ? 0 : at - oldestPromise;
  const isLate =
    deadline !== undefined && oldestPromise !== undefined && waited > LATE_SHARE * (deadline - oldestPromise);
  const why = transactions?.held === undefined ? "" : `: ${transactions.held}`;
  return [
    ...when(
      isPast || overdue > 0 || at - lastMissed < RECENT,
      "deadline_missed",
      isPast || overdue > 0
        ? "a promise was not anchored by its deadline: anchor, and expect challenges"
        : `a promise was not anchored by its deadline, at ${dateOf(lastMissed)}: expect challenges`,
    ),
    ...when(
      isLate && !isPast,
      "promise_late",
      `the oldest promise has waited ${Math.round(waited / 1000)} s for its anchor${why}`,
    ),
  ];
}

function ofStore({ missing = [], archiveMissing = [] }: KnownStatus): Concern[] {
  const behind = missing.flatMap((lack) =>
    when(
      true,
      "store_behind",
      lack.forked
        ? "the store is of another history"
        : `the store lacks ${lack.what} ${lack.from} to ${lack.to - 1}: restore them`,
      lack.what === "entries" ? `log ${lack.log}` : "the batch log",
    ),
  );
  const [file] = archiveMissing;
  const files = countOf(archiveMissing.length, "file");
  return [
    ...behind,
    ...when(
      file !== undefined,
      "archive_missing",
      `${files} of the archive missing or damaged, for example ${file?.name}: put them back from a copy`,
    ),
  ];
}

function ofActions({ at, shedding, missing = [], stake, guard, trouble, keyEnds }: KnownStatus): Concern[] {
  // Gaps in the store and a short stake have their own concerns.
  const isSaid = missing.length > 0 || (shedding?.code === "not_in_standing" && stake?.standing === false);
  const isTroubled = trouble !== undefined && at - trouble.at < RECENT;
  const isUnsigned = trouble?.code === "receipt_unavailable";
  return [
    ...when(shedding !== undefined && !isSaid, "not_promising", `nothing new is promised: ${shedding?.message}`),
    ...when(guard === false, "guard_unread", "the guard does not answer: nothing is promised or signed without it"),
    ...when(isTroubled && isUnsigned, "no_receipts", `actions are in the log without receipts: ${trouble?.message}`),
    ...when(isTroubled && !isUnsigned, "actions_failing", `actions are answered ${trouble?.code}: ${trouble?.message}`),
    ...Object.entries(keyEnds ?? {}).flatMap(([role, end]) =>
      when(
        end !== undefined,
        "next_key_missing",
        `from ${dateOf(end ?? 0)} on the registry takes another ${role} key, which this process does not have: ` +
          NEXT_KEYS[role as keyof KeyEnds],
        `the ${role} key`,
      ),
    ),
  ];
}

const NEXT_KEYS: Readonly<Record<keyof KeyEnds, string>> = { anchor: "keys.nextAnchor", receipt: "keys.nextReceipt" };

function ofChain({ at, account, transactions }: KnownStatus): Concern[] {
  const { pending, endpoints = [] } = transactions ?? {};
  return [
    ...when(
      (account?.balance ?? LOW_BALANCE) < LOW_BALANCE,
      "balance_low",
      `the account ${account?.address} is almost empty: send it ether`,
    ),
    ...when(
      pending !== undefined && at - pending.since > STUCK_AFTER,
      "transaction_stuck",
      `the transaction with nonce ${pending?.nonce} is in no block yet`,
    ),
    ...endpoints.flatMap(({ index, state, why }) =>
      when(
        state !== "good",
        "endpoint_aside",
        `the RPC endpoint ${index} was put aside: ${why ?? state}`,
        `endpoint ${index}`,
      ),
    ),
  ];
}

function ofTiles({ at, publishDue = at, unwitnessedSince = at, exportFailure }: KnownStatus): Concern[] {
  return [
    ...when(
      at - publishDue > UNPUBLISHED_AFTER,
      "unpublished",
      `closed batches should have been published ${Math.round((at - publishDue) / 1000)} s ago`,
    ),
    ...when(
      at - unwitnessedSince > UNWITNESSED_AFTER,
      "not_witnessed",
      "the published checkpoint lacks cosignatures that the policy needs",
    ),
    ...when(exportFailure !== undefined, "export_failing", `the export is not written: ${exportFailure}`),
  ];
}

function ofTimestamps({ at, timestamps }: KnownStatus): Concern[] {
  return timestamps.flatMap(({ chainId, dueSince, failure, transactions }) => {
    // Endpoints that are merely silent recover without help; the wrong chain does not.
    const aside = (transactions?.endpoints ?? []).flatMap(({ index, state, why }) =>
      when(
        state === "wrong_chain",
        "endpoint_aside",
        `the RPC endpoint ${index} of chain ${chainId} was put aside: ${why}`,
        `chain ${chainId}, endpoint ${index}`,
      ),
    );
    const since = dueSince === undefined ? 0 : at - dueSince;
    const why = failure === undefined ? "" : `: ${failure}`;
    const message = `a timestamp on chain ${chainId} has been due for ${Math.round(since / 1000)} s${why}`;
    return [...aside, ...when(since > TIMESTAMP_LATE_AFTER, "timestamp_late", message, `chain ${chainId}`)];
  });
}

/** Milliseconds between the clocks of a process and its database, at most. */
const CLOCKS_APART = 60_000;

function ofProcess({ at, lease, logs, anchored, account }: KnownStatus): Concern[] {
  // While the store does not answer, another process may have renewed the lease.
  const isOver = logs !== undefined && lease?.until !== undefined && at - lease.until > CLOCKS_APART;
  const isLed = lease === undefined || lease.held || (lease.leader !== undefined && !isOver);
  const unread = anchored === undefined || account?.balance === undefined;
  return [
    ...when(!isLed, "nobody_leads", "no process closes, signs and anchors"),
    ...when(logs === undefined, "store_unread", "the store does not answer"),
    ...when(unread && account !== undefined, "chain_unread", "the chain could not be read"),
  ];
}
