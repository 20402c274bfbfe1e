/**
 * Signatures (SEC 1 version 2, section 4.1.3) with the nonces of RFC 6979 and s in the lower half.
 *
 * The key and the nonce decide no branch and no address: there are masks, tables that are read as a whole, and loops of
 * a fixed length. The numbers modulo p are doubles; none of them is ever subnormal, infinite or not a number, and the
 * time of an operation may depend on nothing else. A candidate for the nonce that is not from 1 to n - 1 costs another
 * turn. The turn reveals nothing about the nonce that is used.
 */
import { binary, call, define, get, I32, i32, repeatWhile, set, type Code, type Func } from "../assembler.ts";
import { clear, copy, isZero32, load32, shl32, store8 } from "./integers.ts";
import { allZero } from "./numbers.ts";
import { multiplyAddInto, product } from "./order.ts";
import * as at from "./places.ts";

const and32 = binary(0x71);
const or32 = binary(0x72);
const xor32 = binary(0x73);
const below = (a: number, b: number): Code => call("below", i32(a), i32(b));
const lowestBit = (words: number): Code => and32(load32(i32(words)), i32(1));

/** A number below 2^256 modulo n. */
const reduce = (to: number, from: number): Code => multiplyAddInto(to, at.ZERO, at.ZERO, from);

/** sign(): signs DIGEST with KEY, which is from 1 to n - 1, to SIGNATURE, and clears all secrets. */
const sign: Func = define(
  "sign",
  [],
  ({ local }) => {
    const [again, recovery, flip] = [local(I32), local(I32), local(I32)];
    const attempt: Code = [
      ...call("nextNonce", get(again)),
      // The comb takes odd factors: n - k for an even k, and -R for R.
      ...copy(i32(at.FACTOR), i32(at.NONCE), 32),
      ...set(flip, xor32(lowestBit(at.NONCE), i32(1))),
      ...call("negate", i32(at.FACTOR), get(flip)),
      ...call("multiplyGenerator"),
      ...set(
        recovery,
        or32(shl32(isZero32(below(at.X_OF_R, at.ORDER)), i32(1)), xor32(lowestBit(at.Y_OF_R), get(flip))),
      ),
      ...reduce(at.R, at.X_OF_R),
      // s = (r d + z) / k
      ...copy(i32(at.NONCE_INVERSE), i32(at.NONCE), 32),
      ...call("invertSecret", i32(at.NONCE_INVERSE), i32(at.MODULUS_N)),
      ...product(at.S, at.R, at.KEY_WORDS, at.DIGEST_WORDS),
      ...product(at.S, at.S, at.NONCE_INVERSE),
      ...set(flip, below(at.HALF_ORDER, at.S)),
      ...call("negate", i32(at.S), get(flip)),
      ...set(recovery, xor32(get(recovery), get(flip))),
      ...set(
        again,
        or32(
          or32(allZero(i32(at.NONCE)), isZero32(below(at.NONCE, at.ORDER))),
          or32(allZero(i32(at.R)), allZero(i32(at.S))),
        ),
      ),
    ];
    return [
      ...call("swap", i32(at.KEY_WORDS), i32(at.KEY)),
      ...call("swap", i32(at.DIGEST_WORDS), i32(at.DIGEST)),
      ...reduce(at.DIGEST_WORDS, at.DIGEST_WORDS),
      ...call("startNonces"),
      ...repeatWhile(attempt, get(again)),
      ...call("swap", i32(at.SIGNATURE), i32(at.R)),
      ...call("swap", i32(at.SIGNATURE + 32), i32(at.S)),
      ...store8(i32(at.SIGNATURE), get(recovery), 64),
      ...clear(i32(at.SECRETS), at.SECRETS_END - at.SECRETS),
      ...clear(i32(at.INVERSE), 160),
    ];
  },
  { exported: true },
);

/** prepareSigning(): must be called once, before the first signature. */
const prepareSigning: Func = define("prepareSigning", [], () => [...call("prepareComb"), ...call("prepareNonces")], {
  exported: true,
});

export const signFunctions: readonly Func[] = [sign, prepareSigning];
