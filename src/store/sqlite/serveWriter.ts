/** Commits one group after another, as a port's messages ask for it. */
import type { MessagePort } from "node:worker_threads";
import { unpackEffects } from "./effectsPack.ts";
import { describeError } from "../../base/errors.ts";
import type { GroupMessage, WriterData, WriterMessage } from "./group.ts";
import { closeWriter, commit, copyWal, openWriter } from "./writer.ts";

/** Opens the store, and answers the messages of `port` until one of them is "close". */
export function serveWriter(port: MessagePort, { path }: WriterData): void {
  const say = (message: WriterMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  try {
    const writer = openWriter(path);
    port.on("message", (group: GroupMessage | "copy" | "close") => {
      if (group === "copy") return copyWal(writer);
      if (group === "close") {
        closeWriter(writer);
        say({ type: "closed" });
        return;
      }
      try {
        const answer = commit(writer, { ...group, effects: unpackEffects(group.effects) });
        say({ type: "done", answer }, [answer.bytes.buffer, answer.hashes.buffer]);
      } catch (error) {
        say({ type: "failed", error: describeError(error, "store_failed") });
      }
    });
    say({ type: "ready" });
  } catch (error) {
    say({ type: "refused", error: describeError(error, "store_failed") });
  }
}
