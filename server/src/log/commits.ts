/** Reports the organizations whose logs may have new entries. */
import type { Hex } from "anchorlog";
import { organizationOf } from "../accounts/account.ts";
import type { Parts } from "../foundation/parts.ts";

/** @returns the parts, with an `anchorlog` that calls the listeners after each submission. */
export function withCommits(parts: Parts) {
  const listeners = new Set<(org: string) => void>();
  const { anchorlog } = parts;
  const submitMany: Parts["anchorlog"]["submitMany"] = async (actions, options) => {
    try {
      return await anchorlog.submitMany(actions, options);
    } finally {
      // Also after a failure, since entries may have been appended.
      const logs = new Set(
        actions.map((action) => (action as { readonly message?: { readonly log?: Hex } }).message?.log),
      );
      for (const log of logs) if (log !== undefined) for (const listener of listeners) listener(organizationOf(log));
    }
  };
  const onCommit = (listener: (org: string) => void): void => void listeners.add(listener);
  // All other members are inherited.
  const telling: Parts["anchorlog"] = Object.assign(Object.create(anchorlog) as Parts["anchorlog"], { submitMany });
  return { parts: { ...parts, anchorlog: telling }, onCommit };
}
