import { execFileSync } from "node:child_process";
import { atEnd } from "./ends.ts";
import { newFolder } from "./folder.ts";

/**
 * Mounts a small disk, which is unmounted at the end of the test or file. It needs root: other users skip the tests.
 *
 * @param options its size, such as `size=1m`.
 * @returns its folder, or an empty text if it cannot be mounted.
 */
export function mountSmall(options: string): string {
  const disk = newFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", disk], { stdio: "ignore" });
  } catch {
    return "";
  }
  atEnd(() => execFileSync("umount", ["-l", disk]));
  return disk;
}
