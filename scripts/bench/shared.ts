/** Helpers of several areas. */
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

/** Returns a function that makes its value at the first call. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
