/** Decides which of an operator's keys sign now. During a rotation, the registry decides. */
import { registryAt } from "../../chain/registryAt.ts";
import type { OperatorId } from "../../action/domain.ts";
import type { DigestSigner } from "../../action/signature.ts";
import type { ChainTime } from "../../chain/chainTime.ts";
import { readContract, type ChainWriter } from "../../chain/client.ts";
import { anchorRegistryAbi } from "../../chain/generated/AnchorRegistry.ts";
import { readPeriod } from "../../chain/register.ts";
import { ChainUnavailableError, type KeyPeriod } from "../../chain/view.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { OperatorKeys } from "./keys.ts";
import { within } from "../../base/within.ts";

/** The keys in effect. */
export type Keyring = {
  /**
   * Returns the receipt key that signs now, by the operator's clock. Receipts are judged by the time in their entry.
   *
   * @param acceptedAt the latest of the entries' times, Unix ms. It may be ahead of a clock that was set back.
   * @throws AnchorlogError `clock_ahead` if that is too far ahead of the chain; `key_retired` if the key was rotated
   * and its successor is not configured; `chain_unavailable` if the chain has not yet given its time, or which of two
   * keys is in effect.
   */
  receiptKey(acceptedAt: number): Promise<DigestSigner>;
  /**
   * Returns the anchor key that the registry accepts, as of its latest block.
   *
   * @throws AnchorlogError `key_retired`. @throws ChainUnavailableError
   */
  anchorKey(): Promise<DigestSigner>;
};

type KeyringOptions = {
  readonly keys: OperatorKeys;
  readonly operator: OperatorId;
  readonly chain: ChainWriter | undefined;
  /** Set if `chain` is. */
  readonly chainTime?: Pick<ChainTime, "obstacle"> | undefined;
  readonly onError: (error: unknown) => void;
  readonly clock: () => number;
};

type Look = {
  /** When it was asked, by the operator's clock, Unix ms. */
  readonly at: number;
  readonly current: KeyPeriod | undefined;
  readonly next: KeyPeriod | undefined;
};

/** Milliseconds that a submission waits for the registry. */
const PATIENCE = 2_000;
/** Milliseconds without further questions after the registry failed to answer. */
const PAUSE = 10_000;

type Rotating = Omit<KeyringOptions, "chain"> & {
  readonly chain: ChainWriter;
  /** Seconds from the announcement of a rotation until it takes effect. */
  margin: number | undefined;
  last: Look | undefined;
  looking: Promise<Look | undefined> | undefined;
  /** When the registry last failed to answer, by `performance.now`. */
  failed: number;
};

export function createKeyring({ chain, ...options }: KeyringOptions): Keyring {
  const { anchorKey, receiptKey } = options.keys;
  if (chain === undefined) return { receiptKey: async () => receiptKey, anchorKey: async () => anchorKey };
  const unknown = { margin: undefined, last: undefined, looking: undefined, failed: -Infinity };
  const rotating: Rotating = { ...options, chain, ...unknown };
  return {
    receiptKey: (acceptedAt) => receiptKeyNow(rotating, acceptedAt),
    anchorKey: () => anchorKeyNow(rotating),
  };
}

async function receiptKeyNow(rotating: Rotating, acceptedAt: number): Promise<DigestSigner> {
  const { keys, chainTime, clock } = rotating;
  const untimely = await chainTime?.obstacle(acceptedAt);
  if (untimely !== undefined) {
    const why = `no receipt can be signed now: ${untimely.message}`;
    if (untimely.code === "chain_unavailable") throw new ChainUnavailableError(why);
    throw new AnchorlogError(untimely.code, why);
  }
  const now = Math.max(clock(), acceptedAt);
  const found = await known(rotating, now);
  const nextReceiptKey = keys.next?.receiptKey;
  if (found === undefined && nextReceiptKey !== undefined) {
    throw new ChainUnavailableError("the registry has not said yet which of two receipt keys is in effect", {
      fix: "check that the chain's node answers",
    });
  }
  const { current, next: following } = found ?? {};
  // A key that was never announced must not sign, unless the registry knows neither key or has not answered. An
  // announced key may sign before its time.
  if (isServing(current, now) || (current === undefined && following === undefined)) return keys.receiptKey;
  if (nextReceiptKey !== undefined && isServing(following, now)) return nextReceiptKey;
  throw keyRetired("receiptKey", following?.until ?? current?.until);
}

async function anchorKeyNow({ keys, operator, chain }: Rotating): Promise<DigestSigner> {
  const call = { ...registryAt(operator), functionName: "anchorKey", args: [operator.operator] } as const;
  const registered = await readContract(chain.publicClient, call);
  const isRegistered = (key: DigestSigner) => key.address.toLowerCase() === registered.toLowerCase();
  const found = [keys.anchorKey, keys.next?.anchorKey].find((key) => key !== undefined && isRegistered(key));
  if (found !== undefined) return found;
  throw keyRetired("anchorKey", (await readPeriod(chain, operator, "anchor", keys.anchorKey.address))?.until);
}

/**
 * Returns the last answer or asks again. A rotation is announced `margin` seconds ahead, so an answer of up to half that
 * age is reliable.
 */
async function known(rotating: Rotating, now: number): Promise<Look | undefined> {
  const { last, margin, failed } = rotating;
  const age = last === undefined || margin === undefined ? Infinity : Math.abs(now - last.at) / (1000 * margin);
  if (age < 1 / 4 || performance.now() - failed < PAUSE) return last;
  rotating.looking ??= lookAgain(rotating);
  return age < 1 / 2 ? last : rotating.looking;
}

/** Asks the registry. If it does not answer, returns its last answer. */
async function lookAgain(rotating: Rotating): Promise<Look | undefined> {
  const found = await within(PATIENCE, look(rotating), undefined).catch((error: unknown) => {
    // Other parts report outages of the chain.
    if (!(error instanceof AnchorlogError && error.code === "chain_unavailable")) rotating.onError(error);
    return undefined;
  });
  if (found === undefined) rotating.failed = performance.now();
  rotating.looking = undefined;
  return rotating.last;
}

async function look(rotating: Rotating): Promise<Look> {
  const { keys, operator, chain, clock } = rotating;
  const at = clock();
  const periodOf = (key: DigestSigner) => readPeriod(chain, operator, "receipt", key.address);
  rotating.margin ??= await readMargin(chain, operator);
  const [current, next] = await Promise.all([
    periodOf(keys.receiptKey),
    keys.next?.receiptKey === undefined ? undefined : periodOf(keys.next.receiptKey),
  ]);
  return (rotating.last = { at, current, next });
}

const isServing = (period: KeyPeriod | undefined, now: number): boolean =>
  period !== undefined && (period.until === undefined || now < 1000 * period.until);

async function readMargin({ publicClient }: ChainWriter, { registry }: OperatorId): Promise<number> {
  const call = { address: registry, abi: anchorRegistryAbi, functionName: "timing" } as const;
  return Number((await readContract(publicClient, call)).margin);
}

function keyRetired(name: "anchorKey" | "receiptKey", until: number | undefined): AnchorlogError {
  const when = until === undefined ? "" : `, since ${new Date(1000 * until).toISOString()}`;
  return new AnchorlogError("key_retired", `keys.${name} is not the registered one any more${when}`, {
    fix: `open anchorlog with the key that is registered now as keys.${name}`,
    details: { key: name },
  });
}
