/** For a client of the API server who stores a file. */
import { createHash } from "node:crypto";
import { expect } from "vitest";
import { session } from "./session.ts";

export const { client } = await session();

export function check({ stored, content }: { stored?: { digest: string }; content?: string }): void {
  expect(content).toBe("Row 3, seat 12");
  expect(stored!.digest).toBe(`0x${createHash("sha256").update(content!).digest("hex")}`);
}
