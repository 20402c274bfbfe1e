// Finds a Node that is recent enough. If needed, downloads one from the npm registry, once.
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { npm } from "./npm.mjs";
import { Failure, root, run, step, windows } from "./process.mjs";

/**
 * The oldest Node for this repository. Node 22.18 runs TypeScript without a flag, and the server's undici needs 22.19.
 * The package itself runs on older versions: see package.json.
 */
const MINIMUM = [22, 19];
const PINNED = "24.21.0";

export function isRecentEnough(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1]);
}

/** Runs this script again under the pinned Node, and resolves to its exit code. */
export async function relaunchUnderPinnedNode(argv) {
  const node = await pinnedNode();
  // Put it first on PATH too, so that npm and every tool that starts `node` find it.
  const env = { ...process.env, PATH: dirname(node) + delimiter + process.env.PATH };
  for (const key of Object.keys(env)) {
    // npm passes its own Node to scripts in these variables. From here on, it is the wrong one.
    if (key === "NODE" || key === "npm_node_execpath" || key === "npm_config_user_agent") delete env[key];
  }
  const { code } = await run(node, argv, { env, group: false });
  return code;
}

async function pinnedNode() {
  // The package that the install script of npm's `node` package would fetch.
  // Installing it by name works even if install scripts are disabled.
  const platform = windows ? "win" : process.platform;
  const prefix = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  const name = `${prefix}-${platform}-${process.arch}`;
  const home = join(root, ".toolchain", "node_modules", name);
  const node = join(home, "bin", windows ? "node.exe" : "node");

  if (installedVersion(home) !== PINNED || !existsSync(node)) {
    const reason = `this is Node ${process.versions.node}, ${MINIMUM.join(".")} or newer is needed`;
    await step(`Node ${PINNED} (downloaded once into .toolchain/: ${reason})`, async () => {
      const where = ["--prefix", join(root, ".toolchain")];
      const quiet = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"];
      const installed = await npm(["install", ...where, ...quiet, `${name}@${PINNED}`]);
      const works = installed.code === 0 && existsSync(node) && (await runs(node));
      if (!works) {
        throw new Failure(
          `No ready-made Node for this machine (${process.platform} ${process.arch}): ` +
            `please install Node ${MINIMUM.join(".")} or newer`,
          installed.output,
        );
      }
    });
  }
  return node;
}

function installedVersion(home) {
  try {
    return JSON.parse(readFileSync(join(home, "package.json"), "utf8")).version;
  } catch {
    return undefined;
  }
}

// A binary for another C library exists, but does not start.
const runs = (node) =>
  run(node, ["--version"], { capture: true }).then(
    ({ code, output }) => code === 0 && output.trim() === `v${PINNED}`,
    () => false,
  );
