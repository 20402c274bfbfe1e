import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import circuits from "../circuits/package.json" with { type: "json" };
import engines from "../engines/package.json" with { type: "json" };
import manifest from "../package.json" with { type: "json" };
import { manifestOf, PACKAGES, publishedManifest } from "../scripts/release/packages.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The packages and built-in modules that a source needs when it runs, through all it imports. */
function externals(entry: string, seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  if (seen.has(entry)) return found;
  seen.add(entry);
  // Type imports are erased, but an import with only inline types would stay, so the package has none.
  for (const [, clause, specifier] of readFileSync(entry, "utf8").matchAll(
    /^(?:import|export)\s([^"';]*?)from "([^"]+)"/gms,
  )) {
    if (/^type\s/.test(clause!)) continue;
    const inner = specifier!.startsWith(".") ? externals(resolve(dirname(entry), specifier!), seen) : [specifier!];
    for (const name of inner) found.add(name);
  }
  return found;
}

/** The modules that a source needs, except noble's cryptography and our own modules. */
const besideCryptography = (source: string): string[] =>
  [...externals(`${root}src/${source}`)].filter((name) => !/^@(?:noble|anchorlog\/engines)\//.test(name));

describe("the package", () => {
  it.each(["action", "log", "log/receipt", "batch", "crypto/merkle", "verify/bundle", "proof"])(
    "runs anchorlog/%s in browsers with cryptography alone",
    (layer) => expect(besideCryptography(`${layer}/index.ts`)).toEqual([]),
  );

  it("carries actions over HTTP in browsers with cryptography and structured fields alone", () => {
    expect(besideCryptography("http/index.ts")).toEqual(["structured-headers"]);
    const onNode = besideCryptography("http/node.ts").filter((name) => !name.startsWith("node:"));
    expect(onNode).toEqual(["structured-headers"]);
  });

  it("signs with remote keys through cryptography and Node alone, without a vendor's SDK", () => {
    const needed = besideCryptography("action/signers/index.ts").filter((name) => !name.startsWith("node:"));
    expect(needed).toEqual([]);
  });

  it("needs its own packages in the same version, which npm then finds here", () => {
    const { dependencies, peerDependencies, peerDependenciesMeta, version } = manifest;
    expect([engines.version, circuits.version]).toEqual([version, version]);
    expect(dependencies[engines.name as "@anchorlog/engines"]).toBe(version);
    expect(peerDependencies[circuits.name as "@anchorlog/circuits"]).toBe(version);
    expect(peerDependenciesMeta[circuits.name as "@anchorlog/circuits"]).toEqual({ optional: true });
  });

  it.each([...PACKAGES])(
    "publishes %s/ without members for this repository alone, in the common version",
    async (folder) => {
      const own = await manifestOf(folder);
      const repository = "https://git.example/a/b";
      const published = publishedManifest(own, folder, { repository, site: "" });
      expect(own.version).toBe(manifest.version);
      expect(JSON.stringify(published)).not.toMatch(/"file:|"(?:workspaces|devDependencies|scripts|private)"/);
      expect(published).toMatchObject({
        name: own.name,
        repository: { type: "git", url: "git+https://git.example/a/b.git" },
        homepage: "https://git.example/a/b#readme",
        bugs: { url: "https://git.example/a/b/issues" },
      });
      const site = "https://docs.example/a/";
      expect(publishedManifest(own, folder, { repository, site })).toMatchObject({ homepage: site });
      const nowhere = publishedManifest(own, folder, { repository: "", site: "" });
      for (const field of ["repository", "homepage", "bugs"]) expect(nowhere).not.toHaveProperty(field);
    },
  );

  it("answers --help with Node's modules alone, and verifies and inspects without a chain client", () => {
    const notOfNode = (names: Iterable<string>) => [...names].filter((name) => !name.startsWith("node:"));
    expect(notOfNode(externals(`${root}src/cli/main.ts`))).toEqual([]);
    expect(notOfNode(besideCryptography("cli/verify.ts"))).toEqual([]);
    expect(notOfNode(besideCryptography("cli/inspect.ts"))).toEqual([]);
  });

  it("contains no proving keys, which verifiers do not need", () => {
    expect(manifest.files.filter((name) => name.startsWith("circuits"))).toEqual([]);
    expect(Object.keys(manifest.dependencies)).not.toContain(circuits.name);
    expect(readdirSync(`${root}dist/page`).toSorted()).toEqual(["audit.html", "proofElement.js", "verify.html"]);
    expect(readdirSync(`${root}circuits/dist`).toSorted()).toEqual(["disclosure.keys.gz", "prove.html"]);
  });

  it("proves without snarkjs", () => {
    for (const entry of ["index.ts", "proof/prover.ts", "proof/prover-worker.ts", "proof/prover-second-worker.ts"]) {
      expect(externals(`${root}src/${entry}`), entry).not.toContain("snarkjs");
    }
    expect(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })).not.toContain("snarkjs");
  });

  it("computes proofs in browsers with cryptography alone", () => {
    expect(besideCryptography("crypto/bn254/groth16.ts")).toEqual([]);
  });

  it("uses the user's viem, and compares no class of viem, since a second copy has other classes", () => {
    expect(Object.keys(manifest.dependencies)).not.toContain("viem");
    const sources = readdirSync(`${root}src`, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".ts"),
    );
    const imports = sources.flatMap((file) => [
      ...readFileSync(`${root}src/${file}`, "utf8").matchAll(/^import \{([^}]*)\} from "viem/gms),
    ]);
    const names = imports.flatMap(([, clause]) => clause!.split(",").map((name) => name.trim()));
    expect(names).toContain("encodeAbiParameters");
    expect(names.filter((name) => name.endsWith("Error"))).toEqual([]);
  });

  it("exports modules that plain Node loads from dist/", () => {
    const names = Object.keys(manifest.exports).filter((name) => !name.includes("*") && !name.endsWith(".json"));
    expect(names.length).toBeGreaterThan(10);
    const code = names.map((name) => `await import(${JSON.stringify(name.replace(/^\./, "anchorlog"))});`).join("\n");
    execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: root, stdio: "pipe" });
  });

  it("gives pages an error for exactly those sub-paths that need Node", () => {
    for (const [name, target] of Object.entries(manifest.exports)) {
      if (typeof target === "string" || name === ".") continue;
      const needed = [...externals(resolve(root, target.types.replace("dist/", "src/").replace(".d.ts", ".ts")))];
      const needsNode = needed.some((one) => one.startsWith("node:") || one === "pg");
      expect("browser" in target ? target.browser : undefined, name).toBe(
        needsNode ? "./dist/base/nodeOnly.js" : undefined,
      );
    }
  });

  it("has types and code for every export", () => {
    for (const target of Object.values(manifest.exports)) {
      if (typeof target === "string") continue;
      for (const file of Object.values(target)) expect(existsSync(resolve(root, file)), file).toBe(true);
    }
  });
});
