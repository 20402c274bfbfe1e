import { readFileSync } from "node:fs";

/** Returns the peak of resident memory in bytes. On Linux, maxRSS starts with the parent's value. */
export function peak() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS * 1024;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"));
  return Number(kilobytes) * 1024;
}
