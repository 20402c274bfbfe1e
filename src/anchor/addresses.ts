import { encodeDeployData, getContractAddress, keccak256 } from "viem";
import type { Hex } from "../encoding/hex.ts";
import { anchorRegistryAbi, anchorRegistryCreationBytecode } from "./generated/AnchorRegistry.ts";
import { disclosureVerifierAbi, disclosureVerifierCreationBytecode } from "./generated/DisclosureVerifier.ts";
import { DEPLOYMENT_SALT, type RegistryParameters } from "./presets.ts";

/** The factory of deployments, at this address on every chain that has it. */
export const CREATEX = "0xba5ed099633d3b313e4d5f7bdc1305d3c28ba5ed";

/**
 * The address of a registry with these parameters, on any chain.
 *
 * It depends on nothing else: neither on who deploys it, nor on when.
 */
export function registryAddress(parameters: RegistryParameters): Hex {
  return create2Address(registryCreationCode(parameters));
}

/** The address of the verifier of the circuit `disclosure`, on any chain that its key allows. */
export function disclosureVerifierAddress(): Hex {
  return create2Address(disclosureVerifierCreationCode());
}

/** What deploys a registry with these parameters: the creation bytecode and its encoded argument. */
export function registryCreationCode({
  challengeWindow,
  responseTime,
  margin,
  minAnchorInterval,
  ringLength,
}: RegistryParameters): Hex {
  return encodeDeployData({
    abi: anchorRegistryAbi,
    bytecode: anchorRegistryCreationBytecode,
    args: [
      {
        challengeWindow: BigInt(challengeWindow),
        responseTime: BigInt(responseTime),
        margin: BigInt(margin),
        minAnchorInterval: BigInt(minAnchorInterval),
        ringLength,
      },
    ],
  });
}

/** What deploys the verifier of the circuit `disclosure`. */
export function disclosureVerifierCreationCode(): Hex {
  return encodeDeployData({ abi: disclosureVerifierAbi, bytecode: disclosureVerifierCreationBytecode });
}

/** Where CreateX's `deployCreate2(salt, creationCode)` puts a contract. Lower-case. */
export function create2Address(creationCode: Hex, salt: Hex = DEPLOYMENT_SALT): Hex {
  return getContractAddress({
    opcode: "CREATE2",
    from: CREATEX,
    // CreateX hashes a salt that is bound to no sender and no chain, so that it cannot pass for one that is.
    salt: keccak256(salt),
    bytecode: creationCode,
  }).toLowerCase() as Hex;
}
