import { ChainUnavailableError, type ChainReader, type RegisteredOperator } from "anchorlog/chain";
import type { Checkpoint } from "anchorlog/batch";
import { toHex } from "anchorlog";
import { operator, trusted } from "../../operator.ts";
import type { ChainView } from "./refused.ts";

/**
 * A view of a chain on which the test operator has anchored a checkpoint: the input of a pure verdict.
 * The reader itself is tested against a real node, in test/chain/.
 */
export function fakeChain(anchored: Checkpoint | undefined, registered: Partial<RegisteredOperator> = {}): ChainReader {
  const root = toHex(anchored?.root ?? new Uint8Array(32));
  return {
    chainId: operator.chainId,
    blockNumber: 7,
    isKnownRegistry: () => true,
    readTime: async () => 1_767_700_000,
    readOperator: async () => ({
      name: operator.name,
      version: operator.version,
      maxAnchorDelay: 3600,
      anchorKey: trusted.anchorKey,
      receiptKey: trusted.receiptKey,
      standing: true,
      latestSize: anchored?.size ?? 0,
      latestRoot: root,
      finalSize: 0,
      freezes: [],
      ...registered,
    }),
    readKeyPeriod: async (_, role, key) => {
      const { anchorKey, receiptKey } = { ...trusted, ...registered };
      return key === (role === "anchor" ? anchorKey : receiptKey) ? { from: 1, until: undefined } : undefined;
    },
    isFinal: async (_, { position }) => position < (registered.finalSize ?? 0),
    readCheckpoint: async (_, size) => (anchored?.size === size ? { root, time: 1_767_603_700 } : undefined),
  };
}

/** A chain that answers as the vectors say. */
export function chainOf(view: "unavailable" | ChainView): ChainReader | ChainUnavailableError {
  if (view === "unavailable") return new ChainUnavailableError("the node does not answer");
  const { operator, receiptKeys, checkpoints } = view;
  const registered = fakeChain(undefined, operator ?? {});
  return {
    ...registered,
    chainId: Number(view.chainId),
    isKnownRegistry: () => view.isKnownRegistry,
    readTime: async () => Number(view.time),
    readOperator: async (id) => (operator === null ? undefined : registered.readOperator(id)),
    readKeyPeriod: async (_, role, key) => {
      const found = role === "receipt" ? receiptKeys.find((one) => one.key === key) : undefined;
      return found && { from: 1, until: found.until === null ? undefined : Number(found.until) };
    },
    readCheckpoint: async (_, size) => {
      const found = checkpoints.find((one) => one.size === String(size));
      return found && { root: found.root, time: 1_767_603_700 };
    },
  };
}
