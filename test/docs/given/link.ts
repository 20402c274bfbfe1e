/** For a client of the API server who handed on an object, and sends a link that shows it. */
import { expect } from "vitest";
import { verifyBundle } from "anchorlog";
import { trustIn } from "../../../server/test/proofs/evidence.ts";
import { transferred } from "./transferred.ts";

const { server, ...given } = await transferred();
export const { api, headers, transfer, about } = given;

export async function check({ link }: { link?: string }): Promise<void> {
  const { href, hash } = new URL(link!);
  expect((await fetch(href)).headers.get("content-type")).toMatch(/^text\/html/);
  const bundle = Uint8Array.from(Buffer.from(hash.slice(1), "base64url"));
  expect(await verifyBundle(bundle, { operator: await trustIn(server) })).toMatchObject({ verdict: "valid" });
  await server.close();
}
