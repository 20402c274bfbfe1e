/** HTTP as bytes on a connection: what no client's library would send. */
import { once } from "node:events";
import { connect } from "node:net";
import type { Answer } from "./harness.ts";

/** Sends bytes, ends its side, and reads the answers until the server ends the other. */
export async function exchange(url: string, bytes: Uint8Array, { isHead = false } = {}): Promise<Answer[]> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  // A server that refuses what is still being sent may end the connection hard.
  socket.on("error", () => {});
  socket.end(bytes);
  await once(socket, "close");
  return [...answersOf(Buffer.concat(chunks), isHead)];
}

function* answersOf(received: Buffer, isHead: boolean): Generator<Answer> {
  let rest = received;
  while (rest.length > 0) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) throw new Error(`no answer: ${rest.toString("latin1")}`);
    const [first = "", ...fields] = rest.subarray(0, end).toString("latin1").split("\r\n");
    const status = Number(/^HTTP\/1\.1 ([0-9]{3}) /.exec(first)?.[1]);
    const headers = new Headers(fields.map((field) => /^([^:]+): *(.*)$/.exec(field)!.slice(1) as [string, string]));
    const length = isHead ? 0 : Number(headers.get("content-length") ?? 0);
    const text = rest.subarray(end + 4, end + 4 + length).toString();
    rest = rest.subarray(end + 4 + length);
    // RFC 9110, 15.2.1: before the answer.
    if (status === 100) continue;
    const isJson = headers.get("content-type")?.includes("json") ?? false;
    yield { status, headers, body: isJson && text !== "" ? JSON.parse(text) : text };
  }
}
