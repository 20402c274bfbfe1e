/** The code of our modules, block by block. A block runs from its first instruction to its last. */

const [GLOBAL, EXPORT, CODE] = [6, 7, 10] as const;
const [BLOCK, LOOP, IF, ELSE, END, BR, BR_IF] = [2, 3, 4, 5, 0x0b, 0x0c, 0x0d] as const;
/** The instructions after which a block may begin. */
const STARTS: ReadonlySet<number> = new Set([LOOP, IF, ELSE, END, BR_IF]);
const I32 = 0x7f;

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

/** The sections of a module: what each is, and its content. */
function sectionsOf(code: Uint8Array): { readonly id: number; readonly content: Uint8Array }[] {
  const sections = [];
  for (const reader = readerOf(code, 8); reader.at() < code.length;) {
    const id = reader.byte();
    sections.push({ id, content: vectorOf(code, reader) });
  }
  return sections;
}

/** Reads a number, and then that number of bytes. */
function vectorOf(code: Uint8Array, reader: ReturnType<typeof readerOf>): Uint8Array {
  const length = reader.number();
  return code.subarray(reader.at(), reader.skip(length));
}

/** Skips the operands of an instruction. */
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
    // `memory.copy` and `memory.fill`.
    numbers(reader.number() === 10 ? 2 : 1);
  } else if (opcode === 0x0e || opcode === 0x11 || opcode === 0x43 || opcode >= 0xc5) {
    throw new Error(`none of our modules has an instruction ${opcode}`);
  }
}

/** The beginnings of a function's blocks. */
function blocksOf(body: Uint8Array): number[] {
  const reader = readerOf(body, 0);
  for (let groups = reader.number(); groups > 0; groups--) {
    reader.number();
    reader.byte();
  }
  const found = [reader.at()];
  const open: number[] = [];
  let before: number | undefined;
  while (reader.at() < body.length) {
    const opcode = reader.byte();
    skipOperands(reader, opcode);
    if (opcode >= BLOCK && opcode <= IF) open.push(opcode);
    // The code after a loop that ends with a jump is never reached.
    const isDead = opcode === END && open.pop() === LOOP && before === BR;
    if (STARTS.has(opcode) && !isDead && reader.at() < body.length) found.push(reader.at());
    before = opcode;
  }
  return found;
}

const PREFIX = "block ";
/** For each block of a marked module, whether one of the instances ran it. */
export function readMarks(instances: readonly Readonly<Record<string, unknown>>[]): Map<string, boolean> {
  const ran = new Map<string, boolean>();
  for (const [name, mark] of instances.flatMap((exports) => Object.entries(exports))) {
    if (!name.startsWith(PREFIX)) continue;
    ran.set(name, ran.get(name) === true || (mark as { readonly value: number }).value === 1);
  }
  return ran;
}

/** Returns the module with a marker in each block: an exported variable that is set when the block runs. */
export function markBlocks(code: Uint8Array): Uint8Array {
  let count = 0;
  const marked = (body: Uint8Array): Buffer => {
    const starts = blocksOf(body);
    const parts = starts.flatMap((at, i) => [
      // i32.const 1, global.set
      Buffer.of(0x41, 1, 0x24, ...unsigned(count++)),
      body.subarray(at, starts[i + 1]),
    ]);
    return Buffer.concat([body.subarray(0, starts[0]), ...parts]);
  };
  const bodies = (content: Uint8Array): Buffer => {
    const reader = readerOf(content, 0);
    const found = Array.from({ length: reader.number() }, () => sized(marked(vectorOf(content, reader))));
    return Buffer.concat([Buffer.from(unsigned(found.length)), ...found]);
  };
  const sections = sectionsOf(code);
  if (sections.some(({ id }) => id === GLOBAL)) throw new Error("the module has variables of its own");
  const made = sections.map(({ id, content }) => ({ id, content: id === CODE ? bodies(content) : content }));
  const places = Array.from({ length: count }, (_, i) => i);
  const variables = places.map(() => Buffer.of(I32, 1, 0x41, 0, END));
  const names = places.map((i) => Buffer.concat([sized(Buffer.from(`${PREFIX}${i}`)), Buffer.of(3, ...unsigned(i))]));
  return Buffer.concat([
    code.subarray(0, 8),
    ...made.flatMap(({ id, content }) => {
      if (id !== EXPORT) return [Buffer.of(id), sized(content)];
      const reader = readerOf(content, 0);
      const total = reader.number() + count;
      const exports = Buffer.concat([Buffer.from(unsigned(total)), content.subarray(reader.at()), ...names]);
      const globals = Buffer.concat([Buffer.from(unsigned(count)), ...variables]);
      return [Buffer.of(GLOBAL), sized(globals), Buffer.of(EXPORT), sized(exports)];
    }),
  ]);
}

/** The number of bytes, and then the bytes. */
const sized = (bytes: Uint8Array): Buffer => Buffer.concat([Buffer.from(unsigned(bytes.length)), bytes]);
