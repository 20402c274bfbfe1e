import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listenHere } from "../../../test/listening.ts";
import { PERIOD, watchReaders } from "../../src/http/readers.ts";
import { until } from "../../../test/until.ts";

const MIB = 1 << 20;
/** More than the buffers of both ends can hold. */
const SIZE = 96;

let port: number;
let look: (now: number) => void;
let there: Socket;
let here: Socket;
beforeEach(async () => {
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const [chunk, count] = request.url === "/short" ? ["short", 1] : [Buffer.alloc(MIB), SIZE];
    Readable.from(Array.from({ length: count }, () => chunk)).pipe(response);
  });
  look = watchReaders(server);
  server.on("connection", (socket) => void (there = socket));
  ({ port } = await listenHere(server));
});
afterEach(() => void here.destroy());

/** Requests a path, and reads nothing yet. */
async function ask(path: string): Promise<void> {
  here = connect(port, "127.0.0.1");
  here.on("error", () => {});
  await once(here, "connect");
  here.pause();
  here.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
}

/** Reads at least this number of bytes, and then nothing. */
async function read(bytes: number): Promise<void> {
  let left = bytes;
  const done = Promise.withResolvers<void>();
  const take = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left > 0) return;
    here.pause();
    done.resolve();
  };
  here.on("data", take);
  here.resume();
  await done.promise;
  here.off("data", take);
}

/** Waits until the server can send no more. */
const isFull = (): Promise<void> =>
  until(() => {
    expect(there.writableLength).toBeGreaterThan(0);
  });

/** Checks one period later each time until the connection is closed, since buffers fill for a while. */
const isClosedFrom = (begin: number): Promise<void> => {
  let now = begin;
  return until(() => {
    look((now += PERIOD));
    expect(there.destroyed).toBe(true);
  });
};

it("closes a connection whose client reads nothing for a whole period, and not before", async () => {
  await ask("/long");
  await isFull();
  look(0);
  look(PERIOD - 1);
  expect(there.destroyed).toBe(false);
  await isClosedFrom(0);
});

it("keeps a connection as long as its client reads enough", async () => {
  await ask("/long");
  await isFull();
  look(0);
  // Reads more than the buffers held before.
  await read((SIZE / 2) * MIB);
  await isFull();
  look(PERIOD);
  expect(there.destroyed).toBe(false);
  await isClosedFrom(PERIOD);
});

it("keeps an idle connection whose client has read everything", async () => {
  await ask("/short");
  await read(1);
  await until(() => expect(there.writableLength).toBe(0));
  look(0);
  look(10 * PERIOD);
  expect(there.destroyed).toBe(false);
});
