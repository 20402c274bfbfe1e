import { execFile } from "node:child_process";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { newFolder } from "../folder.ts";
import manifest from "../../package.json" with { type: "json" };

const exec = promisify(execFile);
const here = fileURLToPath(new URL(".", import.meta.url));
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The module system that `import` compiles to in a project. */
export type ModuleForm = "esm" | "commonjs";

/** A user's project in a folder outside this repository. */
export type Project = {
  readonly folder: string;
  /** Compiles the server, and a further module if given. Returns the compiler's messages, empty without an error. */
  compile(options: object, module?: string): Promise<string>;
  /** Runs the compiled server against a node. Returns the results of `checks.ts`. */
  run(form: ModuleForm, setting: { url: string; registry: string }): Promise<unknown>;
};

/** The number of the node's accounts that are operators. */
let accounts = 0;

/** Makes an empty project and has the modules put into it. */
export async function makeProject(install: (folder: string) => Promise<void>): Promise<Project> {
  const folder = newFolder();
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "platform", private: true }));
  await install(folder);
  await writeSources(folder);
  return {
    folder,
    compile: async (options, module) => {
      const server = ["server.mts", "server.cts"];
      if (module === undefined) return compile(folder, options, server);
      await writeFile(join(folder, "module.mts"), module);
      return compile(folder, options, [...server, "module.mts"]);
    },
    run: async (form, setting) => {
      // Each runs in its own folder with its own store, and as its own account.
      const cwd = join(folder, form);
      await mkdir(cwd, { recursive: true });
      const program = join(folder, "out", form === "esm" ? "server.mjs" : "server.cjs");
      const given = JSON.stringify({ ...setting, account: ++accounts });
      const { stdout } = await exec(process.execPath, [program, given], { cwd });
      return JSON.parse(stdout) as unknown;
    },
  };
}

/** Puts the package and links to others into a project, without npm, which would ask its registry. */
export async function installLinked(folder: string, ...others: readonly string[]): Promise<void> {
  const own = join(folder, "node_modules", manifest.name);
  await mkdir(own, { recursive: true });
  for (const file of ["package.json", "dist", "bin"]) await cp(join(root, file), join(own, file), { recursive: true });
  for (const name of [...Object.keys(manifest.dependencies), "viem", ...others]) await linkPackage(folder, name);
}

/** Links a package of this repository into a project. */
export async function linkPackage(folder: string, name: string): Promise<void> {
  const path = join(folder, "node_modules", name);
  await mkdir(join(path, ".."), { recursive: true });
  await symlink(join(root, "node_modules", name), path);
}

/**
 * Writes the guide's server in both module systems: first the names that it assumes, then its code word for word, then
 * the checks.
 */
async function writeSources(folder: string): Promise<void> {
  const [imports, body] = splitImports(await guideServer());
  for (const compiled of ["mjs", "cjs"]) {
    const extension = compiled.replace("j", "t");
    for (const name of ["given", "checks"]) {
      const text = await readFile(join(here, `${name}.ts`), "utf8");
      await writeFile(join(folder, `${name}.${extension}`), text.replaceAll('.ts"', `.${compiled}"`));
    }
    // CommonJS has no top-level await.
    const server = `import { given } from "./given.${compiled}";
import { findOut } from "./checks.${compiled}";
${imports}
async function main() {
const { ${GIVEN} } = await given();
${body}
console.log(JSON.stringify(await findOut(anchorlog, answer)));
await anchorlog.close();
}
void main();
`;
    await writeFile(join(folder, `server.${extension}`), server);
  }
}

const GIVEN =
  "actions, anchorKey, chainId, effects, message, noteKey, operator, publicClient, receiptKey, registry, signature, walletClient";

/** The code of the guide's first section. */
async function guideServer(): Promise<string> {
  const guide = await readFile(join(root, "docs/EMBEDDING.md"), "utf8");
  const section = guide.slice(guide.indexOf("## Open it"));
  const code = /^```ts\n(.*?)^```$/ms.exec(section)?.[1];
  if (code === undefined) throw new Error("the guide has no server");
  return code;
}

function splitImports(code: string): [imports: string, body: string] {
  const lines = code.split("\n");
  const isImport = (line: string) => line.startsWith("import ");
  return [lines.filter(isImport).join("\n"), lines.filter((line) => !isImport(line)).join("\n")];
}

const tsc = join(root, "node_modules/typescript/bin/tsc");

async function compile(folder: string, options: object, files: readonly string[]): Promise<string> {
  const config = {
    compilerOptions: {
      target: "es2023",
      lib: ["es2024", "dom"],
      types: ["node"],
      strict: true,
      outDir: "out",
      ...options,
    },
    files,
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  try {
    await exec(process.execPath, [tsc, "-p", folder, "--pretty", "false"], { cwd: folder, maxBuffer: 1 << 26 });
    return "";
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}

/** The compiler options of users, for Node and for bundlers. */
export const COMPILERS = {
  node: { module: "nodenext", exactOptionalPropertyTypes: true },
  bundler: { module: "preserve", moduleResolution: "bundler", noEmit: true },
} as const;

/** The expected results of a user's clients, for every copy and version of viem: see `checks.ts`. */
export const FOUND = {
  answer: "accepted",
  verdict: "valid anchored ok",
  anchored: 1,
  checkpoints: 1,
  challenges: 0,
  stake: "open",
  domain: "domain_mismatch",
  refused: "transaction_failed",
  stranger: "unknown_operator",
  elsewhere: "no_contract",
  away: "chain_unavailable",
  sentAway: "chain_unavailable",
};
