import { existsSync } from "node:fs";
import hre from "hardhat";
import { keccak256, slice, toBytes } from "viem";
import { describe, expect, it } from "vitest";
import { deployLocally } from "../../ignition/deploy.ts";
import Anchorlog, { DeploymentModule } from "../../ignition/modules/Anchorlog.ts";
import {
  contractAddresses,
  create2Address,
  creationCodeHashes,
  encodeParameters,
  parts,
  standalone,
} from "../../src/anchor/addresses.ts";
import { deploymentCreationBytecode } from "../../src/anchor/generated/Deployment.ts";
import { releasedContracts } from "../../src/anchor/deployments.ts";
import {
  DEPLOYMENT_SALT,
  exitDelay,
  finalityDelay,
  presets,
  ringSpan,
  type DeploymentParameters,
} from "../../src/anchor/presets.ts";

const addresses = contractAddresses(presets.local);
const strategy = { strategy: "create2", strategyConfig: { salt: DEPLOYMENT_SALT } } as const;
const moduleParameters = (parameters: DeploymentParameters) => ({ Deployment: encodeParameters(parameters) });

describe("deployment", () => {
  it("puts the contracts where their addresses were computed, and only once", async () => {
    const connection = await hre.network.create();
    const client = await connection.viem.getPublicClient();
    for (const address of Object.values(addresses)) expect(await client.getCode({ address })).toBeUndefined();
    expect(await deployLocally(connection)).toEqual(addresses);
    for (const address of Object.values(addresses)) expect(await client.getCode({ address })).toBeDefined();

    const block = await client.getBlockNumber();
    expect(await deployLocally(connection)).toEqual(addresses);
    expect(await client.getBlockNumber()).toBe(block);
  });

  it("lets the contracts know each other and their parameters", async () => {
    const connection = await hre.network.create();
    for (const parameters of Object.values(presets)) {
      const at = await deployLocally(connection, parameters);
      const { timing, stake: stakeParameters } = encodeParameters(parameters);
      const deployment = await connection.viem.getContractAt("Deployment", at.deployment);
      const registry = await connection.viem.getContractAt("AnchorRegistry", at.registry);
      const stake = await connection.viem.getContractAt("OperatorStake", at.stake);
      const { standalone: others, ...rest } = await deployment.read.parameters();
      const { standalone: wanted, ...encoded } = encodeParameters(parameters);
      expect(rest).toEqual(encoded);
      for (const name of ["poseidon", "disclosureVerifier", "orderVerifier"] as const) {
        expect(others[name].toLowerCase()).toBe(wanted[name]);
      }
      const challenges = await connection.viem.getContractAt("Challenges", at.challenges);
      expect(await challenges.read.challengeParameters()).toEqual(encoded.challenges);
      const disputes = await connection.viem.getContractAt("Disputes", at.disputes);
      expect(await disputes.read.disputeParameters()).toEqual(encoded.disputes);
      const { read } = disputes;
      const known = await Promise.all([read.registry(), read.operatorStake(), read.orderVerifier()]);
      expect(known.map((address) => address.toLowerCase())).toEqual([at.registry, at.stake, at.orderVerifier]);
      const judges = await Promise.all([stake.read.faultProofs(), stake.read.challenges()]);
      expect(judges.map((judge) => judge.toLowerCase())).toEqual([at.faultProofs, at.challenges]);
      const hashes = creationCodeHashes().map((_, i) => deployment.read.creationCodeHashes([BigInt(i)]));
      expect(await Promise.all(hashes)).toEqual(creationCodeHashes());
      for (const [i, { name }] of parts.entries()) {
        expect((await deployment.read.addressOf([i])).toLowerCase()).toBe(at[name]);
      }
      expect(await registry.read.timing()).toEqual(timing);
      expect(await stake.read.stakeParameters()).toEqual(stakeParameters);
      expect((await registry.read.operatorStake()).toLowerCase()).toBe(at.stake);
      expect((await stake.read.registry()).toLowerCase()).toBe(at.registry);
      expect(await registry.read.finalityDelay()).toBe(BigInt(finalityDelay(parameters.timing)));
    }
  });

  it("puts contracts with other parameters elsewhere", () => {
    const others: DeploymentParameters[] = [
      { ...presets.local, timing: { ...presets.local.timing, margin: 31 } },
      { ...presets.local, stake: { ...presets.local.stake, rewardGas: 2_999_999 } },
      { ...presets.local, disputes: { ...presets.local.disputes, burnShare: 5_001 } },
    ];
    const all = [...Object.values(presets), ...others].map(contractAddresses);
    for (const name of ["deployment", "registry", "stake"] as const) {
      expect(new Set(all.map((at) => at[name])).size).toBe(all.length);
    }
    expect(new Set(all.map((at) => at.disclosureVerifier)).size).toBe(1);
  });

  it("is carried on where it stopped half-way, by anybody", async () => {
    const connection = await hre.network.create();
    const { ignition, viem } = connection;
    await ignition.deploy(DeploymentModule, { ...strategy, parameters: moduleParameters(presets.local) });
    const deployment = await viem.getContractAt("Deployment", addresses.deployment);
    const [, stranger] = await viem.getWalletClients();
    await deployment.write.deploy([parts[0].creationCode], { account: stranger!.account });
    expect(await deployLocally(connection)).toEqual(addresses);
    expect(await deployment.read.deployed()).toBe(BigInt(parts.length));
  });

  it("does the same on a node over HTTP, started anew, and leaves no journal", async () => {
    for (let round = 0; round < 2; ++round) {
      const server = await hre.network.createServer("node", "127.0.0.1", 0);
      const { address, port } = await server.listen();
      try {
        const override = { type: "http", url: `http://${address}:${port}` } as const;
        const connection = await hre.network.create({ network: "localhost", override });
        expect(await deployLocally(connection)).toEqual(addresses);
        const client = await connection.viem.getPublicClient();
        expect(await client.getCode({ address: addresses.stake })).toBeDefined();
      } finally {
        await server.close();
      }
    }
    expect(existsSync("ignition/deployments/chain-31337")).toBe(false);
  });

  it("is what the module deploys with Hardhat Ignition", async () => {
    const { ignition, viem } = await hre.network.create();
    const contracts = await ignition.deploy(Anchorlog, { ...strategy, parameters: moduleParameters(presets.local) });
    expect(contracts.deployment.address.toLowerCase()).toBe(addresses.deployment);
    expect(contracts.disclosureVerifier.address.toLowerCase()).toBe(addresses.disclosureVerifier);
    const client = await viem.getPublicClient();
    for (const address of Object.values(addresses)) expect(await client.getCode({ address })).toBeDefined();
  });

  it("has no default parameters", async () => {
    const { ignition } = await hre.network.create();
    await expect(ignition.deploy(Anchorlog, strategy)).rejects.toThrow("parameter");
  });

  it("refuses chains that are not local", async () => {
    const connection = await hre.network.create({ override: { chainId: 1 } });
    await expect(deployLocally(connection)).rejects.toThrow("Chain 1 is no local one");
  });
});

