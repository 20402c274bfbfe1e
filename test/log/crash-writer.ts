// Submits actions for ever, one at a time and in batches at once, and reports what came of each, until it is killed.
// What the store could not say is submitted again.
import { setTimeout } from "node:timers/promises";
import type { SignedAction } from "anchorlog/action";
import { openTestOperator, signAction, wallets } from "../operator.ts";
import { effectOf, LOGS, type Report } from "./crash-reports.ts";

const [folder, round] = process.argv.slice(2);
const { anchorlog, options } = await openTestOperator(folder, Date.now);
let next = Number(round) * 1_000_000;

const report = (line: Report) => process.stdout.write(`${JSON.stringify(line)}\n`);

async function submit(log: string, count: number, atomic: boolean): Promise<void> {
  const actions: SignedAction[] = [];
  const deadline = Math.floor(Date.now() / 1000) + 600;
  for (let i = 0; i < count; i++) actions.push(await signAction(wallets[next % 3]!, log, next++, { deadline }));
  const effects = actions.map((action) => [effectOf(action)]);
  for (let again = true; again;) {
    const answers = await anchorlog.submitMany(actions, { atomic, effects });
    again = answers.some(({ status }) => status === "indeterminate");
    for (const answer of answers) {
      if (answer.status === "refused") throw new Error(JSON.stringify(answer));
      if (answer.status === "indeterminate") report({ failed: answer.code });
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
