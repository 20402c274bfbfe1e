import { format, resolveConfig } from "prettier";
import { presets } from "../../src/chain/presets.ts";
import type { Generated } from "./generated.ts";

const path = "src/chain/generated/registries.ts";

/** The contracts' addresses as constants. So a verifier needs no bytecode to compute them. */
const registries: Generated = {
  path,
  render: async () => {
    // Imported here because the step before may have written a new contract's module.
    const { contractAddresses } = await import("../../src/chain/addresses.ts");
    const addresses = Object.entries(presets).map(([preset, parameters]) => [preset, contractAddresses(parameters)]);
    const source = `// Written by scripts/generate/registries.ts from the contracts' code and src/chain/presets.ts: do not edit.

/** The addresses of the contracts with each preset's parameters, the same on every chain. Lower-case. */
export const releasedContracts = ${JSON.stringify(Object.fromEntries(addresses))} as const;
`;
    return format(source, { ...(await resolveConfig(path)), filepath: path });
  },
};

export const generated = [registries];
