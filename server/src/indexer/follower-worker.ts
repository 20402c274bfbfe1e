/** The indexing thread. Requests do not wait for its work. */
import { readlinkSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "../foundation/db/open.ts";
import type { Progress } from "./follow.ts";
import { startFollower, type News } from "./follower.ts";
import type { FollowerData } from "./thread.ts";

/** Messages to the thread: index an organization's newest actions, or end. */
export type FollowerRequest = { readonly number: number; readonly org: string } | "close";
/** Messages from the thread. It ends after `failed`. */
export type FollowerEvent =
  | { readonly type: "ready" }
  | { readonly type: "caught up"; readonly number: number; readonly progress: Progress | undefined }
  | { readonly type: "not caught up"; readonly number: number; readonly error: unknown }
  | { readonly type: "news"; readonly news: News };

const BACKGROUND = constants.priority.PRIORITY_BELOW_NORMAL;

const say = (said: FollowerEvent): void => parentPort!.postMessage(said);

/**
 * Lets the threads that answer requests go first. Only Linux has priorities for threads (setpriority(2), "C
 * library/kernel differences").
 */
function runInBackground(): void {
  if (process.platform !== "linux") return;
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/")[2]);
    if (getPriority(thread) < BACKGROUND) setPriority(thread, BACKGROUND);
  } catch {
    // Without /proc the thread keeps its priority.
  }
}

runInBackground();
const { place, pause, wait } = workerData as FollowerData;
const database = openDatabase(place, "follower");
const follower = await startFollower(database, {
  pause,
  wait,
  tell: (news) => say({ type: "news", news }),
});
parentPort!.on("message", (asked: FollowerRequest) => {
  if (asked === "close") {
    void follower
      .close()
      .then(() => database.close())
      .then(() => parentPort!.close());
    return;
  }
  const { number, org } = asked;
  follower.catchUp(org).then(
    (progress) => say({ type: "caught up", number, progress }),
    (error: unknown) => say({ type: "not caught up", number, error }),
  );
});
say({ type: "ready" });
