/** A thread that serves one SQLite store after another, each by a port of its own. */
import { parentPort, type MessagePort } from "node:worker_threads";
import type { WriterData } from "../src/store/sqlite/group.ts";
import { serveWriter } from "../src/store/sqlite/serveWriter.ts";

parentPort!.on("message", ({ port, data }: { port: MessagePort; data: WriterData }) => serveWriter(port, data));
