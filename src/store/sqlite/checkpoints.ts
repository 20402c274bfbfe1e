import { startThread, threadFile } from "../../crypto/threads.ts";
import type { CheckpointData } from "./checkpoint-worker.ts";
import type { GroupMessage } from "./group.ts";

/** Copies the write-ahead log into the database from another thread, so that commits need not wait for it. */
export type Checkpoints = {
  /** Called after each commit of a group. */
  committed(entries: number): void;
  close(): Promise<void>;
};

/**
 * Entries per copy. Fewer are not worth it: each entry changes a few pages in random places. Each commit also writes as
 * many pages as two entries. So the log stays shorter than the length from which the writer copies it, whether each
 * commit has one entry or sixty.
 */
const ENTRIES = 600;
const ENTRIES_A_COMMIT = 2;

function workerFile(): URL {
  return new URL("./checkpoint-worker.js", import.meta.url);
}

/**
 * The thread starts once there are enough entries to copy. If it fails, the writer copies the log itself.
 *
 * @param finish makes the writer copy the rest: what was committed during the last copy.
 * @throws AnchorlogError `thread_missing` if a bundler left its file out.
 */
export function createCheckpoints(path: string, finish: () => void): Checkpoints {
  const file = threadFile(workerFile);
  let waiting = 0;
  let isBusy = false;
  let thread: ReturnType<typeof startThread> | undefined;
  let exited: Promise<void> | undefined;

  const start = () => {
    const data: CheckpointData = { path };
    const started = startThread(file, data);
    started.unref();
    started.on("message", (message: "done" | "failed" | "closed") => {
      isBusy = false;
      if (message === "done") finish();
      // The starting thread ends it: Deno's threads cannot close their port.
      if (message === "closed") void started.terminate();
    });
    started.on("error", () => {});
    exited = new Promise((resolve) => started.once("exit", () => resolve()));
    return started;
  };
  return {
    committed: (entries) => {
      waiting += entries + ENTRIES_A_COMMIT;
      if (waiting < ENTRIES || isBusy) return;
      waiting = 0;
      // If the thread has ended, this stays true, and the thread is not started again.
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

/** Largest number of entries that a group can write. */
export const entriesOf = ({ jobs, actions }: Pick<GroupMessage, "jobs" | "actions">): number =>
  jobs.reduce((sum, job) => sum + (job.type === "restore" ? job.entries.length : 0), actions.length);
