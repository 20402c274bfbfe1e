import type { Domain, OperatorId } from "../action/domain.ts";
import type { Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
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

/** ERC-5267: name, version, chainId and verifyingContract; neither salt nor extensions. */
const FOUR_MEMBERS = "0x0f";

/**
 * The EIP-712 domain of an operator's actions, as its registry states it in the shape of ERC-5267.
 *
 * @throws AnchorlogError `unknown_operator` where the registry, or the operator in it, is not there.
 * @throws ChainUnavailableError
 */
export async function readOperatorDomain(
  client: Pick<ChainClient, "readContract">,
  id: Pick<OperatorId, "registry" | "operator">,
): Promise<Domain> {
  const [fields, name, version, chainId, verifyingContract, , extensions] = await askRegistry(client, id);
  if (fields !== FOUR_MEMBERS || extensions.length > 0 || chainId > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new AnchorlogError("bad_domain", `the contract at ${id.registry} states a domain of another shape`);
  }
  return { name, version, chainId: Number(chainId), verifyingContract: verifyingContract.toLowerCase() as Hex };
}

/**
 * Compares a domain with the one that the registry states for the operator: what a client does before it asks anybody
 * to sign under a domain that a server or a configuration gave it.
 *
 * @throws DomainMismatchError where any of the four members differs.
 * @throws AnchorlogError `unknown_operator` where the registry, or the operator in it, is not there.
 * @throws ChainUnavailableError
 */
export async function compareDomain(
  client: Pick<ChainClient, "readContract">,
  id: OperatorId,
  domain: Domain,
): Promise<void> {
  const registered = await readOperatorDomain(client, id);
  // The chain and the registry that the client means count as much as those that it is told.
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
  try {
    return await readContract(client, {
      address: id.registry,
      abi: anchorRegistryAbi,
      functionName: "operatorDomain",
      args: [id.operator],
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new AnchorlogError("unknown_operator", `the registry ${id.registry} has no operator ${id.operator}`, {
      cause: error,
    });
  }
}
