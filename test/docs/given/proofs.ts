/** For a client of the API server who handed on an object, and proves it. */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { verifyBundle } from "anchorlog";
import { parseTrust } from "anchorlog/bundle";
import { transferred } from "./transferred.ts";

const { server, ...given } = await transferred();
export const { api, headers, transfer, about } = given;

export async function check({ proof }: { proof?: Response }): Promise<void> {
  expect(proof!.headers.get("anchorlog-state")).toBe("promised");
  const operator = parseTrust(readFileSync("trust.json", "utf8"));
  const verdict = await verifyBundle(readFileSync("proof.json", "utf8"), { operator });
  expect(verdict).toMatchObject({ verdict: "valid", state: "promised" });
  await server.close();
}
