import type { OperatorId } from "../action/domain.ts";
import type { Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";

/** The chain could not be asked: the node is down, slow, or answers nonsense. Try again. */
export class ChainUnavailableError extends AnchorlogError {
  constructor(message: string, options: ConstructorParameters<typeof AnchorlogError>[2] = {}) {
    super("chain_unavailable", message, options);
    this.name = "ChainUnavailableError";
  }
}

/** The roles of an operator's keys, as the registry numbers them. */
export const KEY_ROLES = { anchor: 1, receipt: 2 } as const;
export type KeyRole = keyof typeof KEY_ROLES;

/** When a key serves an operator, in Unix seconds: until just before `until`, where an end is known. */
export type KeyPeriod = { readonly from: number; readonly until: number | undefined };

/** The log of freezes, and of questions, that are about the batch log. No header is of it. */
export const BATCH_LOG: Hex = `0x${"00".repeat(32)}`;

/** Stops batches from becoming final: those from this index of a log, or position of the batch log, on. */
export type Freeze = {
  readonly from: number;
  /** What is covered at positions below this stays final. */
  readonly size: number;
};

/** What the registry knows of an operator. Addresses are lower-case. */
export type RegisteredOperator = {
  readonly name: string;
  readonly version: string;
  /** Seconds. */
  readonly maxAnchorDelay: number;
  /** The keys in effect; see `readKeyPeriod` for those before. */
  readonly anchorKey: Hex;
  readonly receiptKey: Hex;
  /** Whether its stake suffices for anchoring. */
  readonly standing: boolean;
  /** Size of the newest checkpoint; 0 if none. */
  readonly latestSize: number;
  /** Root of the newest checkpoint; zeros if none. */
  readonly latestRoot: Hex;
  /** Batches at positions below this are final where no freeze covers them: see `isFinal`. */
  readonly finalSize: number;
  /** Freezes of its batch log, each covering more than the ones before. */
  readonly freezes: readonly Freeze[];
};

/** Where a batch stands, as its header says. */
export type BatchPlace = {
  readonly position: number;
  readonly log: Hex;
  /** The index in the log of its last entry. */
  readonly lastIndex: number;
};

/** A checkpoint as the registry stores it. `time` is the block's, in Unix seconds. */
export type AnchoredCheckpoint = { readonly root: Hex; readonly time: number };

/**
 * A view of one chain at one block: everything that it is asked is answered as of that block, and
 * asked once only. It never grows: for what has come since, another one is made. It takes the node's word.
 */
export type ChainReader = {
  readonly chainId: number;
  readonly blockNumber: number;
  isKnownRegistry(registry: Hex): boolean;
  /** @throws ChainUnavailableError */
  readOperator(id: OperatorId): Promise<RegisteredOperator | undefined>;
  /** @throws ChainUnavailableError */
  readCheckpoint(id: OperatorId, size: number): Promise<AnchoredCheckpoint | undefined>;
  /**
   * When a key served the operator in a role; undefined if it never did.
   *
   * @throws ChainUnavailableError
   */
  readKeyPeriod(id: OperatorId, role: KeyRole, key: Hex): Promise<KeyPeriod | undefined>;
  /**
   * Whether a batch is final, freezes considered. It believes what it is told of the batch: take it from a header
   * that is proven to stand at the position.
   *
   * @throws ChainUnavailableError
   */
  isFinal(id: OperatorId, batch: BatchPlace): Promise<boolean>;
};
