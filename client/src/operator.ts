/** The operator that the client signs for: pinned by the caller, or confirmed once by the registry. */
import { CLOCK_SKEW, type Hex } from "anchorlog/action";
import {
  isDescriptionBy,
  leadsFrom,
  parseTrust,
  receiptKeyAt,
  type EarlierKey,
  type TrustedOperator,
} from "anchorlog/bundle";
import type { AnswerTo } from "./calls.ts";
import { PlatformError } from "./errors.ts";
import { canonical } from "./prepare.ts";

/** The answer of `GET /.well-known/anchorlog`. */
export type Description = AnswerTo<"/.well-known/anchorlog">;

/** The caller's knowledge of the operator. */
export type Pin = {
  /** The expected operator: from a trust file, or from an earlier client's `onOperator`. */
  readonly operator?: TrustedOperator | undefined;
  /**
   * A node of the chain. If `operator` is not set, the registry is asked once to confirm the key that signed the API's
   * description.
   */
  readonly rpc?: string | undefined;
  /** The registry of a private deployment, if it is not from a release of this software. */
  readonly registry?: Hex | undefined;
};

/** The operator's current data. */
export type Known = {
  readonly trusted: TrustedOperator;
  /** The operator in the form that signers need. */
  readonly named: {
    readonly name: string;
    readonly version: string;
    readonly chainId: number;
    readonly registry: Hex;
    readonly operator: Hex;
  };
  readonly authority: string;
  /** Whether the operator was pinned or confirmed. If false, the client refuses to sign. */
  readonly isPinned: boolean;
};

/**
 * Verifies an API's description of its operator.
 *
 * @param given attacker-controlled.
 * @param rules `origin`: the API's address. `now` in Unix milliseconds.
 * @throws PlatformError `other_authority`, `bad_description`, `other_operator`, `unknown_receipt_key`, `key_ended`,
 *   `unconfirmed`; AnchorlogError `chain_unavailable`.
 */
export async function judgeDescription(
  given: Description,
  { origin, now, pin }: { readonly origin: string; readonly now: number; readonly pin: Pin },
): Promise<Known> {
  const { host } = new URL(origin);
  if (given.authority !== host) {
    throw new PlatformError(
      "other_authority",
      `the API at ${host} calls itself ${JSON.stringify(given.authority)}: what is signed for it would count elsewhere. Give url as the API's own address`,
    );
  }
  const { trusted, key } = readDescription(given, now);
  const { name, version } = given.domain;
  const { chainId, registry, operator } = trusted;
  const known = { named: { name, version, chainId, registry, operator }, authority: host };
  if (pin.operator !== undefined) return { ...known, trusted: follow(pin.operator, trusted, key, now), isPinned: true };
  if (pin.rpc === undefined) return { ...known, trusted, isPinned: false };
  await confirm(pin.rpc, pin.registry, { ...known, key, now });
  return { ...known, trusted, isPinned: true };
}

/** @throws PlatformError `bad_description`, `key_ended`. */
function readDescription(given: Description, now: number): { readonly trusted: TrustedOperator; readonly key: Hex } {
  const { signature, ...content } = given;
  const key = content.receipt_key as Hex;
  let trusted: TrustedOperator;
  try {
    trusted = parseTrust(JSON.stringify(content.trust));
  } catch (error) {
    throw badDescription(`its keys cannot be read: ${String(error)}`);
  }
  const { domain } = content;
  const said = [domain.chainId, domain.verifyingContract, content.operator, content.registry].join();
  if (said !== [trusted.chainId, trusted.registry, trusted.operator, trusted.registry].join())
    throw badDescription("it names two operators");
  if (!isDescriptionBy(key, trusted, canonical(content), signature))
    throw badDescription(`it is not signed by the receipt key ${key} that it names`);
  const standing = receiptKeyAt(trusted, key, now - CLOCK_SKEW);
  if (standing === "ended") throw ended(key);
  if (standing === "unknown") throw badDescription(`it is signed by ${key}, which is not among its keys`);
  return { trusted, key };
}

/**
 * The keys of a pinned operator, updated by the current description. From the newest pinned key on, each key must
 * endorse the next. Known end times are kept.
 *
 * @param key signed the description.
 */
function follow(pinned: TrustedOperator, said: TrustedOperator, key: Hex, now: number): TrustedOperator {
  const isSame = pinned.chainId === said.chainId && pinned.registry === said.registry;
  if (!isSame || pinned.operator !== said.operator) {
    throw new PlatformError(
      "other_operator",
      `the API is of operator ${said.operator} in registry ${said.registry} on chain ${said.chainId}, not of the one that was pinned`,
    );
  }
  const standing = receiptKeyAt(pinned, key, now - CLOCK_SKEW);
  if (standing === "ended") throw ended(key);
  const known = pinned.earlier ?? [];
  const isKnown = (one: EarlierKey): boolean => known.some((other) => other.role === one.role && sameKey(one, other));
  if (leadsFrom(pinned.receiptKey, said, key)) {
    return { ...said, earlier: [...known, ...(said.earlier ?? []).filter((one) => !isKnown(one))] };
  }
  if (standing === "serves") return pinned;
  throw new PlatformError(
    "unknown_receipt_key",
    `the API signs by ${key}, to which the pinned receipt key ${pinned.receiptKey} does not lead: give the operator's newest trust file`,
  );
}

const sameKey = (a: EarlierKey, b: EarlierKey): boolean => JSON.stringify(a.key) === JSON.stringify(b.key);

type Claim = Pick<Known, "named"> & { readonly key: Hex; readonly now: number };

/** @throws PlatformError `unconfirmed` if the registry's data differ. */
async function confirm(rpc: string, registry: Hex | undefined, { named, key, now }: Claim): Promise<void> {
  // Load the chain's code only if it is needed.
  const { connectChain } = await import("anchorlog/anchor");
  const chain = await connectChain(rpc);
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

const badDescription = (why: string): PlatformError =>
  new PlatformError("bad_description", `what the API says of its operator does not hold: ${why}`);
const ended = (key: Hex): PlatformError =>
  new PlatformError("key_ended", `what the API says of its operator is signed by ${key}, a key that has ended`);
const unconfirmed = (why: string): PlatformError =>
  new PlatformError("unconfirmed", `the registry does not confirm the API's operator: ${why}`);
