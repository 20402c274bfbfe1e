import { loadConfig } from "../../config/load.ts";
import { concernsOf } from "../../operator/concerns.ts";
import { createLog } from "../log.ts";
import type { Call } from "../command.ts";
import { assertNone, EXIT_CODES } from "../options.ts";
import { startOperation } from "./operation.ts";
import { untilStopped } from "./signals.ts";

/** `anchorlog operate`: until it is told to end. Returns the exit code. */
export async function runOperate({
  values,
  positionals,
}: Call<{ config: { type: "string"; about: string } }>): Promise<number> {
  assertNone("operate", positionals);
  const config = await loadConfig(values.config);
  const log = createLog(config["process.log"]);
  const stopped = untilStopped();
  const operation = await startOperation(config, { log });
  log("info", "started", {
    // No URL: those may hold secrets, and none is logged.
    listening: new URL(operation.url).host,
    operator: config["operator.address"],
    chainId: config["operator.chainId"],
  });
  for (const concern of concernsOf(await operation.status())) log("warn", "concern", concern);
  const signal = await stopped;
  log("info", "stopping", { signal });
  await operation.stop();
  log("info", "stopped");
  return EXIT_CODES.valid;
}
