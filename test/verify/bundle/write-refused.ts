/** Writes test/vectors/refused/: `npx tsx test/verify/bundle/write-refused.ts`. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { exportVectors } from "../audit/refused.ts";
import { refusedFiles } from "./refused.ts";

const folder = new URL("../../vectors/refused/", import.meta.url);
const files = await refusedFiles();
await rm(folder, { recursive: true, force: true });
await mkdir(folder);
await writeFile(new URL("exports.json", folder), `${JSON.stringify(await exportVectors(), undefined, 2)}\n`);
for (const [name, bytes] of files) await writeFile(new URL(name, folder), bytes);
