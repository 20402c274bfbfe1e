/** HTTP as bytes on a connection, which no client's library would send. */
import { connect, type Socket } from "node:net";
import { atEnd } from "../../test/ends.ts";
import type { Answer } from "./harness.ts";

type Options = {
  readonly isHead?: boolean;
  /** When the client ends its side. `never` if the bytes already make the server close the connection. */
  readonly end: "never" | "at once" | "after an answer";
};

/** A connection, and its answers once the server has closed it. */
export type Wire = { readonly socket: Socket; readonly answers: Promise<Answer[]> };

export function openWire(url: string, isHead = false): Wire {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  // A server that refuses a request before its end may reset the connection.
  socket.on("error", () => {});
  atEnd(() => socket.destroy());
  const closed = new Promise((resolve) => socket.once("close", resolve));
  return { socket, answers: closed.then(() => [...answersOf(Buffer.concat(chunks), isHead)]) };
}

/** Sends bytes, and reads the answers until the server ends the connection. */
export function exchange(url: string, bytes: Uint8Array, { isHead = false, end }: Options): Promise<Answer[]> {
  const { socket, answers } = openWire(url, isHead);
  if (end === "after an answer") socket.on("data", () => socket.end());
  socket.write(bytes);
  if (end === "at once") socket.end();
  return answers;
}

function* answersOf(received: Buffer, isHead: boolean): Generator<Answer> {
  let rest = received;
  while (rest.length > 0) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) throw new Error(`no answer: ${rest.toString("latin1")}`);
    const [first = "", ...fields] = rest.subarray(0, end).toString("latin1").split("\r\n");
    const status = Number(/^HTTP\/1\.1 ([0-9]{3}) /.exec(first)?.[1]);
    const headers = new Headers(fields.map((field) => /^([^:]+): *(.*)$/.exec(field)!.slice(1) as [string, string]));
    rest = rest.subarray(end + 4);
    // Bytes that are not HTTP are refused as a whole, with any method.
    const hasNone = isHead && rest.toString("latin1", 0, 1) !== "{";
    const length = hasNone ? 0 : Number(headers.get("content-length") ?? 0);
    const text = rest.subarray(0, length).toString();
    rest = rest.subarray(length);
    // RFC 9110, 15.2.1: before the answer.
    if (status === 100) continue;
    const isJson = headers.get("content-type")?.includes("json") ?? false;
    yield { status, headers, body: isJson && text !== "" ? JSON.parse(text) : text };
  }
}
