import type { OperatorId } from "../action/domain.ts";
import type { Hex } from "../encoding/hex.ts";

/** The chain could not be asked: the node is down, slow, or answers nonsense. Try again. */
export class ChainUnavailableError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ChainUnavailableError";
  }
}

/** What the registry knows of an operator. Addresses are lower-case. */
export type RegisteredOperator = {
  readonly name: string;
  readonly version: string;
  /** Seconds. */
  readonly maxAnchorDelay: number;
  readonly anchorKey: Hex;
  readonly receiptKey: Hex;
  /** Size of the newest checkpoint; 0 if none. */
  readonly latestSize: number;
  /** Root of the newest checkpoint; zeros if none. */
  readonly latestRoot: Hex;
  /** Batches at positions below this are final. */
  readonly finalSize: number;
};

/** A checkpoint as the registry stores it. `time` is the block's, in Unix seconds. */
export type AnchoredCheckpoint = { readonly root: Hex; readonly time: number };

/**
 * A view of one chain at one block: everything that it is asked is answered as of that block, and
 * asked once only. It takes the node's word.
 */
export type ChainReader = {
  readonly chainId: number;
  readonly blockNumber: number;
  isKnownRegistry(registry: Hex): boolean;
  /** @throws ChainUnavailableError */
  readOperator(id: OperatorId): Promise<RegisteredOperator | undefined>;
  /** @throws ChainUnavailableError */
  readCheckpoint(id: OperatorId, size: number): Promise<AnchoredCheckpoint | undefined>;
};
