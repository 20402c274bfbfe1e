/** The published packages: their manifests, and their files as npm packs them. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { SITE } from "../../src/cli/site.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const exec = promisify(execFile);

/**
 * The repository's address, `https://github.com/OWNER/NAME`. Fills `repository` and `bugs` of all packages, and
 * `homepage` if the documentation has no site.
 */
export const REPOSITORY = "";

/** The folders of the packages, in the order in which they are published: each after those that it needs. */
export const PACKAGES = ["engines", "circuits", "", "client", "server"] as const;
export type Folder = (typeof PACKAGES)[number];

export type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
};

export const manifestOf = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(ROOT, folder, "package.json"), "utf8")) as Manifest;

/**
 * Returns the manifest that users receive: without the parts that only this repository needs, and with the addresses of
 * the repository and the site.
 */
export function publishedManifest(
  manifest: Manifest,
  folder: string,
  { repository = REPOSITORY, site = SITE }: { readonly repository?: string; readonly site?: string } = {},
): object {
  const { workspaces: _, scripts: __, devDependencies: ___, private: ____, dependencies, ...kept } = manifest;
  const own = Object.entries(dependencies ?? {}).map(
    // The packages have one version.
    ([name, range]) => [name, range.startsWith("file:") ? manifest.version : range] as const,
  );
  const homepage = site === "" && repository !== "" ? `${repository}#readme` : site;
  const addresses = {
    repository: { type: "git", url: `git+${repository}.git`, ...(folder === "" ? {} : { directory: folder }) },
    bugs: { url: `${repository}/issues` },
  };
  return {
    ...kept,
    ...(own.length === 0 ? {} : { dependencies: Object.fromEntries(own) }),
    ...(repository === "" ? {} : addresses),
    ...(homepage === "" ? {} : { homepage }),
    publishConfig: { access: "public" },
  };
}

/** A packed package. Sizes are in bytes. */
export type Packed = {
  readonly name: string;
  readonly version: string;
  /** The path of the `.tgz`. */
  readonly file: string;
  /** The digest that lock files have, `sha512-…`. */
  readonly integrity: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly string[];
};

type NpmPack = Omit<Packed, "file" | "files"> & {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
};

async function npmPack(cwd: string, ...args: string[]): Promise<NpmPack> {
  const { stdout } = await exec("npm", ["pack", "--json", "--ignore-scripts", ...args], { cwd, maxBuffer: 1 << 26 });
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, NpmPack>);
  return packed!;
}

/** Packs built packages into a folder. The same files give the same bytes. */
export async function pack(into: string, folders: readonly Folder[] = PACKAGES): Promise<Packed[]> {
  const staged = await mkdtemp(join(tmpdir(), "anchorlog-stage-"));
  try {
    const done: Packed[] = [];
    for (const folder of folders) {
      const from = join(ROOT, folder);
      const stage = join(staged, folder || "anchorlog");
      for (const { path } of (await npmPack(from, "--dry-run")).files) {
        await mkdir(dirname(join(stage, path)), { recursive: true });
        await cp(join(from, path), join(stage, path));
      }
      await cp(join(ROOT, "LICENSE"), join(stage, "LICENSE"));
      const manifest = publishedManifest(await manifestOf(folder), folder);
      await writeFile(join(stage, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
      const { filename, files, ...about } = await npmPack(stage, "--pack-destination", into);
      done.push({ ...about, file: join(into, filename), files: files.map(({ path }) => path) });
    }
    return done;
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}
