/** Starts the processes of a measurement: a server, and the generator of its load. */
import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { GeneratorOptions } from "./generator.ts";
import type { ServerOptions } from "./server.ts";

/** Starts a process. `ended` waits for its end, and kills it if it has not sent its result. */
export function start<M extends { readonly type: string }>(name: string, options: ServerOptions | GeneratorOptions) {
  const child: ChildProcess = fork(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), [JSON.stringify(options)]);
  const exited = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
  const heard: M[] = [];
  let hear = () => {};
  child.on("message", (message) => {
    heard.push(message as M);
    hear();
  });
  void exited.then(() => hear());
  /** Waits for a message of the given type. */
  const next = async <T extends M["type"]>(type: T): Promise<Extract<M, { type: T }>> => {
    for (;;) {
      const found = heard.find((message) => message.type === type);
      if (found !== undefined) return found as Extract<M, { type: T }>;
      if (child.exitCode !== null) throw new Error(`the ${name} ended with code ${child.exitCode}`);
      await new Promise<void>((resolve) => (hear = resolve));
    }
  };
  const ended = async () => {
    // After a failure, the process would wait forever.
    if (child.connected && !heard.some(({ type }) => type === "cost" || type === "latencies")) child.kill();
    await exited;
  };
  return { child, next, ended };
}
