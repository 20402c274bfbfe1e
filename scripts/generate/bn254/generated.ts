import { format, resolveConfig } from "prettier";
import { type Generated, moduleSource } from "../generated.ts";
import { build } from "./module.ts";

const path = "src/crypto/bn254/generated/groups.ts";

/** The module, and what its callers have to know of its memory. */
export const bn254Groups: Generated = {
  path,
  render: async () => {
    const { code, one, free } = build();
    const source = `// Written by scripts/generate/bn254/module.ts, which explains it: do not edit.

${moduleSource("Sums of points, and arithmetic over the scalars", code)}

/** The addresses of 1 as a coordinate of each group, and of the free memory. */
export const ONE = { G1: ${one.G1}, G2: ${one.G2} } as const;
export const FREE = ${free};
`;
    return format(source, { ...(await resolveConfig(path)), filepath: path });
  },
};
