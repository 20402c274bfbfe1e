import { loadConfig } from "../../daemon/config/load.ts";
import { createLog, type Log } from "../../daemon/log.ts";
import type { Call } from "../command.ts";
import { assertNone, EXIT_CODES } from "../usage.ts";
import { logConcerns } from "../../daemon/concerns.ts";
import { startOperation } from "../../daemon/operation.ts";
import { untilStopped } from "./signals.ts";

/** `anchorlog operate`: runs until a signal. Returns the exit code. */
export async function runOperate({
  values,
  positionals,
}: Call<{ config: { type: "string"; about: string } }>): Promise<number> {
  assertNone("operate", positionals);
  const config = await loadConfig(values.config);
  const log = createLog(config["process.log"]);
  logWarnings(log);
  const stopped = untilStopped();
  const operation = await startOperation(config, { log });
  log("info", "started", {
    // Only the host: a URL may hold secrets, and must not be logged.
    listening: new URL(operation.url).host,
    operator: config["operator.address"],
    chainId: config["operator.chainId"],
  });
  const pace = 1000 * config["anchors.pollSeconds"];
  const concerns = await logConcerns({ status: () => operation.status(), log, pace });
  const signal = await stopped;
  log("info", "stopping", { signal });
  await concerns.stop();
  await operation.stop();
  log("info", "stopped");
  return EXIT_CODES.valid;
}

/**
 * Logs this process's warnings as lines like all others. Node's warning that node:sqlite is experimental is left out.
 */
function logWarnings(log: Log): void {
  process.removeAllListeners("warning");
  process.on("warning", ({ name, message }) => {
    if (name !== "ExperimentalWarning") log("warn", "warning", { code: name, message });
  });
}
