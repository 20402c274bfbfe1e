import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { newFolder } from "../folder.ts";
import { tryDev } from "./dev.ts";
import { packed } from "./packed.ts";

const exec = promisify(execFile);
const npm = (cwd: string, ...args: string[]) =>
  exec("npm", [...args, "--no-audit", "--no-fund", "--prefer-offline"], { cwd });

const folder = newFolder();
const files = await packed(folder);

it.each(["anvil", "hardhat"] as const)(
  "leads a newcomer from an empty folder to an anchored action, on %s",
  async (kind) => {
    const project = newFolder();
    const started = performance.now();
    const chain = kind === "anvil" ? "@foundry-rs/anvil" : "hardhat";
    // The documented command, but the package comes from this repository.
    await npm(project, "install", ...files, `${chain}@${manifest.devDependencies[chain]}`);
    const installed = performance.now() - started;
    const acted = await tryDev(project, kind);
    const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
    console.log(`${kind}: ${seconds(installed)} s to install, ${seconds(acted)} s from dev to an own anchored action`);
  },
);
