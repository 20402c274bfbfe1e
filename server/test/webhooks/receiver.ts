/** A real receiver of webhooks, which keeps the requests that it gets. */
import type { IncomingHttpHeaders } from "node:http";
import { listen } from "../../../test/listening.ts";

export type Got = { readonly headers: Record<string, string>; readonly body: string; readonly path: string };
type Says = number | "hang";
export type Receiver = {
  readonly url: string;
  readonly got: Got[];
  /** Its answer from now on; `hang` never answers. */
  says: Says | ((got: Got) => Says | Promise<Says>);
  /** The Retry-After of its answers. */
  retryAfter?: string;
  close(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const got: Got[] = [];
  const { url, close } = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const one = { headers: plain(request.headers), body: Buffer.concat(chunks).toString(), path: request.url! };
      got.push(one);
      void (async () => {
        const says = typeof receiver.says === "function" ? await receiver.says(one) : receiver.says;
        const { retryAfter } = receiver;
        const headers = {
          location: `${url}/elsewhere`,
          ...(retryAfter !== undefined && { "retry-after": retryAfter }),
        };
        if (says !== "hang") response.writeHead(says, headers).end("thanks");
      })();
    });
  });
  const receiver: Receiver = { url: `${url}/`, got, says: 200, close };
  return receiver;
}

const plain = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
