import { beforeAll, beforeEach, expect, it } from "vitest";
import type { TestServer } from "../harness.ts";
import type { ProgressRow } from "../../src/foundation/db/tables.ts";
import { GOOD } from "../../src/webhooks/settle.ts";
import { join } from "../people.ts";
import { startOrganization, startWithNews, type Hook, type News, type Organization } from "./hooks.ts";
import { startReceiver, type Receiver } from "./receiver.ts";
import { until } from "../../../test/until.ts";

let server: TestServer;
let news: News;
let receiver: Receiver;
/** One for each test. */
let ours: Organization;
let people = 0;
beforeAll(async () => ({ server, news } = await startWithNews()));
beforeEach(async () => {
  news.takes = async () => {};
  receiver = await startReceiver();
  ours = await startOrganization(server, `ada${++people}@example.com`);
});

const DAY = 86_400_000;
const accounts = () => server.parts.database.across.accounts;
const progressOf = ({ id }: Pick<Hook, "id">) =>
  accounts().selectFrom("webhook_progress").selectAll().where("webhook", "=", id).executeTakeFirstOrThrow();
/** Sets the time since which it has failed. */
const setFailing = ({ id }: Pick<Hook, "id">, days: number, warned: Pick<ProgressRow, "told" | "told_at">) =>
  accounts()
    .updateTable("webhook_progress")
    .set({ failing_since: server.clock.now - days * DAY, ...warned })
    .where("webhook", "=", id)
    .execute();
/** The recipients of mails about a webhook, once for each mail. */
const told = ({ id }: Pick<Hook, "id">) => news.sent.filter(({ text }) => text.includes(id)).map(({ to }) => to);

it("disables a webhook after 410, and mails its owner once, even if the mail server is slow", async () => {
  const taken = Promise.withResolvers<void>();
  news.takes = () => taken.promise;
  receiver.says = 410;
  const hook = await ours.make(receiver);
  await ours.mint();
  await until(() => expect(told(hook)).toHaveLength(1));
  // The results of other tries are stored meanwhile, twice.
  const other = await startReceiver();
  const { id } = await ours.make(other);
  await ours.mint();
  await ours.reach(id, [{ state: "delivered" }]);
  await ours.mint();
  await ours.reach(id, [{ state: "delivered" }, { state: "delivered" }]);
  taken.resolve();
  await until(async () => expect(await ours.show(hook.id)).toMatchObject({ disabled: { reason: "gone" } }));
  expect(told(hook)).toHaveLength(1);
});

it("counts failures again from the last success, even if the next delivery fails directly after it", async () => {
  receiver.says = 500;
  const hook = await ours.make(receiver);
  for (let i = 0; i < 3; i++) await ours.mint();
  await ours.reach(hook.id, [{ tries: 1 }, { tries: 1 }, { tries: 1 }]);
  await setFailing(hook, 6, { told: 2, told_at: server.clock.now - DAY });
  // All of them are due together, and are tried one after another.
  receiver.says = () => (receiver.got.length === 4 ? 200 : 500);
  server.clock.now += 10_000;
  await until(async () => {
    const all = await ours.deliveries(hook.id);
    expect(all.map(({ state, tries }) => `${state} ${tries}`).toSorted()).toEqual([
      "delivered 2",
      "pending 2",
      "pending 2",
    ]);
  });
  const progress = { failing_since: server.clock.now, told: 0, told_at: null, disabled_at: null };
  expect([await progressOf(hook), told(hook)]).toMatchObject([progress, []]);
});

it("counts no failure if the receiver was sent nothing because its event is not in the log", async () => {
  const hook = await ours.make(receiver);
  await ours.mint();
  await ours.reach(hook.id, [{ state: "delivered" }]);
  const since = server.clock.now - DAY;
  receiver.says = 500;
  const nothing = { state: "failed", error: "no_event" };
  for (const [i, failing] of [null, { told: 2, told_at: since }].entries()) {
    await ours.mint();
    await ours.reach(hook.id, [{ tries: 1, state: "pending" }, ...(i === 0 ? [] : [nothing]), { state: "delivered" }]);
    if (failing === null)
      await accounts().updateTable("webhook_progress").set(GOOD).where("webhook", "=", hook.id).execute();
    else await setFailing(hook, 6, failing);
    await accounts()
      .updateTable("webhook_delivery")
      .set({ action: `act_${"0".repeat(31)}${i}` })
      .where("webhook", "=", hook.id)
      .where("state", "=", "pending")
      .execute();
    server.clock.now += 5_000;
    await ours.reach(hook.id, [nothing, ...(i === 0 ? [] : [nothing]), { state: "delivered" }]);
    expect(await progressOf(hook)).toMatchObject({ ...(failing ?? GOOD), disabled_at: null });
  }
  expect([told(hook), receiver.got.length]).toEqual([[], 3]);
});

