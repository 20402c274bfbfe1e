import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { closing } from "../ends.ts";
import { deployLocally } from "../../scripts/deploy.ts";
import { startNode } from "../../scripts/node.ts";
import manifest from "../../package.json" with { type: "json" };
import { newFolder } from "../folder.ts";
import { packed } from "./packed.ts";
import { COMPILERS, FOUND, makeProject, type Project } from "./project.ts";

const exec = promisify(execFile);
const { typescript } = manifest.devDependencies;
const types = manifest.devDependencies["@types/node"];
const range = manifest.peerDependencies.viem;
const oldest = /^>=(\S+) </.exec(range)![1]!;

const folder = newFolder();
const node = closing(await startNode());
const { registry } = await deployLocally({ provider: node.provider });
const files = await packed(folder);

const npm = (cwd: string, ...args: string[]) =>
  exec("npm", [...args, "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"], { cwd });

describe.each([
  ["the oldest viem", oldest, false],
  ["the newest viem", range, true],
])("the package, installed beside %s of its range", (_, viem, soundTypes) => {
  let project: Project;
  beforeAll(async () => {
    project = await makeProject(async (cwd) => {
      await npm(cwd, "install", ...files, `viem@${viem}`, `typescript@${typescript}`, `@types/node@${types}`);
    });
  });

  it("leaves one viem installed: the user's", async () => {
    const { stdout } = await npm(project.folder, "ls", "viem", "--all", "--parseable");
    expect(stdout.trim().split("\n")).toHaveLength(1);
  });

  it("compiles the guide's server, for Node and for bundlers", async () => {
    // Types of other packages may be older than the compiler and fail. Ours must pass.
    const skipLibCheck = !soundTypes;
    for (const options of Object.values(COMPILERS))
      expect(await project.compile({ ...options, skipLibCheck })).toBe("");
  });

  it.each(["esm", "commonjs"] as const)("runs the server against a node, as %s", async (form) => {
    expect(await project.run(form, { url: node.url, registry })).toEqual(FOUND);
  });
});
