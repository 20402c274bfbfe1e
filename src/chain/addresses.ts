import { concat, encodeDeployData, encodeFunctionData, getContractAddress, keccak256 } from "viem";
import type { Hex } from "../base/hex.ts";
import { anchorRegistryCreationBytecode } from "./generated/AnchorRegistry.ts";
import { attestationsCreationBytecode } from "./generated/Attestations.ts";
import { challengesCreationBytecode } from "./generated/Challenges.ts";
import { claimsAbi, claimsCreationBytecode } from "./generated/Claims.ts";
import { deploymentAbi, deploymentCreationBytecode } from "./generated/Deployment.ts";
import { disclosureVerifierCreationBytecode } from "./generated/DisclosureVerifier.ts";
import { disputesAbi, disputesCreationBytecode } from "./generated/Disputes.ts";
import { faultProofsCreationBytecode } from "./generated/FaultProofs.ts";
import { operatorStakeCreationBytecode } from "./generated/OperatorStake.ts";
import { orderVerifierCreationBytecode } from "./generated/OrderVerifier.ts";
import { poseidonCreationBytecode } from "./generated/Poseidon.ts";
import { CHALLENGE_KINDS, DEPLOYMENT_SALT, type DeploymentParameters } from "./presets.ts";

/** The deterministic deployment proxy. It has this address on every chain that it is deployed on. */
export const DEPLOYMENT_PROXY = "0x4e59b44847b379578588920ca78fbf26c0b4956c";

/** The code of the deterministic deployment proxy: it creates, by CREATE2, what follows the salt in its calldata. */
export const PROXY_CODE: Hex =
  "0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3";

/** The contracts that a `Deployment` creates, in the order of their creation (contracts/Deployment.sol). */
export const parts = [
  { name: "registry", contract: "AnchorRegistry", creationCode: anchorRegistryCreationBytecode },
  { name: "stake", contract: "OperatorStake", creationCode: operatorStakeCreationBytecode },
  { name: "faultProofs", contract: "FaultProofs", creationCode: faultProofsCreationBytecode },
  { name: "challenges", contract: "Challenges", creationCode: challengesCreationBytecode },
] as const satisfies readonly { name: string; contract: string; creationCode: Hex }[];

/** The contracts of the core. Operators, their users and watchtowers need no others. */
export const CORE = [
  "poseidon",
  "attestations",
  "deployment",
  "registry",
  "stake",
  "faultProofs",
  "challenges",
] as const;
/** The contracts that verify zero-knowledge proofs. They have the core's addresses; the core does not have theirs. */
export const PROOFS = ["disclosureVerifier", "orderVerifier", "claims", "disputes"] as const;

type ContractName = (typeof CORE | typeof PROOFS)[number];

/** The addresses of all contracts, in lower case. */
export type ContractAddresses = Readonly<Record<ContractName, Hex>>;

/** A contract, and the call that creates it. */
export type Creation = {
  readonly name: ContractName;
  readonly contract: string;
  /** Lower-case. */
  readonly address: Hex;
  /** The call's destination and calldata. */
  readonly to: Hex;
  readonly data: Hex;
};

/**
 * Returns the addresses of all contracts with these parameters, on any chain.
 *
 * The addresses depend neither on who deploys the contracts nor on when.
 *
 * @example
 * const { registry } = contractAddresses(presets.mainnet)
 * const call = { address: registry, abi: anchorRegistryAbi, functionName: "latestCheckpoint", args: [account] } as const
 * const [{ size, root }] = await publicClient.readContract(call)
 */
export function contractAddresses(parameters: DeploymentParameters): ContractAddresses {
  const known = computed.get(parameters);
  if (known !== undefined) return known;
  const creations = [...coreCreations(parameters), ...proofCreations(parameters)];
  const addresses = Object.fromEntries(creations.map(({ name, address }) => [name, address])) as ContractAddresses;
  computed.set(parameters, addresses);
  return addresses;
}

/** Addresses by their parameters: hashing the codes is slow. */
const computed = new WeakMap<DeploymentParameters, ContractAddresses>();

