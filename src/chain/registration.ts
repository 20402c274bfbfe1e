import type { OperatorId } from "../action/domain.ts";
import type { Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { readOperatorDomain } from "./domain.ts";
import { anchorRegistryAbi } from "./generated/AnchorRegistry.ts";
import { readPeriod } from "./register.ts";
import type { KeyPeriod } from "./view.ts";
import { answerOf, readContract, type ChainWriter } from "./client.ts";
import { wrongChain } from "./wrongChain.ts";

/** An operator, with the name and version of its EIP-712 domain. */
export type RegisteredIdentity = OperatorId & { readonly name: string; readonly version: string };

/** The registration that an operator's configuration expects. */
export type ExpectedRegistration = {
  readonly operator: RegisteredIdentity;
  /** The keys that it signs with. During a rotation the old key comes first. A receipt key may be the announced one. */
  readonly anchorKeys: readonly Hex[];
  readonly receiptKeys: readonly Hex[];
  /** Seconds; not compared if undefined. */
  readonly maxAnchorDelay: number | undefined;
};

/**
 * Compares an operator's configuration with its registration, before anything is signed. A signature by another key or
 * under another domain is worthless to its recipient.
 *
 * @throws AnchorlogError `wrong_chain` if the node is of another chain; `unknown_operator` if the operator is not
 * registered; `registration_mismatch` with all differences. `chain_unavailable` if the node gives no usable answer.
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
    const found = await Promise.all(given.map((key) => readPeriod(chain, operator, role, key)));
    // An announced receipt key may sign before it takes effect: its predecessor may be lost.
    if (role === "receipt" && found.some((period) => period !== undefined && period.until === undefined)) continue;
    const why = given.map((key, i) => describeKey(key, found[i]));
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

/** Describes a key that is not the registered one, with its period in the registry. */
function describeKey(key: Hex, period: KeyPeriod | undefined): string {
  const address = key.toLowerCase();
  if (period === undefined) return address;
  const at = (time: number): string => new Date(1000 * time).toISOString();
  const says = period.until === undefined ? `takes effect at ${at(period.from)}` : `was retired at ${at(period.until)}`;
  return `${address}, which ${says}`;
}
