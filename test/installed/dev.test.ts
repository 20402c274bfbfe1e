import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { lockFile } from "../../src/store/lock.ts";
import { newFolder } from "../folder.ts";
import { anchorlog, tryDev } from "./dev.ts";
import { installLinked, linkPackage } from "./project.ts";
import { isSlowSuite } from "../slow.ts";

// Without npm, which would ask its registry: dev.slow.test.ts installs what is packed.
const folder = newFolder();
beforeAll(async () => {
  await installLinked(folder);
});

it("says how to install a local chain where there is none", async () => {
  const { code, stderr } = await anchorlog(folder, "dev", "--port", "0", "--http-port", "0");
  expect(code).toBe(3);
  expect(stderr).toContain("neither @foundry-rs/anvil nor hardhat 3 is installed");
  expect(stderr).toContain("npm install --save-dev @foundry-rs/anvil");
});

it.runIf(isSlowSuite)("deletes no folder that it did not write", async () => {
  await mkdir(join(folder, "precious"));
  await writeFile(join(folder, "precious/thesis"), "");
  // As an operator's own folder has one.
  await writeFile(join(folder, "precious/anchorlog.jsonc"), "{}");
  const { code, stderr } = await anchorlog(folder, "dev", "--port", "0", "--http-port", "0", "--folder", "precious");
  expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringMatching(/did not write/) as string });
});

it.runIf(isSlowSuite)("leaves the folder of another that runs there alone", async () => {
  const taken = join(folder, "taken");
  await mkdir(taken);
  const unlock = lockFile(join(taken, "anchorlog-dev"), "dev_locked");
  await writeFile(join(taken, "anchorlog.sqlite"), "");
  const { code, stderr } = await anchorlog(folder, "dev", "--port", "0", "--http-port", "0", "--folder", "taken");
  unlock();
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(/taken.* is locked/) as string });
  expect((await stat(join(taken, "anchorlog.sqlite"))).size).toBe(0);
});

it("takes a newcomer to an anchored action of its own, on anvil", async () => {
  await linkPackage(folder, "@foundry-rs/anvil");
  expect(await tryDev(folder, "anvil")).toBeGreaterThan(0);
});
