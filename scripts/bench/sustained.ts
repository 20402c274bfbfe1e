/**
 * Measures the throughput over minutes: actions are submitted as fast as they are answered, while their batches are
 * closed and both trees of each batch are built. The actions are signed on the same cores.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openAnchorlog } from "../../src/operator/open.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { keys, operator, types } from "../../test/operator.ts";
import { type BenchCase, OURS, same } from "./frame.ts";
import { LOG, signedActions } from "./log/actions.ts";

/** Seconds of the measurement; `BENCH_SECONDS` sets others. */
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 600);
const BATCH = 100;
const AT_ONCE = 4;
const THREADS = 2;

// oxlint-disable-next-line typescript/require-await -- an area may have to wait, this one does not
export async function cases(): Promise<BenchCase[]> {
  return [
    {
      name: `submit four-member actions for ${SECONDS} s, with all their batches closed at the end`,
      unit: "microseconds",
      subjects: [{ name: OURS, measure: sustain }],
    },
  ];
}

/** Returns the microseconds of an action: the whole time divided by the number of actions. */
async function sustain(): Promise<number> {
  const cache = fileURLToPath(new URL("../../cache/", import.meta.url));
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "bench-"));
  const store = await openSqliteStore(join(folder, "store.sqlite"));
  const batches = { maxEntries: 8_192, maxAge: 5_000 };
  const anchorlog = await openAnchorlog({ store, operator, logs: [LOG], types, keys, threads: THREADS, batches });
  const supply = signedActions(0);
  const start = performance.now();
  const end = start + 1000 * SECONDS;
  let submitted = 0;
  const submit = async () => {
    while (performance.now() < end) {
      const answers = await anchorlog.submitMany(await supply.take(BATCH));
      for (const { status } of answers) same(status, "accepted", "the answer");
      submitted += answers.length;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, submit));
  await anchorlog.closeBatches();
  const taken = performance.now() - start;
  await anchorlog.close();
  await rm(folder, { recursive: true, force: true });
  return (1000 * taken) / submitted;
}
