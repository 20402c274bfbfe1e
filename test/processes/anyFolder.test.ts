/** The suite passes in a folder of any name. See also server/test/checkout.test.ts. */
import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdir, readFile, readlink, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { newFolder } from "../folder.ts";

type InPlainFolder = <T>(folder: string, work: (folder: string) => Promise<T>) => Promise<T>;
const bootstrap = new URL("../../scripts/bootstrap/folder.mjs", import.meta.url).href;
const { inPlainFolder } = (await import(bootstrap)) as { inPlainFolder: InPlainFolder };
const root = fileURLToPath(new URL("../..", import.meta.url));
const HEX = "0x0123456789abcdef0123456789abcdef01234567";
const folder = newFolder();

async function makeCheckout(name: string): Promise<string> {
  const checkout = join(folder, name);
  await mkdir(join(checkout, "node_modules"), { recursive: true });
  await mkdir(join(checkout, ".git"));
  await writeFile(join(checkout, "package.json"), '{ "type": "module" }');
  await symlink("..", join(checkout, "node_modules", "anchorlog"));
  return checkout;
}

describe("tests run", () => {
  it("in the folder itself if Vite can read its path", async () => {
    const checkout = await makeCheckout(`it's ü ${HEX}`);
    expect(await inPlainFolder(checkout, async (used) => used)).toBe(checkout);
  });

  it.each(["#1", "50%", "why?"])(
    "in a copy of the folder %s, which is deleted afterwards, even after a failure",
    async (name) => {
      const checkout = await makeCheckout(name);
      const used: string[] = [];
      const work = async (copy: string): Promise<string> => {
        used.push(copy);
        await writeFile(join(copy, "written"), "");
        expect(await readlink(join(copy, "node_modules", "anchorlog"))).toBe("..");
        expect(existsSync(join(copy, ".git"))).toBe(false);
        return readFile(join(copy, "package.json"), "utf8");
      };
      expect(await inPlainFolder(checkout, work)).toContain("module");
      const failing = inPlainFolder(checkout, async (copy) => {
        used.push(copy);
        throw new Error("red");
      });
      await expect(failing).rejects.toThrow("red");
      expect(used.map(dirname)).toEqual(Array(2).fill(await realpath(tmpdir())));
      expect(used.map((copy) => /[#?%]/.test(basename(copy)) || existsSync(copy))).toEqual([false, false]);
      expect(existsSync(join(checkout, "written"))).toBe(false);
    },
  );

  it("under Vite in a folder with spaces, quotes, umlauts and hex digits, behind a link", async () => {
    const checkout = await makeCheckout(`it's an "ü" & ${HEX}`);
    await rm(join(checkout, "node_modules"), { recursive: true });
    await symlink(join(root, "node_modules"), join(checkout, "node_modules"));
    await writeFile(
      join(checkout, "one.test.ts"),
      `import { existsSync } from "node:fs"; import { fileURLToPath } from "node:url"; import { expect, it } from "vitest";
       it("is", () => expect(existsSync(fileURLToPath(import.meta.url))).toBe(true));`,
    );
    const link = join(folder, "a link");
    await symlink(checkout, link);
    const run = [join(root, "node_modules", "vitest", "vitest.mjs"), "run", "--root", link];
    const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith("VITEST")));
    const { stdout } = await promisify(execFile)(process.execPath, run, { cwd: link, env });
    expect(stdout).toMatch(/Tests .*1 passed/);
  });
});

it("no file uses the path of a URL as the path of a file", () => {
  const wrong = /import\.meta\.url\)\s*\.pathname|new URL\(`file:|"file:\/\/" \+|`file:\/\/\$\{/;
  for (const example of [`new URL("x", import.meta.url).pathname`, "`file://${path}`"]) expect(example).toMatch(wrong);
  const files = globSync("{src,scripts,test,bin,examples,{server,client}/{src,scripts,test}}/**/*.{ts,mjs,js}", {
    cwd: root,
    exclude: (file) => file === "node_modules",
  }).filter((file) => file !== "test/processes/anyFolder.test.ts");
  expect(files.length).toBeGreaterThan(900);
  expect(files.filter((file) => wrong.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});
