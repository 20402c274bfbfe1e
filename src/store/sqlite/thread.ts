import { AnchorlogError, errorOf, messageOf } from "../../base/errors.ts";
import { startThread, threadFile } from "../../crypto/threads.ts";
import type { GroupAnswer, GroupMessage, WriterData, WriterMessage } from "./group.ts";

/** The writer thread, which is restarted if it dies. */
export type WriterThread = {
  /**
   * Commits a group. Call it again only after it has resolved.
   *
   * @throws AnchorlogError as the writer does; `outcome_unknown` if the thread died during the commit.
   */
  commit(group: GroupMessage): Promise<GroupAnswer>;
  /** Copies the rest of the write-ahead log into the file, before the next group. */
  copyWal(): void;
  close(): Promise<void>;
};

/** Starts the thread, which opens the store. Throws the writer's error. */
export async function startWriter(data: WriterData): Promise<WriterThread> {
  let thread: Promise<Thread> | undefined = start(data);
  await thread;
  return {
    async commit(group) {
      // If the thread does not start, the next call tries again.
      const running = await (thread ??= start(data)).catch((error: unknown) => {
        thread = undefined;
        throw error;
      });
      try {
        return await running.commit(group);
      } finally {
        if (running.ended()) thread = undefined;
      }
    },
    copyWal: () => void thread?.then((running) => running.copyWal()).catch(() => {}),
    async close() {
      await (await thread?.catch(() => undefined))?.close();
    },
  };
}

type Thread = {
  commit(group: GroupMessage): Promise<GroupAnswer>;
  copyWal(): void;
  ended(): boolean;
  close(): Promise<void>;
};

function workerFile(): URL {
  return new URL("./writer-worker.js", import.meta.url);
}

async function start(data: WriterData): Promise<Thread> {
  const file = threadFile(workerFile);
  const worker = startThread(file, data);
  let pending: { resolve: (answer: GroupAnswer) => void; reject: (error: unknown) => void } | undefined;
  let cause: Error | undefined;
  let ended = false;
  const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));

  const commit = (group: GroupMessage) =>
    new Promise<GroupAnswer>((resolve, reject) => {
      worker.postMessage(group, [group.bytes.buffer, group.deadlines.buffer]);
      pending = { resolve, reject };
      worker.ref();
    });
  const copyWal = () => worker.postMessage("copy", []);
  const close = async () => {
    worker.ref();
    worker.postMessage("close", []);
    await exited;
  };

  return new Promise<Thread>((started, refused) => {
    worker.on("message", (message: WriterMessage) => {
      // An idle thread must not keep the process alive.
      worker.unref();
      const waiting = pending;
      pending = undefined;
      // The starting thread ends it: Deno's threads cannot close their port.
      if (message.type === "closed") void worker.terminate();
      else if (message.type === "ready") started({ commit, copyWal, ended: () => ended, close });
      else if (message.type === "refused") refused(errorOf(message.error));
      else if (message.type === "failed") waiting?.reject(errorOf(message.error));
      else waiting?.resolve(message.answer);
    });
    worker.on("error", (error: Error) => (cause = error));
    worker.on("exit", (code) => {
      ended = true;
      const why = cause === undefined ? `it ended with code ${code}` : messageOf(cause);
      pending?.reject(
        new AnchorlogError("outcome_unknown", `the writer thread failed over the commit: ${why}`, {
          fix: "try again with the same actions: those that were written after all are answered as retries",
          cause,
        }),
      );
      refused(new AnchorlogError("store_failed", `the writer thread does not start: ${why}`, { cause }));
    });
  });
}
