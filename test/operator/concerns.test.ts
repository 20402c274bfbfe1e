import { expect, it } from "vitest";
import { concernsOf, type KnownStatus } from "../../src/operator/observe/concerns.ts";

const AT = Date.UTC(2026, 0, 5, 9);
const WELL: KnownStatus = { at: AT, logs: 1, anchored: 1, timestamps: [] };
const ETHER = 10n ** 18n;

const stake = {
  status: "open",
  standing: true,
  openChallenges: 0,
  exitableFrom: undefined,
  held: ETHER,
  required: ETHER,
} as const;
const account = { address: "0x00000000000000000000000000000000000000aa", balance: ETHER / 20n } as const;
const endpoint = { index: 1, state: "good", why: undefined } as const;
const chain = { chainId: 10, dueSince: AT - 3_600_000 };

type Parts = Readonly<Record<string, unknown>>;
const codes = (parts: Parts) => concernsOf({ ...WELL, ...parts }).map(({ code }) => code);
const pendingSince = (since: number, endpoints: readonly Parts[] = []) => ({
  transactions: { pending: { nonce: 3, since }, endpoints },
});
const watching = (lag: number, ...alarms: readonly Parts[]) => ({
  watch: { alarms, lag: { seconds: lag }, challenges: [{ deadline: AT / 1_000 + 60 }, { deadline: AT / 1_000 + 30 }] },
});
const alarm = (type: string) => ({ type, message: type, data: { id: "7" } });

it.each<[name: string, parts: Parts]>([
  ["nothing but the store and the chain is known", {}],
  ["the stake is exactly what is required", { stake }],
  ["the account has exactly what it should", { account }],
  ["a transaction has waited for ten minutes, by a good endpoint", pendingSince(AT - 600_000, [endpoint])],
  ["a timestamp has been due for an hour", { timestamps: [chain] }],
  ["an endpoint of a further chain is silent", { timestamps: [{ ...chain, ...aside("silent") }] }],
  ["a batch had to be published ten minutes ago", { publishDue: AT - 600_000 }],
  ["cosignatures have lacked for a minute", { unwitnessedSince: AT - 60_000 }],
  ["a promise is exactly at its deadline, of an hour ago", { deadline: AT, lastMissed: AT - 3_600_000 }],
  ["a promise has waited a fifth of its time", { oldestPromise: AT - 20, deadline: AT + 80 }],
  ["the chain could not be read since a deadline passed", { anchored: undefined, deadline: AT - 1 }],
  ["actions failed an hour ago", { trouble: { at: AT - 3_600_000, code: "overloaded", message: "" } }],
  ["the watchtower is ten minutes behind", watching(600)],
  ["the watchtower tells what the stake tells", watching(0, alarm("challenge.open"), alarm("operator.slashed"))],
  ["another process leads", { lease: { held: false, leader: "other", until: AT - 60_000 } }],
  ["the guard answers, and no key ends", { guard: true, keyEnds: { anchor: undefined, receipt: undefined } }],
])("no concern is raised if %s", (_, parts) => {
  expect(codes(parts)).toEqual([]);
});

it.each<[code: string, parts: Parts]>([
  ["slashed", { stake: { ...stake, status: "slashed" } }],
  ["challenge_open", { stake: { ...stake, openChallenges: 1 } }],
  ["exiting", { stake: { ...stake, status: "exiting", held: 0n } }],
  ["exiting", { stake: { ...stake, status: "exited", held: 0n } }],
  ["stake_short", { stake: { ...stake, held: ETHER - 1n } }],
  ["balance_low", { account: { ...account, balance: account.balance - 1n } }],
  ["chain_unread", { account: { ...account, balance: undefined } }],
  ["chain_unread", { account, anchored: undefined }],
  ["store_unread", { logs: undefined }],
  ["store_unread", { logs: undefined, lease: { held: false, leader: "other", until: AT - 60_001 } }],
  ["nobody_leads", { lease: { held: false, leader: undefined } }],
  ["nobody_leads", { lease: { held: false, leader: "other", until: AT - 60_001 } }],
  ["transaction_stuck", pendingSince(AT - 600_001)],
  ["endpoint_aside", pendingSince(AT, [{ ...endpoint, state: "silent" }])],
  ["endpoint_aside", { timestamps: [{ chainId: 10, ...aside("wrong_chain") }] }],
  ["timestamp_late", { timestamps: [{ ...chain, dueSince: chain.dueSince - 1 }] }],
  ["unpublished", { publishDue: AT - 600_001 }],
  ["not_witnessed", { unwitnessedSince: AT - 60_001 }],
  ["export_failing", { exportFailure: "ENOSPC" }],
  ["watch_alarm", { watch: { ...watching(0).watch, unsaved: "ENOSPC" } }],
  ["deadline_missed", { deadline: AT - 1 }],
  ["deadline_missed", { overdue: 1 }],
  ["deadline_missed", { lastMissed: AT - 3_599_999 }],
  ["promise_late", { oldestPromise: AT - 21, deadline: AT + 79 }],
  ["not_promising", { shedding: { code: "overloaded", message: "" } }],
  ["not_promising", { shedding: { code: "not_in_standing", message: "" }, stake }],
  ["guard_unread", { guard: false }],
  ["no_receipts", { trouble: { at: AT, code: "receipt_unavailable", message: "" } }],
  ["actions_failing", { trouble: { at: AT - 3_599_999, code: "overloaded", message: "" } }],
  ["next_key_missing", { keyEnds: { anchor: AT, receipt: undefined } }],
  ["challenge_unanswerable", watching(0, alarm("challenge.unanswerable"))],
  ["budget_exhausted", watching(0, alarm("budget.exhausted"))],
  ["watch_alarm", watching(0, alarm("checkpoint.forked"))],
  ["watch_behind", watching(601)],
])("%s is raised, and no other concern", (code, parts) => {
  expect(codes(parts)).toEqual([code]);
});

it("a concern names the part that it is about", () => {
  const raised = concernsOf({
    ...WELL,
    ...watching(0, alarm("budget.exhausted")),
    stake: { ...stake, openChallenges: 2 },
    ...pendingSince(AT - 600_001, [{ ...endpoint, state: "lying", why: "it lied" }]),
    timestamps: [{ ...chain, dueSince: chain.dueSince - 1_000, failure: "no ether", ...aside("wrong_chain") }],
  } as unknown as KnownStatus);
  expect(raised).toMatchObject([
    { code: "challenge_open", message: expect.stringMatching("2 open challenges: .* until 2026-01-05T09:00:30.000Z") },
    { code: "budget_exhausted", message: "budget.exhausted", about: "budget.exhausted 7" },
    { code: "transaction_stuck", message: expect.stringContaining("nonce 3") },
    { code: "endpoint_aside", message: expect.stringContaining("it lied"), about: "endpoint 1" },
    { code: "endpoint_aside", message: expect.stringContaining("chain 10"), about: "chain 10, endpoint 1" },
    { code: "timestamp_late", message: expect.stringMatching("due for 3601 s: no ether"), about: "chain 10" },
  ]);
});

/** A further chain whose endpoint is in this state. */
function aside(state: string): Parts {
  return { transactions: { endpoints: [{ ...endpoint, state, why: "of another chain" }] } };
}
