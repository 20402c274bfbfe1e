/**
 * Prepares Semaphore 4, a membership proof. Its circuit resembles ours: one leaf of a tree, and a nullifier. With its
 * dependencies and keys it takes 400 MB on disk, so it is not a dependency, but downloaded for the measurement.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as snarkjs from "snarkjs";
import { atRoot } from "../../circuits/files.ts";
import { same } from "../frame.ts";
import type { Task } from "../memory.ts";

const FOLDER = "cache/semaphore";
const PACKAGES = {
  "@semaphore-protocol/group": "4.14.3",
  "@semaphore-protocol/identity": "4.14.3",
  "@semaphore-protocol/proof": "4.14.3",
  "@zk-kit/semaphore-artifacts": "4.13.0",
} as const;
/** Depth of a tree with 65,536 leaves, the number of positions in our batches. */
const DEPTH = 16;

/** The part of Semaphore that is used here. */
type Semaphore = {
  readonly Identity: new (secret: string) => { readonly commitment: bigint; readonly secretScalar: bigint };
  readonly Group: new (members: readonly bigint[]) => { readonly root: bigint };
  readonly generateProof: (
    identity: object,
    merkleProof: object,
    message: bigint,
    scope: bigint,
    depth: number,
    files: { readonly wasm: string; readonly zkey: string },
  ) => Promise<object>;
  readonly verifyProof: (proof: object) => Promise<boolean>;
};

/** A member of a full group, and its proof. */
export type Membership = {
  readonly name: string;
  readonly wasm: string;
  readonly zkey: string;
  readonly input: object;
  readonly proven: { readonly proof: snarkjs.SnarkjsProof; readonly signals: readonly bigint[] };
  readonly prove: () => Promise<object>;
  readonly verify: () => Promise<boolean>;
  readonly task: Task;
};

/** Installs Semaphore if needed. Prints a line and returns `undefined` if the registry cannot be reached. */
export async function loadMembership(): Promise<Membership | undefined> {
  if (!isThere() && !fetchPackages()) return undefined;
  const require = createRequire(atRoot(`${FOLDER}/`));
  const load = (name: string) => require(`@semaphore-protocol/${name}`) as Semaphore;
  const [{ Identity }, { Group }, { generateProof, verifyProof }] = ["identity", "group", "proof"].map(load) as [
    Semaphore,
    Semaphore,
    Semaphore,
  ];
  const identity = new Identity("a member");
  // A path in a full group. Its siblings are arbitrary hashes.
  const index = 0b1011_0010_0110_1001;
  const siblings = Array.from({ length: DEPTH }, (_, i) => new Group([1n, BigInt(i + 2)]).root);
  const root = siblings.reduce(
    (node, sibling, i) => new Group(((index >> i) & 1) === 1 ? [sibling, node] : [node, sibling]).root,
    identity.commitment,
  );
  const merkleProof = { root, leaf: identity.commitment, index, siblings };
  const file = (end: string) => atRoot(`${FOLDER}/node_modules/@zk-kit/semaphore-artifacts/semaphore-${DEPTH}.${end}`);
  const [wasm, zkey] = [file("wasm"), file("zkey")];
  const [message, scope] = [1n, 2n];
  const prove = () => generateProof(identity, merkleProof, message, scope, DEPTH, { wasm, zkey });
  const proof = await prove();
  const verify = () => verifyProof(proof);
  same(await verify(), true, "the verdict of Semaphore");
  const input = {
    secret: identity.secretScalar,
    merkleProofLength: DEPTH,
    merkleProofIndex: index,
    merkleProofSiblings: siblings,
    message,
    scope,
  };
  const { proof: snarkjsProof, publicSignals } = await snarkjs.groth16.fullProve(input, wasm, zkey);
  same(publicSignals[0], root, "the root that Semaphore's circuit computes");
  return {
    name: "@semaphore-protocol/proof 4, a member of 65,536",
    wasm,
    zkey,
    input,
    proven: { proof: snarkjsProof, signals: publicSignals.map(BigInt) },
    prove,
    verify,
    task: {
      type: "semaphore",
      folder: atRoot(`${FOLDER}/`),
      member: "a member",
      merkleProof,
      depth: DEPTH,
      wasm,
      zkey,
    },
  };
}

/** Reports whether exactly these versions are installed. */
function isThere(): boolean {
  return Object.entries(PACKAGES).every(([name, version]) => {
    const file = atRoot(`${FOLDER}/node_modules/${name}/package.json`);
    return existsSync(file) && (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version === version;
  });
}

function fetchPackages(): boolean {
  process.stderr.write(`fetching Semaphore into ${FOLDER}/ (400 MB on disk, this once)\n`);
  mkdirSync(atRoot(FOLDER), { recursive: true });
  const pinned = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  const options = [
    "--prefix",
    atRoot(FOLDER),
    "--ignore-scripts",
    "--no-save",
    "--no-audit",
    "--no-fund",
    "--fetch-retries=1",
  ];
  try {
    execFileSync("npm", ["install", ...options, ...pinned], {
      stdio: ["ignore", "ignore", "pipe"],
      timeout: 600_000,
      shell: process.platform === "win32",
    });
    return true;
  } catch (error) {
    const { stderr = "", message } = error as Error & { stderr?: Buffer | string };
    const [reason = message] = /npm error .*/.exec(String(stderr)) ?? [];
    process.stderr.write(`Semaphore is left out, since it could not be fetched: ${reason}\n`);
    return false;
  }
}
