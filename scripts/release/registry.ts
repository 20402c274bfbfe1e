/** A registry on this machine, for the rehearsal of a release. */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../../src/development/chain.ts";

const exec = promisify(execFile);
const VERDACCIO = "6.10.4";
/** A dependency of verdaccio names a version by a tag, `cjs`, which not every registry keeps. */
const OVERRIDES = { "node-fetch": "2.7.0" };

export type Registry = {
  readonly url: string;
  /** The environment in which npm and other package managers use this registry. */
  readonly env: NodeJS.ProcessEnv;
  /** Runs npm in a folder, with this registry. Returns its standard output. */
  npm(cwd: string, ...args: string[]): Promise<string>;
  close(): Promise<void>;
};

/** Starts a registry. It has what is published to it, and everything else from npm's usual registry. */
export async function startRegistry(folder: string): Promise<Registry> {
  await mkdir(folder, { recursive: true });
  const upstream = (await exec("npm", ["config", "get", "registry"])).stdout.trim();
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, overrides: OVERRIDES }));
  await exec("npm", ["install", `verdaccio@${VERDACCIO}`, "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
  });
  const url = `http://127.0.0.1:${await freePort(0)}/`;
  const own = { access: "$all", publish: "$all" };
  const config = {
    storage: join(folder, "storage"),
    uplinks: { upstream: { url: upstream } },
    packages: { "@anchorlog/*": own, anchorlog: own, "**": { access: "$all", proxy: "upstream" } },
    log: { type: "stdout", level: "error" },
    max_body_size: "100mb",
  };
  // JSON is YAML.
  await writeFile(join(folder, "config.yaml"), JSON.stringify(config));
  // The registry takes any token, and npm publishes only with one.
  await writeFile(join(folder, "npmrc"), `registry=${url}\n${url.replace("http:", "")}:_authToken=local\n`);
  const program = join(folder, "node_modules/verdaccio/bin/verdaccio");
  const child = spawn(process.execPath, [program, "-c", join(folder, "config.yaml"), "-l", new URL(url).host], {
    stdio: "ignore",
  });
  const kill = (): boolean => child.kill("SIGKILL");
  process.once("exit", kill);
  const env = {
    ...process.env,
    NPM_CONFIG_USERCONFIG: join(folder, "npmrc"),
    npm_config_registry: url,
    // pnpm reads no variable of npm's for this.
    PNPM_CONFIG_REGISTRY: url,
  };
  await isListening(url, child);
  return {
    url,
    env,
    npm: async (cwd, ...args) => (await exec("npm", args, { cwd, env, maxBuffer: 1 << 26 })).stdout,
    close: async () => {
      process.off("exit", kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, "exit");
    },
  };
}

/** Resolves once the registry answers. */
async function isListening(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const isThere = await fetch(`${url}-/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await setTimeout(100);
  }
  throw new Error("the registry ended before it answered");
}
