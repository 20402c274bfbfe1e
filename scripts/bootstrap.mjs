// The one way to run everything: `node scripts/bootstrap.mjs TASK [ARGS]`.
//
// It makes a bare clone work. A Node that is too old is replaced for this
// project only, dependencies are installed when they are missing or out of
// step, what changed is built, and then the task runs. Once all that is in
// place the detour costs well under a second.
//
// Plain JavaScript for Node 18 and up, and no dependencies: it runs first.
import { ensureDependencies } from "./bootstrap/install.mjs";
import { isRecentEnough, relaunchUnderPinnedNode } from "./bootstrap/node.mjs";
import { Failure, exit } from "./bootstrap/process.mjs";
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
    await exit(await task.run(args));
  } else {
    await exit(await relaunchUnderPinnedNode(process.argv.slice(1)));
  }
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  if (error.output) process.stderr.write(`\n${error.output.trimEnd()}\n`);
  process.stderr.write(`\n✗ ${error.message}\n`);
  await exit(error.code);
}
