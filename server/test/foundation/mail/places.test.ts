import { describe, expect, it } from "vitest";
import { Places, receivingDomain } from "../../../src/foundation/mail/places.ts";

const ROOMS = {
  all: { sent: 6, waiting: 6 },
  requester: { sent: 2, waiting: 4 },
  domain: { sent: 3, waiting: 4 },
};
/** Longer than any test. */
const PATIENCE = 600_000;

describe("places for mails", () => {
  const open = () => {
    const places = new Places(ROOMS);
    const log: string[] = [];
    const ends = new Map<string, () => void>();
    /** Requests a place, and logs the result. */
    const ask = async (name: string, requester: string, domain: string): Promise<void> => {
      const taken = places.take({ requester, domain }, PATIENCE).then(
        (leave) => {
          log.push(`${name} starts`);
          ends.set(name, leave);
        },
        (error: Error & { code: string }) => void log.push(`${name} ${error.code}`),
      );
      await Promise.race([taken, new Promise((resolve) => setImmediate(resolve))]);
    };
    const end = async (name: string): Promise<void> => {
      ends.get(name)!();
      await new Promise((resolve) => setImmediate(resolve));
    };
    /** The log since the last call. */
    const news = (): string[] => log.splice(0);
    return { places, ask, end, news };
  };

  it("are limited for each requester, and others still get theirs", async () => {
    const { ask, end, news } = open();
    for (const name of ["a1", "a2", "a3", "a4"]) await ask(name, "a", `${name}.example`);
    await ask("b1", "b", "b.example");
    expect(news()).toEqual(["a1 starts", "a2 starts", "b1 starts"]);
    await end("a1");
    expect(news()).toEqual(["a3 starts"]);
  });

  it("are limited for each receiving domain, and others still get theirs", async () => {
    const { ask, end, news } = open();
    for (const name of ["a", "b", "c", "d"]) await ask(name, name, "slow.example");
    await ask("e", "e", "fast.example");
    expect(news()).toEqual(["a starts", "b starts", "c starts", "e starts"]);
    await end("b");
    expect(news()).toEqual(["d starts"]);
  });

  it("go next to the requester with the fewest mails being sent", async () => {
    const { ask, end, news } = open();
    await ask("a1", "a", "x.example");
    await ask("a2", "a", "x.example");
    await ask("b1", "b", "x.example");
    for (const [name, requester] of [
      ["a3", "a"],
      ["b2", "b"],
      ["c1", "c"],
    ] as const)
      await ask(name, requester, "x.example");
    news();
    await end("a1");
    expect(news()).toEqual(["c1 starts"]);
    await end("a2");
    expect(news()).toEqual(["a3 starts"]);
  });

  it("in a full queue pass from the requester with the most to one with fewer", async () => {
    const { ask, news } = open();
    for (const name of ["a", "b", "c"]) await ask(name, name, "x.example");
    for (const name of ["a1", "a2", "a3", "a4"]) await ask(name, "a", "x.example");
    news();
    await ask("a5", "a", "x.example");
    expect(news()).toEqual(["a5 mail_failed"]);
    await ask("d1", "d", "x.example");
    expect(news()).toEqual(["a4 mail_failed"]);
    await ask("e1", "e", "x.example");
    expect(news()).toEqual(["a3 mail_failed"]);
    await ask("f1", "f", "x.example");
    expect(news()).toEqual(["a2 mail_failed"]);
    await ask("g1", "g", "x.example");
    expect(news()).toEqual(["g1 mail_failed"]);
  });

  it("are awaited up to a limit, and not after closing", async () => {
    const { places, ask, news } = open();
    for (const name of ["a", "b", "c"]) await ask(name, name, "x.example");
    await expect(places.take({ requester: "d", domain: "x.example" }, 1)).rejects.toMatchObject({
      code: "mail_failed",
    });
    await ask("e", "e", "x.example");
    news();
    places.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(news()).toEqual(["e mail_failed"]);
  });

  it("count all names below a domain as one receiver", () => {
    expect(["a@x.example", "b@Mail.X.example", "c@a.b.x.example"].map(receivingDomain)).toEqual(
      Array.from({ length: 3 }, () => "x.example"),
    );
  });
});
