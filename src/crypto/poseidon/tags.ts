/**
 * The domain tags of protocol/1-verify §8.1. They stand in the capacity element of the state, so that a hash of one use
 * never equals a hash of another.
 *
 * @module
 */
import { bytesToUint, utf8 } from "../../base/bytes.ts";

/** The uses of Poseidon: what is written in brackets after P4 and P5. */
export type PoseidonUse = "context" | "group" | "rest" | "commitment" | "node" | "empty" | "nullifier";

/** The tag of a use: the big-endian integer of the ASCII bytes of `anchorlog/1/` and its name. */
export function poseidonTag(use: PoseidonUse): bigint {
  return bytesToUint(utf8(`anchorlog/1/${use}`));
}

/** All tags by the name of the use. */
export const TAGS: Readonly<Record<PoseidonUse, bigint>> = {
  context: poseidonTag("context"),
  group: poseidonTag("group"),
  rest: poseidonTag("rest"),
  commitment: poseidonTag("commitment"),
  node: poseidonTag("node"),
  empty: poseidonTag("empty"),
  nullifier: poseidonTag("nullifier"),
};
