import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { environmentOf } from "./engines.ts";
import { call, owner, sign, type Answer, type Refused, type Signing } from "./harness.ts";
import { typedAction } from "./platform/typed.ts";
import { endAll, listening, signingFor, start as startIn, type Started } from "./process.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "anchorlog-processes-"));
});
afterEach(async () => {
  await endAll();
  await rm(folder, { recursive: true });
});

type Running = { readonly server: Started; readonly remote: Signing };
type Done = Refused & { readonly object: { readonly id: string }; readonly x_receipt: object };

it("has one process write an organization's log, and another take over when it is gone or stands still", async () => {
  const env = {
    ...(await environmentOf("PostgreSQL")),
    PUBLIC_URL: "http://api.example",
    SERVER_SECRET: "5e".repeat(32),
    LEASE_SECONDS: "5",
    LOG_LEVEL: "error",
  };
  const start = async (name: string): Promise<Running> => {
    const server = startIn(join(folder, name), env);
    return { server, remote: await signingFor(await listening(server), join(folder, name), env) };
  };
  const [first, second] = [await start("first"), await start("second")];
  const ada = await owner(first.remote, "ada@example.com");
  const { body: template } = await sign<{ id: string }>(first.remote, ada, "POST", "/templates", {
    body: { name: "coin" },
  });
  const to = ada.wallet.address.toLowerCase();
  const issue = (objectId: string) =>
    typedAction(first.remote, ada, "Issue", { objectId, to, templateId: template.id, properties: "{}" });
  const send = ({ remote }: Running, body: object): Promise<Answer<Done>> =>
    call<Done>(remote, "POST", "/ebus/execute", { headers: ada.headers, body });
  const reasonOf = ({ body }: Answer<Done>): string | undefined => body.error?.details[0]?.reason;
  const untilDone = (by: Running, body: object): Promise<void> =>
    expect.poll(async () => (await send(by, body)).status, { timeout: 60_000, interval: 500 }).toBe(200);

  const one = await issue("one");
  const elsewhere = await send(second, one);
  expect([elsewhere.status, reasonOf(elsewhere), elsewhere.headers.get("retry-after")]).toEqual([
    503,
    "not_the_writer",
    "1",
  ]);
  const done = await send(first, one);
  expect(done.status).toBe(200);
  const objects = async ({ remote }: Running): Promise<string[]> => {
    const { body } = await call<{ items: { id: string }[] }>(remote, "GET", "/objects", { headers: ada.headers });
    return body.items.map(({ id }) => id);
  };
  // Whoever is asked has it, and who has not the log says again what was done.
  expect(await objects(second)).toEqual(["one"]);

  first.server.child.kill("SIGSTOP");
  const two = await issue("two");
  await untilDone(second, two);
  first.server.child.kill("SIGCONT");
  const lost = await issue("lost");
  // At first it sheds: it finds itself late by as long as it stood still.
  await expect.poll(async () => reasonOf(await send(first, lost)), { timeout: 60_000 }).toBe("not_the_writer");
  expect(await objects(first)).toEqual(["two", "one"]);

  second.server.child.kill("SIGKILL");
  const three = await issue("three");
  await untilDone(first, three);
  expect(await objects(first)).toEqual(["three", "two", "one"]);
  expect((await send(first, one)).body).toEqual(done.body);
  const errors = [first, second].flatMap(({ server }) =>
    server
      .said()
      .split("\n")
      .filter((line) => line.startsWith("{")),
  );
  expect(errors).toEqual([]);
});
