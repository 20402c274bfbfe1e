import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectChain, releasedContracts } from "anchorlog/chain";
import { verifyBundle } from "anchorlog/verify/bundle";
import type { Hex } from "anchorlog";
import type { ContractAddresses } from "../src/chain/addresses.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
let folder: string;
let child: ChildProcess;
let printed = "";

// The real script, on a free port.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "anchorlog-local-"));
  const args = ["--import", "tsx", "scripts/local.ts", "--port", "0", "--output", folder];
  child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  await new Promise<void>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the node ended with code ${code}:\n${printed}`)));
    child.stdout!.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes("Ctrl-C")) resolve();
    });
  });
});
afterAll(async () => {
  child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

type Deployment = {
  rpc: string;
  contracts: ContractAddresses;
  operator: { chainId: number; registry: Hex; operator: Hex };
  anchors: { size: number; root: Hex }[];
};

describe("npm run node", () => {
  it("serves a chain with everything deployed and an operator that has anchored", async () => {
    const deployment = JSON.parse(await readFile(join(folder, "deployment.json"), "utf8")) as Deployment;
    expect(deployment.contracts).toEqual(releasedContracts.local);
    for (const address of Object.values(deployment.contracts)) expect(printed).toContain(address);
    const chain = await connectChain(deployment.rpc);
    expect(await chain.readOperator(deployment.operator)).toMatchObject({ standing: true, latestSize: 6 });
    expect(deployment.anchors.map(({ size }) => size)).toEqual([2, 4, 6]);
    for (const { size, root: anchored } of deployment.anchors) {
      expect((await chain.readCheckpoint(deployment.operator, size))?.root).toBe(anchored);
    }
    const bundle = await readFile(join(folder, "bundle.json"), "utf8");
    expect(await verifyBundle(bundle, { chain })).toMatchObject({ verdict: "valid", state: "anchored" });
  });

  it("ends when it is told to", async () => {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });
});
