/** Prints the demonstration's output: numbered steps, and the lines of each step. */
const started = performance.now();
const color = process.stdout.isTTY && process.env["NO_COLOR"] === undefined;

const paint = (code: number, text: string): string => (color ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = (text: string): string => paint(1, text);
export const soft = (text: string): string => paint(2, text);
export const good = (text: string): string => paint(32, text);
export const bad = (text: string): string => paint(31, text);

/** Begins a step. */
export function step(number: string, title: string): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`\n${bold(`${number}  ${title}`)} ${soft(`(${seconds} s)`)}\n`);
}

/** A line of a step. */
export function line(text: string): void {
  process.stdout.write(`   ${text}\n`);
}

/** Shortens a hash to its first and last characters. */
export function short(hash: string): string {
  return hash.length > 20 ? `${hash.slice(0, 10)}…${hash.slice(-6)}` : hash;
}

/** Formats 1234567 as 1,234,567. */
export function count(value: number | bigint): string {
  return value.toLocaleString("en-US");
}

/** Runs a function. Returns its result and the milliseconds it took. */
export async function timed<T>(run: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  const result = await run();
  return [result, Math.round(performance.now() - start)];
}
