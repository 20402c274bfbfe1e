/** The configuration's further chains for timestamps. */
import type { TimestampFinality } from "../../chain/findTimestamp.ts";
import { isTimestampFinality } from "../../chain/verifyTimestamp.ts";
import {
  BadValue,
  gwei,
  heldKey,
  integer,
  listOf,
  rpcUrl,
  type SecretReference,
  type SecretUrl,
  type ValueType,
} from "./values.ts";

/** One further chain. */
export type TimestampChainConfig = {
  readonly chainId: number;
  readonly rpc: readonly SecretUrl[];
  readonly account: SecretReference;
  readonly everySeconds?: number;
  readonly finality?: TimestampFinality;
  readonly maxFeeGwei?: bigint;
  readonly baseFeeCeilingGwei?: bigint;
};

const finality: ValueType<TimestampFinality> = {
  form: 'a number of blocks, or "finalized"',
  read: (value) => {
    if (isTimestampFinality(value)) return value;
    throw new BadValue();
  },
  fromText: (text) => text,
};

const MEMBERS: Readonly<Record<keyof TimestampChainConfig, ValueType<unknown>>> = {
  chainId: integer(1, Number.MAX_SAFE_INTEGER),
  rpc: listOf(rpcUrl, "URLs"),
  account: heldKey,
  everySeconds: integer(1, 365 * 86_400),
  finality,
  maxFeeGwei: gwei,
  baseFeeCeilingGwei: gwei,
};
const NEEDED = ["chainId", "rpc", "account"] as const;

/** A list of further chains; JSON in an environment variable. */
export const timestampChains: ValueType<readonly TimestampChainConfig[]> = {
  form:
    'a list of { "chainId", "rpc": [URLs], "account": a key\'s reference } and, optionally, "everySeconds" (3600), ' +
    '"finality" ("finalized", or blocks), "maxFeeGwei" (500) and "baseFeeCeilingGwei"',
  isSecret: true,
  read: (value) => {
    if (!Array.isArray(value)) throw new BadValue();
    const chains = value.map(readChain);
    if (new Set(chains.map(({ chainId }) => chainId)).size < chains.length)
      throw new BadValue("it names a chain twice");
    return chains;
  },
  fromText: (text) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text;
    }
  },
};

function readChain(value: unknown, at: number): TimestampChainConfig {
  const item = `item ${at + 1}`;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new BadValue(`${item} is not an object`);
  for (const name of NEEDED) if (!Object.hasOwn(value, name)) throw new BadValue(`${item} has no ${name}`);
  const read = Object.entries(value).map(([name, member]: [string, unknown]) => {
    if (!Object.hasOwn(MEMBERS, name)) throw new BadValue(`${item} has an unknown member`);
    const type = MEMBERS[name as keyof TimestampChainConfig];
    try {
      return [name, type.read(member)];
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      throw new BadValue(`${item}: ${name} is not ${type.form}${error.message === "" ? "" : `: ${error.message}`}`);
    }
  });
  return Object.fromEntries(read) as TimestampChainConfig;
}
