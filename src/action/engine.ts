/** Which code hashes and recovers: chosen once at start, the same verdicts whatever it is. */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { utf8 } from "../encoding/bytes.ts";
import { toHex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import { BYTES, type Hasher } from "./hasher.ts";
import { createNobleHasher } from "./nobleHasher.ts";

/**
 * `wasm` is our own WebAssembly, faster here than libsecp256k1 as a Node addon; `javascript` is noble's, slower by
 * 20 times, everywhere at once.
 */
export type EngineName = "wasm" | "javascript";

/** The two primitives that verifying actions spends its time in. */
export type Engine = {
  readonly name: EngineName;
  /** The memory that actions are written to and hashed in. */
  readonly hasher: Hasher;
  /** Keccak-256. Never keeps `bytes`, and gives a buffer of its own. */
  keccak256(bytes: Uint8Array): Uint8Array;
  /**
   * The public key behind an ECDSA signature, uncompressed (65 bytes).
   *
   * @param digest 32 bytes.
   * @param signature `r ‖ s`, 64 bytes, both from 1 to n - 1: the caller has made sure of that.
   * @param recovery the parity of R's y coordinate.
   * @returns undefined where no key is behind it.
   */
  recover(digest: Uint8Array, signature: Uint8Array, recovery: 0 | 1): Uint8Array | undefined;
  /**
   * A deterministic ECDSA signature (RFC 6979) with s in the lower half: the same on every engine.
   *
   * @param digest 32 bytes.
   * @param secretKey 32 bytes, from 1 to n - 1.
   * @returns `r ‖ s ‖ v`, 65 bytes, v 27 or 28.
   */
  sign(digest: Uint8Array, secretKey: Uint8Array): Uint8Array;
};

/** `r ‖ s ‖ v` from `r ‖ s` and the parity that v stands for. */
export function withRecovery(signature: Uint8Array, recovery: number): Uint8Array {
  const out = new Uint8Array(65);
  out.set(signature);
  out[64] = 27 + recovery;
  return out;
}

/** How to choose an engine. */
export type EngineOptions = {
  /** Told when `auto` found nothing faster than plain JavaScript; `console.warn` by default. */
  readonly onFallback?: (message: string) => void;
};

const javascript: Engine = {
  name: "javascript",
  hasher: createNobleHasher(),
  keccak256: keccak_256,
  recover(digest, signature, recovery) {
    try {
      const parsed = secp256k1.Signature.fromBytes(signature, "compact").addRecoveryBit(recovery);
      return parsed.recoverPublicKey(digest).toBytes(false);
    } catch {
      return undefined;
    }
  },
  sign(digest, secretKey) {
    const recovered = secp256k1.sign(digest, secretKey, { prehash: false, format: "recovered" });
    return withRecovery(recovered.subarray(1), recovered[0]!);
  },
};

const loaders: Record<EngineName, () => Promise<Engine>> = {
  // Loaded on demand: whoever only hashes a message in a browser does not need it.
  wasm: async () => (await import("./engine-wasm.ts")).loadWasm(),
  javascript: () => Promise.resolve(javascript),
};

const loading = new Map<EngineName, Promise<Engine>>();
let current = javascript;
let chosen = false;
let choices = 0;

/**
 * Loads an engine that has passed a self-test, without using it: for tests and measurements.
 *
 * @throws AnchorlogError `engine_unavailable` where it cannot be had here, or computes wrongly.
 */
export function loadEngine(name: EngineName): Promise<Engine> {
  let engine = loading.get(name);
  if (engine === undefined) {
    engine = loaders[name]().then(selfTest);
    engine = engine.catch((error: unknown) => {
      loading.delete(name);
      throw new AnchorlogError("engine_unavailable", `the ${name} engine cannot be used: ${(error as Error).message}`, {
        fix: 'choose "auto", which takes the fastest engine there is',
        cause: error,
      });
    });
    loading.set(name, engine);
  }
  return engine;
}

/**
 * Chooses the engine of this whole process (or page, or worker). `auto` takes the fastest that loads
 * and passes its self-test; a name insists on that engine. Without an argument an earlier choice
 * stays, and it is `auto` where there was none: `openAnchorlog` does that. Until then, and while this
 * loads, everything works in plain JavaScript.
 *
 * @throws AnchorlogError `engine_unavailable` where the named engine cannot be had; the current one stays.
 * @returns the name of the engine now in use.
 */
export async function useEngine(choice?: "auto" | EngineName, options: EngineOptions = {}): Promise<EngineName> {
  if (choice === undefined && chosen) return current.name;
  // Whoever chooses last wins, however long loading takes.
  const mine = ++choices;
  const engine = choice === undefined || choice === "auto" ? await fastest(options) : await loadEngine(choice);
  if (mine === choices) {
    current = engine;
    chosen = true;
  }
  return current.name;
}

/** The engine in use. */
export function currentEngine(): Engine {
  return current;
}

/** Keccak-256 by the engine in use. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return current.keccak256(bytes);
}

let warned = false;

async function fastest({ onFallback }: EngineOptions): Promise<Engine> {
  let reason: string;
  try {
    return await loadEngine("wasm");
  } catch (error) {
    reason = (error as Error).message.split("\n")[0]!;
  }
  const message = `anchorlog verifies signatures in plain JavaScript, some 20 times slower: ${reason}`;
  if (onFallback !== undefined) onFallback(message);
  else if (!warned) {
    warned = true;
    console.warn(message);
  }
  return javascript;
}

/** An engine that reads, hashes or recovers wrongly must never judge anything. */
function selfTest(engine: Engine): Engine {
  const check = (ok: boolean, what: string) => {
    if (!ok) throw new Error(`it failed its self-test: ${what}`);
  };
  // Around the 136 bytes of a block, and over several of them.
  for (const length of [0, 1, 32, 135, 136, 137, 272, 1_000]) {
    const bytes = new Uint8Array(length).fill(length);
    check(toHex(engine.keccak256(bytes)) === toHex(keccak_256(bytes)), `keccak of ${length} bytes`);
  }
  const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const { memory, writeHex } = engine.hasher;
  check(writeHex(toHex(every), BYTES), "canonical hex");
  check(toHex(memory.subarray(BYTES, BYTES + 256)) === toHex(every), "the bytes of hex");
  check(!writeHex("0x0g", BYTES) && !writeHex("0xAB", BYTES), "hex that is not canonical");
  const digest = keccak_256(utf8("anchorlog engine self-test"));
  for (const secret of [1, 2, 3]) {
    const key = new Uint8Array(32).fill(secret);
    const signature = secp256k1.sign(digest, key, { prehash: false, format: "recovered" });
    const recovery = signature[0] as 0 | 1;
    const expected = toHex(secp256k1.getPublicKey(key, false));
    const recovered = engine.recover(digest, signature.subarray(1), recovery);
    check(recovered !== undefined && toHex(recovered) === expected, "a signature's key");
    const other = engine.recover(digest, signature.subarray(1), recovery === 0 ? 1 : 0);
    check(other === undefined || toHex(other) !== expected, "the other parity's key");
    const signed = engine.sign(digest, key);
    check(toHex(signed) === toHex(withRecovery(signature.subarray(1), recovery)), "a signature");
  }
  // No point of the curve has the x coordinate 5.
  const off = new Uint8Array(64);
  off[31] = 5;
  off[63] = 1;
  check(engine.recover(digest, off, 0) === undefined, "a signature without a key");
  return engine;
}
