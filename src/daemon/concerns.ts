import { concernsOf, type Concern } from "../operator/observe/concerns.ts";
import { startLoop } from "../operator/loop.ts";
import type { OperatorStatus } from "../operator/observe/status.ts";
import { errorFields, type Log } from "./log.ts";

/**
 * Logs each concern once when it begins, and once when it ends.
 *
 * @param pace milliseconds between two checks.
 */
export async function logConcerns(options: {
  readonly status: () => Promise<OperatorStatus>;
  readonly log: Log;
  readonly pace: number;
}): Promise<{ stop(): Promise<void> }> {
  const { status, log, pace } = options;
  let known = new Map<string, Concern>();
  const look = async (): Promise<void> => {
    const now = new Map(concernsOf(await status()).map((concern) => [keyOf(concern), concern]));
    for (const [key, concern] of now) if (!known.has(key)) log("warn", "concern", concern);
    for (const [key, concern] of known) if (!now.has(key)) log("info", "concern_gone", concern);
    known = now;
  };
  await look();
  return startLoop(
    look,
    () => pace,
    (error) => log("error", "status_failed", errorFields(error)),
  );
}

/** Identifies a concern. The message is left out because its numbers change while the concern holds. */
const keyOf = ({ code, about = "" }: Concern): string => `${code} ${about}`;
