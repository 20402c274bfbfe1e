import { expect, it } from "vitest";
import { random } from "../seed.ts";
import type { Report } from "./crash-reports.ts";
import { checkStore, withStore, writeAndKill } from "./crash.ts";

const ROUNDS = Number(process.env["KILLS"] ?? 300);
/** Rounds after which a new store begins, since checking a store takes longer as it grows. */
const ROUNDS_PER_STORE = 20;

const isReceipt = (report: Report): boolean => "receipt" in report;

it(`keeps every acknowledged entry over ${ROUNDS} kills`, async () => {
  let [acknowledged, refused] = [0, 0];
  for (let done = 0; done < ROUNDS; done += ROUNDS_PER_STORE) {
    await withStore(async (folder) => {
      const reports: Report[] = [];
      for (let round = 0; round < ROUNDS_PER_STORE; round++) {
        const goal = reports.length + 1 + Math.floor(random() * 300);
        await writeAndKill(folder, round, (report) => reports.push(report) >= goal);
        expect(await checkStore(folder, reports)).toBeGreaterThanOrEqual(reports.filter(isReceipt).length);
      }
      acknowledged += reports.filter(isReceipt).length;
      refused += reports.filter((report) => "refused" in report).length;
    });
  }
  console.log(`${ROUNDS} kills, ${acknowledged} acknowledged entries, ${refused} refused actions`);
});
