/** The modules: how each is opened, and how its results are compared with noble or with our own bigints. */
import { bn254 } from "@noble/curves/bn254.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { equalBytes } from "../../src/base/bytes.ts";
import { toHex } from "../../src/base/hex.ts";
import * as keccak256 from "@anchorlog/engines/keccak";
import { BYTES, HASH } from "../../src/action/hasher.ts";
import { instantiateHasher as openKeccak } from "../../src/action/wasmHasher.ts";
import { bigintProverA, bigintProverB } from "../../src/crypto/bn254/bigintProver.ts";
import * as prover from "@anchorlog/engines/bn254/groups";
import * as pairing from "@anchorlog/engines/bn254/pairing";
import { loadWasmProver } from "../../src/crypto/bn254/groth16.ts";
import { R } from "../../src/crypto/bn254/numbers.ts";
import { loadWasmVerifiers } from "../../src/crypto/bn254/pairingWasm.ts";
import { wasmProverA, wasmProverB } from "../../src/crypto/bn254/wasmProver.ts";
import * as sha256Module from "@anchorlog/engines/sha256";
import { nobleHasher } from "../../src/crypto/merkle/nobleHasher.ts";
import { instantiateHasher as openSha256 } from "../../src/crypto/merkle/wasmHasher.ts";
import { hashManyInBigints } from "../../src/crypto/poseidon/bigintEngine.ts";
import { elementsToBytes } from "../../src/crypto/poseidon/field.ts";
import * as poseidon from "@anchorlog/engines/poseidon";
import { instantiateHashMany } from "../../src/crypto/poseidon/wasmEngine.ts";
import * as fused from "@anchorlog/engines/secp256k1/fused";
import * as plain from "@anchorlog/engines/secp256k1/plain";
import { openSecp256k1 } from "../../src/crypto/secp256k1/module.ts";
import { readModule } from "../../src/crypto/webassembly.ts";
import { keyOfNothing, wordsOfScalars } from "../crypto/bn254/fixtures.ts";
import { numbersFrom } from "./mutants.ts";

/** As they were built. */
export const SOURCES = { sha256: sha256Module, poseidon, keccak256, fused, plain, pairing, prover } as const;

/** Opens a module, and throws if it is refused. Returns a function that tells whether its results are right. */
export type Subject = {
  readonly code: Uint8Array;
  readonly open: (code: Uint8Array) => (seed: number) => boolean;
};

const bytesFrom = (next: (below: number) => number, length: number) => Uint8Array.from({ length }, () => next(256));
const scalarFrom = (next: (below: number) => number) => BigInt(toHex(bytesFrom(next, 40))) % R;

/** Computes expensive values once for a seed instead of for each mutant. */
function once<T>(make: (next: (below: number) => number) => T): (seed: number) => T {
  const made = new Map<number, T>();
  return (seed) => {
    if (!made.has(seed)) made.set(seed, make(numbersFrom(seed)));
    return made.get(seed)!;
  };
}

const proofs = once((next) => {
  const { Fr } = bn254.fields;
  const g1 = (k: bigint) => bn254.G1.Point.BASE.multiply(k).toAffine();
  const g2 = (k: bigint) => bn254.G2.Point.BASE.multiply(k).toAffine();
  const [alpha, beta, gamma, delta, ...ic] = Array.from({ length: 7 }, () => scalarFrom(next)) as [
    bigint,
    bigint,
    bigint,
    bigint,
    ...bigint[],
  ];
  const key = { alpha: g1(alpha), beta: g2(beta), gamma: g2(gamma), delta: g2(delta), ic: ic.map(g1) };
  const cases = Array.from({ length: 3 }, () => {
    const signals = [scalarFrom(next), scalarFrom(next)];
    const [b, c] = [scalarFrom(next), scalarFrom(next)];
    const sum = signals.reduce((all, signal, i) => Fr.add(all, Fr.mul(signal, ic[i + 1]!)), ic[0]!);
    const a = Fr.div(Fr.create(alpha * beta + sum * gamma + c * delta), b);
    return { proof: { a: g1(a), b: g2(b), c: g1(c) }, signals };
  });
  return { key, cases };
});

const witnesses = once((next) => {
  const key = keyOfNothing({ wires: 9, publics: 2, domain: 8 });
  const wires = wordsOfScalars([1n, ...Array.from({ length: key.wires - 1 }, () => scalarFrom(next))]);
  const witness = new Uint8Array(wires.buffer);
  const blinding = { r: scalarFrom(next), s: scalarFrom(next) };
  const [a, b] = [bigintProverA(key).prove(witness, blinding), bigintProverB(key)(witness, blinding)];
  return { key, witness, blinding, parts: text({ a, b }) };
});
const text = (value: object) =>
  JSON.stringify(value, (_, of: unknown) => (typeof of === "bigint" ? of.toString() : of));

const poseidons = once((next) => {
  const tag = elementsToBytes([scalarFrom(next)]);
  return ([4, 5] as const).map((arity) => {
    const inputs = elementsToBytes(Array.from({ length: 3 * arity }, () => scalarFrom(next)));
    return { arity, tag, inputs, hashes: hashManyInBigints(arity, tag, inputs) };
  });
});

