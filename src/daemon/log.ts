/** Structured logs: one JSON object per line on standard error. */
import { toJson } from "../base/jsonable.ts";
import { withSettingNames } from "./config/optionNames.ts";
import { AnchorlogError, messageOf } from "../base/errors.ts";

export const LEVELS = ["debug", "info", "warn", "error"] as const;
export type Level = (typeof LEVELS)[number];

/** Logs an event. `event` is a stable name; details are in the fields. */
export type Log = (level: Level, event: string, fields?: Readonly<Record<string, unknown>>) => void;

/**
 * @param least lowest level that is written.
 * @param write writes a line; by default to standard error, ignoring errors.
 */
export function createLog(least: Level, write: (line: string) => void = toStderr): Log {
  return (level, event, fields = {}) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
    const what = { time: new Date().toISOString(), level, event };
    // Repeated at the end, so that no field replaces them.
    const line = { ...what, ...(toJson(fields) as object), ...what };
    write(`${withoutUrls(JSON.stringify(line))}\n`);
  };
}

/** The fields to log for an error. Its causes are left out, since clients put requests into them. */
export function errorFields(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof AnchorlogError) {
    const { code, message, details } = error;
    return { code, message: withSettingNames(withoutUrls(message)), ...(details === undefined ? {} : { details }) };
  }
  const message = messageOf(error);
  return { code: "internal_error", message: withoutUrls(message) };
}

/** Removes URLs, which may contain secrets. */
export function withoutUrls(text: string): string {
  return text.replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"\\]+/gi, "[URL]");
}

let isHeard = false;

/**
 * If the reader of standard error is gone, the stream emits an error event, which would end the process without a
 * listener.
 */
function toStderr(line: string): void {
  if (!isHeard) process.stderr.on("error", () => {});
  isHeard = true;
  process.stderr.write(line, () => {});
}
