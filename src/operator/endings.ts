/** The ends of an operator's parts. */
import { endAll, type Ending } from "./accept/limits.ts";

/**
 * The parts in the order in which they end. Signatures in progress are completed. After the lease has ended, another
 * process can lead.
 */
const ORDER = [
  "archiving",
  "anchoring",
  "timestamping",
  "reading the chain",
  "closing",
  "publishing",
  "signing",
  "the lease",
  "the builder",
  "accepting",
] as const;

export type Endings = {
  /** Registers the end of a part as soon as the part is open. */
  add(part: (typeof ORDER)[number], end: () => unknown): void;
  /** Ends the open parts, because another part could not be opened. Their own errors are dropped. */
  undo(limit: number): Promise<void>;
  /**
   * Ends all parts, and then `last`.
   *
   * @param limit milliseconds for all of them.
   * @throws as {@link endAll}.
   */
  close(limit: number, last: readonly Ending[]): Promise<void>;
};

export function createEndings(): Endings {
  const ends = new Map<string, () => unknown>();
  const inOrder = (): Ending[] =>
    ORDER.flatMap((part): Ending[] => {
      const end = ends.get(part);
      return end === undefined ? [] : [[part, end]];
    });
  return {
    add: (part, end) => void ends.set(part, end),
    undo: (limit) => endAll(inOrder(), limit).catch(() => {}),
    close: (limit, last) => endAll([...inOrder(), ...last], limit),
  };
}
