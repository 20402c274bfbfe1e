// Submits actions for ever and prints each acknowledged entry, until it is killed.
import { openTestOperator, signAction, wallets } from "../operator.ts";

const [folder, round] = process.argv.slice(2);
const { anchorlog } = await openTestOperator(folder);
for (let i = 0; ; i++) {
  const answer = await anchorlog.submit(
    await signAction(wallets[0]!, "a.example", BigInt(round!) * 1_000_000n + BigInt(i)),
  );
  if (answer.status !== "accepted") throw new Error(JSON.stringify(answer));
  process.stdout.write(`${answer.receipt.entry}\n`);
}
