// A Node that is recent enough, fetched once from the npm registry if need be.
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { npm } from "./npm.mjs";
import { Failure, root, run, step, windows } from "./process.mjs";

/**
 * From which on Node runs TypeScript without a flag, which 22.18 does, and the server's packages, of which undici is for
 * 22.19. The package itself runs on older ones: see package.json.
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
  // First on PATH as well: npm, and every tool that starts `node`, must find it.
  const env = { ...process.env, PATH: dirname(node) + delimiter + process.env.PATH };
  for (const key of Object.keys(env)) {
    // npm tells its scripts which Node ran it; that is the wrong one from here on.
    if (key === "NODE" || key === "npm_node_execpath" || key === "npm_config_user_agent") delete env[key];
  }
  const { code } = await run(node, argv, { env, group: false });
  return code;
}

async function pinnedNode() {
  // What npm's `node` package would fetch in an install script, asked for by name:
  // this way it works with install scripts disabled, too.
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

// A binary for another C library exists and still does not start.
const runs = (node) =>
  run(node, ["--version"], { capture: true }).then(
    ({ code, output }) => code === 0 && output.trim() === `v${PINNED}`,
    () => false,
  );
