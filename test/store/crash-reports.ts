// The types that a writer and its killer share. They are in a separate file so that a writer starts soon.
import type { SignedAction } from "anchorlog/action";
import type { Statement } from "anchorlog/log";
import type { Receipt } from "anchorlog/log/receipt";

/** The logs that a writer writes. */
export const LOGS = ["a.example", "b.example"];

/** A line that a writer prints. */
export type Report =
  /** An acknowledged entry. */
  | { readonly status: "accepted" | "retry"; readonly log: string; readonly receipt: Receipt }
  /** An action was refused, since another account holds its object. */
  | { readonly refused: string }
  | { readonly failed: string }
  /** The log could be read meanwhile. */
  | { readonly readable: number };

/** The row that commits with an action's entry. */
export const effectOf = ({ message }: SignedAction): Statement => ({
  sql: "INSERT INTO effects (log, actor, nonce) VALUES (?, ?, ?)",
  parameters: [message.log, message.actor, message.nonce],
});
