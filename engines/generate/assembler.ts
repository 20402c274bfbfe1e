/**
 * A small assembler of WebAssembly modules (WebAssembly Core 2.0, binary format): instructions are arrays
 * of bytes, each after its operands; calls name their functions, and are resolved when the module is put
 * together.
 */

/** Instructions. A call's function is resolved by `assemble`. */
export type Code = readonly (number | { readonly call: string })[];

export const I32 = 0x7f;
export const I64 = 0x7e;
export const F64 = 0x7c;
export const V128 = 0x7b;

export type Func = {
  readonly name: string;
  readonly exported: boolean;
  readonly parameters: readonly number[];
  readonly results: readonly number[];
  readonly locals: readonly number[];
  readonly body: Code;
};

/** The parameters and further locals for the body of a function. */
export type Scope = {
  /** The index of a parameter or local. */
  readonly parameter: readonly number[];
  readonly local: (type: number) => number;
};

export function define(
  name: string,
  parameters: readonly number[],
  write: (scope: Scope) => Code,
  { exported = false, results = [] as readonly number[] } = {},
): Func {
  const locals: number[] = [];
  const body = write({
    parameter: parameters.map((_, i) => i),
    local: (type) => parameters.length + locals.push(type) - 1,
  });
  return { name, exported, parameters, results, locals, body };
}

// Integers in the binary format: LEB128.
export function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: bigint): number[] {
  const byte = Number(value & 0x7fn);
  const rest = value >> 7n;
  return (rest === 0n && byte < 0x40) || (rest === -1n && byte >= 0x40) ? [byte] : [byte | 0x80, ...signed(rest)];
}

export const simd = (opcode: number, ...immediates: number[]): number[] => [0xfd, ...unsigned(opcode), ...immediates];

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)];
export const tee = (local: number, value: Code): Code => [...value, 0x22, ...unsigned(local)];
export const i32 = (value: number): Code => [0x41, ...signed(BigInt(value))];
export const i64 = (value: bigint): Code => [0x42, ...signed(BigInt.asIntN(64, value))];
export const f64 = (value: number): Code => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)];
export const call = (name: string, ...args: Code[]): Code => [...args.flat(), 0x10, { call: name }];
export const RETURN: Code = [0x0f];
export const when = (condition: Code, then: Code, otherwise: Code = []): Code => [
  ...condition,
  0x04,
  0x40,
  ...then,
  ...(otherwise.length === 0 ? [] : [0x05, ...otherwise]),
  0x0b,
];
/** Selects one of two values. Both are computed. */
export const select = (condition: Code, then: Code, otherwise: Code): Code => [
  ...then,
  ...otherwise,
  ...condition,
  0x1b,
];
/** Runs once at least. */
export const repeatWhile = (body: Code, condition: Code): Code => [0x03, 0x40, ...body, ...condition, 0x0d, 0, 0x0b];

/** An operation that takes one operand. */
export const unary =
  (...opcode: number[]) =>
  (operand: Code): Code => [...operand, ...opcode];
/** An operation on two operands, or on more from left to right. */
export const binary =
  (...opcode: number[]) =>
  (first: Code, ...others: Code[]): Code => [...first, ...others.flatMap((other) => [...other, ...opcode])];

/** `align` is the exponent: an address that is a multiple of `2 ** align` is read fastest. */
export const loadWith =
  (align: number, ...opcode: number[]) =>
  (address: Code, offset = 0): Code => [...address, ...opcode, align, ...unsigned(offset)];
export const storeWith =
  (align: number, ...opcode: number[]) =>
  (address: Code, value: Code, offset = 0): Code => [...address, ...value, ...opcode, align, ...unsigned(offset)];

export type Data = { readonly at: number; readonly bytes: Uint8Array };

/** The module: it exports its memory, of that many pages of 64 KiB, as `memory`. It can grow to `mostPages`. */
export function assemble(
  functions: readonly Func[],
  pages: number,
  data: readonly Data[] = [],
  mostPages = pages,
): Uint8Array {
  const list = (items: readonly (readonly number[])[]) => [...unsigned(items.length), ...items.flat()];
  const sized = (code: readonly number[]) => [...unsigned(code.length), ...code];
  const section = (id: number, content: readonly number[]) => [id, ...sized(content)];
  const name = (text: string) => sized([...new TextEncoder().encode(text)]);
  const vector = (types: readonly number[]) => list(types.map((type) => [type]));
  const indexes = new Map(functions.map((func, i) => [func.name, i]));
  const resolve = (code: Code) =>
    code.flatMap((part) => {
      if (typeof part === "number") return [part];
      const index = indexes.get(part.call);
      if (index === undefined) throw new Error(`no function ${part.call}`);
      return unsigned(index);
    });

  const exports = functions.flatMap((func, i) => (func.exported ? [[...name(func.name), 0, ...unsigned(i)]] : []));
  const magic = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  return Uint8Array.from([
    ...magic,
    ...section(1, list(functions.map((func) => [0x60, ...vector(func.parameters), ...vector(func.results)]))),
    ...section(3, list(functions.map((_, i) => unsigned(i)))),
    ...section(5, list([[1, ...unsigned(pages), ...unsigned(mostPages)]])),
    ...section(7, list([...exports, [...name("memory"), 2, 0]])),
    ...section(10, list(functions.map(({ locals, body }) => sized([...list(runs(locals)), ...resolve(body), 0x0b])))),
    ...section(11, list(data.map(({ at, bytes }) => [0, ...resolve(i32(at)), 0x0b, ...sized([...bytes])]))),
  ]);
}

/** Locals as the format declares them: a count and a type for each run of equal types. */
function runs(types: readonly number[]): number[][] {
  const result: [count: number, type: number][] = [];
  for (const type of types) {
    const last = result.at(-1);
    if (last?.[1] === type) last[0]++;
    else result.push([1, type]);
  }
  return result.map(([count, type]) => [...unsigned(count), type]);
}
