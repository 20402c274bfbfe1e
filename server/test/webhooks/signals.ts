/** Run as its own process, so that its heap is small: prints how many signals a hundred tries leave behind. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { queryObjects } from "node:v8";
import { createSender } from "../../src/webhooks/send.ts";

// It never closes idle connections, so that a busy machine changes nothing.
const receiver = createServer({ keepAliveTimeout: 0 }, (_request, response) => void response.end());
receiver.listen(0, "127.0.0.1");
await once(receiver, "listening");
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
const sender = createSender({ allow: ["127.0.0.1"] });
const ending = new AbortController();

async function tries(count: number): Promise<number> {
  for (let i = 0; i < count; i++) {
    const answer = await sender.send({ url, headers: {}, body: "" }, ending.signal);
    if (answer?.status !== 200) throw new Error(JSON.stringify(answer));
  }
  // Behind a collection of garbage.
  return queryObjects(AbortSignal, { format: "count" });
}

// The library's own caches are filled by then.
const before = await tries(10);
process.stdout.write(`${(await tries(100)) - before}\n`);
await sender.close();
receiver.close();
