/** The operator that a command signs for: pinned by its caller, or confirmed by the registry. */
import type { Domain } from "../action/domain.ts";
import { CLOCK_SKEW } from "../action/time.ts";
import { connectChain } from "../anchor/reader.ts";
import { isDescriptionBy, leadsFrom, receiptKeyAt } from "../batch/trusted.ts";
import { parseTrust, type TrustedOperator } from "../bundle/trust.ts";
import { FormatError, hexOf, parseStrictJson } from "../encoding/json.ts";
import type { Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";

/** How the caller knows the operator. */
export type Pin =
  | { readonly trust: TrustedOperator }
  /** A node of the chain. `registry` is one that is of no release. */
  | { readonly rpc: string; readonly registry: Hex | undefined };

/** An operator that may be signed for. */
export type Pinned = {
  readonly trusted: TrustedOperator;
  readonly named: Pick<TrustedOperator, "chainId" | "registry" | "operator"> & Pick<Domain, "name" | "version">;
};

/** The API is not the one that its caller meant. The message says why. */
export class Distrust extends Error {}

/**
 * Judges the answer of `GET /.well-known/anchorlog`.
 *
 * @param text attacker-controlled.
 * @param rules `host` of the URL that is called. `now` in Unix milliseconds.
 * @throws Distrust if the API has another name, or if neither the pin nor the registry confirms its operator.
 * @throws ChainUnavailableError
 */
export async function judgeDescription(
  text: string,
  { host, now, pin }: { readonly host: string; readonly now: number; readonly pin: Pin },
): Promise<Pinned> {
  const { authority, key, trusted, named } = readDescription(text);
  if (authority !== host) {
    throw new Distrust(
      `the API at ${host} calls itself ${JSON.stringify(authority)}: a signature for it would count elsewhere`,
    );
  }
  const standing = receiptKeyAt(trusted, key, now - CLOCK_SKEW);
  if (standing !== "serves")
    throw new Distrust(`its description is signed by ${key}, which is not its receipt key now`);
  if ("trust" in pin) return { named, trusted: follow(pin.trust, trusted, { key, now }) };
  await confirm(pin, named, { key, now });
  return { named, trusted };
}

type Description = Pinned & { readonly authority: unknown; readonly key: Hex };

/** @throws Distrust if the description is malformed, names two operators or is not signed by its key. */
function readDescription(text: string): Description {
  try {
    const { signature, ...content } = Object(parseStrictJson(text)) as Readonly<Record<string, unknown>>;
    const { name, version, chainId, verifyingContract } = Object(content["domain"]) as Readonly<
      Record<string, unknown>
    >;
    const key = hexOf(20)(content["receipt_key"], "receipt_key");
    const trusted = parseTrust(JSON.stringify(Object(content["trust"])));
    if (typeof name !== "string" || typeof version !== "string") throw new Distrust("its description has no domain");
    const said = [chainId, verifyingContract, content["operator"], content["registry"]];
    const known = [trusted.chainId, trusted.registry, trusted.operator, trusted.registry];
    if (said.some((value, i) => value !== known[i])) throw new Distrust("its description names two operators");
    if (!isDescriptionBy(key, trusted, canonical(content), signature))
      throw new Distrust(`its description is not signed by the receipt key ${key} that it names`);
    const { registry, operator } = trusted;
    return {
      authority: content["authority"],
      key,
      trusted,
      named: { name, version, chainId: trusted.chainId, registry, operator },
    };
  } catch (error) {
    if (!(error instanceof FormatError) && !(error instanceof AnchorlogError)) throw error;
    throw new Distrust(`its description (GET /.well-known/anchorlog) cannot be read: ${error.message}`);
  }
}

type Signed = { readonly key: Hex; readonly now: number };

/** The pinned operator with the keys that follow: each must endorse the next. Ends that are known stay. */
function follow(pinned: TrustedOperator, said: TrustedOperator, { key, now }: Signed): TrustedOperator {
  const members = ["chainId", "registry", "operator"] as const;
  if (members.some((member) => pinned[member] !== said[member])) {
    throw new Distrust(
      `it is of operator ${said.operator} in registry ${said.registry} on chain ${said.chainId}, not of the one that --trust names`,
    );
  }
  const standing = receiptKeyAt(pinned, key, now - CLOCK_SKEW);
  if (standing === "ended") throw new Distrust(`its description is signed by ${key}, a key that has ended`);
  if (standing === "serves") return pinned;
  if (!leadsFrom(pinned.receiptKey, said, key)) {
    throw new Distrust(
      `it signs by ${key}, to which the receipt key of --trust does not lead: give the operator's newest trust file`,
    );
  }
  return { ...said, earlier: [...(pinned.earlier ?? []), ...(said.earlier ?? [])] };
}

/** @throws Distrust if the registry does not say the same. */
async function confirm(
  { rpc, registry }: Extract<Pin, { rpc: string }>,
  named: Pinned["named"],
  { key, now }: Signed,
): Promise<void> {
  const unconfirmed = (why: string): Distrust => new Distrust(`the registry does not confirm its operator: ${why}`);
  const chain = await connectChain(rpc);
  if (chain.chainId !== named.chainId) throw unconfirmed(`the node is of chain ${chain.chainId}, not ${named.chainId}`);
  const isBelieved = registry === undefined ? chain.isKnownRegistry(named.registry) : named.registry === registry;
  if (!isBelieved) {
    throw unconfirmed(`${named.registry} is not the registry of a release: name it by --registry if you trust it`);
  }
  const found = await chain.readOperator(named);
  if (found?.name !== named.name || found.version !== named.version)
    throw unconfirmed(`${named.operator} is not registered as ${named.name} ${named.version}`);
  const period = await chain.readKeyPeriod(named, "receipt", key);
  const isOver = period?.until !== undefined && now - CLOCK_SKEW > 1000 * period.until;
  if (period === undefined || isOver) throw unconfirmed(`${key} is not a receipt key of ${named.operator} now`);
}

/** JSON with sorted members and without white space (RFC 8785). */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}
