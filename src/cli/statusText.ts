import { formatRows, inWords, rowsOf } from "./table.ts";

export type ShownStatus = {
  readonly concerns: readonly { readonly code: string; readonly message: string }[];
  /** The status as a JSON value. */
  readonly status?: object;
  /** Members that only a running process knows. */
  readonly unknown?: readonly string[];
};

/** Formats an operator's status for people. */
export function formatStatus({ concerns, status = {}, unknown = [] }: ShownStatus): string {
  const said = concerns.map(({ code, message }) => `  ${code}: ${message}\n`).join("");
  const head = concerns.length === 0 ? "healthy\n" : `needs attention\n${said}`;
  const rest = unknown.map((name) => inWords(name.split("."))).join(", ");
  const hidden = rest === "" ? "" : `\nnot known without the running process: ${rest}\n`;
  return `${head}\n${formatRows(rowsOf(status), "  ")}${hidden}`;
}
