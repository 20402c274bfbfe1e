/** Loads other people's code from the auditor's own installation: none of it is a dependency of this package. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Hex } from "../base/hex.ts";
import { UsageError } from "./usage.ts";

/** Hash functions and trees that were written by others. */
export type OtherCode = {
  /** Names and versions. */
  readonly names: readonly string[];
  /** Returns the EIP-712 digest. */
  readonly hashTypedData: (data: never) => Hex;
  readonly recoverAddress: (of: { readonly hash: Hex; readonly signature: Hex }) => Promise<string>;
  readonly keccak256: (bytes: Uint8Array) => Hex;
  /** Returns the RFC 9162 root over hashes of leaves. */
  readonly treeRoot: (leaves: readonly Uint8Array[], hashNode: (pair: Buffer) => Buffer) => Uint8Array;
  readonly poseidon: (tag: bigint, inputs: readonly bigint[]) => bigint;
};

const PACKAGES = ["viem", "merkletreejs", "circomlibjs"] as const;

type Viem = Pick<OtherCode, "hashTypedData" | "recoverAddress" | "keccak256">;
type MerkleTreeJs = {
  readonly MerkleTree: new (leaves: Buffer[], hash: (pair: Buffer) => Buffer) => { getRoot(): Buffer };
};
type CircomLibJs = {
  readonly buildPoseidon: () => Promise<
    ((inputs: readonly bigint[], state: unknown) => unknown) & {
      readonly F: { e(value: bigint): unknown; toObject(value: unknown): bigint };
    }
  >;
};

/**
 * Loads the packages.
 *
 * @param folder of the auditor's `node_modules`.
 * @throws UsageError with the command that installs what is missing.
 */
export async function loadOtherCode(folder: string): Promise<OtherCode> {
  const load = createRequire(join(folder, "package.json"));
  const missing = PACKAGES.filter((name) => !isThere(load, name));
  if (missing.length > 0) {
    throw new UsageError(
      `--cross-check uses other people's code, and ${missing.join(", ")} is not installed here: npm install ${missing.join(" ")}`,
      "audit",
    );
  }
  const viem = load("viem") as Viem;
  const { MerkleTree } = load("merkletreejs") as MerkleTreeJs;
  const poseidon = await (load("circomlibjs") as CircomLibJs).buildPoseidon();
  return {
    names: PACKAGES.map((name) => `${name} ${versionOf(load, name)}`),
    hashTypedData: viem.hashTypedData,
    recoverAddress: viem.recoverAddress,
    keccak256: viem.keccak256,
    treeRoot: (leaves, hashNode) =>
      new MerkleTree(
        leaves.map((leaf) => Buffer.from(leaf)),
        hashNode,
      ).getRoot(),
    poseidon: (tag, inputs) => poseidon.F.toObject(poseidon(inputs, poseidon.F.e(tag))),
  };
}

function isThere(load: NodeJS.Require, name: string): boolean {
  try {
    load.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Packages need not export their package.json, so it is read beside the main file. */
function versionOf(load: NodeJS.Require, name: string): string {
  const main = load.resolve(name);
  const folder = join("node_modules", name);
  try {
    const manifest = join(main.slice(0, main.lastIndexOf(folder)), folder, "package.json");
    return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }).version;
  } catch {
    return "(version unknown)";
  }
}
