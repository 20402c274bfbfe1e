/** A plain balancer in front of several processes: round robin, without a second try. */
import { request, type IncomingMessage, type ServerResponse } from "node:http";
import { listen, type Listening } from "../../test/listening.ts";

/** @param targets the current origins behind it. */
export async function startBalancer(targets: () => readonly string[]): Promise<Listening> {
  let turn = 0;
  const relay = (from: IncomingMessage, to: ServerResponse): void => {
    const all = targets();
    const { method, headers, url } = from;
    const onward = request(new URL(url!, all[turn++ % all.length]), { method, headers, agent: false });
    onward.on("response", (answer) => {
      to.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(to).on("error", () => {});
      answer.on("error", () => to.destroy());
    });
    // If an early answer is already being sent, ignore the error. Otherwise end the connection, since an answer of the
    // balancer would not be in the document.
    onward.on("error", () => void (to.headersSent || to.destroy()));
    from.on("error", () => onward.destroy()).pipe(onward);
  };
  return listen(relay);
}
