import { presets } from "../../src/anchor/presets.ts";
import type { Generated } from "./generated.ts";

/** What `hardhat ignition deploy --parameters` takes: one file a preset. */
export const parameters: readonly Generated[] = Object.entries(presets).map(([name, preset]) => ({
  path: `ignition/parameters/${name}.json`,
  render: async () => `${JSON.stringify({ AnchorRegistry: preset }, null, 2)}\n`,
}));
