/**
 * An API's description of its operator (`GET /.well-known/anchorlog`, protocol/2-audit §6), judged before anything is
 * signed.
 */
import type { Domain } from "../../action/domain.ts";
import { CLOCK_SKEW } from "../../action/time.ts";
import type { ChainReader } from "../../chain/view.ts";
import { isDescriptionBy, leadsFrom, receiptKeyAt, type EarlierKey } from "../../batch/trusted.ts";
import type { Hex } from "../../base/hex.ts";
import { FormatError, hexOf } from "../../base/json.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { parseTrust, type TrustedOperator } from "../trust.ts";

/** The reason why nothing may be signed for an API. */
export type DescriptionFault =
  | "other_authority"
  | "bad_description"
  | "other_operator"
  | "unknown_receipt_key"
  | "key_ended"
  // The registry does not confirm the API's operator.
  | "unconfirmed";

/** The API's description failed a check, so clients must sign nothing for the API. The message says why. */
export class DescriptionError extends Error {
  readonly fault: DescriptionFault;

  constructor(fault: DescriptionFault, message: string) {
    super(message);
    this.name = "DescriptionError";
    this.fault = fault;
  }
}

/** An operator in the form that signers need. */
export type NamedOperator = Pick<TrustedOperator, "chainId" | "registry" | "operator"> &
  Pick<Domain, "name" | "version">;

/** The operator of an API: its current keys, and its name. */
export type DescribedOperator = { readonly trusted: TrustedOperator; readonly named: NamedOperator };

/** The caller's knowledge of the operator: its trust file, or a node of its chain. */
export type OperatorPin =
  | { readonly operator: TrustedOperator }
  | {
      readonly connect: () => Promise<ChainReader>;
      /** The registry of a private deployment, if it is not from a release of this package. */
      readonly registry?: Hex | undefined;
    };

/**
 * Judges an API's description of its operator.
 *
 * @param given the parsed answer, attacker-controlled.
 * @param rules `host` of the URL that is called. `now` in Unix milliseconds. Without a `pin`, only the
 *   description's own signature is checked: sign nothing then.
 * @throws DescriptionError if the API has another name, the description is malformed or not signed by the operator's
 *   receipt key, or neither the pin nor the registry confirms the operator. @throws ChainUnavailableError
 * @example
 * const given = await (await fetch("https://api.example/.well-known/anchorlog")).json()
 * try {
 *   const pin = { operator: parseTrust(trustFile) } // or { connect: () => connectChain(rpcUrl) }
 *   const { trusted, named } = await judgeDescription(given, { host: "api.example", now: Date.now(), pin })
 *   return createActionSigner({ account, operator: named, log: "acme", types })
 * } catch (error) {
 *   if (error instanceof DescriptionError) console.error(error.fault, error.message) // sign nothing for this API
 * }
 */
export async function judgeDescription(
  given: unknown,
  { host, now, pin }: { readonly host: string; readonly now: number; readonly pin: OperatorPin | undefined },
): Promise<DescribedOperator> {
  const { authority } = Object(given) as { readonly authority?: unknown };
  if (authority !== host) {
    throw new DescriptionError(
      "other_authority",
      `the API at ${host} calls itself ${JSON.stringify(authority)}: a signature for it would count elsewhere. Use the API's own address`,
    );
  }
  const { trusted, named, key } = readDescription(given);
  const standing = receiptKeyAt(trusted, key, now - CLOCK_SKEW);
  if (standing === "ended") throw ended(key);
  if (standing === "unknown") throw bad(`it is signed by ${key}, which is not among its keys`);
  if (pin === undefined) return { trusted, named };
  if ("operator" in pin) return { trusted: follow(pin.operator, trusted, { key, now }), named };
  await confirm(await pin.connect(), named, { registry: pin.registry, key, now });
  return { trusted, named };
}

type SignedDescription = DescribedOperator & {
  /** The receipt key that signed the description. */
  readonly key: Hex;
};

