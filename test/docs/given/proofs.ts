/** For a client of the API server who handed on an object, and proves it. */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { VerifiedBundle } from "@anchorlog/client";
import { session } from "./session.ts";

export const { client, transfer } = await session();

export function check({ proof }: { proof?: VerifiedBundle }): void {
  expect(proof).toMatchObject({ state: "included", bundle: { action: { primaryType: "HttpRequest" } } });
  expect(readFileSync("proof.json", "utf8")).toBe(proof!.text);
}
