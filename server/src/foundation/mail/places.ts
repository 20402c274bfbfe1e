/** Limits how many mails are sent and wait at once, so that one requester or receiving host cannot block others. */
import { ServerError } from "../errors.ts";

/** Mails being sent at once, and mails waiting. */
type Room = { readonly sent: number; readonly waiting: number };
export type Rooms = {
  readonly all: Room;
  /** Per requester: a stranger's network, or an organization. */
  readonly requester: Room;
  /** Per receiving domain. */
  readonly domain: Room;
};
export const ROOMS: Rooms = {
  all: { sent: 50, waiting: 200 },
  requester: { sent: 3, waiting: 20 },
  domain: { sent: 10, waiting: 50 },
};

type Asker = { readonly requester: string; readonly domain: string };
type QueuedMail = Asker & { start(): void; refuse(error: Error): void };

export type Places = {
  /**
   * Waits at most `patience` milliseconds for a place.
   *
   * @returns a function that releases the place.
   * @throws ServerError `mail_failed` if too many mails wait, or no place became free.
   */
  take(asker: Asker, patience: number): Promise<() => void>;
  /** Rejects all waiting mails. */
  close(): void;
};

/**
 * Returns the part of an address's domain that counts as one receiver: the last two labels, since the owner of a domain
 * controls all names below it.
 */
export function receivingDomain(address: string): string {
  return address
    .slice(address.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".")
    .slice(-2)
    .join(".");
}

export function createPlaces(rooms: Rooms = ROOMS): Places {
  const sent: Asker[] = [];
  const waiting: QueuedMail[] = [];
  const scopesOf = ({ requester, domain }: Asker) =>
    [
      ["all", () => true],
      ["requester", (other: Asker) => other.requester === requester],
      ["domain", (other: Asker) => other.domain === domain],
    ] as const;
  const hasRoom = (asker: Asker): boolean =>
    scopesOf(asker).every(([scope, isIn]) => sent.filter(isIn).length < rooms[scope].sent);
  const countOf = (list: readonly Asker[], requester: string): number =>
    list.filter((other) => other.requester === requester).length;
  const leave = (one: QueuedMail): void => void waiting.splice(waiting.indexOf(one), 1);

  /**
   * Makes room in the queue: the requester with the most waiting mails loses the newest one to a requester with fewer.
   */
  const makeRoom = (asker: Asker): void => {
    for (const [scope, isIn] of scopesOf(asker)) {
      const rivals = waiting.filter(isIn);
      if (rivals.length < rooms[scope].waiting) continue;
      const most = rivals.toSorted((a, b) => countOf(rivals, b.requester) - countOf(rivals, a.requester))[0]!;
      if (countOf(rivals, most.requester) <= countOf(rivals, asker.requester) + 1)
        throw full(`${rivals.length} mails wait`);
      const newest = rivals.findLast(({ requester }) => requester === most.requester)!;
      leave(newest);
      newest.refuse(full("too many mails of its requester wait"));
    }
  };
  /** Starts mails that have a place: first of the requester with the fewest being sent, then by arrival. */
  const startNext = (): void => {
    for (;;) {
      const next = waiting
        .filter(hasRoom)
        .toSorted((a, b) => countOf(sent, a.requester) - countOf(sent, b.requester))[0];
      if (next === undefined) return;
      leave(next);
      next.start();
    }
  };
  const hold = (asker: Asker): (() => void) => {
    sent.push(asker);
    return () => {
      sent.splice(sent.indexOf(asker), 1);
      startNext();
    };
  };

  return {
    take: async ({ requester, domain }, patience) => {
      const asker = { requester, domain };
      if (hasRoom(asker)) return hold(asker);
      makeRoom(asker);
      return new Promise((resolve, reject) => {
        const one: QueuedMail = {
          ...asker,
          start: () => {
            clearTimeout(timer);
            resolve(hold(asker));
          },
          refuse: (error) => {
            clearTimeout(timer);
            reject(error);
          },
        };
        const timer = setTimeout(() => {
          leave(one);
          reject(full(`no place got free in ${patience} ms`));
        }, patience);
        waiting.push(one);
      });
    },
    close: () => {
      for (const one of waiting.splice(0)) one.refuse(full("the server ends"));
    },
  };
}

function full(why: string): ServerError {
  return new ServerError("mail_failed", `a mail was not sent: ${why}`, {
    fix: "see how long the mail server takes for one mail, and who has mails sent",
  });
}
