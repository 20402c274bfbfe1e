import { expect } from "vitest";
import { logId } from "anchorlog/action";
import { fromHex } from "anchorlog";
import type { LogStore } from "anchorlog/log";
import { operator } from "../../operator.ts";
import { randomCalls } from "./histories.ts";
import { write } from "./model.ts";
import { addressOf, append, keyBytes, said, sayingOf } from "./real.ts";

/** Fails if a store's answers, entries or newest acts differ from the model. Counts the entries. */
export async function compareStore(store: LogStore, histories: number): Promise<number> {
  let compared = 0;
  for (let number = 0; number < histories; number++) {
    const calls = randomCalls();
    const logName = (log: string) => `${number}.${log}`;
    const model = write(calls);
    const told = JSON.stringify(calls);
    expect(await append(store, calls, logName), told).toEqual(model.answers);
    for (const [log, { entries, newest }] of model.logs) {
      const id = logId(operator, logName(log));
      const stored = await store.entries(id, 0, 1_000);
      expect(
        stored.map(({ bytes }) => said(bytes)),
        told,
      ).toEqual(entries.map(sayingOf));
      for (const [key, { index, holder }] of newest) {
        const act = await store.newestAct(id, fromHex(keyBytes(key)));
        expect(act, told).toEqual({ index, holder: fromHex(addressOf(holder)) });
      }
      compared += entries.length;
    }
  }
  return compared;
}
