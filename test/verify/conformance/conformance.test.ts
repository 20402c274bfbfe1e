// A second implementation, and the kit that tests any: verifiers/README.md.
import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runHere } from "../../cli/process.ts";
import { newFolder } from "../../folder.ts";
import { isSlowSuite } from "../../slow.ts";
import { conformanceFiles } from "./cases.ts";

const at = (name: string): string => fileURLToPath(new URL(`../../../verifiers/${name}`, import.meta.url));
const PYTHON = at("python/anchorlog_verify.py");
const hasPython = spawnSync("python3", ["--version"]).status === 0;

const folder = newFolder();

describe("the conformance kit", () => {
  it("has the cases that its generator writes, at least 300, in under 5 MB", async () => {
    const files = await conformanceFiles();
    let [cases, bytes] = [0, 0];
    for (const [name, text] of files) {
      expect(
        await readFile(at(`conformance/${name}`), "utf8"),
        `${name}: run npx tsx test/verify/conformance/write-conformance.ts`,
      ).toBe(text);
      cases += text.trimEnd().split("\n").length;
      bytes += text.length;
    }
    expect(cases).toBeGreaterThanOrEqual(300);
    expect(bytes).toBeLessThan(5_000_000);
  });

  it("passes with this package", async () => {
    expect(await runHere(["conformance"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/all as expected\n$/),
    });
  });

  it("counts a verifier that ends, and an undeclared or unnecessary failure, as wrong", async () => {
    const missing = await runHere(["conformance", "--", "no-such-verifier"]);
    expect(missing).toMatchObject({ code: 3, stdout: "" });
    expect(missing.stderr).toContain("no-such-verifier cannot be started: ");
    const gone = await runHere(["conformance", "--", process.execPath, "-e", "process.exit(7)"]);
    expect(gone).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/nothing: the verifier ended with 7,[^]*cases: \d+ not/),
    });
    const name = /^(honest: .*?): said/m.exec(gone.stdout)![1]!;
    await writeFile(join(folder, "declared"), `${name}\n`);
    const declared = await runHere(["conformance", "--expected-failures", join(folder, "declared")]);
    expect(declared).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`${name}: is right, but declared to fail`),
    });
    await writeFile(join(folder, "declared"), "honest: nothing\n");
    expect(await runHere(["conformance", "--expected-failures", join(folder, "declared")])).toMatchObject({ code: 3 });
  });
});

describe.skipIf(!hasPython)("the verifier in Python, if python3 is installed", () => {
  it("passes every case", async () => {
    const { code, stdout } = await runHere(["conformance", "--", "python3", PYTHON, "serve"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+ cases: all as expected\n$/) });
  });

  it("fails a case without any one of its rules", async () => {
    const source = await readFile(PYTHON, "utf8");
    const all = [
      ...new Set([...source.matchAll(/(?:check|doubt|matching)\("([a-z0-9-]+)"/g)].map(([, rule]) => rule!)),
    ];
    expect(all.length).toBeGreaterThan(100);
    const rules = isSlowSuite ? all : ["checkpoint-path"];
    for (const rule of rules) {
      const mutant = source.replaceAll(/^ {4}if not holds:$/gm, `    if not holds and rule != "${rule}":`);
      expect(mutant).not.toBe(source);
      const file = join(folder, "mutant.py");
      await writeFile(file, mutant);
      const { code } = await runHere(["conformance", "--", "python3", file, "serve"]);
      expect(code, `no case fails without ${rule}`).toBe(1);
    }
  });

  it("judges files from the command line", () => {
    const run = (...args: string[]) => spawnSync("python3", [PYTHON, ...args], { encoding: "utf8" });
    const golden = (name: string) => fileURLToPath(new URL(`../../vectors/bundles/v1/${name}`, import.meta.url));
    const judged = run(
      "bundle",
      golden("included.json"),
      "--trust",
      golden("trust.json"),
      "--checkpoint",
      golden("checkpoint"),
    );
    expect(judged).toMatchObject({ status: 0, stdout: '{"verdict": "valid", "state": "included", "code": "ok"}\n' });
    expect(run("checkpoint", golden("checkpoint")).status).toBe(2);
    expect(run("bundle", golden("trust.json")).status).toBe(1);
    expect(run("bundle", "nothing").status).toBe(3);
  });
});
