/** Caches which process writes each log. */
import type { Hex } from "anchorlog";
import type { Parts } from "../../foundation/parts.ts";

/** Milliseconds to cache a writer. A stale answer is safe: a process that lost its log cannot write to the database. */
const MAX_AGE = 1_000;
/** Logs in the cache. */
const MOST = 10_000;

export type Writer = {
  /** The origin of that process; undefined if it is this process, or has no address. */
  readonly origin: string | undefined;
  /** Milliseconds of silence after which another process takes over. */
  readonly lease: number;
};

export type Writers = {
  find(log: Hex): Promise<Writer>;
  /** Removes a log from the cache. */
  forget(log: Hex): void;
};

const HERE: Writer = { origin: undefined, lease: 0 };

export function createWriters({ store, clock }: Pick<Parts, "store" | "clock">): Writers {
  const known = new Map<Hex, { readonly writer: Promise<Writer>; readonly until: number }>();
  const ask = async (log: Hex): Promise<Writer> => {
    const { isHeld, milliseconds, lease } = await store.claim!(log);
    return { origin: isHeld ? undefined : originOf(lease!.leader), lease: milliseconds };
  };
  return {
    find: async (log) => {
      if (store.claim === undefined) return HERE;
      const now = clock();
      const last = known.get(log);
      if (last !== undefined && now < last.until) return last.writer;
      if (known.size >= MOST) known.clear();
      const writer = ask(log);
      known.set(log, { writer, until: now + MAX_AGE });
      writer.catch(() => known.delete(log));
      return writer;
    },
    forget: (log) => void known.delete(log),
  };
}

/** A leader name that is not an address belongs to a process that cannot be reached. */
function originOf(leader: string): string | undefined {
  return /^https?:\/\//.test(leader) ? new URL(leader).origin : undefined;
}
