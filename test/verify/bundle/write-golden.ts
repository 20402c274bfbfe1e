/** Writes the golden bundles of a new format's version, once: `npx tsx test/verify/bundle/write-golden.ts`. */
import { mkdir, writeFile } from "node:fs/promises";
import { GOLDEN_VERSION, goldenFiles } from "./golden.ts";

const folder = new URL(`../../vectors/bundles/${GOLDEN_VERSION}/`, import.meta.url);
await mkdir(new URL("..", folder), { recursive: true });
// Throws if the folder exists: golden files are never overwritten.
await mkdir(folder);
for (const [name, bytes] of await goldenFiles()) await writeFile(new URL(name, folder), bytes);
