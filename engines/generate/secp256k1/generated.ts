import { moduleFiles, wasmConstants } from "../files.ts";
import { assembleModule } from "./module.ts";
import * as at from "./places.ts";

const { DIGEST, INPUT, KEY, OUTPUT, SIGNATURE } = at;
const { JOB, JOBS, MOST_JOBS, BASE_TABLE, KEY_TABLES, KEY_TABLE_BYTES, MOST_PAGES } = at;

const files = (name: string, what: string, fused: boolean) =>
  moduleFiles(`secp256k1/${name}`, "secp256k1/module.ts", () => [
    ...wasmConstants(what, assembleModule(fused)),
    {
      comment: "Addresses of R's x coordinate, r, s and the digest, one after the other, and of the recovered key.",
      values: { INPUT, OUTPUT },
    },
    {
      comment: "Addresses of the secret key and the digest to sign, and of the signature.",
      values: { KEY, DIGEST, SIGNATURE },
    },
    {
      comment: "The address of signatures by known keys, the offsets in each, and the number of signatures that fit.",
      values: { JOBS, JOB, MOST_JOBS },
    },
    {
      comment:
        "Addresses of the tables of -G and of known keys, the bytes of a key's table, and the most pages of memory.",
      values: { BASE_TABLE, KEY_TABLES, KEY_TABLE_BYTES, MOST_PAGES },
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
