import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { newFolder } from "../folder.ts";
import { packed } from "./packed.ts";

const exec = promisify(execFile);
const names = Object.keys(manifest.exports).filter((name) => !/\*|\.json$/.test(name));

/** Every sub-path, and types that are inferred from the user's kinds of actions. */
const CONSUMER = `
${names.map((name, i) => `import * as m${i} from "${name.replace(/^\./, "anchorlog")}";`).join("\n")}
import { defineActions } from "anchorlog";
import { developmentPlatform } from "anchorlog/development";
import { createActionSigner } from "anchorlog/http";
export const all = [${names.map((_, i) => `m${i}`).join()}];
const { operator, wallets } = developmentPlatform();
const types = defineActions({ Transfer: { objectId: "string", to: "address" } });
const sign = createActionSigner({ account: wallets[0], operator, log: "acme", types });
export const signed = sign("Transfer", { objectId: "seat 7", to: "0x" });
// @ts-expect-error there is no such kind
export const other = sign("Transfers", { objectId: "seat 7", to: "0x" });
`;

const folder = newFolder();
const others = [
  `@types/node@${manifest.devDependencies["@types/node"]}`,
  `@types/pg@${manifest.devDependencies["@types/pg"]}`,
];
const install = ["install", ...(await packed(folder)), ...others, "--ignore-scripts", "--no-audit", "--no-fund"];
await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
await exec("npm", [...install, "--prefer-offline"], { cwd: folder });
await writeFile(join(folder, "consumer.ts"), CONSUMER);

describe.each(["5.7.3", "5.8.3", "5.9.3", "6.0.3", "7.0.2"])("TypeScript %s", (version) => {
  it.each([["nodenext"], ["preserve", "--moduleResolution", "bundler"]])(
    "accepts the types of every sub-path, with --module %s",
    async (...module) => {
      const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
      const options = ["--noEmit", ...strict, "--target", "es2023", "--lib", "es2024,dom", "--types", "node"];
      const tsc = ["exec", "--yes", "--prefer-offline", `--package=typescript@${version}`, "--", "tsc"];
      const ran = exec("npm", [...tsc, ...options, "--module", ...module, "consumer.ts"], { cwd: folder });
      await expect(ran.catch(({ stdout }: { stdout: string }) => ({ stdout }))).resolves.toMatchObject({ stdout: "" });
    },
  );
});