const curve = (places: Parameters<typeof openSecp256k1>[0]): Subject => ({
  code: readModule(places),
  open: (code) => {
    const { recover, sign, openKnownKeys } = openSecp256k1(places, code);
    const keys = openKnownKeys();
    return (seed) =>
      signatures(seed).every(({ digest, key, signature, publicKey }) => {
        const [rs, recovery] = [signature.subarray(1), signature[0] as 0 | 1];
        const found = recover(digest, rs, recovery);
        const known = keys.add(publicKey)!;
        keys.put(known, digest, rs, recovery);
        keys.put(known, digest, rs, (1 - recovery) as 0 | 1);
        const [own, other] = keys.check();
        return (
          equalBytes(sign(digest, key), Uint8Array.of(...rs, recovery)) &&
          found !== undefined &&
          equalBytes(found, publicKey) &&
          own === true &&
          other === false
        );
      });
  },
});
const signatures = once((next) =>
  Array.from({ length: 4 }, () => {
    const [digest, key] = [bytesFrom(next, 32), sha256(bytesFrom(next, 32))];
    const signature = secp256k1.sign(digest, key, { prehash: false, format: "recovered" });
    return { digest, key, signature, publicKey: secp256k1.getPublicKey(key, false).subarray(1) };
  }),
);

export const SUBJECTS = {
  sha256: {
    code: readModule(sha256Module),
    open: (code) => {
      const hasher = openSha256(code);
      return (seed) => {
        const next = numbersFrom(seed);
        const leaves = Array.from({ length: 30 }, () => bytesFrom(next, next(next(10) === 0 ? 3_000 : 300)));
        const level = bytesFrom(next, 64 * 21);
        const path = Array.from({ length: 10 }, () => bytesFrom(next, 32));
        const onLeft = path.map(() => next(2) === 0);
        const results = [hasher, nobleHasher].map((by) => {
          const [hashes, nodes] = [new Uint8Array(32 * leaves.length), new Uint8Array(level.length / 2)];
          by.leaves(leaves, hashes);
          by.parents(level, nodes);
          return [hashes, nodes, by.climb(path[0]!, path, onLeft), ...leaves.map((leaf) => by.leaf(leaf))];
        }) as [Uint8Array[], Uint8Array[]];
        return results[0].every((bytes, i) => equalBytes(bytes, results[1][i]!));
      };
    },
  },
  poseidon: {
    code: readModule(poseidon),
    open: (code) => {
      const hashMany = instantiateHashMany(code);
      return (seed) =>
        poseidons(seed).every(({ arity, tag, inputs, hashes }) =>
          // One hash takes another way than three.
          [1, 3].every((count) =>
            equalBytes(hashMany(arity, tag, inputs.subarray(0, count * arity * 32)), hashes.subarray(0, count * 32)),
          ),
        );
    },
  },
  keccak256: {
    code: readModule(keccak256),
    open: (code) => {
      const { memory, keccak, writeHex } = openKeccak(code);
      return (seed) => {
        const next = numbersFrom(seed);
        return Array.from({ length: 40 }, () => bytesFrom(next, next(600))).every((bytes) => {
          if (!writeHex(toHex(bytes), BYTES)) return false;
          const read = memory.slice(BYTES, BYTES + bytes.length);
          keccak(BYTES, bytes.length, HASH);
          const digits = toHex(bytes).split("");
          digits[2 + next(digits.length - 1)] = String.fromCharCode(1 + next(400));
          const other = digits.join("");
          const isHex = /^0x(?:[0-9a-f]{2})*$/.test(other);
          return (
            equalBytes(read, bytes) &&
            equalBytes(memory.slice(HASH, HASH + 32), keccak_256(bytes)) &&
            writeHex(other, BYTES) === isHex
          );
        });
      };
    },
  },
  fused: curve(fused),
  plain: curve(plain),
  pairing: {
    code: readModule(pairing),
    open: (code) => {
      const { prepare } = loadWasmVerifiers(code);
      return (seed) => {
        const { key, cases } = proofs(seed);
        const verify = prepare(key);
        if (typeof verify !== "function") return false;
        return cases.every(
          ({ proof, signals }) =>
            verify(proof, signals) === true &&
            verify({ ...proof, c: proof.a }, signals) === false &&
            verify(proof, signals.with(0, signals[0]! ^ 1n)) === false,
        );
      };
    },
  },
  prover: {
    code: readModule(prover),
    open: (code) => {
      const open = loadWasmProver("A", code);
      loadWasmProver("B", code);
      return (seed) => {
        const { key, witness, blinding, parts } = witnesses(seed);
        const engine = open();
        const a = wasmProverA(engine, key).prove(witness, blinding);
        const b = wasmProverB(engine, key)(witness, blinding);
        return text({ a, b }) === parts;
      };
    },
  },
} as const satisfies Record<string, Subject>;

export type SubjectName = keyof typeof SUBJECTS;
