import { encodeDeployData, getContractAddress, keccak256 } from "viem";
import type { Hex } from "../encoding/hex.ts";
import { anchorRegistryCreationBytecode } from "./generated/AnchorRegistry.ts";
import { absenceVerifierCreationBytecode } from "./generated/AbsenceVerifier.ts";
import { attestationsCreationBytecode } from "./generated/Attestations.ts";
import { challengesCreationBytecode } from "./generated/Challenges.ts";
import { claimsCreationBytecode } from "./generated/Claims.ts";
import { deploymentAbi, deploymentCreationBytecode } from "./generated/Deployment.ts";
import { disclosureVerifierCreationBytecode } from "./generated/DisclosureVerifier.ts";
import { disputesCreationBytecode } from "./generated/Disputes.ts";
import { faultProofsCreationBytecode } from "./generated/FaultProofs.ts";
import { operatorStakeCreationBytecode } from "./generated/OperatorStake.ts";
import { orderVerifierCreationBytecode } from "./generated/OrderVerifier.ts";
import { poseidonCreationBytecode } from "./generated/Poseidon.ts";
import { DEPLOYMENT_SALT, type ChallengeKind, type DeploymentParameters } from "./presets.ts";

/** The CreateX factory. It has this address on every chain that it is deployed on. */
export const CREATEX = "0xba5ed099633d3b313e4d5f7bdc1305d3c28ba5ed";

/** The contracts that a `Deployment` creates, in the order of their creation (contracts/Deployment.sol). */
export const parts = [
  { name: "registry", contract: "AnchorRegistry", creationCode: anchorRegistryCreationBytecode },
  { name: "stake", contract: "OperatorStake", creationCode: operatorStakeCreationBytecode },
  { name: "faultProofs", contract: "FaultProofs", creationCode: faultProofsCreationBytecode },
  { name: "challenges", contract: "Challenges", creationCode: challengesCreationBytecode },
  { name: "claims", contract: "Claims", creationCode: claimsCreationBytecode },
  { name: "disputes", contract: "Disputes", creationCode: disputesCreationBytecode },
] as const satisfies readonly { name: string; contract: string; creationCode: Hex }[];

/** The contracts that are deployed through CreateX one by one, without parameters. */
export const standalone = [
  { name: "poseidon", contract: "Poseidon", creationCode: poseidonCreationBytecode },
  { name: "disclosureVerifier", contract: "DisclosureVerifier", creationCode: disclosureVerifierCreationBytecode },
  { name: "orderVerifier", contract: "OrderVerifier", creationCode: orderVerifierCreationBytecode },
  { name: "absenceVerifier", contract: "AbsenceVerifier", creationCode: absenceVerifierCreationBytecode },
  { name: "attestations", contract: "Attestations", creationCode: attestationsCreationBytecode },
] as const satisfies readonly { name: string; contract: string; creationCode: Hex }[];

/** The addresses of all contracts, in lower case. */
export type ContractAddresses = Readonly<
  Record<"deployment" | (typeof parts | typeof standalone)[number]["name"], Hex>
>;

/**
 * Returns the addresses of all contracts with these parameters, on any chain.
 *
 * The addresses depend neither on who deploys the contracts nor on when.
 */
export function contractAddresses(parameters: DeploymentParameters): ContractAddresses {
  const deployment = create2Address(deploymentCreationCode(parameters));
  return {
    deployment,
    ...standaloneAddresses(),
    ...(Object.fromEntries(parts.map(({ name }, i) => [name, createAddress(deployment, i + 1)])) as Record<
      (typeof parts)[number]["name"],
      Hex
    >),
  };
}

/** Returns the creation bytecode of a `Deployment` with these parameters, followed by its encoded arguments. */
export function deploymentCreationCode(parameters: DeploymentParameters): Hex {
  return encodeDeployData({
    abi: deploymentAbi,
    bytecode: deploymentCreationBytecode,
    args: [encodeParameters(parameters), creationCodeHashes()],
  });
}

/** The parameters in the form of the ABI. */
export function encodeParameters({ timing, stake, challenges, disputes }: DeploymentParameters) {
  const { poseidon, disclosureVerifier, orderVerifier } = standaloneAddresses();
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
      answerGas: inOrder(challenges.answerGas),
    },
    disputes: { ...disputes },
    standalone: { poseidon, disclosureVerifier, orderVerifier },
  };
}

/** Returns the values in the contract's order of kinds. */
function inOrder<T>(values: Readonly<Record<ChallengeKind, T>>): [T, T, T, T] {
  const { omission, header, entry, action } = values;
  return [omission, header, entry, action];
}

/** Results of hashing constants, which is slow. They are computed at the first call. */
const computed: { addresses?: ReturnType<typeof standaloneAddresses>; hashes?: readonly Hex[] } = {};

/** Returns the addresses of the contracts that are deployed on their own. */
export function standaloneAddresses(): Readonly<Record<(typeof standalone)[number]["name"], Hex>> {
  return (computed.addresses ??= Object.fromEntries(
    standalone.map(({ name, creationCode }) => [name, create2Address(creationCode)]),
  ) as ReturnType<typeof standaloneAddresses>);
}

/** The keccak-256 of each part's creation code, in their order. */
export function creationCodeHashes(): Hex[] {
  return [...(computed.hashes ??= parts.map(({ creationCode }) => keccak256(creationCode)))];
}

/** Returns the lower-case address at which CreateX's `deployCreate2(salt, creationCode)` puts a contract. */
export function create2Address(creationCode: Hex, salt: Hex = DEPLOYMENT_SALT): Hex {
  return getContractAddress({
    opcode: "CREATE2",
    from: CREATEX,
    // If a salt is bound to neither a sender nor a chain, CreateX hashes it, so that it cannot pass for a bound salt.
    salt: keccak256(salt),
    bytecode: creationCode,
  }).toLowerCase() as Hex;
}

function createAddress(from: Hex, nonce: number): Hex {
  return getContractAddress({ opcode: "CREATE", from, nonce: BigInt(nonce) }).toLowerCase() as Hex;
}
