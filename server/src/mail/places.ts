/** Places for mails: how many are sent at once and wait, so that one requester or one receiving host holds up no other. */
import { ServerError } from "../errors.ts";

/** Mails that are sent at once, and that wait. */
type Room = { readonly sent: number; readonly waiting: number };
export type Rooms = {
  readonly all: Room;
  /** Of one requester: a stranger's network, or an organization. */
  readonly requester: Room;
  /** To one receiving domain. */
  readonly domain: Room;
};
export const ROOMS: Rooms = {
  all: { sent: 50, waiting: 200 },
  requester: { sent: 3, waiting: 20 },
  domain: { sent: 10, waiting: 50 },
};

type Asker = { readonly requester: string; readonly domain: string };
type Waiting = Asker & { start(): void; refuse(error: Error): void };

export type Places = {
  /**
   * Waits for a place, for `patience` milliseconds at most.
   *
   * @returns a function that gives the place up.
   * @throws ServerError `mail_failed` if too many wait, or none got free.
   */
  take(asker: Asker, patience: number): Promise<() => void>;
  /** Refuses all that wait. */
  close(): void;
};

/** Returns the part of an address's domain that counts as one receiver: whoever has a domain has all names below it. */
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
  const waiting: Waiting[] = [];
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
  const leave = (one: Waiting): void => void waiting.splice(waiting.indexOf(one), 1);

  /** Makes room to wait: the requester with the most mails there loses its newest to one who has fewer. */
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
  /** Starts what has a place now: first the requester of whom the fewest are sent, then who came first. */
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
        const one: Waiting = {
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
