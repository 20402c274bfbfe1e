import { afterEach, beforeEach, expect, it } from "vitest";
import type { TestServer } from "../harness.ts";
import { startOrganization, startWithNews, type News, type Organization } from "./hooks.ts";
import { startReceiver, until, type Receiver } from "./receiver.ts";

let server: TestServer;
let news: News;
let receiver: Receiver;
let ours: Organization;
beforeEach(async () => {
  ({ server, news } = await startWithNews());
  receiver = await startReceiver();
  ours = await startOrganization(server, "ada@example.com");
});
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await server.close();
  await receiver.close();
  for (const close of closers.splice(0)) await close();
});

it("disables what is gone, and tells its owner once, however long the mail server takes", async () => {
  const taken = Promise.withResolvers<void>();
  news.takes = () => taken.promise;
  receiver.says = 410;
  const hook = await ours.make(receiver);
  await ours.mint();
  await until(() => expect(news.sent).toHaveLength(1));
  // What came of other tries is kept meanwhile, twice.
  const other = await startReceiver();
  closers.push(other.close);
  const { id } = await ours.make(other);
  await ours.mint();
  await ours.reach(id, [{ state: "delivered" }]);
  await ours.mint();
  await ours.reach(id, [{ state: "delivered" }, { state: "delivered" }]);
  taken.resolve();
  await until(async () => expect(await ours.show(hook.id)).toMatchObject({ disabled: { reason: "gone" } }));
  expect(news.sent).toHaveLength(1);
});