/** @throws DescriptionError `bad_description`. */
function readDescription(given: unknown): SignedDescription {
  const { signature, ...content } = Object(given) as Readonly<Record<string, unknown>>;
  const domain = Object(content["domain"]) as Readonly<Record<string, unknown>>;
  const { name, version } = domain;
  if (typeof name !== "string" || typeof version !== "string") throw bad("it has no domain");
  let trusted: TrustedOperator;
  let key: Hex;
  try {
    key = hexOf(20)(content["receipt_key"], "receipt_key");
    trusted = parseTrust(JSON.stringify(Object(content["trust"])));
  } catch (error) {
    if (!(error instanceof FormatError) && !(error instanceof AnchorlogError)) throw error;
    throw bad(`it cannot be read: ${error.message}`);
  }
  const { chainId, registry, operator } = trusted;
  const said = [domain["chainId"], domain["verifyingContract"], content["operator"], content["registry"]];
  const known = [chainId, registry, operator, registry];
  if (said.some((value, i) => value !== known[i])) throw bad("it names two operators");
  if (!isDescriptionBy(key, trusted, content, signature))
    throw bad(`it is not signed by the receipt key ${key} that it names`);
  return { trusted, named: { name, version, chainId, registry, operator }, key };
}

type Signed = { readonly key: Hex; readonly now: number };

/**
 * The keys of a pinned operator, updated by the current description. From the newest pinned key on, each key must
 * endorse the next. Known end times are kept.
 *
 * @throws DescriptionError `other_operator`, `key_ended`, `unknown_receipt_key`.
 */
function follow(pinned: TrustedOperator, said: TrustedOperator, { key, now }: Signed): TrustedOperator {
  const members = ["chainId", "registry", "operator"] as const;
  if (members.some((member) => pinned[member] !== said[member])) {
    throw new DescriptionError(
      "other_operator",
      `the API is of operator ${said.operator} in registry ${said.registry} on chain ${said.chainId}, not of the one that was pinned`,
    );
  }
  const standing = receiptKeyAt(pinned, key, now - CLOCK_SKEW);
  if (standing === "ended") throw ended(key);
  if (leadsFrom(pinned.receiptKey, said, key)) {
    const [known, listed] = [pinned.earlier ?? [], said.earlier ?? []];
    const dropped = known.filter((one) => !listed.some((other) => isSameKey(one, other)));
    const earlier = listed.map((one) => known.find((other) => isSameKey(one, other)) ?? one);
    // In the order of the description: in each role the oldest key first.
    return { ...said, earlier: [...dropped, ...earlier] };
  }
  if (standing === "serves") return pinned;
  throw new DescriptionError(
    "unknown_receipt_key",
    `the API signs by ${key}, to which the pinned receipt key ${pinned.receiptKey} does not lead: give the operator's newest trust file`,
  );
}

const isSameKey = (a: EarlierKey, b: EarlierKey): boolean =>
  a.role === b.role && JSON.stringify(a.key) === JSON.stringify(b.key);

/** @throws DescriptionError `unconfirmed` if the registry's data differ. */
async function confirm(
  chain: ChainReader,
  named: NamedOperator,
  { registry, key, now }: Signed & { readonly registry: Hex | undefined },
): Promise<void> {
  if (chain.chainId !== named.chainId) throw unconfirmed(`the node is of chain ${chain.chainId}, not ${named.chainId}`);
  const isBelieved =
    registry === undefined ? chain.isKnownRegistry(named.registry) : named.registry === registry.toLowerCase();
  if (!isBelieved)
    throw unconfirmed(`${named.registry} is not the registry of a release: name it as registry if you trust it`);
  const found = await chain.readOperator(named);
  if (found?.name !== named.name || found.version !== named.version)
    throw unconfirmed(`${named.operator} is not registered as ${named.name} ${named.version}`);
  const period = await chain.readKeyPeriod(named, "receipt", key);
  const isOver = period?.until !== undefined && now - CLOCK_SKEW > 1000 * period.until;
  if (period === undefined || isOver) throw unconfirmed(`${key} is not a receipt key of ${named.operator} now`);
}

const bad = (why: string): DescriptionError =>
  new DescriptionError("bad_description", `the API's description of its operator does not hold: ${why}`);
const ended = (key: Hex): DescriptionError =>
  new DescriptionError("key_ended", `the API's description is signed by ${key}, a key that has ended`);
const unconfirmed = (why: string): DescriptionError =>
  new DescriptionError("unconfirmed", `the registry does not confirm the API's operator: ${why}`);
