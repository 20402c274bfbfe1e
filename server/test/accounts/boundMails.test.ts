import { expect, it } from "vitest";
import { memoryLedger } from "../../src/http/limits/memory.ts";
import { boundMails } from "../../src/accounts/boundMails.ts";

const DAY = 86_400_000;

function open(perMinute: number) {
  const clock = { now: 0 };
  const read = () => clock.now;
  const sent: string[] = [];
  const mailer = {
    send: async ({ to }: { to: string }) => void sent.push(to),
    check: async () => {},
    close: async () => {},
  };
  const bounded = boundMails(mailer, perMinute, { minute: memoryLedger(read), day: memoryLedger(read) });
  /** Sends a mail, and returns its outcome. */
  const mail = (to: string, by: string, isAsked = true): Promise<string> =>
    bounded.send({ to, by, isAsked, subject: "", text: "" }).then(
      () => "sent",
      ({ code }: { code: string }) => code,
    );
  return { clock, mail, sent };
}
const count = (all: readonly string[], what: string): number => all.filter((one) => one === what).length;

it("limits mails in a minute, and gives each requester a tenth of that limit", async () => {
  const { clock, mail } = open(20);
  expect(await Promise.all([mail("a@x.example", "a"), mail("b@x.example", "a"), mail("c@x.example", "a")])).toEqual([
    "sent",
    "sent",
    "too_many_mails",
  ]);
  const all: string[] = [];
  for (let number = 0; number < 30; number++) all.push(await mail("a@x.example", `network ${number}`));
  expect([count(all, "sent"), count(all, "too_many_mails")]).toEqual([18, 12]);
  clock.now += 60_000;
  expect(await mail("a@x.example", "a")).toBe("sent");
});

it("limits unsolicited mails to a mailbox to 5 a day by one requester and 20 by all", async () => {
  const { clock, mail } = open(100_000);
  const all: string[] = [];
  for (let number = 0; number < 60; number++) all.push(await mail(`name+${number}@x.example`, "org_a", false));
  expect([count(all, "sent"), count(all, "too_many_mails")]).toEqual([5, 55]);
  for (let number = 0; number < 60; number++) all.push(await mail("Name@x.example", `org_${number}`, false));
  expect(count(all, "sent")).toBe(20);
  expect([await mail("name@x.example", "org_a"), await mail("other@x.example", "org_a", false)]).toEqual([
    "sent",
    "sent",
  ]);
  clock.now += DAY;
  expect(await mail("name@x.example", "org_a", false)).toBe("sent");
});
