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

export class Places {
  readonly rooms: Rooms;
  /** The askers whose mails are being sent. */
  readonly #sent: Asker[] = [];
  /** Waiting mails, by arrival. */
  readonly #waiting: QueuedMail[] = [];

  constructor(rooms: Rooms = ROOMS) {
    this.rooms = rooms;
  }

  /**
   * Waits at most `patience` milliseconds for a place.
   *
   * @returns a function that releases the place.
   * @throws ServerError `mail_failed` if too many mails wait, or no place became free.
   */
  async take({ requester, domain }: Asker, patience: number): Promise<() => void> {
    const asker = { requester, domain };
    if (this.#hasRoom(asker)) return this.#hold(asker);
    this.#makeRoom(asker);
    return new Promise((resolve, reject) => {
      const one: QueuedMail = {
        ...asker,
        start: () => {
          clearTimeout(timer);
          resolve(this.#hold(asker));
        },
        refuse: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      const timer = setTimeout(() => {
        this.#leave(one);
        reject(full(`the mail waited ${patience} ms for its turn`));
      }, patience);
      this.#waiting.push(one);
    });
  }

  /** Rejects all waiting mails. */
  close(): void {
    for (const one of this.#waiting.splice(0)) one.refuse(full("the server ends"));
  }

  #hold(asker: Asker): () => void {
    this.#sent.push(asker);
    return () => {
      this.#sent.splice(this.#sent.indexOf(asker), 1);
      this.#startNext();
    };
  }

  #hasRoom(asker: Asker): boolean {
    return scopesOf(asker).every(([scope, isIn]) => this.#sent.filter(isIn).length < this.rooms[scope].sent);
  }

  #leave(one: QueuedMail): void {
    this.#waiting.splice(this.#waiting.indexOf(one), 1);
  }

  /**
   * Makes room in the queue: the requester with the most waiting mails loses the newest one to a requester with fewer.
   */
  #makeRoom(asker: Asker): void {
    for (const [scope, isIn] of scopesOf(asker)) {
      const rivals = this.#waiting.filter(isIn);
      if (rivals.length < this.rooms[scope].waiting) continue;
      const most = rivals.toSorted((a, b) => countOf(rivals, b.requester) - countOf(rivals, a.requester))[0]!;
      if (countOf(rivals, most.requester) <= countOf(rivals, asker.requester) + 1)
        throw full(`${rivals.length} mails wait`);
      const newest = rivals.findLast(({ requester }) => requester === most.requester)!;
      this.#leave(newest);
      newest.refuse(full("too many mails for the same requester wait"));
    }
  }

  /** Starts mails that have a place: first of the requester with the fewest being sent, then by arrival. */
  #startNext(): void {
    for (;;) {
      const next = this.#waiting
        .filter((one) => this.#hasRoom(one))
        .toSorted((a, b) => countOf(this.#sent, a.requester) - countOf(this.#sent, b.requester))[0];
      if (next === undefined) return;
      this.#leave(next);
      next.start();
    }
  }
}

/** The scopes that limit an asker, each with a function that tells which other askers it includes. */
const scopesOf = ({ requester, domain }: Asker) =>
  [
    ["all", () => true],
    ["requester", (other: Asker) => other.requester === requester],
    ["domain", (other: Asker) => other.domain === domain],
  ] as const;

const countOf = (list: readonly Asker[], requester: string): number =>
  list.filter((other) => other.requester === requester).length;

function full(why: string): ServerError {
  return new ServerError("mail_failed", `a mail was not sent: ${why}`, {
    fix: "check how long the mail server takes for a mail, and who asks for mails",
  });
}
