import { execFile } from "node:child_process";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { closing } from "../ends.ts";
import { deployLocally } from "../../scripts/deploy.ts";
import { startNode } from "../../scripts/node.ts";
import { valid } from "../proof/fixtures.ts";
import { snippetsOf } from "../docs/snippets.ts";
import { COMPILERS, FOUND, installLinked, makeProject, root } from "./project.ts";
import { isSlowSuite } from "../slow.ts";

// Links the packages, since npm would ask its registry. installed.slow.test.ts installs the packed ones, with several
// versions of viem.
const project = await makeProject((folder) => installLinked(folder, "@types/node"));

describe("the guide's server, in its own project with its own viem", () => {
  it.runIf(isSlowSuite)("compiles strictly, as ESM and as CommonJS, with all libraries checked", async () => {
    expect(await project.compile({ ...COMPILERS.node, skipLibCheck: false })).toBe("");
  });

  it("compiles strictly in both forms; a client of a wrong type gets a short compiler error", async () => {
    const said = await project.compile({ ...COMPILERS.node, noEmit: true, skipLibCheck: true }, WRONG);
    expect(said.match(/^\S+: error/gm)).toHaveLength(3);
    expect(said.match(/^module\.mts\S+: error/gm)).toHaveLength(3);
    expect(said.length).toBeLessThan(4_000);
  });

  it.runIf(isSlowSuite)("runs as CommonJS with a second copy of viem, and every failure keeps its code", async () => {
    const node = closing(await startNode());
    const { registry } = await deployLocally({ provider: node.provider });
    expect(await project.run("commonjs", { url: node.url, registry })).toEqual(FOUND);
  });
});

it("runs the README's first program, in a project that has only the package", async () => {
  const program = snippetsOf("README.md").find(({ language }) => language === "js prove.mjs");
  await writeFile(join(project.folder, "prove.mjs"), program!.text);
  const { stdout } = await promisify(execFile)(process.execPath, ["prove.mjs"], { cwd: project.folder });
  const lines = stdout.match(/(?:verdict|state|code): .*(?=,)/g);
  expect(lines).toEqual([
    ..."verdict: 'valid'|state: 'included'|code: 'ok'".split("|"),
    ..."verdict: 'invalid'|state: null|code: 'signature_mismatch'".split("|"),
  ]);
});

describe("a project without the package of the circuits", () => {
  /** Verifies a proof, opens a prover and gives it an input that no circuit takes. */
  const run = async () => {
    const [{ proof, signals }] = valid as [(typeof valid)[number]];
    const code = `
      import { verifyDisclosureProofWithoutChain } from "anchorlog/proof";
      import { openProver } from "anchorlog/proof/prover";
      const proof = new Uint8Array(Buffer.from("${Buffer.from(proof).toString("hex")}", "hex"));
      const verified = verifyDisclosureProofWithoutChain(proof, [${signals.map((one) => `${one}n`).join()}]);
      const said = await openProver().then((prover) => prover.runWithoutChain("order", {})).catch((error) => error);
      console.log(JSON.stringify([verified, said.code, said.message]));`;
    const flags = ["--input-type=module", "-e", code];
    const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: project.folder });
    return JSON.parse(stdout) as [boolean, string, string];
  };

  it("verifies proofs; a prover names the missing package until that is installed", async () => {
    const [verified, code, message] = await run();
    expect([verified, code]).toEqual([true, "circuits_missing"]);
    expect(message).toContain("npm install @anchorlog/circuits");

    // test/installed/bundlers.test.ts has a prover that finds them.
    if (!isSlowSuite) return;
    await symlink(join(root, "circuits"), join(project.folder, "node_modules/@anchorlog/circuits"));
    // The circuit itself refuses the input: the prover has found its files.
    expect((await run()).slice(0, 2)).toEqual([true, "prover_failed"]);
  });
});

const WRONG = `
import { createPublicClient, createWalletClient, http } from "viem";
import { readLatest, withdrawCredit } from "anchorlog/chain";
import { clients, setting } from "./given.mjs";
const { publicClient, walletClient } = clients();
const id = { chainId: 1, registry: setting.registry, operator: setting.registry };
await readLatest({ publicClient: {} }, id);
await withdrawCredit({ publicClient, walletClient: publicClient }, id, setting.registry);
const nobody = createWalletClient({ transport: http() });
await withdrawCredit({ publicClient, walletClient: nobody }, id, setting.registry);
await readLatest({ publicClient: createPublicClient({ transport: http() }) }, id);
`;
