/** For a client of the API server whose signed requests store a file. */
import { createHash } from "node:crypto";
import { expect } from "vitest";
import { createSignedFetch } from "anchorlog/http";
import { owner } from "../../../server/test/harness.ts";
import { startApi } from "./api.ts";

const { api, server } = await startApi();
const { headers, wallet, log } = await owner(server, "you@example.com");
export { api, headers };
const { operator, keys } = server.parts;
export const signedFetch = createSignedFetch({
  account: wallet,
  operator,
  log,
  authority: new URL(api).host,
  origins: [api],
  receiptKey: keys.receipt,
});

export async function check({ stored }: { stored?: { url: string; digest: string } }): Promise<void> {
  const bytes = Buffer.from(await (await fetch(stored!.url, { headers })).arrayBuffer());
  expect(bytes.toString()).toBe("Row 3, seat 12");
  expect(stored!.digest).toBe(`0x${createHash("sha256").update(bytes).digest("hex")}`);
  await server.close();
}
