/** Measures a bare Fastify server under a steady load. It submits actions to the package, or only writes rows. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { GeneratorMessage, GeneratorOptions, Latencies } from "./generator.ts";
import { makeFolder } from "../shared.ts";
import { start } from "./processes.ts";
import { cpuByThread, note } from "./threads.ts";
import type { ServerCost, ServerMessage, ServerOptions } from "./server.ts";

export type BareFigures = ServerCost & Latencies;

/** Starts a server and measures it. If `name` is given, the CPU time by thread is written under it. */
export async function measureBare(
  subject: Omit<ServerOptions, "path">,
  load: Pick<GeneratorOptions, "rate" | "batch" | "seconds" | "warmUp">,
  name?: string,
): Promise<BareFigures> {
  const folder = await makeFolder();
  const server = start<ServerMessage>("server", { ...subject, path: join(folder, "store.sqlite") });
  try {
    const { port } = await server.next("listening");
    const generator = start<GeneratorMessage>("generator", { ports: [port], ...load });
    try {
      await generator.next("ready");
      const begun = cpuByThread(server.child.pid!);
      generator.child.send("begin");
      await generator.next("warm");
      server.child.send("begin");
      const latencies = await generator.next("latencies");
      if (name !== undefined) note(name, latencies, begun, cpuByThread(server.child.pid!));
      server.child.send("end");
      return { ...latencies, ...(await server.next("cost")) };
    } finally {
      await generator.ended();
    }
  } finally {
    await server.ended();
    await rm(folder, { recursive: true, force: true });
  }
}
