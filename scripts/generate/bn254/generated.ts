import { format, resolveConfig } from "prettier";
import { encodeBase64 } from "../../../src/encoding/base64.ts";
import type { Generated } from "../generated.ts";
import { build } from "./module.ts";

const path = "src/bn254/generated/groups.ts";

/** The module, and what its callers have to know of its memory. */
export const bn254Groups: Generated = {
  path,
  render: async () => {
    const { code, one, free } = build();
    const source = `// Written by scripts/generate/bn254/module.ts, which explains it: do not edit.

/** Sums of points, and arithmetic over the scalars, in base64. */
export const MODULE = "${encodeBase64(code)}";

/** Where 1 stands as a coordinate of each group, and where memory is free. */
export const ONE = { G1: ${one.G1}, G2: ${one.G2} } as const;
export const FREE = ${free};
`;
    return format(source, { ...(await resolveConfig(path)), filepath: path });
  },
};
