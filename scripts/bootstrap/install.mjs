// Installs the dependencies if node_modules differs from the lockfile.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "./npm.mjs";
import { Failure, root, step } from "./process.mjs";

/** @param folder the folder below the root whose lockfile counts. */
export async function ensureDependencies(folder = "") {
  const reason = outOfStep(folder);
  if (!reason) return;
  await step(`dependencies (${reason}; npm ci takes about ${folder ? 15 : 40} s)`, async () => {
    // No dependency needs its install script: binaries come as separate packages.
    const exactly = ["--ignore-scripts", "--include=dev", "--include=optional"];
    const { code, output } = await npm(["ci", ...exactly, "--no-audit", "--no-fund"], join(root, folder));
    if (code !== 0) throw new Failure("npm ci failed", output);
    const missing = outOfStep(folder);
    if (missing) throw new Failure(`npm ci succeeded, and yet: ${missing}`, output);
  });
}

/** Returns the reason why node_modules differs from package-lock.json, or undefined if it does not. */
function outOfStep(folder) {
  const locked = packages(join(folder, "package-lock.json"));
  const installed = packages(join(folder, "node_modules/.package-lock.json"));
  if (!locked) throw new Failure("package-lock.json is missing or unreadable");
  if (!installed) return "not installed yet";
  for (const [path, wanted] of Object.entries(locked)) {
    if (!path.includes("node_modules/") || !isFor(wanted, thisMachine)) continue;
    const found = installed[path];
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    if (!found) return `${name} is missing`;
    if (found.version !== wanted.version) return `${name} is ${found.version}, not ${wanted.version}`;
  }
  return undefined;
}

function packages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  } catch {
    return undefined;
  }
}

/**
 * Reports whether a package must be present on a machine. An optional package
 * that names no platform may be absent: npm leaves out packages that only
 * other platforms use.
 */
function isFor(entry, machine) {
  if (!entry.optional) return true;
  if (!entry.os && !entry.cpu && !entry.libc) return false;
  return (
    allows(entry.os, machine.os) && allows(entry.cpu, machine.cpu) && (!entry.libc || allows(entry.libc, machine.libc))
  );
}

function allows(list, value) {
  if (!list) return true;
  if (list.includes(`!${value}`)) return false;
  return list.includes(value) || list.every((item) => item.startsWith("!"));
}

const thisMachine = {
  os: process.platform,
  cpu: process.arch,
  get libc() {
    if (process.platform !== "linux") return undefined;
    // Otherwise the report looks up the host names of open connections.
    process.report.excludeNetwork = true;
    return process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
  },
};
