import { startThread, threadFile } from "../../threads.ts";
import type { CheckpointData } from "./checkpoint-worker.ts";
import type { Group } from "./group.ts";

/** Copies the write-ahead log into the database beside the writer, so that no commit waits for that. */
export type Checkpoints = {
  /** Says that a group was committed. */
  committed(entries: number): void;
  close(): Promise<void>;
};

/** Entries after which it is worth while: each writes a few pages, in no order. */
const ENTRIES = 256;

function workerFile(): URL {
  return new URL("./checkpoint-worker.js", import.meta.url);
}

/**
 * The thread starts with the first entries that are worth it. Where it fails, the writer copies by itself.
 *
 * @throws AnchorlogError `thread_missing` if a bundler left its file out.
 */
export function createCheckpoints(path: string): Checkpoints {
  const file = threadFile(workerFile);
  let waiting = 0;
  let isBusy = false;
  let thread: ReturnType<typeof startThread> | undefined;
  let exited: Promise<void> | undefined;

  const start = () => {
    const data: CheckpointData = { path };
    const started = startThread(file, data);
    started.unref();
    started.on("message", (message: "done" | "closed") => {
      isBusy = false;
      // The thread that started it ends it: Deno's threads cannot close their port.
      if (message === "closed") void started.terminate();
    });
    started.on("error", () => {});
    exited = new Promise((resolve) => started.once("exit", () => resolve()));
    return started;
  };
  return {
    committed: (entries) => {
      waiting += entries;
      if (waiting < ENTRIES || isBusy) return;
      waiting = 0;
      // One that has ended says nothing more: it stays busy, and none is started again.
      isBusy = true;
      thread ??= start();
      thread.postMessage("copy", []);
    },
    close: async () => {
      thread?.ref();
      thread?.postMessage("close", []);
      await exited;
    },
  };
}

/** How many entries a group writes, at most. */
export const entriesOf = ({ jobs, actions }: Group): number =>
  jobs.reduce((sum, job) => sum + (job.type === "restore" ? job.entries.length : 0), actions.length);
