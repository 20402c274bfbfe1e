/** Answered requests do not stay in memory until V8's next full collection, by V8's own trace. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, it } from "vitest";
import { atEnd } from "../../test/ends.ts";
import { newFolder } from "../../test/folder.ts";
import { listening, start, terminate } from "./process.ts";

const CONNECTIONS = 256;
const UNDER_WAY = 8;
const REQUEST = "GET /livez HTTP/1.1\r\nHost: server.example\r\n\r\n";

type Collection = { readonly kind: string; readonly allocated: number; readonly promoted: number };

/** The collections of each isolate, in the lines of `--trace-gc-nvp`. */
function collectionsIn(lines: string): Collection[][] {
  const numberIn = (line: string, name: string) => Number(new RegExp(` ${name}=(\\d+)`).exec(line)![1]);
  const isolates = new Map<string, Collection[]>();
  for (const line of lines.split("\n")) {
    const [, isolate, kind] = /^\[\d+:(0x[0-9a-f]+:\d+)\].* gc=(\w+) .* allocated=\d+ promoted=/.exec(line) ?? [];
    if (isolate === undefined) continue;
    const one = { kind: kind!, allocated: numberIn(line, "allocated"), promoted: numberIn(line, "promoted") };
    isolates.set(isolate, [...(isolates.get(isolate) ?? []), one]);
  }
  return [...isolates.values()];
}

// With pretenuring, V8 moved 29 % of all bytes into its old generation.
it("answered requests do not reach the old generation", async () => {
  const server = start(newFolder(), {}, [], undefined, false, ["--trace-gc-nvp"]);
  const port = Number(new URL(await listening(server)).port);
  const idle: Socket[] = [];
  for (let i = 0; i < CONNECTIONS; i++) {
    const socket = connect({ host: "127.0.0.1", port, noDelay: true });
    atEnd(() => socket.destroy());
    await once(socket, "connect");
    idle.push(socket);
  }
  let left = 24_000;
  const ask = async (): Promise<void> => {
    while (left-- > 0) {
      const socket = idle.shift()!;
      socket.write(REQUEST);
      await once(socket, "data");
      idle.push(socket);
    }
  };
  await Promise.all(Array.from({ length: UNDER_WAY }, ask));
  for (const socket of idle) socket.destroy();
  await terminate(server);
  const total = (of: readonly Collection[], name: "allocated" | "promoted") =>
    of.reduce((sum, one) => sum + one[name], 0);
  const all = collectionsIn(server.said()).toSorted((a, b) => total(b, "allocated") - total(a, "allocated"));
  const last = all[0]!.filter(({ kind }) => kind === "s").slice(-6);
  expect(last).toHaveLength(6);
  expect(total(last, "promoted") / total(last, "allocated")).toBeLessThan(0.05);
});
