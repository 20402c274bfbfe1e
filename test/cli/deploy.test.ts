import { readFile, stat, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { contractAddresses, presets } from "anchorlog/chain";
import { privateKeyToAccount } from "viem/accounts";
import { listen } from "../listening.ts";
import { CORE, coreCreations, DEPLOYMENT_PROXY, PROXY_CODE } from "../../src/chain/addresses.ts";
import { send } from "../../src/chain/send.ts";
import { runHere, type Ran } from "./process.ts";
import { CHAINS, deployer, goRound, startRehearsal } from "./rehearsal.ts";

// A chain with Sepolia's limits. The tests build on each other.
const addresses = contractAddresses(presets.mainnet);
const stranger = privateKeyToAccount(`0x${"57".repeat(32)}`);
const deploy = ["deploy", "--key", "file:deployer", "--yes"] as const;

const at = await startRehearsal(CHAINS.sepolia);

type Printed = {
  readonly contracts: readonly {
    readonly name: string;
    readonly isThere: boolean;
    readonly gasUsed?: string;
    gas: string;
  }[];
  readonly costWei: string;
  readonly mostWei: string;
};
const read = ({ stdout }: Ran): Printed => JSON.parse(stdout) as Printed;

type Answer = { readonly status: number; readonly body: string };

/** Runs a command with a node that answers what `judge` returns, or forwards the request if that is undefined. */
async function runBy(
  judge: (asked: string) => Answer | undefined | Promise<undefined>,
  ...args: string[]
): Promise<Ran> {
  const { url } = await listen((request, response) => {
    void text(request).then(async (body) => {
      const own = await judge(body);
      if (own !== undefined) return response.writeHead(own.status).end(own.body);
      const headers = { "content-type": "application/json" };
      return response.end(await (await fetch(at.node.url, { method: "POST", headers, body })).text());
    });
  });
  return runHere([...args, "--rpc", url]);
}

describe("deploy", () => {
  it("lists missing contracts with their costs, and sends nothing without --yes", async () => {
    const ran = await at.run("deploy");
    expect(ran).toMatchObject({ code: 1, stderr: "" });
    for (const name of CORE) expect(ran.stdout).toContain(addresses[name]);
    expect(ran.stdout).toMatch(/^chain +11155111$/m);
    expect(ran.stdout).toMatch(/^AnchorRegistry +0x[0-9a-f]{40} {2}[0-9,]+ gas, 0\.\d+ ether$/m);
    expect(ran.stdout).toMatch(/^together +[0-9,]+ gas, .*if fees double$/m);
    expect(ran.stdout).toMatch(/^next: nothing was sent: add --key REFERENCE and --yes$/m);
    expect(await at.node.client.getBlockNumber()).toBe(0n);
    await expect(stat("deployment.json")).rejects.toThrow(/ENOENT/);
  });

  it("adds a rollup's fee for data", async () => {
    const before = read(await at.run("deploy", "--json"));
    // As the OP Stack's oracle, it answers a million gwei whatever the size.
    const address = "0x420000000000000000000000000000000000000f";
    await at.node.test.setCode({ address, bytecode: "0x66038d7ea4c6800060005260206000f3" });
    const after = read(await at.run("deploy", "--json"));
    await at.node.test.setCode({ address, bytecode: "0x" });
    expect(BigInt(after.costWei) - BigInt(before.costWei)).toBe(BigInt(CORE.length) * 10n ** 15n);
  });

  it("refuses a chain with too small blocks, and a chain without the deployment proxy", async () => {
    const limit = (gas: number) =>
      at.node.client.request({ method: "evm_setBlockGasLimit", params: [`0x${gas.toString(16)}`] } as never);
    await limit(2_000_000);
    await at.node.test.mine({ blocks: 1 });
    const small = await at.run("deploy");
    await limit(CHAINS.sepolia.gasLimit);
    await at.node.test.mine({ blocks: 1 });
    expect(small).toMatchObject({ code: 3, stdout: "" });
    expect(small.stderr).toMatch(/Poseidon takes \d+ gas, and a transaction here has at most 2000000/);

    await at.node.test.setCode({ address: DEPLOYMENT_PROXY, bytecode: "0x" });
    expect((await at.run("deploy")).stderr).toMatch(/the deterministic deployment proxy 0x[0-9a-f]{40} is not there/);
    await at.node.test.setCode({ address: DEPLOYMENT_PROXY, bytecode: "0x00" });
    expect((await at.run("deploy")).stderr).toMatch(/is not the deterministic deployment proxy's/);
    await at.node.test.setCode({ address: DEPLOYMENT_PROXY, bytecode: PROXY_CODE });
  });

  it("sends nothing from an account that cannot pay for all contracts", async () => {
    await at.fund(deployer.address, 1_000n);
    const ran = await at.run(...deploy);
    expect(ran).toMatchObject({ code: 3, stdout: "" });
    expect(ran.stderr).toMatch(/has 0\.000000000000001 ether, and this may cost up to .* nothing was sent/);
    expect(await at.sent()).toBe(0);
  });

  it("refuses to deploy the proofs, whose keys are for development", async () => {
    const ran = await at.run("deploy", "proofs");
    expect(ran).toMatchObject({ code: 3, stdout: "" });
    expect(ran.stderr).toMatch(/the key 0x[0-9a-f]{64} of disclosure is for development.*chain 11155111/);
  });

  it.each([
    ["more words", ["core", "now"], /deploy takes core or proofs/],
    ["another deployment", ["all"], /deploy takes core or proofs/],
    ["--yes without a key", ["--yes"], /give --key/],
    ["a password without a key", ["--password", "env:P"], /--password opens the keystore of --key/],
    ["a file for the proofs", ["proofs", "--output", "x.json"], /--output is about the core/],
    ["an unknown preset", ["--preset", "l3"], /--preset is local, l2 or mainnet/],
  ])("refuses %s", async (_, args, message) => {
    const ran = await at.run("deploy", ...args);
    expect(ran).toMatchObject({ code: 3, stdout: "" });
    expect(ran.stderr).toMatch(message);
  });

  it("refuses development keys", async () => {
    const ran = await at.run("deploy", "--key", "development:0", "--yes");
    expect(ran).toMatchObject({ code: 3, stdout: "" });
    expect(ran.stderr).toMatch(/development keys are public: they are refused on chain 11155111/);
  });

  it("exits with 2, so that a script tries again, if the node refuses or does not answer", async () => {
    await at.fund(deployer.address, 10n ** 19n);
    await at.fund(stranger.address, 10n ** 19n);
    const error = JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: -32005, message: "over the rate limit" } });
    const refused = await runBy(() => ({ status: 429, body: error }), ...deploy);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toMatch(/over the rate limit/);
    expect(await runBy(() => ({ status: 503, body: "" }), ...deploy)).toMatchObject({ code: 2, stdout: "" });
    expect(await at.sent()).toBe(0);
  });

  it("continues after an interruption, without sending a transaction twice", async () => {
    let sent = 0;
    const cut = await runBy(
      (asked) => {
        if (sent === 3) return { status: 503, body: "" };
        if (asked.includes('"eth_sendRawTransaction"')) sent++;
        return undefined;
      },
      ...deploy,
    );
    expect(cut.code).toBe(2);
    expect(cut.stdout).toMatch(/^created Attestations at /m);
    expect(cut.stderr).toMatch(/look for the transaction 0x[0-9a-f]{64} first/);
    await expect.poll(() => at.sent()).toBe(3);
    await expect(stat("deployment.json")).rejects.toThrow(/ENOENT/);

    // Somebody else creates the next one just before.
    let isFirst = true;
    const before = async (asked: string): Promise<undefined> => {
      if (!isFirst || !asked.includes('"eth_estimateGas"')) return undefined;
      isFirst = false;
      const { to, data } = coreCreations(presets.mainnet)[3]!;
      await send(at.node.writer(stranger), { name: "a stranger", address: to, data, abi: [] });
      return undefined;
    };
    const ran = await runBy(before, ...deploy, "--json");
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    const { contracts } = read(ran);
    expect(contracts.map(({ name, isThere }) => [name, isThere])).toEqual(CORE.map((name) => [name, true]));
    const created = contracts.filter(({ gasUsed }) => gasUsed !== undefined);
    expect(created.map(({ name }) => name)).toEqual(CORE.slice(4));
    // A contract takes at most its estimate.
    for (const { name, gas, gasUsed } of created) {
      expect(BigInt(gasUsed!), name).toBeLessThanOrEqual(BigInt(gas));
      expect(BigInt(gasUsed!), name).toBeGreaterThan((BigInt(gas) * 9n) / 10n);
    }
    expect(await at.sent()).toBe(CORE.length - 1);
  });

  it("sends nothing once all contracts are deployed", async () => {
    const before = await readFile("deployment.json", "utf8");
    expect(JSON.parse(before)).toMatchObject({
      chainId: 11_155_111,
      preset: "mainnet",
      contracts: { registry: addresses.registry },
    });
    const again = await at.run(...deploy);
    expect(again).toMatchObject({ code: 0, stderr: "" });
    expect(again.stdout).toMatch(/^all contracts are there, with the code of this release$/m);
    expect(await at.sent()).toBe(CORE.length - 1);
    expect(await readFile("deployment.json", "utf8")).toBe(before);
    // Another chain's or preset's file is left alone.
    await writeFile("other.json", before.replace("11155111", "5"));
    const other = await at.run("deploy", "--output", "other.json");
    expect(other).toMatchObject({ code: 3, stdout: "" });
    expect(other.stderr).toMatch(/other\.json is there already/);
  });

  it("refuses other code at an address, by a single byte", async () => {
    const code = (await at.node.client.getCode({ address: addresses.stake }))!;
    await at.node.test.setCode({ address: addresses.stake, bytecode: `0x61${code.slice(4)}` });
    const wrong = await at.run(...deploy);
    await at.node.test.setCode({ address: addresses.stake, bytecode: code });
    expect(wrong).toMatchObject({ code: 3, stdout: "" });
    expect(wrong.stderr).toMatch(new RegExp(`the code at ${addresses.stake} is not OperatorStake's`));
    expect(await at.run("deploy")).toMatchObject({ code: 0 });
  });
});

