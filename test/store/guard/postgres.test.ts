import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPostgresGuard, openPostgresGuard, type Guard } from "anchorlog/store/guard";
import { openPostgresStore } from "anchorlog/store/postgres";
import { closing } from "../../ends.ts";
import { operator } from "../../operator.ts";
import { startPostgres, type TestServer } from "../../postgres.ts";
import { guardContract, K, mark } from "./contract.ts";

describe("a guard in PostgreSQL", () => {
  let server: TestServer;
  let connectionString: string;
  beforeAll(async () => void (server = closing(await startPostgres())));
  beforeEach(async () => void (connectionString = await server.createDatabase()));

  guardContract({
    create: (of) => createPostgresGuard({ connectionString }, of),
    open: (of) => openPostgresGuard({ connectionString }, of),
  });

  test("is shared between processes", async () => {
    const guards: Guard[] = [await createPostgresGuard({ connectionString }, operator)];
    guards.push(await openPostgresGuard({ connectionString }, operator));
    const [one, two] = guards as [Guard, Guard];
    expect(one.shared).toBe(true);
    expect(await one.move(K, undefined, mark(1), { durable: false })).toBe(true);
    expect(await two.mark(K)).toEqual(mark(1));
    const moves = await Promise.all(guards.map((guard, i) => guard.move(K, mark(1), mark(2 + i), { durable: true })));
    expect(moves.filter(Boolean)).toHaveLength(1);
    for (const guard of guards) await guard.close();
  });

  test("is refused in the store's own database, because a restore would set it back too", async () => {
    await (await openPostgresStore({ connectionString, leader: "a" })).close();
    await expect(createPostgresGuard({ connectionString }, operator)).rejects.toMatchObject({ code: "bad_option" });
  });

  test("keeps a store out of its database, whose tables would make it unusable", async () => {
    await (await createPostgresGuard({ connectionString }, operator)).close();
    const opened = openPostgresStore({ connectionString, leader: "a" });
    await expect(opened).rejects.toMatchObject({ code: "bad_option", message: expect.stringMatching(/holds a guard/) });
    await (await openPostgresGuard({ connectionString }, operator)).close();
  });

  test("reports a failure while its server is unavailable, and continues afterwards", async () => {
    const guard = await createPostgresGuard({ connectionString }, operator);
    await guard.move(K, undefined, mark(1), { durable: true });
    await server.crash("SIGQUIT");
    await expect(guard.mark(K)).rejects.toMatchObject({ code: "guard_failed" });
    await expect(guard.move(K, mark(1), mark(2), { durable: true })).rejects.toMatchObject({ code: "guard_failed" });
    await server.start();
    expect(await guard.mark(K)).toEqual(mark(1));
    expect(await guard.move(K, mark(1), mark(2), { durable: true })).toBe(true);
    await guard.close();
  });
});
