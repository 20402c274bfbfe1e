import { format, resolveConfig } from "prettier";
import { type Generated, moduleSource } from "../generated.ts";
import { assembleModule } from "./module.ts";
import { DIGEST, INPUT, KEY, OUTPUT, SIGNATURE } from "./places.ts";

const file = (name: string, text: string, fused: boolean): Generated => {
  const path = `src/crypto/secp256k1/generated/${name}.ts`;
  return {
    path,
    render: async () => {
      const source = `// Written by scripts/generate/secp256k1/module.ts, which explains it: do not edit.

${moduleSource(text, assembleModule(fused))}

/** Where R's x coordinate, r, s and the digest go, and where the key is found. */
export const INPUT = ${INPUT};
export const OUTPUT = ${OUTPUT};

/** Where the key and the digest to sign go, and where the signature is found. */
export const KEY = ${KEY};
export const DIGEST = ${DIGEST};
export const SIGNATURE = ${SIGNATURE};
`;
      return format(source, { ...(await resolveConfig(path)), filepath: path });
    },
  };
};

/** Two modules that do the same: where there is no relaxed SIMD, only the second one is valid. */
export const secp256k1: readonly Generated[] = [
  file("fused", "Recovery of public keys and signing, with fused multiplications and additions of relaxed SIMD", true),
  file("plain", "Recovery of public keys and signing, with separate multiplications and additions", false),
];
