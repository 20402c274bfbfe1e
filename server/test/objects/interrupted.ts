/** Changes the tables between the judging of an action and its commit. */
import type { Parts } from "../../src/foundation/parts.ts";

let meanwhile: (() => Promise<unknown>) | undefined;

/** Runs `change` once the next action was judged, before it commits. */
export function interruptNext(change: () => Promise<unknown>): void {
  meanwhile = change;
}

/** Parts of a server whose actions {@link interruptNext} interrupts. */
export const interrupted = (parts: Parts): Parts => ({
  ...parts,
  anchorlog: {
    ...parts.anchorlog,
    submitMany: async (actions, options) => {
      const change = meanwhile;
      if (options?.effects !== undefined && options.effects.flat().length > 0) {
        meanwhile = undefined;
        await change?.();
      }
      return parts.anchorlog.submitMany(actions, options);
    },
  },
});
