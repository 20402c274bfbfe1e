/** Checks signatures of signers who sign often by tables of their keys. Recovery takes six times as long. */
import { messageOf } from "../base/errors.ts";
import { toHex, type Hex } from "../base/hex.ts";
import { warnOfTables } from "../crypto/engine.ts";
import type { KnownKey, KnownKeys } from "../crypto/secp256k1/knownKeys.ts";
import { currentEngine, type Engine } from "./engine.ts";
import { addressOf, recoverAddress, type StrictSignature } from "./signature.ts";

/** Returns the signer's address, 20 bytes, or undefined if recovery fails. */
export type RecoverAddress = (
  digest: Uint8Array,
  signature: StrictSignature,
  /** The address that the caller compares with. */
  expected: Hex,
) => Uint8Array | undefined;

/** Recovers the signers of many signatures, nearly all of which are by the expected signer. */
export type FrequentSigners = {
  /**
   * Recovers a signer. If the expected signer is a frequent one, it returns their address without checking it yet.
   * Later, `refuted` tells whether that was wrong.
   *
   * @param item the number by which `refuted` names the signature.
   */
  recover(item: number, ...parameters: Parameters<RecoverAddress>): Uint8Array | undefined;
  /** Whether the signer's key has a table. */
  isFrequent(signer: Hex): boolean;
  /**
   * Returns the items, since the last call, that have a signature for which another address may have been right.
   * Recover these signers by {@link recoverAddress}.
   */
  refuted(): ReadonlySet<number>;
};

/** A table takes about as long to compute as 70 signatures save; the first one as long as 1,000, with the table of G. */
const FREQUENT = 128;
const LEAST_FOR_TABLES = 1_024;
/** Counters of signers. Beyond it they begin again, since their number is the signers' choice. */
const MOST_COUNTED = 10_000;

/**
 * Recovers signers with an engine. After 1,024 signatures, the key of a signer with 128 of them gets a table, for 64
 * signers at most. An engine without tables recovers every signature.
 */
export function frequentSigners(engine: Engine = currentEngine()): FrequentSigners {
  const { openKnownKeys } = engine;
  const known = new Map<Hex, { readonly address: Uint8Array; readonly key: KnownKey }>();
  const counts = new Map<Hex, number>();
  let keys: KnownKeys | undefined;
  let isFull = openKnownKeys === undefined;
  let recovered = 0;
  /** The items of the signatures that `keys` checks. */
  let items: number[] = [];
  const add = (expected: Hex, address: Uint8Array, publicKey: Uint8Array): void => {
    try {
      keys ??= openKnownKeys!();
    } catch (error) {
      warnOfTables(messageOf(error));
    }
    const key = keys?.add(publicKey.subarray(1));
    if (key === undefined) isFull = true;
    else known.set(expected, { address, key });
  };
  return {
    recover(item, digest, signature, expected) {
      const signer = known.get(expected);
      if (signer !== undefined) {
        keys!.put(signer.key, digest, signature.rs, signature.recovery);
        items.push(item);
        return signer.address;
      }
      if (isFull) return recoverAddress(digest, signature);
      const publicKey = engine.recover(digest, signature.rs, signature.recovery);
      if (publicKey === undefined) return undefined;
      const address = addressOf(publicKey);
      if (toHex(address) !== expected) return address;
      const count = (counts.get(expected) ?? 0) + 1;
      if (counts.size > MOST_COUNTED) counts.clear();
      counts.set(expected, count);
      if (++recovered >= LEAST_FOR_TABLES && count >= FREQUENT) add(expected, address, publicKey);
      return address;
    },
    isFrequent: (signer) => known.has(signer),
    refuted() {
      const answers = keys?.check() ?? [];
      const found = new Set(items.filter((_, i) => answers[i] !== true));
      items = [];
      return found;
    },
  };
}
