import { existsSync } from "node:fs";
import hre from "hardhat";
import { keccak256, slice, toBytes } from "viem";
import { describe, expect, it } from "vitest";
import { deployLocally } from "../../ignition/deploy.ts";
import Anchorlog from "../../ignition/modules/Anchorlog.ts";
import { create2Address, disclosureVerifierAddress, registryAddress } from "../../src/anchor/addresses.ts";
import { anchorRegistryCreationBytecode } from "../../src/anchor/generated/AnchorRegistry.ts";
import { disclosureVerifierCreationBytecode } from "../../src/anchor/generated/DisclosureVerifier.ts";
import { DEPLOYMENT_SALT, presets } from "../../src/anchor/presets.ts";

const registry = registryAddress(presets.local);
const disclosureVerifier = disclosureVerifierAddress();
const strategy = { strategy: "create2", strategyConfig: { salt: DEPLOYMENT_SALT } } as const;

describe("deployment", () => {
  it("puts the contracts where their addresses were computed, and only once", async () => {
    const connection = await hre.network.create();
    const client = await connection.viem.getPublicClient();
    expect(await client.getCode({ address: registry })).toBeUndefined();
    expect(await deployLocally(connection)).toEqual({ registry, disclosureVerifier });
    expect(await client.getCode({ address: registry })).toBeDefined();
    expect(await client.getCode({ address: disclosureVerifier })).toBeDefined();

    const block = await client.getBlockNumber();
    expect(await deployLocally(connection)).toEqual({ registry, disclosureVerifier });
    expect(await client.getBlockNumber()).toBe(block);

    const contract = await connection.viem.getContractAt("AnchorRegistry", registry);
    expect(numbers(await contract.read.parameters())).toEqual(presets.local);
  });

  it("puts registries with other parameters elsewhere", async () => {
    const connection = await hre.network.create();
    const all = [presets.local, presets.mainnet, presets.l2];
    const addresses = new Set(all.map(registryAddress));
    expect(addresses.size).toBe(all.length);
    for (const parameters of all) {
      expect((await deployLocally(connection, parameters)).registry).toBe(registryAddress(parameters));
      const contract = await connection.viem.getContractAt("AnchorRegistry", registryAddress(parameters));
      expect(numbers(await contract.read.parameters())).toEqual(parameters);
    }
  });

  it("does the same on a node over HTTP, started anew, and leaves no journal", async () => {
    for (let round = 0; round < 2; ++round) {
      const server = await hre.network.createServer("node", "127.0.0.1", 0);
      const { address, port } = await server.listen();
      try {
        const override = { type: "http", url: `http://${address}:${port}` } as const;
        const connection = await hre.network.create({ network: "localhost", override });
        expect(await deployLocally(connection)).toEqual({ registry, disclosureVerifier });
        const client = await connection.viem.getPublicClient();
        expect(await client.getCode({ address: registry })).toBeDefined();
      } finally {
        await server.close();
      }
    }
    expect(existsSync("ignition/deployments/chain-31337")).toBe(false);
  });

  it("is what the module deploys with Hardhat Ignition", async () => {
    const { ignition } = await hre.network.create();
    const contracts = await ignition.deploy(Anchorlog, { ...strategy, parameters: { AnchorRegistry: presets.local } });
    expect(contracts.registry.address.toLowerCase()).toBe(registry);
    expect(contracts.disclosureVerifier.address.toLowerCase()).toBe(disclosureVerifier);
  });

  it("has no default parameters", async () => {
    const { ignition } = await hre.network.create();
    await expect(ignition.deploy(Anchorlog, strategy)).rejects.toThrow("parameter");
  });

  it("refuses chains that are not local", async () => {
    const connection = await hre.network.create({ override: { chainId: 1 } });
    await expect(deployLocally(connection)).rejects.toThrow("Chain 1 is no local one");
  });

  it("is bound to no sender and no chain", async () => {
    expect(DEPLOYMENT_SALT).toBe(keccak256(toBytes("anchorlog/1")));
    const { viem } = await hre.network.create();
    const wallets = await viem.getWalletClients();
    expect(wallets.map(({ account }) => account.address)).not.toContain(slice(DEPLOYMENT_SALT, 0, 20));
    expect(BigInt(slice(DEPLOYMENT_SALT, 0, 20))).not.toBe(0n);
    expect(create2Address("0x00")).not.toBe(create2Address("0x01"));
    expect(create2Address("0x00")).not.toBe(create2Address("0x00", keccak256("0x")));
  });
});

describe("presets", () => {
  it("leave operators room for a day of anchor delay", () => {
    for (const p of [presets.mainnet, presets.l2]) {
      const finalityDelay = p.challengeWindow + p.responseTime + p.margin;
      expect(p.ringLength * p.minAnchorInterval - 2 * finalityDelay).toBeGreaterThan(86_400);
    }
  });

  it("are the parameter files of Hardhat Ignition", async () => {
    for (const [name, parameters] of Object.entries(presets)) {
      const file = await import(`../../ignition/parameters/${name}.json`, { with: { type: "json" } });
      expect(file.default).toEqual({ AnchorRegistry: parameters });
    }
  });
});

describe("the generated bytecode", () => {
  it("is that of the artifacts", async () => {
    const artifacts = await Promise.all(
      ["AnchorRegistry", "DisclosureVerifier"].map((name) => hre.artifacts.readArtifact(name)),
    );
    expect([anchorRegistryCreationBytecode, disclosureVerifierCreationBytecode]).toEqual(
      artifacts.map(({ bytecode }) => bytecode),
    );
  });

  it("does not depend on the build profile, so that every way to deploy leads to one address", () => {
    const compilers = ({ compilers }: { compilers: unknown[] }) => compilers;
    const { default: usual, production } = hre.config.solidity.profiles;
    expect(production && compilers(production)).toEqual(usual && compilers(usual));
  });
});

function numbers(parameters: Record<string, bigint | number>): Record<string, number> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, Number(value)]));
}
