/** Reads the number of constraints from a proving key in snarkjs's format. */

/** Finds a section of a `.zkey` file. A section is a type of 4 bytes, a length of 8 bytes, and the content. */
function sectionOf(zkey: Uint8Array, wanted: number): DataView {
  const view = new DataView(zkey.buffer, zkey.byteOffset, zkey.byteLength);
  for (let at = 12; at < zkey.length;) {
    const length = Number(view.getBigUint64(at + 4, true));
    if (view.getUint32(at, true) === wanted) return new DataView(zkey.buffer, zkey.byteOffset + at + 12, length);
    at += 12 + length;
  }
  throw new Error(`the proving key has no section ${wanted}`);
}

/** Returns the number of constraints. After their rows, the matrices have a row for 1 and each public signal. */
export function constraintsOf(zkey: Uint8Array): number {
  // Before it come two primes of 32 bytes, each after its length, and the number of wires.
  const publics = sectionOf(zkey, 2).getUint32(76, true);
  const coefficients = sectionOf(zkey, 4);
  const count = coefficients.getUint32(0, true);
  let last = 0;
  // Each coefficient has a matrix, a row and a wire of 4 bytes each, and a factor of 32 bytes.
  for (let i = 0; i < count; i++) last = Math.max(last, coefficients.getUint32(4 + 44 * i + 4, true));
  return last - publics;
}
