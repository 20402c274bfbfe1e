import { hashDomain, type Domain, type OperatorId } from "../action/domain.ts";
import { assertGiven } from "../base/options.ts";
import { toHex, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { isRefusal, readContract, type ChainClient } from "./client.ts";
import { anchorRegistryAbi } from "./generated/AnchorRegistry.ts";

/** The domain that a client was about to sign under is not the operator's. */
export class DomainMismatchError extends AnchorlogError {
  /** The members that differ. */
  readonly members: readonly (keyof Domain)[];
  readonly registered: Domain;

  constructor(registered: Domain, given: Domain, members: readonly (keyof Domain)[]) {
    const differences = members.map(
      (m) => `${m} is registered as ${JSON.stringify(registered[m])}, not as ${JSON.stringify(given[m])}`,
    );
    super("domain_mismatch", `this is not the operator's EIP-712 domain: ${differences.join("; ")}`);
    this.name = "DomainMismatchError";
    this.members = members;
    this.registered = registered;
  }
}

/**
 * Reads the EIP-712 domain of an operator's actions from the registry, and checks it against the registry's separator.
 *
 * @example
 * const { name, version, chainId, verifyingContract } = await readOperatorDomain(publicClient, operator)
 *
 * @throws AnchorlogError `unknown_operator` if the registry, or the operator in it, is not there; `bad_domain` if the
 * registry stores another separator.
 * @throws ChainUnavailableError
 */
export async function readOperatorDomain(
  client: Pick<ChainClient, "readContract">,
  id: Pick<OperatorId, "registry" | "operator">,
): Promise<Domain> {
  assertGiven("readOperatorDomain", { client, id }, "client.readContract()", "id.registry", "id.operator");
  const [{ name, version }, chainId, separator] = await askRegistry(client, id);
  const domain: Domain = {
    name,
    version,
    chainId: Number(chainId),
    verifyingContract: id.registry.toLowerCase() as Hex,
  };
  if (toHex(hashDomain(domain)) !== separator) {
    throw new AnchorlogError(
      "bad_domain",
      `the registry at ${id.registry} stores another separator than the operator's name and version have`,
    );
  }
  return domain;
}

/**
 * Compares a domain with the operator's domain in the registry. Clients call this before a user signs under a domain
 * that came from a server or a configuration.
 *
 * @example
 * try {
 *   await compareDomain(publicClient, operator, domain) // before a wallet signs under it
 * } catch (error) {
 *   if (error instanceof DomainMismatchError) console.warn(`do not sign: ${error.members.join(", ")} differ`)
 *   else throw error
 * }
 *
 * @throws DomainMismatchError if any of the four members differs.
 * @throws AnchorlogError `unknown_operator` if the registry, or the operator in it, is not there.
 * @throws ChainUnavailableError
 */
export async function compareDomain(
  client: Pick<ChainClient, "readContract">,
  id: OperatorId,
  domain: Domain,
): Promise<void> {
  assertGiven("compareDomain", { client, id, domain }, "client.readContract()", "id.registry", "id.operator", "domain");
  const registered = await readOperatorDomain(client, id);
  // The domain must also have the chain and the registry that the client configured.
  const meant: Domain = { ...registered, chainId: id.chainId, verifyingContract: id.registry };
  for (const expected of [registered, meant]) {
    const members = (["name", "version", "chainId", "verifyingContract"] as const).filter(
      (member) => inOneCase(expected)[member] !== inOneCase(domain)[member],
    );
    if (members.length > 0) throw new DomainMismatchError(expected, domain, members);
  }
}

function inOneCase(domain: Domain): Domain {
  return { ...domain, verifyingContract: domain.verifyingContract.toLowerCase() as Hex };
}

async function askRegistry(client: Pick<ChainClient, "readContract">, id: Pick<OperatorId, "registry" | "operator">) {
  const registry = { address: id.registry, abi: anchorRegistryAbi } as const;
  try {
    return await Promise.all([
      readContract(client, { ...registry, functionName: "operatorTerms", args: [id.operator] }),
      readContract(client, { ...registry, functionName: "deploymentChainId" }),
      readContract(client, { ...registry, functionName: "actionDomain", args: [id.operator] }),
    ]);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new AnchorlogError("unknown_operator", `the registry ${id.registry} has no operator ${id.operator}`, {
      cause: error,
    });
  }
}
