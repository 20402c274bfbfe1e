/** Writes verifiers/conformance/: `npx tsx test/verify/conformance/write-conformance.ts`. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { conformanceFiles } from "./cases.ts";

const folder = new URL("../../../verifiers/conformance/", import.meta.url);
await rm(folder, { recursive: true, force: true });
for (const [name, text] of await conformanceFiles()) {
  await mkdir(new URL(".", new URL(name, folder)), { recursive: true });
  await writeFile(new URL(name, folder), text);
}