describe("the salt", () => {
  it("binds deployments to no account and no chain", async () => {
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
  it("come to these sums", () => {
    const sums = Object.entries(presets).map(([name, { timing }]) => {
      const room = ringSpan(timing) - 2 * finalityDelay(timing);
      return [name, finalityDelay(timing), ringSpan(timing), room, exitDelay(timing, room)];
    });
    // Seconds: F, the ring's span, the longest maxAnchorDelay, and the exit delay that it brings.
    expect(sums).toEqual([
      ["local", 240, 8_192, 7_712, 7_952],
      ["mainnet", 950_400, 2_457_600, 556_800, 1_507_200],
      ["l2", 1_036_800, 2_630_400, 556_800, 1_593_600],
    ]);
  });

  it("leave operators room for a day of anchor delay, and pay for the dearest proof of a fault", () => {
    for (const { timing, stake } of [presets.mainnet, presets.l2]) {
      expect(ringSpan(timing) - 2 * finalityDelay(timing)).toBeGreaterThan(86_400);
      expect(stake.rewardGas).toBeGreaterThanOrEqual(2 * 1_500_000);
      expect(stake.rewardFloor).toBeLessThanOrEqual(stake.minimumStake / 10n);
    }
  });

  it("give both sides of a dispute the time that operators have, and repay who answers first", () => {
    for (const { timing, challenges, disputes } of Object.values(presets)) {
      expect(disputes.responseTime).toBeGreaterThanOrEqual(timing.responseTime);
      expect(disputes.totalTime).toBeGreaterThanOrEqual(2 * disputes.responseTime);
      // A checkpoint is both final and stored for longer than that.
      expect(ringSpan(timing) - finalityDelay(timing)).toBeGreaterThan(disputes.responseTime);
      expect(disputes.leadGas).toBe(400_000);
      expect(disputes.bondFloor).toBeGreaterThanOrEqual(challenges.floor);
      expect(disputes.burnShare).toBeGreaterThanOrEqual(1_000);
    }
  });

  it("are the parameter files of Hardhat Ignition", async () => {
    for (const [name, parameters] of Object.entries(presets)) {
      const file = await import(`../../ignition/parameters/${name}.json`, { with: { type: "json" } });
      const read = JSON.parse(JSON.stringify(file.default), (_, value: unknown) =>
        typeof value === "string" && /^[0-9]+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
      ) as unknown;
      expect(read).toEqual(moduleParameters(parameters));
    }
  });

  it("lead to the addresses that the package knows", () => {
    for (const [name, parameters] of Object.entries(presets)) {
      expect(releasedContracts[name as keyof typeof presets]).toEqual(contractAddresses(parameters));
    }
  });
});

describe("the generated bytecode", () => {
  it("is that of the artifacts", async () => {
    const ours = [...parts, ...standalone, { contract: "Deployment", creationCode: deploymentCreationBytecode }];
    for (const { contract, creationCode } of ours) {
      expect((await hre.artifacts.readArtifact(contract)).bytecode).toBe(creationCode);
    }
  });

  it("does not depend on the build profile, so that every way to deploy leads to one address", () => {
    const compilers = ({ compilers }: { compilers: unknown[] }) => compilers;
    const { default: usual, production } = hre.config.solidity.profiles;
    expect(production && compilers(production)).toEqual(usual && compilers(usual));
  });
});
