/** Which process writes a log, as this one knows it for a moment. */
import type { Hex } from "anchorlog";
import type { Parts } from "../../parts.ts";

/** Milliseconds for which it is known: who has lost a log is told so by the database whenever it writes. */
const MAX_AGE = 1_000;
/** Logs that are known at once. */
const MOST = 10_000;

/** Where a log is written. */
export type Writer = {
  /** The origin at which the process that writes it is reached; undefined where it is this one, or cannot be reached. */
  readonly origin: string | undefined;
  /** Milliseconds after which another process succeeds one that is silent. */
  readonly lease: number;
};

export type Writers = {
  find(log: Hex): Promise<Writer>;
  /** Asks anew the next time. */
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

/** What is no address is the name of a process that says of none. */
function originOf(leader: string): string | undefined {
  return /^https?:\/\//.test(leader) ? new URL(leader).origin : undefined;
}
