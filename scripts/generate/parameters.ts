import { format } from "prettier";
import { encodeParameters } from "../../src/anchor/addresses.ts";
import { presets } from "../../src/anchor/presets.ts";
import type { Generated } from "./generated.ts";

/** Files for `hardhat ignition deploy --parameters`, one for each preset. Numbers with an n are bigints there. */
export const parameters: readonly Generated[] = Object.entries(presets).map(([name, preset]) => ({
  path: `ignition/parameters/${name}.json`,
  render: () =>
    format(JSON.stringify({ Deployment: encodeParameters(preset) }, tagBigints, 2), {
      parser: "json",
      printWidth: 120,
    }),
}));

function tagBigints(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}
