/** The measured gas of the defenders' transactions (snapshots/, docs/GAS.md). */
import { readFileSync } from "node:fs";
import type { Step } from "./play.ts";

const figures = JSON.parse(readFileSync(new URL("../../snapshots/Gates.json", import.meta.url), "utf8")) as Record<
  string,
  string
>;
function gasOf(name: string): number {
  const gas = Number(figures[name]);
  if (!Number.isSafeInteger(gas)) throw new Error(`no figure for ${name}`);
  return gas;
}

export const GAS: Readonly<Partial<Record<Step["type"], number>>> = {
  demand: gasOf("announced redemption: demand the act after one"),
  cancelUnanswered: gasOf("announced redemption: cancel, a demand without an answer"),
  cancel: gasOf("announced redemption: cancel, by two entries"),
  claim: gasOf("exit hatch: announce as the holder"),
};
