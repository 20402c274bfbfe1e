// npm, under the Node that runs this.
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { run, runNode, windows } from "./process.mjs";

/**
 * Runs npm with its output captured. It must not run under another Node than
 * ours: npm skips optional packages, silently, when *its* Node is too old for
 * them. Inside an npm script, npm names its own entry file, so that can be had
 * by construction; otherwise `npm` picks the first `node` on PATH, as we do.
 */
export function npm(args) {
  const file = process.env.npm_execpath;
  const env = innerEnvironment();
  if (file && basename(file) === "npm-cli.js" && existsSync(file)) return runNode(file, args, { capture: true, env });
  return run(windows ? "npm.cmd" : "npm", args, { capture: true, env, shell: windows });
}

/** The user's npm settings stay; what the outer npm says about itself goes. */
function innerEnvironment() {
  const env = { ...process.env };
  for (const key of Object.keys(env)) {
    const own = /^npm_(?!config_)/.test(key) || /^npm_config_(user_agent|local_prefix|global_prefix)$/.test(key);
    if (own || key === "NODE" || key === "NODE_ENV") delete env[key];
  }
  return env;
}
