import type { Hex } from "../encoding/hex.ts";
import { releasedRegistries } from "./generated/registries.ts";

export { releasedRegistries };

const released: ReadonlySet<Hex> = new Set<Hex>(Object.values(releasedRegistries));

/**
 * Whether an address is that of this release's AnchorRegistry under one of its presets. The address
 * follows from the code and the parameters (CREATE2), on every chain alike, so nothing else can be there.
 */
export function isReleasedRegistry(registry: Hex): boolean {
  return released.has(registry);
}