it.each([
  ["retries all pending deliveries immediately", 300_000, 0],
  ["leaves pending deliveries until they are due", 299_999, 3_600_000],
])("%s if a receiver accepts its first delivery after %i ms without a success", async (_what, without, waits) => {
  receiver.says = 500;
  const hook = await ours.make(receiver);
  for (let i = 0; i < 2; i++) await ours.mint();
  await ours.reach(hook.id, [{ tries: 1 }, { tries: 1 }]);
  await setFailing(hook, without / DAY, { told: 0, told_at: null });
  const due = server.clock.now + 3_600_000;
  await accounts().updateTable("webhook_delivery").set({ next_at: due }).where("webhook", "=", hook.id).execute();
  receiver.says = 200;
  await ours.mint();
  const isThere = waits === 0;
  const rest = { state: isThere ? "delivered" : "pending", tries: isThere ? 2 : 1 };
  await ours.reach(hook.id, [{ state: "delivered" }, rest, rest]);
  const next = accounts().selectFrom("webhook_delivery").select("next_at").where("webhook", "=", hook.id).execute();
  expect((await next).map(({ next_at }) => next_at - server.clock.now).toSorted((a, b) => b - a)).toEqual([
    waits,
    waits,
    0,
  ]);
});

it("mails each owner separately, and each as often as the others", async () => {
  const bob = await join(server, ours.ada, "bob@example.com", "owner");
  const both = [ours.ada.email, bob.email];
  receiver.says = 500;
  const hooks = new Map<string, readonly string[]>();
  for (const refused of [[], ...both.map((one) => [one]), both]) hooks.set((await ours.make(receiver)).id, refused);
  news.takes = async ({ to, text }) => {
    for (const [id, refused] of hooks)
      if (text.includes(id) && refused.includes(to)) throw new Error("550 no such user");
  };
  await ours.mint();
  for (const id of hooks.keys()) await ours.reach(id, [{ tries: 1 }]);
  for (const id of hooks.keys()) await setFailing({ id }, 3, { told: 0, told_at: null });
  for (const tries of [2, 3]) {
    server.clock.now += 60_000;
    for (const id of hooks.keys()) await ours.reach(id, [{ tries }]);
  }
  for (const [id, refused] of hooks) {
    // If no owner got a mail, all get it with the next try.
    const expected = refused === both ? [0, [...both, ...both].toSorted()] : [1, both];
    expect([(await progressOf({ id })).told, told({ id }).toSorted()], `of ${refused.join()}`).toEqual(expected);
  }
});

it("closes despite a hanging mail server, and mails after the next start", async () => {
  const hung = Promise.withResolvers<void>();
  news.takes = () => hung.promise;
  receiver.says = 410;
  const hook = await ours.make(receiver);
  await ours.mint();
  await until(() => expect(told(hook)).toHaveLength(1));
  try {
    await server.close();
  } finally {
    hung.resolve();
  }
  news.takes = async () => {};
  server = await server.restart();
  server.clock.now += 60_000;
  await until(async () => expect(await progressOf(hook)).toMatchObject({ disabled_for: "gone" }));
  expect(told(hook)).toHaveLength(2);
});

it.each([410, 500])(
  "mails nothing about a webhook that was changed while its receiver was slow to answer %i",
  async (status) => {
    const answer = Promise.withResolvers<number>();
    receiver.says = ({ path }) => (path === "/mended" ? 200 : answer.promise);
    const hook = await ours.make(receiver);
    await ours.mint();
    await until(() => expect(receiver.got).toHaveLength(1));
    const changedIdx = async () => (await progressOf(hook)).changed_idx;
    const before = await changedIdx();
    await ours.put(hook.id, `${receiver.url}mended`);
    await until(async () => expect(await changedIdx()).toBeGreaterThan(before));
    answer.resolve(status);
    // The changed address makes the delivery due at once: the clock stands still.
    await ours.reach(hook.id, [{ state: "delivered", tries: 1, error: null }]);
    expect(receiver.got.map(({ path }) => path)).toEqual(["/", "/mended"]);
    expect(told(hook)).toEqual([]);
  },
);
