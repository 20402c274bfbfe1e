/** For a client of the API server who proves what is published meanwhile. */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { verifyBundle } from "anchorlog";
import { trustIn } from "../../../server/test/proofs/evidence.ts";
import { transferred } from "./transferred.ts";

export { writeFileSync } from "node:fs";
const { server, ...given } = await transferred();
export const { api, headers, transfer, about } = given;
export const proof = await fetch(`${api}/ebus/action-logs/${transfer["action_id"]}/proof`, { headers });
expect(proof.headers.get("anchorlog-state")).toBe("promised");
await server.parts.anchorlog.closeBatches();
await server.parts.anchorlog.publish();

export async function check(): Promise<void> {
  const [operator, checkpoint] = [await trustIn(server), await (await fetch(about.checkpoint)).text()];
  const verdict = await verifyBundle(readFileSync("included.json", "utf8"), { operator, checkpoint });
  expect(verdict).toMatchObject({ verdict: "valid", state: "included" });
  await server.close();
}
