/**
 * Makes one file of each thread of src/. A thread takes twice as long to start if it loads its forty modules one by
 * one.
 */
import { globSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Plugin } from "vitest/config";
import { RUN_FOLDER } from "./postgres.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** How a module names a thread's file: see `threadFile`. */
const NAMED = /new URL\("\.\/([\w-]+-worker\.js)", import\.meta\.url\)/g;

/** The file that starts the writer thread of a SQLite store: test/writers.ts starts it here. */
const WRITER = "src/store/sqlite/thread.ts";
const STARTS = "import { startThread, threadFile }";
const STARTS_WRITERS = `import { startWriterThread as startThread } from "../../../test/writers.ts"; import { threadFile }`;

/** Rooms whose threads are bundled. */
const ROOM = /^src\/(action|batch|proof|store)\b/;

/** Bundles each thread's file into a run's folder. */
export async function bundleThreads(folder: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [
      ...globSync("src/{action,batch,proof,store}/**/*-worker.ts", { cwd: root }),
      "test/writers-worker.ts",
    ],
    outbase: ".",
    outdir: join(folder, "threads"),
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
}

/**
 * Vite plugin: names the run's bundles instead of the sources. Vitest keeps the code that this returns for other runs,
 * so the code reads the run's folder from the environment.
 */
export function bundledThreads(): Plugin {
  return {
    name: "bundled-threads",
    enforce: "pre",
    transform(code, id) {
      const room = relative(root, dirname(id)).replaceAll("\\", "/");
      if (!ROOM.test(room) || code.search(NAMED) < 0) return undefined;
      const folder = `process.getBuiltinModule("node:url").pathToFileURL(process.env.${RUN_FOLDER} + "/threads/${room}/$1")`;
      const named = code.replaceAll(NAMED, folder);
      if (relative(root, id).replaceAll("\\", "/") !== WRITER) return { code: named };
      if (!named.includes(STARTS)) throw new Error(`${WRITER} does not have: ${STARTS}`);
      return { code: named.replace(STARTS, STARTS_WRITERS) };
    },
  };
}
