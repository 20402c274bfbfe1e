// Submits actions until it is killed, one at a time and in batches, and reports each result. If the outcome is unknown,
// it submits the action again.
import { setTimeout } from "node:timers/promises";
import { toHex } from "anchorlog";
import { ANYBODY, objectKeyOf, type SignedAction } from "anchorlog/action";
import { openTestOperator, signAction, types, wallets } from "../operator.ts";
import { effectOf, LOGS, type Report } from "./crash-reports.ts";

const [folder, round] = process.argv.slice(2);
const { anchorlog, options } = await openTestOperator(folder, Date.now);
const TRANSFER = { to: `0x${"bb".repeat(20)}`, price: "1", salt: `0x${"5a".repeat(32)}` } as const;
let next = Number(round) * 1_000_000;

const report = (line: Report) => process.stdout.write(`${JSON.stringify(line)}\n`);

/**
 * All actions contend for a few objects. Every seventh is an ask. Of the others, every third names a new holder: a
 * wallet or anybody.
 */
async function signNext(log: string, deadline: number): Promise<SignedAction> {
  const nonce = next++;
  const objectId = `object ${nonce % 5}`;
  const wallet = wallets[(nonce >> 2) % 3]!;
  if (nonce % 7 === 0) {
    const objectKey = objectKeyOf(types.kinds.get("Transfer")!, { ...TRANSFER, objectId });
    return signAction(wallet, log, nonce, { deadline, kind: "Ask", payload: { objectKey } });
  }
  if (nonce % 3 > 0) return signAction(wallet, log, nonce, { deadline, payload: { ...TRANSFER, objectId } });
  const holder = nonce % 5 < 2 ? wallets[(nonce >> 4) % 3]!.address.toLowerCase() : toHex(ANYBODY);
  return signAction(wallet, log, nonce, { deadline, kind: "Hand", payload: { objectId, holder } });
}

/** The codes for an action whose object another account holds, and for all other actions of an atomic call. */
const EXPECTED = new Set(["not_holder", "not_appended"]);

async function submit(log: string, count: number, atomic: boolean): Promise<void> {
  const actions: SignedAction[] = [];
  const deadline = Math.floor(Date.now() / 1000) + 600;
  for (let i = 0; i < count; i++) actions.push(await signNext(log, deadline));
  const effects = actions.map((action) => [effectOf(action)]);
  for (let again = true; again;) {
    const answers = await anchorlog.submitMany(actions, { atomic, effects });
    again = answers.some(({ status }) => status === "indeterminate");
    for (const answer of answers) {
      if (answer.status === "refused" && !EXPECTED.has(answer.code)) throw new Error(JSON.stringify(answer));
      if (answer.status === "indeterminate") report({ failed: answer.code });
      else if (answer.status === "refused") report({ refused: answer.code });
      else report({ status: answer.status, log, receipt: answer.receipt });
    }
    if (again) {
      await setTimeout(20);
      report({ readable: (await options.store.head(actions[0]!.message.log)).size });
    }
  }
}

const keepSubmitting = async (log: string, count: number, atomic: boolean) => {
  for (;;) await submit(log, count, atomic);
};
await Promise.all([
  ...[0, 1, 0, 1].map((i) => keepSubmitting(LOGS[i]!, 1, false)),
  keepSubmitting(LOGS[0]!, 7, false),
  keepSubmitting(LOGS[1]!, 5, true),
]);
