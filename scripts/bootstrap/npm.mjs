// Runs npm under the Node that runs this script.
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { run, runNode, windows } from "./process.mjs";

/**
 * Runs npm and captures its output. npm must run under the same Node as this
 * script: it silently skips optional packages if its Node is too old for them.
 * Inside an npm script, npm's entry file is in the environment, and this Node
 * runs it. Otherwise `npm` uses the first `node` on PATH, as this script does.
 */
export function npm(args, cwd) {
  const file = process.env.npm_execpath;
  const env = innerEnvironment();
  if (file && basename(file) === "npm-cli.js" && existsSync(file))
    return runNode(file, args, { capture: true, cwd, env });
  return run(windows ? "npm.cmd" : "npm", args, { capture: true, cwd, env, shell: windows });
}

/** Returns the environment with the user's npm settings, but without the outer npm's own variables. */
function innerEnvironment() {
  const env = { ...process.env };
  for (const key of Object.keys(env)) {
    const own = /^npm_(?!config_)/.test(key) || /^npm_config_(user_agent|local_prefix|global_prefix)$/.test(key);
    if (own || key === "NODE" || key === "NODE_ENV") delete env[key];
  }
  return env;
}
