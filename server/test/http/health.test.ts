import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { expect, it, vi } from "vitest";
import { closing } from "../../../test/ends.ts";
import { newFolder } from "../../../test/folder.ts";
import { checksOf } from "../../src/http/health.ts";
import { createServer } from "../../src/main/server.ts";
import type { Parts } from "../../src/foundation/parts.ts";
import { call, owner, startServer, type Refused, type TestServer } from "../harness.ts";
import { GROUPS } from "../../src/foundation/limitGroups.ts";

const start = (env: Record<string, string> = {}): Promise<TestServer> => startServer(env, { groups: GROUPS });

/** A second server of the same platform, with the given differences. */
async function beside(server: TestServer, other: Partial<Parts>, drain?: () => Promise<unknown>) {
  const logger = pino({ level: "silent" });
  const app = await createServer(
    { ...server.parts, ...other },
    { logger, maxDelay: Infinity, ...(drain && { drain }) },
  );
  return closing({ url: await app.listen({ host: "127.0.0.1", port: 0 }), close: () => app.close() });
}

const ready = ({ url }: { url: string }) => call<Refused>({ url }, "GET", "/readyz");
const reasons = ({ body }: { body: Refused }) => body.error.details;

it("is alive and ready", async () => {
  const server = await start();
  expect((await call(server, "GET", "/livez")).body).toEqual({ status: "alive" });
  expect((await ready(server)).body).toEqual({
    status: "ready",
    checks: { store: "ok", history: "ok", backlog: "ok", chain: "none", mail: "ok", storage: "ok" },
  });
  expect((await call(server, "HEAD", "/readyz")).status).toBe(200);
});

it("reports unavailable mail, and stays ready", async () => {
  const server = await start();
  await rm((server.parts.config.mail as { folder: string }).folder, { recursive: true });
  expect(await ready(server)).toMatchObject({ status: 200, body: { checks: { mail: "unavailable" } } });
});

it("is not ready without its tables, and shows no details", async () => {
  const server = await start();
  const { database } = server.parts;
  const gone = await beside(server, {});
  expect((await ready(gone)).status).toBe(200);
  await database.across.accounts.destroy();
  const broken = await beside(server, {}).catch((error: unknown) => error);
  // A server cannot start without its tables. A running server reports the loss with its next check.
  expect(broken).toBeInstanceOf(Error);
  await expect.poll(async () => (await ready(gone)).status).toBe(503);
  const answer = await ready(gone);
  expect(reasons(answer)).toEqual([{ field: "store", reason: "unavailable" }]);
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(answer.body.error.message).toBe("not ready");
  expect((await call(gone, "GET", "/livez")).status).toBe(200);
});

it("is not ready if its store lacks signed entries, and serves those that it has", async () => {
  const first = await start();
  await owner(first, "ada@example.com");
  const server = await first.restart();
  const { folder } = server.parts.config;
  const older = newFolder();
  for (const file of ["log.sqlite", "accounts.sqlite"]) await copyFile(join(folder, file), join(older, file));
  await owner(server, "ben@example.com");
  await copyFile(join(folder, "log.guard"), join(older, "log.guard"));

  const lagging = await startServer({}, { folder: older, clock: server.clock });
  const answer = await ready(lagging);
  expect([answer.status, reasons(answer)]).toEqual([503, [{ field: "history", reason: "read_only" }]]);
  expect((await call(lagging, "GET", "/.well-known/anchorlog")).status).toBe(200);
});

it.each([
  [{ shedding: { code: "anchor_overdue", message: "secret" } }, "backlog", "anchor_overdue"],
  [{ shedding: { code: "guard_failed", message: "secret" } }, "history", "guard_failed"],
  [{ shedding: { code: "store_full", message: "secret" } }, "store", "store_full"],
  [{ logs: undefined }, "store", "unavailable"],
])("is not ready if its log is not: %j", async (found, field, reason) => {
  const server = await start();
  const { anchorlog } = server.parts;
  const status = { ...(await anchorlog.status()), ...found } as Awaited<ReturnType<typeof anchorlog.status>>;
  const { url } = await beside(server, { anchorlog: { ...anchorlog, status: async () => status } });
  const answer = await ready({ url });
  expect([answer.status, reasons(answer)]).toEqual([503, [{ field, reason }]]);
  expect(JSON.stringify(answer.body)).not.toContain("secret");
});

it("checks each dependency once for many concurrent requests", async () => {
  const server = await start();
  let asked = 0;
  const held = Promise.withResolvers<boolean>();
  const isReady = (): Promise<boolean> => {
    asked++;
    return held.promise;
  };
  const { url } = await beside(server, { storage: { ...server.parts.storage, isReady } });
  // The check answers to none of them, so the number does not depend on the machine's speed.
  const answers = await Promise.all(Array.from({ length: 20 }, () => ready({ url })));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(asked).toBe(1);
  held.resolve(true);
});

it("does not check a dependency again until its last check has answered", async () => {
  const server = await start();
  let asked = 0;
  const held = Promise.withResolvers<boolean>();
  const isReady = (): Promise<boolean> => {
    asked++;
    return held.promise;
  };
  const { storage } = checksOf({ ...server.parts, storage: { ...server.parts.storage, isReady } });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  for (let look = 0; look < 3; look++) {
    const state = storage();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await state).toBe("unavailable");
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(asked).toBe(1);
  held.resolve(true);
  await held.promise;
  expect(await storage()).toBe("ok");
});

it("is not ready while it drains, and still serves", async () => {
  const server = await start();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { promise: draining, resolve: begin } = Promise.withResolvers<void>();
  const { url, close } = await beside(server, {}, async () => {
    begin();
    await promise;
  });
  expect((await ready({ url })).status).toBe(200);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const closed = close();
  await draining;
  // While the server drains.
  vi.advanceTimersByTime(15_000);
  const answer = await ready({ url });
  expect([answer.status, reasons(answer)]).toEqual([503, [{ field: "server", reason: "closing" }]]);
  expect((await call({ url }, "GET", "/.well-known/anchorlog")).status).toBe(200);
  resolve();
  await closed;
  vi.useRealTimers();
  await expect(fetch(`${url}/livez`)).rejects.toThrow("fetch failed");
});

it("counts requests by route, method and status, without identifiers", async () => {
  const server = await start();
  await call(server, "GET", "/vatoms/obj_of_ada?secret=1");
  await call(server, "GET", "/nothing/of/ada");
  await call(server, "POST", "/auth/otp", { body: { email: "ada@example.com" } });
  const { headers, body } = await call<string>(server, "GET", "/metrics");
  expect(headers.get("content-type")).toContain("text/plain");
  const counted = (labels: string) => `http_request_duration_seconds_count{${labels}} 1\n`;
  expect(body).toContain(counted('method="GET",route="/vatoms/:id",status="301"'));
  expect(body).toContain(counted('method="GET",route="none",status="404"'));
  expect(body).toContain(counted('method="POST",route="/auth/otp",status="202"'));
  expect(body).toMatch(/^nodejs_eventloop_lag_seconds /m);
  expect(body).toMatch(/^anchorlog_up 1$/m);
  expect(body).not.toMatch(/\bada\b|secret/);
});

it("shows metrics only with METRICS_SECRET, if it is set", async () => {
  const secret = "m".repeat(32);
  const server = await start({ METRICS_SECRET: secret });
  const ask = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    return (await call(server, "GET", "/metrics", { headers })).status;
  };
  expect([await ask(), await ask(`Bearer ${secret}m`), await ask(secret)]).toEqual([401, 401, 401]);
  expect(await ask(`Bearer ${secret}`)).toBe(200);
});
