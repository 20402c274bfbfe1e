import { execFile, spawnSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, expect, it } from "vitest";
import { newFolder } from "./folder.ts";

const run = promisify(execFile);
const module = new URL("../scripts/bootstrap/changed.mjs", import.meta.url).href;
/** The environment without the settings of the repository and the user that run the tests. */
const env = {
  PATH: process.env["PATH"],
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_CEILING_DIRECTORIES: tmpdir(),
};
const hasGit = spawnSync("git", ["--version"]).status === 0;
let folder: string;
beforeEach(() => void (folder = newFolder()));

const git = (...args: string[]) =>
  run("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: folder, env });
const write = (name: string, text: string) => writeFile(join(folder, name), text);
async function commit(): Promise<void> {
  await git("add", "--all");
  await git("commit", "--quiet", "--message", "a");
}
async function init(branch: string): Promise<void> {
  await git("init", "--quiet");
  await git("symbolic-ref", "HEAD", `refs/heads/${branch}`);
}
/** Runs in a process of its own: the module's signal handlers end their process. */
async function changed(): Promise<unknown> {
  const code = `import { changedFiles } from ${JSON.stringify(module)};
    console.log(JSON.stringify((await changedFiles(${JSON.stringify(folder)})) ?? null));
    process.exit();`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", code], { env });
  return JSON.parse(stdout) as unknown;
}

it.runIf(hasGit)("lists what a branch changed, committed or not, without later changes of main", async () => {
  await init("main");
  await Promise.all(["kept.ts", "edited.ts", "removed.ts", "old name.ts"].map((name) => write(name, name)));
  await write(".gitignore", "ignored.ts\n");
  await commit();
  await git("switch", "--quiet", "--create", "branch");
  expect(await changed()).toEqual({ paths: [], present: [] });
  await write("added.ts", "");
  await git("mv", "old name.ts", "ñew.ts");
  await commit();
  await git("switch", "--quiet", "main");
  await write("of main.ts", "");
  await commit();
  await git("switch", "--quiet", "branch");
  await write("edited.ts", "other");
  await write("untracked.ts", "");
  await write("ignored.ts", "");
  await rm(join(folder, "removed.ts"));
  const present = ["added.ts", "edited.ts", "untracked.ts", "ñew.ts"];
  const found = (await changed()) as { paths: string[]; present: string[] };
  expect(found.present.toSorted()).toEqual(present);
  expect(found.paths.toSorted()).toEqual([...present, "old name.ts", "removed.ts"].toSorted());
});

it.runIf(hasGit)("returns null without a repository or a main branch", async () => {
  expect(await changed()).toBeNull();
  await init("trunk");
  await write("a.ts", "");
  await commit();
  expect(await changed()).toBeNull();
});
