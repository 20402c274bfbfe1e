import type { OperatorId } from "../action/domain.ts";
import type { Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import { readOperatorDomain } from "./domain.ts";
import { anchorRegistryAbi } from "./generated/AnchorRegistry.ts";
import { readPeriod } from "./register.ts";
import type { KeyRole } from "./view.ts";
import { answerOf, readContract, type ChainWriter } from "./client.ts";
import { wrongChain } from "./wrongChain.ts";

/** An operator, with the name and version of its EIP-712 domain. */
export type RegisteredIdentity = OperatorId & { readonly name: string; readonly version: string };

/** What an operator believes to be registered with. */
export type ExpectedRegistration = {
  readonly operator: RegisteredIdentity;
  /** Those that it signs with: the one before first, while one is rotated. */
  readonly anchorKeys: readonly Hex[];
  readonly receiptKeys: readonly Hex[];
  /** Seconds; not compared where absent. */
  readonly maxAnchorDelay: number | undefined;
};

/**
 * Compares an operator's configuration with its registration, before anything is promised: what is signed with another
 * key or under another domain is worth nothing to who gets it.
 *
 * @throws AnchorlogError `wrong_chain` where the node is of another chain; `unknown_operator` where nobody is
 *   registered; `registration_mismatch` naming all that differs. `chain_unavailable` where there is no usable answer.
 */
export async function compareRegistration(chain: ChainWriter, expected: ExpectedRegistration): Promise<void> {
  const { operator } = expected;
  const { publicClient } = chain;
  const chainId = await answerOf(() => publicClient.getChainId());
  if (chainId !== operator.chainId) throw wrongChain(operator.chainId, chainId);
  const { name, version } = await readOperatorDomain(publicClient, operator);
  const call = { address: operator.registry, abi: anchorRegistryAbi, args: [operator.operator] } as const;
  const [maxAnchorDelay, anchorKey, receiptKey] = await Promise.all([
    readContract(publicClient, { ...call, functionName: "maxAnchorDelay" }),
    readContract(publicClient, { ...call, functionName: "anchorKey" }),
    readContract(publicClient, { ...call, functionName: "receiptKey" }),
  ]);
  const pairs: readonly (readonly [string, string | number | undefined, string | number])[] = [
    ["name", operator.name, name],
    ["version", operator.version, version],
    ["maxAnchorDelay", expected.maxAnchorDelay, Number(maxAnchorDelay)],
  ];
  const differences = pairs.flatMap(([what, given, registered]) =>
    given === undefined || given === registered ? [] : [`${what} is registered as ${registered}, not as ${given}`],
  );
  const keys = [
    ["anchor", expected.anchorKeys, anchorKey],
    ["receipt", expected.receiptKeys, receiptKey],
  ] as const;
  for (const [role, given, registered] of keys) {
    if (given.some((key) => key.toLowerCase() === registered.toLowerCase())) continue;
    const why = await Promise.all(given.map((key) => describeKey(chain, operator, role, key)));
    differences.push(`${role}Key is registered as ${registered.toLowerCase()}, not as ${why.join(" or ")}`);
  }
  if (differences.length === 0) return;
  throw new AnchorlogError(
    "registration_mismatch",
    `this is not the operator's registration: ${differences.join("; ")}`,
    {
      fix:
        "give what is registered; a key that was retired is replaced by its successor, and one that is announced " +
        "is given as keys.next until it takes effect",
    },
  );
}

/** A key that is not the registered one, with what the registry knows of it. */
async function describeKey(chain: ChainWriter, operator: OperatorId, role: KeyRole, key: Hex): Promise<string> {
  const address = key.toLowerCase() as Hex;
  const period = await readPeriod(chain, operator, role, address);
  if (period === undefined) return address;
  const at = (time: number): string => new Date(1000 * time).toISOString();
  const says = period.until === undefined ? `takes effect at ${at(period.from)}` : `was retired at ${at(period.until)}`;
  return `${address}, which ${says}`;
}
