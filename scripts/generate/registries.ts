import { format, resolveConfig } from "prettier";
import { registryAddress } from "../../src/anchor/addresses.ts";
import { presets } from "../../src/anchor/presets.ts";
import type { Generated } from "./generated.ts";

const path = "src/anchor/generated/registries.ts";

/** The registries' addresses as constants, so that a verifier carries no bytecode to know them. */
export const registries: Generated = {
  path,
  render: async () => {
    const addresses = Object.entries(presets).map(([preset, parameters]) => [preset, registryAddress(parameters)]);
    const source = `// Written by scripts/generate/registries.ts from the contract's code and src/anchor/presets.ts: do not edit.

/** Where AnchorRegistry is with each preset's parameters, on every chain that it is deployed on. Lower-case. */
export const releasedRegistries = ${JSON.stringify(Object.fromEntries(addresses))} as const;
`;
    return format(source, { ...(await resolveConfig(path)), filepath: path });
  },
};
