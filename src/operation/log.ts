/** Structured logs: one JSON object a line, to standard error. */
import { toJson } from "../encoding/jsonable.ts";
import { withSettingNames } from "../config/optionNames.ts";
import { AnchorlogError } from "../errors.ts";

export const LEVELS = ["debug", "info", "warn", "error"] as const;
export type Level = (typeof LEVELS)[number];

/** Logs what happened: `event` is a stable name, all else is in the fields. */
export type Log = (level: Level, event: string, fields?: Readonly<Record<string, unknown>>) => void;

/**
 * @param least the least level that is written.
 * @param write by default to standard error, as far as that takes it.
 */
export function createLog(least: Level, write: (line: string) => void = toStderr): Log {
  return (level, event, fields = {}) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
    const what = { time: new Date().toISOString(), level, event };
    // No field takes the name of one of these.
    const line = { ...what, ...(toJson(fields) as object), ...what };
    write(`${withoutUrls(JSON.stringify(line))}\n`);
  };
}

/** What is logged of an error: its causes are not, since clients put requests into theirs. */
export function errorFields(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof AnchorlogError) {
    const { code, message, details } = error;
    return { code, message: withSettingNames(withoutUrls(message)), ...(details === undefined ? {} : { details }) };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: "internal_error", message: withoutUrls(message) };
}

/** URLs may hold secrets. */
export function withoutUrls(text: string): string {
  return text.replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"\\]+/gi, "[URL]");
}

let isHeard = false;

/** A stream whose reader is gone tells of it by an event, which ends the process where nobody hears it. */
function toStderr(line: string): void {
  if (!isHeard) process.stderr.on("error", () => {});
  isHeard = true;
  process.stderr.write(line, () => {});
}
