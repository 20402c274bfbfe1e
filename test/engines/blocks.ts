/** The code of our modules, block by block: what runs through from its first instruction to its last. */

const CODE = 10;
const [UNREACHABLE, BLOCK, LOOP, IF, ELSE, END, BR, BR_IF] = [0, 2, 3, 4, 5, 0x0b, 0x0c, 0x0d] as const;
/** The instructions behind which a block may begin. */
const STARTS: ReadonlySet<number> = new Set([LOOP, IF, ELSE, END, BR_IF]);

/** A function's body: the offsets of its length, its beginning and its end. */
type Body = { readonly length: number; readonly from: number; readonly to: number };

/** Reads bytes and numbers of 7 bits a byte, one after the other. */
function readerOf(code: Uint8Array, start: number) {
  let at = start;
  const byte = () => code[at++]!;
  const number = (): number => {
    const low = byte();
    return low < 0x80 ? low : low - 0x80 + 0x80 * number();
  };
  return { byte, number, at: () => at, skip: (bytes: number) => (at += bytes) };
}

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

/** The offsets of the code section's length, beginning and end, and all bodies in it. */
function readCode(code: Uint8Array): Body & { readonly bodies: readonly Body[] } {
  for (let at = 8; at < code.length;) {
    const section = readerOf(code, at + 1);
    const bytes = section.number();
    const [from, to] = [section.at(), section.at() + bytes];
    if (code[at] === CODE) {
      const bodies = Array.from({ length: section.number() }, () => {
        const length = section.at();
        const size = section.number();
        const start = section.at();
        return { length, from: start, to: section.skip(size) };
      });
      return { length: at + 1, from, to, bodies };
    }
    at = to;
  }
  throw new Error("the module has no code");
}

/** Goes behind the operands of an instruction. */
function skipOperands(reader: ReturnType<typeof readerOf>, opcode: number): void {
  const numbers = (count: number) => Array.from({ length: count }, () => reader.number());
  if (opcode >= 0x28 && opcode <= 0x3e) numbers(2);
  else if ((opcode >= BLOCK && opcode <= IF) || opcode === BR || opcode === BR_IF || opcode === 0x10) numbers(1);
  else if ((opcode >= 0x20 && opcode <= 0x22) || opcode === 0x41 || opcode === 0x42) numbers(1);
  else if (opcode === 0x44) reader.skip(8);
  else if (opcode === 0xfd) {
    const vector = reader.number();
    if (vector <= 11 || (vector >= 0x54 && vector <= 0x5d)) numbers(2);
    if (vector >= 0x54 && vector <= 0x5b) reader.skip(1);
    if (vector === 12 || vector === 13) reader.skip(16);
    if (vector >= 0x15 && vector <= 0x22) reader.skip(1);
  } else if (opcode === 0xfc) {
    // To copy memory, or to fill it.
    numbers(reader.number() === 10 ? 2 : 1);
  } else if (opcode === 0x0e || opcode === 0x11 || opcode === 0x43 || opcode >= 0xc5) {
    throw new Error(`none of our modules has an instruction ${opcode}`);
  }
}

/** The beginnings of all blocks, by function. */
export function blocksOf(code: Uint8Array): { readonly func: number; readonly at: number }[] {
  return readCode(code).bodies.flatMap(({ from, to }, func) => {
    const reader = readerOf(code, from);
    for (let groups = reader.number(); groups > 0; groups--) {
      reader.number();
      reader.byte();
    }
    const found = [reader.at()];
    const open: number[] = [];
    let before: number | undefined;
    while (reader.at() < to) {
      const opcode = reader.byte();
      skipOperands(reader, opcode);
      if (opcode >= BLOCK && opcode <= IF) open.push(opcode);
      // Nothing comes out of a loop that ends with a jump at its end.
      const isDead = opcode === END && open.pop() === LOOP && before === BR;
      if (STARTS.has(opcode) && !isDead && reader.at() < to) found.push(reader.at());
      before = opcode;
    }
    return found.map((at) => ({ func, at }));
  });
}

/** The module, which traps where a block begins. */
export function trapAt(code: Uint8Array, place: number): Uint8Array {
  const section = readCode(code);
  const body = section.bodies.find(({ from, to }) => place >= from && place < to)!;
  const changed = Buffer.concat([
    code.subarray(section.from, body.length),
    Buffer.from(unsigned(body.to - body.from + 1)),
    code.subarray(body.from, place),
    Buffer.of(UNREACHABLE),
    code.subarray(place, section.to),
  ]);
  return Buffer.concat([
    code.subarray(0, section.length),
    Buffer.from(unsigned(changed.length)),
    changed,
    code.subarray(section.to),
  ]);
}