describe("init --deployment", () => {
  it("refuses a file that deploy did not write, and another release's addresses", async () => {
    const file = await readFile("deployment.json", "utf8");
    await writeFile("trust.json", JSON.stringify({ format: "anchorlog.trust/1" }));
    expect((await at.run("init", "--deployment", "trust.json")).stderr).toMatch(
      /takes the file that `anchorlog deploy` wrote/,
    );
    await writeFile("old.json", file.replace(addresses.registry, addresses.stake));
    expect((await at.run("init", "--deployment", "old.json")).stderr).toMatch(/the addresses are not this release's/);
    await writeFile("elsewhere.json", file.replace("11155111", "1"));
    expect((await at.run("init", "--deployment", "elsewhere.json")).stderr).toMatch(/the node is of chain 11155111/);
    const both = await at.run("init", "--deployment", "deployment.json", "--preset", "mainnet");
    expect(both.stderr).toMatch(/leave out --preset/);
    await expect(stat("anchorlog.jsonc")).rejects.toThrow(/ENOENT/);
  });

  it("leads to an operator whose actions become anchored and final", () => goRound(at, "mainnet"));
});

describe("deploy proofs", () => {
  it("needs the core, and then deploys to a local chain", async () => {
    const local = await startRehearsal({ chainId: 31_337, gasLimit: 60_000_000 });
    const account = ["--preset", "local", "--key", "development:0", "--yes"];
    const early = await local.run("deploy", "proofs", ...account);
    expect(early).toMatchObject({ code: 3, stdout: "" });
    expect(early.stderr).toMatch(
      /the core is not there: Poseidon has no code at .*\n.*anchorlog deploy --preset local/,
    );
    await local.done("deploy", ...account);
    const said = await local.done("deploy", "proofs", ...account);
    const { claims, disputes } = contractAddresses(presets.local);
    expect(said).toContain(`created Claims at ${claims}`);
    expect(said).toContain(`created Disputes at ${disputes}`);
    expect(await local.done("deploy", "proofs", ...account)).toMatch(/^all contracts are there/m);
  });
});
