/** Writes test/vectors/refused/: `npx tsx test/bundle/write-refused.ts`. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { refusedFiles } from "./refused.ts";

const folder = new URL("../vectors/refused/", import.meta.url);
const files = await refusedFiles();
await rm(folder, { recursive: true, force: true });
await mkdir(folder);
for (const [name, bytes] of files) await writeFile(new URL(name, folder), bytes);
