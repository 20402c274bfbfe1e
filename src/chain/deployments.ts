import type { Hex } from "../base/hex.ts";
import { releasedContracts } from "./generated/registries.ts";

export { releasedContracts };

const registries: ReadonlySet<Hex> = new Set<Hex>(Object.values(releasedContracts).map(({ registry }) => registry));

/**
 * Whether the address belongs to this release's AnchorRegistry under one of its presets. The address follows from the
 * code and the parameters on every chain, so no other contract can have it.
 *
 * @example
 * if (!isReleasedRegistry(operator.registry)) throw new Error(`${operator.registry} is not a released registry`)
 * const { challenges, faultProofs } = releasedContracts.mainnet
 */
export function isReleasedRegistry(registry: Hex): boolean {
  return registries.has(registry);
}
