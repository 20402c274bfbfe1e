/** A real name server, whose answers and their times a test sets. */
import { createSocket, type RemoteInfo } from "node:dgram";
import { once } from "node:events";
import { closing } from "../../../test/ends.ts";

export type Question = { readonly name: string; readonly type: "A" | "AAAA" };
export type NameServer = {
  readonly address: string;
  /** The questions, in order. */
  readonly asked: Question[];
  /** The IPv4 addresses of a name; an empty list if it is unknown. Undefined: no answer yet. */
  says: (question: Question) => readonly string[] | undefined;
  close(): Promise<void>;
};

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket("udp4");
  const answer = (message: Buffer, { port, address }: RemoteInfo): void => {
    const labels: string[] = [];
    let at = 12;
    for (let length = message[at++]!; length > 0; length = message[at++]!) {
      labels.push(message.toString("latin1", at, at + length));
      at += length;
    }
    const question: Question = { name: labels.join("."), type: message.readUInt16BE(at) === 1 ? "A" : "AAAA" };
    server.asked.push(question);
    const found = server.says(question);
    if (found === undefined) return;
    const head = Buffer.alloc(12);
    message.copy(head, 0, 0, 2);
    // The header of an answer: no error, or an unknown name (RFC 1035, 4.1.1).
    head.writeUInt16BE(found.length > 0 || question.type === "AAAA" ? 0x8180 : 0x8183, 2);
    const records = question.type === "A" ? found : [];
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    const record = (text: string): Buffer =>
      // The name of the question, type A, class IN, and a lifetime of 0.
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...text.split(".").map(Number)]);
    socket.send(Buffer.concat([head, message.subarray(12, at + 4), ...records.map(record)]), port, address);
  };
  socket.on("message", answer).bind(0, "127.0.0.1");
  await once(socket, "listening");
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    asked: [],
    says: () => undefined,
    close: async () => {
      socket.close();
      await once(socket, "close");
    },
  };
  return closing(server);
}
