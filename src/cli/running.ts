/** Requests from commands to the process that operates. */
import type { Config } from "../daemon/config/settings.ts";
import { identityOf } from "../daemon/config/open.ts";
import { AnchorlogError, type ErrorCode } from "../base/errors.ts";
import type { OperatorStatus } from "../operator/observe/status.ts";
import type { ShownStatus } from "./statusText.ts";

/** Milliseconds that the process that operates has to report its status, and to complete a request. */
const PATIENCE = { status: 20_000, work: 240_000 };

/** Why no process of this operator was found. */
type Absence = { readonly code: "not_running"; readonly message: string };

/** Returns the status of the process that operates, or why no process of this operator was found. */
export async function findRunning(config: Config): Promise<ShownStatus | Absence> {
  const answer = await ask(config, "/status", {}, PATIENCE.status).catch(() => undefined);
  const { concerns, status } = Object(answer?.body) as Partial<ShownStatus>;
  if (!Array.isArray(concerns)) return absent(noneAnswers(config));
  const { operator } = Object(status) as Partial<OperatorStatus>;
  if (operator === undefined || isOf(operator, config)) return answer!.body as ShownStatus;
  return absent(
    `at port ${config["http.port"]} of ${config["http.host"]} another operator answers: give each an http.port`,
  );
}

export const isRunning = (found: ShownStatus | Absence): found is ShownStatus => "concerns" in found;

/**
 * Asks the process that operates to do something.
 *
 * @param fix suggested remedy if no process runs.
 * @returns the result.
 * @throws AnchorlogError `not_running` if no process runs; the error of the process; `outcome_unknown` if it takes
 * longer.
 */
export async function requestOf(config: Config, path: string, fix: string): Promise<Readonly<Record<string, unknown>>> {
  const found = await findRunning(config);
  if (!isRunning(found)) throw new AnchorlogError(found.code, found.message, { fix });
  const { status, body } = await ask(config, path, { method: "POST" }, PATIENCE.work).catch((cause: unknown) => {
    throw new AnchorlogError("outcome_unknown", `the process has not finished ${path} yet, or ended`, {
      fix: "`npx anchorlog status` and the process's log show the progress",
      cause,
    });
  });
  return resultOf(status, body);
}

/** Reads a page of the process that operates. @throws AnchorlogError as {@link requestOf} does. */
export async function readFrom(config: Config, path: string): Promise<Readonly<Record<string, unknown>>> {
  const { status, body } = await ask(config, path, {}, PATIENCE.work);
  return resultOf(status, body);
}

function resultOf(status: number, body: unknown): Readonly<Record<string, unknown>> {
  if (status === 200) return Object(body) as Readonly<Record<string, unknown>>;
  const { code, message, details } = Object((body as { error?: unknown }).error) as Record<string, unknown>;
  throw new AnchorlogError(String(code) as ErrorCode, `the operator's process returned an error: ${String(message)}`, {
    ...(typeof details === "object" && { details: details as Readonly<Record<string, unknown>> }),
  });
}

type ProcessResponse = { readonly status: number; readonly body: unknown };

async function ask(config: Config, path: string, init: RequestInit, patience: number): Promise<ProcessResponse> {
  const host = config["http.host"];
  const shown = host.includes(":") ? `[${host}]` : host === "0.0.0.0" ? "127.0.0.1" : host;
  const response = await fetch(`http://${shown}:${config["http.port"]}${path}`, {
    ...init,
    signal: AbortSignal.timeout(patience),
  });
  return { status: response.status, body: await response.json() };
}

const absent = (message: string): Absence => ({ code: "not_running", message });

const noneAnswers = (config: Config): string =>
  config["http.port"] === 0
    ? "http.port is 0, so that no process of this operator can be found here: give it a port"
    : "no process of this operator answers here: start `npx anchorlog operate`";

function isOf({ chainId, registry, operator }: OperatorStatus["operator"], config: Config): boolean {
  const own = identityOf(config);
  return chainId === own.chainId && registry === own.registry && operator === own.operator;
}
