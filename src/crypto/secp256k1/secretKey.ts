/** n, the order of secp256k1's group (SEC 2 version 2, section 2.4.1), big-endian. */
export const ORDER_BYTES: Uint8Array = Uint8Array.from([
  0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe, 0xba, 0xae, 0xdc,
  0xe6, 0xaf, 0x48, 0xa0, 0x3b, 0xbf, 0xd2, 0x5e, 0x8c, 0xd0, 0x36, 0x41, 0x41,
]);

/**
 * Whether 32 bytes are a number from 1 to n - 1. Has no branch and no memory address that depends on them.
 *
 * @throws RangeError on another length.
 */
export function isSecretKey(bytes: Uint8Array): boolean {
  if (bytes.length !== 32) throw new RangeError(`a secret key has 32 bytes, not ${bytes.length}`);
  let [borrow, any] = [0, 0];
  for (let i = 31; i >= 0; i--) {
    const byte = bytes[i]!;
    // Bit 8 is set if the difference is below zero.
    borrow = ((byte - ORDER_BYTES[i]! - borrow) >> 8) & 1;
    any |= byte;
  }
  return (borrow & ((any + 0xff) >> 8)) === 1;
}

/** Returns a random secret key, 32 bytes. */
export function createSecretKey(): Uint8Array {
  for (;;) {
    const key = crypto.getRandomValues(new Uint8Array(32));
    // About one of 2^127 random values is not a valid key.
    if (isSecretKey(key)) return key;
  }
}

/** @throws RangeError if 32 bytes are not a secret key. The message does not contain them. */
export function assertSecretKey(bytes: Uint8Array): void {
  if (!isSecretKey(bytes)) throw new RangeError("a secret key is a number from 1 to n - 1");
}
