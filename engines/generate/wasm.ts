/** Assembles WebAssembly modules, from arrays of bytes. */

export type Code = readonly number[];

// Integers in the binary format: LEB128.
export function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  const byte = value & 0x7f;
  const rest = value >> 7;
  return (rest === 0 && byte < 0x40) || (rest === -1 && byte >= 0x40) ? [byte] : [byte | 0x80, ...signed(rest)];
}

// Instructions, each after its operands.
const I32 = 0x7f;
const I64 = 0x7e;
const V128 = 0x7b;
export const simd = (opcode: number, ...immediates: Code): Code => [0xfd, ...unsigned(opcode), ...immediates];
export const at = (align: number, offset: number): Code => [align, ...unsigned(offset)];

export const get = (local: number): Code => [0x20, local];
export const set = (local: number, value: Code): Code => [...value, 0x21, local];
export const tee = (local: number, value: Code): Code => [...value, 0x22, local];
export const constant = (value: number): Code => [0x41, ...signed(value)];
export const call = (func: number, ...args: Code[]): Code => [...args.flat(), 0x10, func];
export const when = (condition: Code, then: Code): Code => [...condition, 0x04, 0x40, ...then, 0x0b];
/** Runs once at least. */
export const repeatWhile = (body: Code, condition: Code): Code => [0x03, 0x40, ...body, ...condition, 0x0d, 0, 0x0b];

export const binary =
  (...opcode: Code) =>
  (first: Code, ...others: Code[]): Code => [...first, ...others.flatMap((other) => [...other, ...opcode])];
export const add = binary(0x6a);
export const subtract = binary(0x6b);
export const and = binary(0x71);
export const or = binary(0x72);
export const shl = binary(0x74);
export const below = binary(0x49);
export const above = binary(0x4a);
export const equal = binary(0x46);

export const load = (address: Code, offset: number): Code => [...address, 0x28, ...at(2, offset)];
export const loadByte = (address: Code, offset: number): Code => [...address, 0x2d, ...at(0, offset)];
export const store = (address: Code, value: Code, offset = 0): Code => [...address, ...value, 0x36, ...at(2, offset)];
export const storeByte = (address: Code, value: Code, offset = 0): Code => [
  ...address,
  ...value,
  0x3a,
  ...at(0, offset),
];
export const loadVector = (address: Code, offset = 0): Code => [...address, ...simd(0, ...at(4, offset))];
export const storeVector = (address: Code, value: Code, offset = 0): Code => [
  ...address,
  ...value,
  ...simd(11, ...at(4, offset)),
];

export type Func = {
  readonly exported?: string;
  /** The number of parameters. They are 32-bit integers, and so is the result if there is one. */
  readonly parameters: number;
  readonly result?: boolean;
  /** The number of its other locals, in this order: of 32 bits, of 64 bits, and vectors. */
  readonly integers?: number;
  readonly longs?: number;
  readonly vectors?: number;
  readonly body: Code;
};

export type Definition = {
  readonly functions: readonly Func[];
  /** Number of 64 KiB pages of the memory, which is exported as `memory`. It can grow if `mostPages` is set. */
  readonly pages: number;
  readonly mostPages?: number;
  /** The function that runs when the module starts, by its index. */
  readonly start?: number;
  readonly data: { readonly at: number; readonly bytes: Code };
};

export function assemble({ functions, pages, mostPages = pages, start, data }: Definition): Uint8Array {
  const magic = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
  const sized = (code: Code): Code => [...unsigned(code.length), ...code];
  const section = (id: number, content: Code): Code => [id, ...sized(content)];
  const name = (text: string): Code => sized([...new TextEncoder().encode(text)]);
  const mostParameters = Math.max(...functions.map(({ parameters }) => parameters));
  const returning = functions.some(({ result }) => result === true);

  // A function's type is the one with its number of parameters: first those without a result, then those with.
  const types = (results: Code): Code[] =>
    Array.from({ length: mostParameters + 1 }, (_, i) => [0x60, i, ...Array<number>(i).fill(I32), ...results]);
  const typeOf = ({ parameters, result }: Func) => parameters + (result === true ? mostParameters + 1 : 0);
  const exports = functions.flatMap(({ exported }, i) => (exported === undefined ? [] : [[...name(exported), 0, i]]));
  const code = functions.map(({ integers = 0, longs = 0, vectors = 0, body }) =>
    sized([...list([[integers, I32], ...(longs === 0 ? [] : [[longs, I64]]), [vectors, V128]]), ...body, 0x0b]),
  );
  return Uint8Array.from([
    ...magic,
    ...section(1, list([...types([0]), ...(returning ? types([1, I32]) : [])])),
    ...section(3, list(functions.map((func) => [typeOf(func)]))),
    ...section(5, list([[1, ...unsigned(pages), ...unsigned(mostPages)]])),
    ...section(7, list([...exports, [...name("memory"), 2, 0]])),
    ...(start === undefined ? [] : section(8, unsigned(start))),
    ...section(10, list(code)),
    ...section(11, list([[0, ...constant(data.at), 0x0b, ...sized(data.bytes)]])),
  ]);
}
