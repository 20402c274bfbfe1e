import type { IncomingMessage } from "node:http";
import { listen } from "../../listening.ts";

/** A request to a test's server. */
export type Asked = { readonly headers: IncomingMessage["headers"]; readonly body: string };
export type Answer = { readonly status?: number; readonly body: string | object } | "hang up" | "say nothing";

/** A server on this machine with scripted answers to POSTs. */
export async function startServer(answer: (asked: Asked) => Answer | Promise<Answer>) {
  const asked: Asked[] = [];
  const { url, port, close } = await listen((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => void (body += part));
    request.on("end", () => {
      const one = { headers: request.headers, body };
      asked.push(one);
      void Promise.resolve(answer(one)).then((said) => {
        if (said === "say nothing") return;
        if (said === "hang up") {
          request.socket.destroy();
          return;
        }
        const text = typeof said.body === "string" ? said.body : JSON.stringify(said.body);
        response.writeHead(said.status ?? 200).end(text);
      });
    });
  });
  return { url: `${url}/`, host: `127.0.0.1:${port}`, asked, close };
}
