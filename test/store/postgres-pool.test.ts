import { expect, it } from "vitest";
import { openPool } from "../../src/store/postgres/pool.ts";

it.each([
  ["", 10_000],
  ["?connect_timeout=240", 240_000],
  ["?sslmode=disable&connect_timeout=3", 3_000],
  ["?connect_timeout=0", 10_000],
  ["?connect_timeout=soon", 10_000],
])("a new connection to a database with %j may take %i ms", async (parameters, connectionTimeoutMillis) => {
  const { pool, end } = await openPool({ connectionString: `postgresql://nobody@127.0.0.1:9/none${parameters}` });
  expect(pool).toMatchObject({ options: { connectionTimeoutMillis } });
  await end();
});
