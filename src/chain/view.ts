import type { OperatorId } from "../action/domain.ts";
import { formatTime } from "../action/time.ts";
import type { Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";

/** The chain could not be asked: the node is down, slow, or gives unusable answers. Try again. */
export class ChainUnavailableError extends AnchorlogError {
  constructor(message: string, options: ConstructorParameters<typeof AnchorlogError>[2] = {}) {
    super("chain_unavailable", message, options);
    this.name = "ChainUnavailableError";
  }
}

/** Returns an answer of the chain or, if the chain gives none, the error that says why. */
export const orOutage = <T>(answer: Promise<T>): Promise<T | ChainUnavailableError> =>
  answer.catch((error: unknown) => {
    if (error instanceof ChainUnavailableError) return error;
    throw error;
  });

/** The roles of an operator's keys, as the registry numbers them. */
export const KEY_ROLES = { anchor: 1, receipt: 2 } as const;
export type KeyRole = keyof typeof KEY_ROLES;

/**
 * When a key serves an operator, in Unix seconds: from `from` until just before `until`. `until` is undefined if no end
 * is known.
 */
export type KeyPeriod = { readonly from: number; readonly until: number | undefined };

/**
 * Returns why a chain's view cannot show that a key never served an operator, or `undefined` if it can. A key is
 * registered before it signs. A view from before the signature may lack the registration.
 *
 * @param signedAt milliseconds.
 * @throws ChainUnavailableError
 */
export async function lagDoubt(chain: ChainReader, signedAt: number): Promise<string | undefined> {
  const time = 1_000 * (await chain.readTime());
  if (signedAt <= time) return undefined;
  return `the node's newest block, ${chain.blockNumber}, is of ${formatTime(time)}, before ${formatTime(signedAt)}: ask again later, or another node`;
}

/** The log id of freezes and questions about the batch log itself. No batch header has it. */
export const BATCH_LOG: Hex = `0x${"00".repeat(32)}`;

/** Stops batches from becoming final: those from this index of a log on, or from this position of the batch log on. */
export type Freeze = {
  readonly from: number;
  /** Batches at positions below this stay final. */
  readonly size: number;
};

/** An operator's state in the registry. Addresses are in lower case. */
export type RegisteredOperator = {
  readonly name: string;
  readonly version: string;
  /** Seconds. */
  readonly maxAnchorDelay: number;
  /** The keys in effect; see `readKeyPeriod` for earlier keys. */
  readonly anchorKey: Hex;
  readonly receiptKey: Hex;
  /** Whether its stake suffices for anchoring. */
  readonly standing: boolean;
  /** Size of the newest checkpoint; 0 if none. */
  readonly latestSize: number;
  /** Root of the newest checkpoint; zeros if none. */
  readonly latestRoot: Hex;
  /** Batches at positions below this are final unless a freeze covers them: see `isFinal`. */
  readonly finalSize: number;
  /** Freezes of its batch log, each covering more than the ones before. */
  readonly freezes: readonly Freeze[];
};

/** A batch's place, as its header gives it. */
export type BatchPlace = {
  readonly position: number;
  readonly log: Hex;
  /** Index in the log of the batch's last entry. */
  readonly lastIndex: number;
};

/** A checkpoint as the registry stores it. `time` is the block's, in Unix seconds. */
export type AnchoredCheckpoint = { readonly root: Hex; readonly time: number };

/**
 * A view of one chain at one block. Every answer is as of that block, and each question is sent only once. For newer
 * state, connect again. The node is trusted.
 */
export type ChainReader = {
  readonly chainId: number;
  readonly blockNumber: number;
  isKnownRegistry(registry: Hex): boolean;
  /** Returns the block's time in Unix seconds. @throws ChainUnavailableError */
  readTime(): Promise<number>;
  /** @throws ChainUnavailableError */
  readOperator(id: OperatorId): Promise<RegisteredOperator | undefined>;
  /** @throws ChainUnavailableError */
  readCheckpoint(id: OperatorId, size: number): Promise<AnchoredCheckpoint | undefined>;
  /**
   * Returns when a key served the operator in a role; undefined if it never did.
   *
   * @throws ChainUnavailableError
   */
  readKeyPeriod(id: OperatorId, role: KeyRole, key: Hex): Promise<KeyPeriod | undefined>;
  /**
   * Whether a batch is final, freezes considered. The batch's place is not checked: take it from a header that is
   * proven to stand at the position.
   *
   * @throws ChainUnavailableError
   */
  isFinal(id: OperatorId, batch: BatchPlace): Promise<boolean>;
};
