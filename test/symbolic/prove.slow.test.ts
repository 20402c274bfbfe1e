import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { PROOFS } from "../../scripts/prove/proofs.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

it.for(PROOFS.map(({ name }) => name))("%s is proven, and each planted mistake is found", (name) => {
  const call = ["scripts/prove/main.ts", "--proof", name];
  const { status, stdout, stderr } = spawnSync(process.execPath, call, { cwd: root, encoding: "utf8" });
  expect(stdout + stderr).not.toMatch(/NOT|open:|violated:/);
  expect(status).toBe(0);
});
