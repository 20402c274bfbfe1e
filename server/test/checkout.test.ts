/** The suite passes in a folder of any name. */
import { execFile } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../test/folder.ts";
import { assertDiscreet } from "./harness.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const NAMES = [`0x${"ab".repeat(20)}`, `build_${"0".repeat(32)}`, "with space", "a#b", "100%25", "ses_ü?"];

const folder = newFolder();

describe.each(NAMES)("a checkout in the folder %s", (name) => {
  it("passes the check for secrets in a stack trace, and only there", async () => {
    const checkout = join(folder, name);
    await mkdir(checkout);
    const url = "http://127.0.0.1:1";
    const at = `Error: no\n    at ${pathToFileURL(join(checkout, "server", "src", "main", "main.ts")).href}:1:2`;
    const lines = [JSON.stringify({ stack: at }), JSON.stringify({ path: join(checkout, "x") })];
    expect(() => assertDiscreet(lines, url, checkout)).not.toThrow();
    const secret = JSON.stringify({ path: `/0x${"cd".repeat(20)}` });
    expect(() => assertDiscreet([...lines, secret], url, checkout)).toThrow(/logged an address/);
  });
});

it("threads start from a checkout behind a symbolic link with special characters in its name", async () => {
  const link = join(folder, NAMES.join(" "));
  await symlink(ROOT, link);
  const store = pathToFileURL(join(link, "src", "store", "sqlite.ts")).href;
  const code = `
    import { openSqliteStore } from ${JSON.stringify(store)};
    const store = await openSqliteStore(":memory:");
    await store.close();
    console.log("closed");`;
  const flags = ["--preserve-symlinks", "--preserve-symlinks-main", "--no-warnings", "--experimental-strip-types"];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, "--input-type=module", "-e", code], {
    cwd: link,
  });
  expect(stdout).toBe("closed\n");
});
