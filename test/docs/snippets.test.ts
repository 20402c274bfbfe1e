import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { chdir, cwd } from "node:process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandsIn, commandsNamedIn, faultsOf } from "./commands.ts";
import { moduleOf, ROOT, snippetsOf, type Snippet } from "./snippets.ts";
import { isSlowSuite } from "../slow.ts";

const DOCUMENTS = [
  "README.md",
  "docs/ATTACH.md",
  "docs/AUDITING.md",
  "docs/EMBEDDING.md",
  "docs/CONCEPTS.md",
  "docs/CONTRACTS.md",
  "docs/protocol/1-verify.md",
  "docs/protocol/2-audit.md",
  "docs/protocol/3-log.md",
  "docs/protocol/4-proofs.md",
  "docs/protocol/5-contracts.md",
  "docs/protocol/6-tiles.md",
  "docs/DESIGN.md",
  "docs/DISCLOSURE.md",
  "docs/THREATS.md",
  "docs/GAS.md",
  "docs/OPERATING.md",
  "docs/RELEASING.md",
  "docs/SCALING.md",
  "circuits/README.md",
  "examples/README.md",
  "server/README.md",
  "client/README.md",
  "server/docs/DECISIONS.md",
  "server/docs/OPERATING.md",
  "server/docs/SECURITY.md",
];

/** The module of a snippet's given names; `compileOnly` is the reason why it does not run. */
type Given = { readonly given: string; readonly compileOnly?: string };

/** Each TypeScript snippet, by its document and place. `test/docs/given/` has the names that it assumes. */
const GIVEN: Readonly<Record<string, Given>> = {
  "README.md: Serve proofs, 1": { given: "serving" },
  "docs/ATTACH.md: From code, 1": { given: "attach" },
  "docs/DISCLOSURE.md: Disclose one fact, 1": { given: "disclosure" },
  "docs/EMBEDDING.md: Open it, 1": { given: "server" },
  "docs/CONTRACTS.md: Test your contract, 1": { given: "contracts" },
  "docs/EMBEDDING.md: Anchoring, 1": { given: "anchoring" },
  "docs/EMBEDDING.md: Timestamps on further chains, 1": { given: "timestamps" },
  "docs/EMBEDDING.md: Engines: WebAssembly or JavaScript, 1": { given: "engines" },
  "docs/EMBEDDING.md: Stores, 1": { given: "archive" },
  "docs/EMBEDDING.md: Several processes and organizations, 1": { given: "processes" },
  "docs/EMBEDDING.md: The guard: double-signing protection, 1": { given: "restore" },
  "docs/EMBEDDING.md: Keys, 1": { given: "keys" },
  "docs/OPERATING.md: How do I rotate a key in a server that embeds the library?, 1": { given: "rotate" },
  "README.md: Verify, 1": { given: "verify" },
  "docs/EMBEDDING.md: Custody of objects, 1": { given: "custody" },
  "docs/EMBEDDING.md: In the server, 1": { given: "execute" },
  "docs/EMBEDDING.md: In the client, 1": { given: "client" },
  "server/README.md: Act, by the client, 1": { given: "request" },
  "server/README.md: Act, by the client, 2": { given: "request", compileOnly: "it gives the first one its values" },
  "server/README.md: Make an object, and hand it on, 1": { given: "objects" },
  "server/README.md: Find it, 1": { given: "found" },
  "server/README.md: Prove it to somebody else, 1": { given: "proofs" },
  "server/README.md: Prove it to somebody else, 2": { given: "proven" },
  "server/README.md: Prove it to somebody else, 3": { given: "holding" },
  "server/README.md: Store a file, 1": { given: "files" },
  "server/README.md: Receive webhooks, 1": { given: "webhooks" },
  "server/README.md: Send it as a link, 1": { given: "proven" },
  "client/README.md: Sign in, 1": { given: "signedIn" },
  "client/README.md: Call, 1": { given: "signedIn" },
  "client/README.md: Errors and retries, 1": { given: "signedIn" },
  "client/README.md: Prove, 1": { given: "signedIn" },
  "client/README.md: Prove, 2": { given: "signedIn" },
};

/** Blocks that are not snippets, by the text after their fence, with the test that checks them instead. */
const HELD_ELSEWHERE: Readonly<Record<string, string>> = {
  "text worked-example": "test/docs/protocol.test.ts",
  mermaid: "test/docs/site.slow.test.ts, which has them drawn",
  "text picture": "nobody: it is a picture",
  "js prove.mjs": "test/installed/installed.test.ts",
  "ini postgresql": "test/postgres.ts",
  "sh environment": "test/attach/chain.test.ts",
  "sh evidence": "test/docs/auditing.test.ts",
  "solidity foundry": "test/contracts/TestRegistry.t.sol",
  "sh evm": "test/docs/auditing.test.ts",
  "sh opentelemetry": "test/cli/operator.test.ts, with a starter of its own for the SDK",
  "sh api": "server/test/readme.test.ts",
  "sh rehearsal": "test/installed/rehearsal.slow.test.ts",
  "yaml patroni": "server/test/patroni.ts",
  "haproxy haproxy": "server/test/patroni.ts",
  "nginx directory": "server/test/directory.slow.test.ts",
  sql: "server/test/engines.ts, which makes the same role",
};

