import hre from "hardhat";
import { concat, keccak256, toBytes, type Hex } from "viem";
import { describe, expect, it } from "vitest";
import { deployLocally } from "../../scripts/deploy.ts";
import {
  contractAddresses,
  CORE,
  coreCreations,
  create2Address,
  creationCodeHashes,
  DEPLOYMENT_PROXY,
  encodeParameters,
  parts,
  proofCreations,
  PROOFS,
  PROXY_CODE,
  type ContractAddresses,
} from "../../src/chain/addresses.ts";
import { releasedContracts } from "../../src/chain/deployments.ts";
import {
  DEPLOYMENT_SALT,
  exitDelay,
  finalityDelay,
  presets,
  ringSpan,
  type DeploymentParameters,
} from "../../src/chain/presets.ts";

const addresses = contractAddresses(presets.local);

describe("deployment", () => {
  it("puts the contracts at their computed addresses, and only once", async () => {
    const connection = await hre.network.create();
    const client = await connection.viem.getPublicClient();
    for (const address of Object.values(addresses)) expect(await client.getCode({ address })).toBeUndefined();
    expect(await deployLocally(connection)).toEqual(addresses);
    for (const address of Object.values(addresses)) expect(await client.getCode({ address })).toBeDefined();

    const block = await client.getBlockNumber();
    expect(await deployLocally(connection)).toEqual(addresses);
    expect(await client.getBlockNumber()).toBe(block);
  });

  it("gives the contracts each other's addresses and their parameters", async () => {
    const connection = await hre.network.create();
    for (const parameters of Object.values(presets)) {
      const at = await deployLocally(connection, parameters);
      const { timing, stake: stakeParameters } = encodeParameters(parameters);
      const deployment = await connection.viem.getContractAt("Deployment", at.deployment);
      const registry = await connection.viem.getContractAt("AnchorRegistry", at.registry);
      const stake = await connection.viem.getContractAt("OperatorStake", at.stake);
      const { poseidon, ...rest } = await deployment.read.parameters();
      const { poseidon: wanted, ...encoded } = encodeParameters(parameters);
      expect(rest).toEqual(encoded);
      expect([poseidon.toLowerCase(), wanted]).toEqual([at.poseidon, at.poseidon]);
      const challenges = await connection.viem.getContractAt("Challenges", at.challenges);
      expect(await challenges.read.challengeParameters()).toEqual(encoded.challenges);
      const disputes = await connection.viem.getContractAt("Disputes", at.disputes);
      expect(await disputes.read.disputeParameters()).toEqual(parameters.disputes);
      const { read } = disputes;
      const known = await Promise.all([read.registry(), read.operatorStake(), read.orderVerifier()]);
      expect(known.map((address) => address.toLowerCase())).toEqual([at.registry, at.stake, at.orderVerifier]);
      const claims = await connection.viem.getContractAt("Claims", at.claims);
      const knownToClaims = await Promise.all([claims.read.registry(), claims.read.disclosureVerifier()]);
      expect(knownToClaims.map((address) => address.toLowerCase())).toEqual([at.registry, at.disclosureVerifier]);
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

  it("gives contracts with other parameters other addresses", () => {
    const others: DeploymentParameters[] = [
      { ...presets.local, timing: { ...presets.local.timing, margin: 31 } },
      { ...presets.local, stake: { ...presets.local.stake, rewardGas: 2_999_999 } },
      { ...presets.local, disputes: { ...presets.local.disputes, burnShare: 5_001 } },
    ];
    const all = [...Object.values(presets), ...others].map(contractAddresses);
    expect(new Set(all.map((at) => at.disputes)).size).toBe(all.length);
    expect(new Set(all.map((at) => at.disclosureVerifier)).size).toBe(1);
    // The core's addresses do not depend on the disputes' contracts.
    for (const name of ["deployment", "registry", "stake"] as const) {
      expect(new Set(all.map((at) => at[name])).size).toBe(all.length - 1);
    }
  });

  it("can be continued by anybody after it stopped half-way", async () => {
    const connection = await hre.network.create();
    const { viem, provider } = connection;
    await provider.request({ method: "hardhat_setCode", params: [DEPLOYMENT_PROXY, PROXY_CODE] });
    const [, stranger] = await viem.getWalletClients();
    for (const { to, data } of coreCreations(presets.local).slice(0, 4)) await stranger!.sendTransaction({ to, data });
    const deployment = await viem.getContractAt("Deployment", addresses.deployment);
    expect(await deployment.read.deployed()).toBe(1n);
    expect(await deployLocally(connection)).toEqual(addresses);
    expect(await deployment.read.deployed()).toBe(BigInt(parts.length));
  });

  it("gives the same addresses on a new node over HTTP", async () => {
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
  });

  it("refuses chains that are not local", async () => {
    const connection = await hre.network.create({ override: { chainId: 1 } });
    await expect(deployLocally(connection)).rejects.toThrow("chain 1 is not a local one");
  });
});

describe("verifiers with other keys", () => {
  it("deploy on any chain, at other addresses, and the core keeps its own", async () => {
    const { bytecode } = await hre.artifacts.readArtifact("ProductVerifier");
    const others = { disclosureVerifier: bytecode as Hex, orderVerifier: bytecode as Hex };
    const proofs = proofCreations(presets.local, others);
    const at = Object.fromEntries(proofs.map(({ name, address }) => [name, address])) as ContractAddresses;
    for (const name of PROOFS) expect(at[name], name).not.toBe(addresses[name]);

    const { viem, provider } = await hre.network.create({ override: { chainId: 10 } });
    await provider.request({ method: "hardhat_setCode", params: [DEPLOYMENT_PROXY, PROXY_CODE] });
    const [anybody] = await viem.getWalletClients();
    const client = await viem.getPublicClient();
    for (const { to, data } of coreCreations(presets.local)) await anybody!.sendTransaction({ to, data });
    for (const name of CORE) expect(await client.getCode({ address: addresses[name] }), name).toBeDefined();
    // The second verifier is there already, as both keys are the same here.
    const disputed = proofs.filter(({ name }) => name !== "orderVerifier");
    for (const { to, data } of disputed) await anybody!.sendTransaction({ to, data });
    const claims = await viem.getContractAt("Claims", at.claims);
    const disputes = await viem.getContractAt("Disputes", at.disputes);
    expect((await claims.read.registry()).toLowerCase()).toBe(addresses.registry);
    expect((await claims.read.disclosureVerifier()).toLowerCase()).toBe(at.disclosureVerifier);
    expect((await disputes.read.operatorStake()).toLowerCase()).toBe(addresses.stake);
    expect((await disputes.read.orderVerifier()).toLowerCase()).toBe(at.orderVerifier);
  });
});

describe("the salt", () => {
  it("is the protocol's", () => {
    expect(DEPLOYMENT_SALT).toBe(keccak256(toBytes("anchorlog/1")));
    expect(create2Address("0x00")).not.toBe(create2Address("0x01"));
  });
});

describe("presets", () => {
  it("have these finality delays and spans", () => {
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

  it("leave operators a day of anchor delay, and pay for the most expensive proof of a fault", () => {
    for (const { timing, stake } of [presets.mainnet, presets.l2]) {
      expect(ringSpan(timing) - 2 * finalityDelay(timing)).toBeGreaterThan(86_400);
      expect(stake.rewardGas).toBeGreaterThanOrEqual(2 * 1_500_000);
      expect(stake.rewardFloor).toBeLessThanOrEqual(stake.minimumStake / 10n);
    }
  });

  it("give both sides of a dispute the operators' time, and repay the first answer", () => {
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

  it("give the addresses in the package", () => {
    for (const [name, parameters] of Object.entries(presets)) {
      expect(releasedContracts[name as keyof typeof presets]).toEqual(contractAddresses(parameters));
    }
  });
});

describe("the generated bytecode", () => {
  it("equals the artifacts'", async () => {
    for (const { contract, creationCode } of parts) {
      expect((await hre.artifacts.readArtifact(contract)).bytecode).toBe(creationCode);
    }
    for (const { contract, to, data } of [...coreCreations(presets.local), ...proofCreations(presets.local)]) {
      if (to !== DEPLOYMENT_PROXY) continue;
      // Arguments of the constructor follow the code.
      const { bytecode } = await hre.artifacts.readArtifact(contract);
      expect(data.startsWith(concat([DEPLOYMENT_SALT, bytecode as Hex])), contract).toBe(true);
    }
  });
});
