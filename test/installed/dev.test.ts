import { expect, it } from "vitest";
import { newFolder } from "../folder.ts";
import { anchorlog, tryDev } from "./dev.ts";
import { installLinked, linkPackage } from "./project.ts";

// Links the packages, since npm would ask its registry. dev.slow.test.ts installs the packed ones.
const folder = newFolder();
await installLinked(folder);

it("explains how to install a local chain if none is installed", async () => {
  const { code, stderr } = await anchorlog(folder, "dev", "--port", "0", "--http-port", "0");
  expect(code).toBe(3);
  expect(stderr).toContain("neither @foundry-rs/anvil nor hardhat 3 is installed");
  expect(stderr).toContain("npm install --save-dev @foundry-rs/anvil");
});

it("leads a newcomer to an own anchored action, on anvil", async () => {
  await linkPackage(folder, "@foundry-rs/anvil");
  expect(await tryDev(folder, "anvil")).toBeGreaterThan(0);
});
