import { createPublicClient } from "viem";
import { expect, it } from "vitest";
import { transportOf } from "../../../src/daemon/config/open.ts";
import { listen } from "../../listening.ts";

it("asks a node again soon that refused a question for an hour", async () => {
  let asked = 0;
  const node = await listen((request, response) => {
    if (asked++ === 0) {
      response.writeHead(429, { "retry-after": "3600" }).end("slow down");
      return;
    }
    response.setHeader("content-type", "application/json");
    request.on("data", (text: Buffer) => {
      const { id } = JSON.parse(text.toString()) as { id: number };
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: "0x7a69" }));
    });
  });
  const client = createPublicClient({ transport: transportOf(node.url) });
  expect(await client.getChainId()).toBe(31_337);
  expect(asked).toBe(2);
});
