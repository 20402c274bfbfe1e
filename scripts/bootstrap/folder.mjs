// Lets tests run in a folder of any name.
import { rmSync } from "node:fs";
import { cp, mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Failure, step } from "./process.mjs";

/** Vite reads these characters as parts of a URL, also in the path of a file. */
const OF_URLS = /[#?%]/;

/**
 * Calls `work` with a folder in which Vite finds its files: with `folder` itself, or with a temporary copy without
 * `.git`, which is deleted afterwards. A link would not do: Vite replaces it by the folder that it leads to.
 */
export async function inPlainFolder(folder, work) {
  if (!OF_URLS.test(folder)) return work(folder);
  const parent = await realpath(tmpdir());
  if (OF_URLS.test(parent)) {
    throw new Failure(
      `Vite, which runs the tests, finds no file in ${folder} or ${parent}: #, ? and % are parts of URLs to it. ` +
        "Give a folder without them as TMPDIR, or rename this one",
    );
  }
  const copy = await mkdtemp(join(parent, "anchorlog-checkout-"));
  const remove = () => rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
  // A signal ends this process by `process.exit`.
  process.once("exit", remove);
  try {
    await step(`copying to ${copy}, since Vite cannot read a path with #, ? or %`, async () => {
      const filter = (from) => basename(from) !== ".git";
      await cp(folder, copy, { recursive: true, verbatimSymlinks: true, filter });
    });
    return await work(copy);
  } finally {
    process.off("exit", remove);
    remove();
  }
}
