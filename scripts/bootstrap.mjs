// The one way to run everything: `node scripts/bootstrap.mjs TASK [ARGS]`.
//
// It makes a bare clone work. If Node is too old, it downloads another one for
// this project only. If dependencies are missing or differ from the lockfile,
// it installs them. It builds changed sources, and then runs the task. If there
// is nothing to do first, this costs well under a second.
//
// It is plain JavaScript for Node 18 and up, without dependencies, because it
// runs before anything is installed.
import { join } from "node:path";
import { inPlainFolder } from "./bootstrap/folder.mjs";
import { ensureDependencies } from "./bootstrap/install.mjs";
import { isRecentEnough, relaunchUnderPinnedNode } from "./bootstrap/node.mjs";
import { Failure, exit, root, run } from "./bootstrap/process.mjs";
import { tasks } from "./bootstrap/tasks.mjs";

const [name, ...args] = process.argv.slice(2);

try {
  const task = Object.hasOwn(tasks, name ?? "") ? tasks[name] : undefined;
  if (!task) {
    const list = Object.entries(tasks).map(([key, { help }]) => `  ${key.padEnd(10)} ${help}`);
    throw new Failure(`${name ? `Unknown task "${name}"` : "Which task?"}\n\n${list.join("\n")}`, undefined, 3);
  }
  if (isRecentEnough(process.versions.node)) {
    await ensureDependencies();
    const runIn = async (folder) => {
      if (folder === root) return task.run(args);
      const again = [join(folder, "scripts", "bootstrap.mjs"), name, ...args];
      return (await run(process.execPath, again, { cwd: folder })).code;
    };
    await exit(await (task.usesVite ? inPlainFolder(root, runIn) : runIn(root)));
  } else {
    await exit(await relaunchUnderPinnedNode(process.argv.slice(1)));
  }
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  if (error.output) process.stderr.write(`\n${error.output.trimEnd()}\n`);
  process.stderr.write(`\n✗ ${error.message}\n`);
  await exit(error.code);
}
