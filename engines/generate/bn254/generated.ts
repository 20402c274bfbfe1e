import { moduleFiles, wasmConstants } from "../files.ts";
import { build } from "./module.ts";

/** The module, and the constants of its memory that callers need. */
export const groups = moduleFiles("bn254/groups", "bn254/module.ts", () => {
  const { code, one, free } = build();
  return [
    ...wasmConstants("Sums of points, and arithmetic over the scalars", code),
    {
      comment: "The addresses of 1 as a coordinate of each group, and of the free memory.",
      values: { ONE: { G1: one.G1, G2: one.G2 }, FREE: free },
    },
  ];
});
