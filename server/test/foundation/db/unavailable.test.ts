import { expect, it } from "vitest";
import { queryDatabase } from "../../../../test/postgres.ts";
import { isUnavailable } from "../../../src/foundation/db/unavailable.ts";
import { openPostgresDatabase } from "../../../src/foundation/db/postgres.ts";
import { createDatabase } from "../../engines.ts";

it.each([
  ["a role that may not log in", (url: URL) => void (url.username = "nobody")],
  ["a database that does not exist", (url: URL) => void (url.pathname = "/absent")],
])("counts %s as an unavailable database, which an operator repairs", async (_, change) => {
  const url = new URL(await createDatabase());
  await queryDatabase(url.href, "SELECT 1");
  change(url);
  const database = openPostgresDatabase(url.href);
  const { tables } = database.across;
  const error = await tables
    .selectFrom("object")
    .selectAll()
    .execute()
    .catch((cause: unknown) => cause);
  expect([error, isUnavailable(error)]).toEqual([error, true]);
  await database.close();
});
