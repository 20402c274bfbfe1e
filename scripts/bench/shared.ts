/** Helpers of several areas. */
import { fork } from "node:child_process";
import { once as onceOf } from "node:events";
import { chmod, mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Makes a folder in the repository: in the system's folder, which may be in memory, an fsync may cost nothing. */
export async function makeFolder(): Promise<string> {
  const cache = fileURLToPath(new URL("../../cache/", import.meta.url));
  await mkdir(cache, { recursive: true });
  const made = await mkdtemp(join(cache, "bench-"));
  // PostgreSQL never runs as root. If this process does, the server runs as another user, who needs access.
  await chmod(made, 0o755);
  return made;
}

/** Lets a program of this folder do one task, and returns its answer. Without tsx, whose cost would be measured as well. */
export async function answerOf<T>(name: string, task: { readonly type?: string }): Promise<T> {
  const program = fileURLToPath(new URL(name, import.meta.url));
  const env = { ...process.env, NODE_OPTIONS: "" };
  const child = fork(program, { serialization: "advanced", execArgv: [], env, timeout: 3_600_000 });
  const exit = onceOf(child, "exit");
  child.send(task);
  const answer = await Promise.race([onceOf(child, "message"), exit.then(() => undefined)]);
  await exit;
  if (answer === undefined) throw new Error(`the process of ${name} failed: ${task.type ?? ""}`);
  return answer[0] as T;
}

/** Returns a function that makes its value at the first call. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
