/** The writer thread of a store: commits one group after another. */
import { parentPort, workerData } from "node:worker_threads";
import { describeError, type Group, type WriterData, type WriterMessage } from "./group.ts";
import { closeWriter, commit, openWriter } from "./writer.ts";

const say = (message: WriterMessage, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);

try {
  const writer = openWriter((workerData as WriterData).path);
  parentPort?.on("message", (group: Group | "close") => {
    if (group === "close") {
      closeWriter(writer);
      say({ type: "closed" });
      return;
    }
    try {
      const answer = commit(writer, group);
      say({ type: "done", answer }, [answer.bytes.buffer, answer.hashes.buffer]);
    } catch (error) {
      say({ type: "failed", error: describeError(error) });
    }
  });
  say({ type: "ready" });
} catch (error) {
  say({ type: "refused", error: describeError(error) });
}
