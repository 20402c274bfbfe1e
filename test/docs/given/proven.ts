/** For a client of the API server who has proven something, and shows it to others. */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { parseTrust, verifyBundle } from "anchorlog/verify/bundle";
import { session } from "./session.ts";

export { writeFileSync } from "node:fs";
export const { api, client, transfer } = await session();
export const proof = await client.prove(transfer.action_id, { until: "included" });

export async function check({ link }: { link?: string }): Promise<void> {
  if (link === undefined) {
    const operator = parseTrust(readFileSync("trust.json", "utf8"));
    const checkpoint = readFileSync("checkpoint.txt", "utf8");
    const verdict = await verifyBundle(proof.text, { operator, checkpoint });
    expect(verdict).toMatchObject({ verdict: "valid", state: "included" });
    return;
  }
  const { href, hash } = new URL(link);
  expect((await fetch(href)).headers.get("content-type")).toMatch(/^text\/html/);
  const bundle = Uint8Array.from(Buffer.from(hash.slice(1), "base64url"));
  const operator = await client.operator();
  expect(await verifyBundle(bundle, { operator })).toMatchObject({ verdict: "valid" });
}