type Module = Record<string, unknown>;
type GivenModule = { readonly check?: (left: Module) => void | Promise<void> };

const FOLDER = `${ROOT}cache/snippets`;
const before = cwd();
const run = promisify(execFile);
const all = DOCUMENTS.flatMap(snippetsOf);
const typescript = all.filter(({ language }) => language === "ts");
const keyOf = ({ document, place }: Snippet): string => `${document}: ${place}`;
const fileOf = (snippet: Snippet): string => `${FOLDER}/${keyOf(snippet).replaceAll(/[^A-Za-z0-9]+/g, "-")}.ts`;
/** Writes a snippet as a module. That loads its given names, which may start servers: the snippet's check ends them. */
async function write(snippet: Snippet): Promise<void> {
  const { given } = GIVEN[keyOf(snippet)]!;
  await writeFile(fileOf(snippet), moduleOf(snippet.text, given, Object.keys(await givenOf(given))));
}
const givenOf = (name: string): Promise<GivenModule & Module> => import(`./given/${name}.ts`);

describe("every snippet of the documents", () => {
  it("has a language that is checked here or in another test", () => {
    const known = new Set(["ts", "sh", "json", ...Object.keys(HELD_ELSEWHERE)]);
    expect(all.filter(({ language }) => !known.has(language))).toEqual([]);
    expect(typescript.map(keyOf).toSorted()).toEqual(Object.keys(GIVEN).toSorted());
  });

  it("in JSON can be parsed", () => {
    for (const snippet of all.filter(({ language }) => language === "json"))
      expect(() => JSON.parse(snippet.text) as unknown, keyOf(snippet)).not.toThrow();
  });

  it("of commands names scripts, files and options that exist", async () => {
    const { stdout: help } = await run(process.execPath, [`${ROOT}bin/anchorlog.js`, "--help"]);
    const named = DOCUMENTS.flatMap((document) => commandsNamedIn(document).map((command) => ({ document, command })));
    const shown = all
      .filter(({ language }) => language === "sh")
      .flatMap(({ document, text }) => commandsIn(text).map((command) => ({ document, command })));
    expect(shown.length).toBeGreaterThan(8);
    const faults = [...shown, ...named].flatMap(({ document, command }) =>
      faultsOf(command, help).map((fault) => `${document}: ${command}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });
});

describe("every TypeScript snippet of the documents, word for word,", () => {
  beforeAll(async () => {
    await rm(FOLDER, { recursive: true, force: true });
    await mkdir(FOLDER, { recursive: true });
    const compilerOptions = { noUnusedLocals: false };
    await writeFile(
      `${FOLDER}/tsconfig.json`,
      JSON.stringify({ extends: "../../tsconfig.json", compilerOptions, include: ["*.ts"] }),
    );
    chdir((await import("./given/platform.ts")).folder);
  });
  afterAll(async () => {
    chdir(before);
    await (await import("./given/platform.ts")).end();
    if (isSlowSuite) await (await import("./given/session.ts")).end();
  });

  it.runIf(isSlowSuite)("compiles", async () => {
    const compiler = `${ROOT}node_modules/typescript/bin/tsc`;
    for (const snippet of typescript) await write(snippet);
    // Files that have not changed since the last run are not checked again.
    const known = ["--incremental", "--tsBuildInfoFile", `${ROOT}cache/snippets.tsbuildinfo`];
    const compiling = run(process.execPath, [compiler, "--noEmit", ...known, "-p", FOLDER], { cwd: ROOT });
    await expect(compiling.catch(({ stdout }: { stdout: string }) => stdout)).resolves.toMatchObject({ stdout: "" });
  });

  const runs = typescript.filter((snippet) => GIVEN[keyOf(snippet)]?.compileOnly === undefined);
  // Snippets of the server and its client start a server, and snippets of disclosures make proofs.
  it.each(runs.filter(({ document }) => isSlowSuite || !/^(?:server|client)\/|DISCLOSURE/.test(document)).map(keyOf))(
    "runs, and passes its check: %s",
    async (key) => {
      const snippet = typescript.find((one) => keyOf(one) === key)!;
      await write(snippet);
      const left = (await import(/* @vite-ignore */ fileOf(snippet))) as Module;
      await (await givenOf(GIVEN[key]!.given)).check?.(left);
    },
  );
});
