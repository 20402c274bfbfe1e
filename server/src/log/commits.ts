/** Says in which organizations something was submitted: entries may have been appended to their logs. */
import type { Hex } from "anchorlog";
import { organizationOf } from "../accounts/account.ts";
import type { Parts } from "../parts.ts";

/** @returns parts whose submissions are told of, once each has its answer. */
export function withCommits(parts: Parts) {
  const listeners = new Set<(org: string) => void>();
  const { anchorlog } = parts;
  const submitMany: Parts["anchorlog"]["submitMany"] = async (actions, options) => {
    try {
      return await anchorlog.submitMany(actions, options);
    } finally {
      // Also after a failure: the entries may be there.
      const logs = new Set(
        actions.map((action) => (action as { readonly message?: { readonly log?: Hex } }).message?.log),
      );
      for (const log of logs) if (log !== undefined) for (const listener of listeners) listener(organizationOf(log));
    }
  };
  const onCommit = (listener: (org: string) => void): void => void listeners.add(listener);
  // Everything else stays the original's.
  const telling: Parts["anchorlog"] = Object.assign(Object.create(anchorlog) as Parts["anchorlog"], { submitMany });
  return { parts: { ...parts, anchorlog: telling }, onCommit };
}