/** Returns the contracts of the core in the order in which they are created. */
export function coreCreations(parameters: DeploymentParameters): Creation[] {
  const poseidon = creation("poseidon", "Poseidon", poseidonCreationBytecode);
  const deployment = creation("deployment", "Deployment", deploymentCode(parameters));
  return [
    poseidon,
    creation("attestations", "Attestations", attestationsCreationBytecode),
    deployment,
    ...parts.map(({ name, contract, creationCode }, i) => ({
      name,
      contract,
      address: createAddress(deployment.address, i + 1),
      to: deployment.address,
      data: encodeFunctionData({ abi: deploymentAbi, functionName: "deploy", args: [creationCode] }),
    })),
  ];
}

/** The creation codes of the verifiers, with their circuits' keys in them. */
const VERIFIERS = {
  disclosureVerifier: disclosureVerifierCreationBytecode,
  orderVerifier: orderVerifierCreationBytecode,
} as const;

/**
 * Returns the contracts that verify proofs, in the order in which they are created.
 *
 * @param verifiers creation codes of verifiers with other keys.
 */
export function proofCreations(
  parameters: DeploymentParameters,
  verifiers: Readonly<Record<keyof typeof VERIFIERS, Hex>> = VERIFIERS,
): Creation[] {
  const disclosure = creation("disclosureVerifier", "DisclosureVerifier", verifiers.disclosureVerifier);
  const order = creation("orderVerifier", "OrderVerifier", verifiers.orderVerifier);
  const deployment = create2Address(deploymentCode(parameters));
  const [registry, stake] = [createAddress(deployment, 1), createAddress(deployment, 2)];
  return [
    disclosure,
    order,
    creation(
      "claims",
      "Claims",
      encodeDeployData({ abi: claimsAbi, bytecode: claimsCreationBytecode, args: [registry, disclosure.address] }),
    ),
    creation(
      "disputes",
      "Disputes",
      encodeDeployData({
        abi: disputesAbi,
        bytecode: disputesCreationBytecode,
        args: [parameters.disputes, registry, stake, order.address],
      }),
    ),
  ];
}

/** Returns the creation code of a `Deployment` with these parameters, followed by its encoded arguments. */
function deploymentCode(parameters: DeploymentParameters): Hex {
  return encodeDeployData({
    abi: deploymentAbi,
    bytecode: deploymentCreationBytecode,
    args: [encodeParameters(parameters), creationCodeHashes()],
  });
}

/** The parameters of the core in the form of the ABI. */
export function encodeParameters({ timing, stake, challenges }: DeploymentParameters) {
  return {
    timing: {
      challengeWindow: BigInt(timing.challengeWindow),
      responseTime: BigInt(timing.responseTime),
      margin: BigInt(timing.margin),
      minAnchorInterval: BigInt(timing.minAnchorInterval),
      ringLength: timing.ringLength,
    },
    stake: { ...stake },
    challenges: {
      ...challenges,
      answerGas: CHALLENGE_KINDS.map((kind) => challenges.answerGas[kind]) as [number, number, number, number],
    },
    poseidon: create2Address(poseidonCreationBytecode),
  };
}

/** The keccak-256 of each part's creation code, in their order. */
export function creationCodeHashes(): Hex[] {
  return parts.map(({ creationCode }) => keccak256(creationCode));
}

/** Returns the lower-case address at which the proxy puts a contract with our salt. */
export function create2Address(creationCode: Hex): Hex {
  const place = { opcode: "CREATE2", from: DEPLOYMENT_PROXY, salt: DEPLOYMENT_SALT } as const;
  return getContractAddress({ ...place, bytecode: creationCode }).toLowerCase() as Hex;
}

/** A contract that the proxy creates: it takes the salt, followed by the creation code. */
function creation(name: ContractName, contract: string, creationCode: Hex): Creation {
  const address = create2Address(creationCode);
  return { name, contract, address, to: DEPLOYMENT_PROXY, data: concat([DEPLOYMENT_SALT, creationCode]) };
}

function createAddress(from: Hex, nonce: number): Hex {
  return getContractAddress({ opcode: "CREATE", from, nonce: BigInt(nonce) }).toLowerCase() as Hex;
}
