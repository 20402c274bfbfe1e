import { moduleFiles, wasmConstants } from "../files.ts";
import { assembleModule } from "./module.ts";
import { DIGEST, INPUT, KEY, OUTPUT, SIGNATURE } from "./places.ts";

const files = (name: string, what: string, fused: boolean) =>
  moduleFiles(`secp256k1/${name}`, "secp256k1/module.ts", () => [
    ...wasmConstants(what, assembleModule(fused)),
    {
      comment: "Where R's x coordinate, r, s and the digest go, and where the key is found.",
      values: { INPUT, OUTPUT },
    },
    {
      comment: "Where the key and the digest to sign go, and where the signature is found.",
      values: { KEY, DIGEST, SIGNATURE },
    },
  ]);

/** Two modules that do the same. Without relaxed SIMD, only the second one is valid. */
export const secp256k1 = [
  ...files(
    "fused",
    "Recovery of public keys and signing, with fused multiplications and additions of relaxed SIMD",
    true,
  ),
  ...files("plain", "Recovery of public keys and signing, with separate multiplications and additions", false),
];
