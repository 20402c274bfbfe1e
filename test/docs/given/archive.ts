/** For an operator whose store has an archive. */
import type { Anchorlog } from "anchorlog";
import { expect } from "vitest";
import { keys, operator, transfer, types } from "./platform.ts";

export const options = { operator, logs: ["acme-games"], types, keys };

export async function check({ anchorlog }: { anchorlog: Anchorlog }): Promise<void> {
  expect(await anchorlog.submit(await transfer(30))).toMatchObject({ status: "accepted" });
  expect(await anchorlog.status()).toMatchObject({ archived: 0, archiveMissing: [] });
  await anchorlog.close();
}
