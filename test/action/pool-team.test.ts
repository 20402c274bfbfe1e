import { EventEmitter } from "node:events";
import { expect, it, vi } from "vitest";
import { createTeam } from "../../src/action/pool-team.ts";

/** Threads that do what a test says: a real one cannot be made to fail at its start alone. */
const threads: (EventEmitter & { readonly postMessage: () => void; readonly terminate: () => Promise<void> })[] = [];
vi.mock("../../src/crypto/threads.ts", () => ({
  threadFile: (literal: () => URL) => literal(),
  startThread: () => {
    const thread = Object.assign(new EventEmitter(), { postMessage: () => {}, terminate: async () => {} });
    threads.push(thread);
    return thread;
  },
}));

it("a team fails waiting tasks too if its last thread dies and no other starts", async () => {
  const team = createTeam();
  const growing = team.grow(1);
  threads[0]!.emit("message", { type: "ready" });
  await growing;
  const work = { type: "recover", bytes: new Uint8Array(1) } as const;
  const tasks = [1, 2, 3].map(() =>
    team.run(() => ({ work: { ...work, bytes: work.bytes.slice() }, finish: () => 1 })),
  );
  const outcomes = Promise.allSettled(tasks);
  threads[0]!.emit("exit", 1);
  threads[1]!.emit("exit", 2);
  const messages = (await outcomes).map((one) => ("reason" in one ? (one.reason as Error).message : "done"));
  expect(messages).toEqual([
    "a verifier thread failed: a thread ended with code 1",
    "a verifier thread failed: a thread ended with code 1",
    "a verifier thread failed: no thread is left",
  ]);
});

it("a team reports a thread that ends before it is ready, and a task whose preparation throws", async () => {
  const team = createTeam();
  const before = threads.length;
  const growing = team.grow(1);
  threads[before]!.emit("exit", 3);
  await expect(growing).rejects.toThrow("a thread ended with code 3");

  const another = createTeam();
  const started = another.grow(1);
  threads[before + 1]!.emit("message", { type: "ready" });
  await started;
  const unmade = another.run((): never => {
    throw new Error("no work");
  });
  await expect(unmade).rejects.toThrow("no work");
});
