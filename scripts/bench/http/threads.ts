/** CPU time by thread, from Linux's /proc. */
import { readdirSync, readFileSync } from "node:fs";
import type { Latencies } from "./generator.ts";

/** CPU time in milliseconds, by the thread's name. Threads of one name are added up. */
export type CpuByThread = Readonly<Record<string, number>>;

/** Linux reports the times of threads in hundredths of a second. */
const TICK = 10;

/** Reads the CPU time of a process's threads so far. Empty on systems without /proc. */
export function cpuByThread(pid: number): CpuByThread {
  const times: Record<string, number> = {};
  for (const thread of threadsOf(pid)) {
    const stat = statOf(pid, thread);
    // The thread has ended.
    if (stat === undefined) continue;
    const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
    // The fields from the third on, after the name: see proc_pid_stat(5).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    times[name] = (times[name] ?? 0) + TICK * (Number(fields[11]) + Number(fields[12]));
  }
  return times;
}

/** Writes what no single figure shows: microseconds of CPU by thread for one action, and when the server overloaded. */
export function note(
  subject: string,
  { actions, early, shed, shedAfter }: Latencies,
  before: CpuByThread,
  after: CpuByThread,
): void {
  const count = actions + early.actions;
  const spent = Object.entries(after).map(([name, ms]) => [name, (1e3 * (ms - (before[name] ?? 0))) / count] as const);
  const busy = spent.filter(([, us]) => us >= 1).toSorted(([, a], [, b]) => b - a);
  const threads = busy.map(([name, us]) => `${name} ${us.toFixed(0)}`).join(", ");
  const overload = shed === 0 ? "" : `; sheds, first after ${shedAfter!.toFixed(1)} s`;
  process.stderr.write(`${subject}: microseconds of CPU by thread: ${threads}${overload}\n`);
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function statOf(pid: number, thread: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8");
  } catch {
    return undefined;
  }
}
