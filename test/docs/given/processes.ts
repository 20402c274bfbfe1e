/** For one of several processes over a PostgreSQL server. */
import type { Anchorlog, OperatorStatus } from "anchorlog";
import { createPostgresGuard } from "anchorlog/store/guard";
import { expect } from "vitest";
import { sharePostgres } from "../../sharedPostgres.ts";
import { keys as platformKeys, operator, transfer, types as platformTypes } from "./platform.ts";

const server = await sharePostgres();
export const database = await server.createDatabase();
export const guardDatabase = await server.createDatabase();
export const platform = operator;
export const [keys, types] = [platformKeys, platformTypes];
await (await createPostgresGuard({ connectionString: guardDatabase }, operator)).close();

type Left = { anchorlog: Anchorlog } & Pick<OperatorStatus, "lease" | "unbatched" | "oldestPromise">;

export async function check({ anchorlog, lease, unbatched, oldestPromise }: Left): Promise<void> {
  expect({ lease, unbatched, oldestPromise }).toMatchObject({
    lease: { held: true, leader: "https://api-1.internal" },
    unbatched: 0,
    oldestPromise: undefined,
  });
  expect(await anchorlog.submit(await transfer(20))).toMatchObject({ status: "accepted", log: "acme-games" });
  await anchorlog.close();
  await server.close();
}
