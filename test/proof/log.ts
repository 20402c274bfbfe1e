/**
 * A log of real entries in two batches, under one checkpoint. Provers get its entries, and verifiers trust its
 * checkpoint.
 */
import { parseCheckpoint } from "anchorlog/batch";
import { openTestOperator, signAction, types, wallets } from "../operator.ts";

const LOG = "a.example";

/** 20 entries in the first batch, with a vote at entry 3; then three more. */
export async function openProvenLog() {
  const { anchorlog } = await openTestOperator();
  const actions = await Promise.all(
    Array.from({ length: 23 }, (_, nonce) =>
      signAction(wallets[nonce % 3]!, LOG, nonce, nonce === 3 ? { kind: "Vote", payload: { yes: true } } : {}),
    ),
  );
  for (const [i, action] of actions.entries()) {
    if (i === 20) await anchorlog.closeBatches();
    const answer = await anchorlog.submit(action);
    if (answer.status !== "accepted") throw new Error(JSON.stringify(answer));
  }
  await anchorlog.closeBatches();
  const { note: first } = await anchorlog.checkpoint();
  const bundles = [];
  for (let index = 0; index < actions.length; index++) bundles.push(await anchorlog.bundle({ log: LOG, index }));
  await anchorlog.submit(await signAction(wallets[0]!, LOG, 99));
  const promised = await anchorlog.bundle({ log: LOG, index: 23 });
  await anchorlog.closeBatches();
  const { note: second } = await anchorlog.checkpoint();
  const later = await anchorlog.bundle({ log: LOG, index: 0 });
  return {
    bundles,
    promised,
    /** Entry 0's bundle under the second checkpoint. */
    later,
    checkpoint: parseCheckpoint(first),
    laterCheckpoint: parseCheckpoint(second),
    entries: bundles.slice(0, 20).map(({ entry, action }) => ({ entry, action })),
    kinds: types.kinds,
  };
}
