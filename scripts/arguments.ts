/** Reads the options of a script. `--help` prints them, and a wrong option is reported in one line. */
import { indent, readCall, type Option } from "../src/cli/command.ts";
import { assertNone, EXIT_CODES, UsageError } from "../src/cli/usage.ts";

type ScriptOption = Required<Pick<Option, "value" | "about">> & {
  readonly byDefault: string;
  /** Pattern of a valid value; by default, any value that is not empty. */
  readonly form?: RegExp;
};

type ScriptOptions<N extends string> = {
  readonly command: string;
  readonly about: string;
  readonly options: Readonly<Record<N, ScriptOption>>;
};

/** The result of reading a script's arguments. */
export type ReadOptions<N extends string> =
  | { readonly values: Record<N, string> }
  // For `--help` and for wrong options: the text to print, and the exit code.
  | { readonly code: number; readonly text: string };

/** Returns the values of the options. Ends the process if they ask for help or are wrong. */
export function readOptions<const N extends string>(script: ScriptOptions<N>): Record<N, string> {
  const read = readArguments(script, process.argv.slice(2));
  if ("values" in read) return read.values;
  (read.code === EXIT_CODES.valid ? process.stdout : process.stderr).write(read.text);
  return process.exit(read.code);
}

export function readArguments<const N extends string>(
  script: ScriptOptions<N>,
  args: readonly string[],
): ReadOptions<N> {
  try {
    const values = read(script, args);
    return values === undefined ? { code: EXIT_CODES.valid, text: helpOf(script) } : { values };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const [why] = error.message.split("\n", 1);
    return { code: EXIT_CODES.usage, text: `${why} (${script.command} --help lists the options)\n` };
  }
}

function read<N extends string>(
  { command, options }: ScriptOptions<N>,
  args: readonly string[],
): Record<N, string> | undefined {
  const known = Object.entries<ScriptOption>(options);
  const asked = Object.fromEntries(known.map(([name, { about }]) => [name, { type: "string", about } as const]));
  const name = command.replace(/ --$/, "");
  const parts = { usage: "", about: "", example: "", isVerdict: false, run: async () => 0 };
  const call = readCall({ ...parts, name, options: asked }, args);
  if (call === undefined) return undefined;
  assertNone(name, call.positionals);
  const values = known.map(([option, { byDefault, value, form = /./ }]) => {
    const given = String(call.values[option] ?? byDefault);
    if (!form.test(given)) throw new UsageError(`${name}: --${option} takes a ${value}, not "${given}"`);
    return [option, given];
  });
  return Object.fromEntries(values) as Record<N, string>;
}

function helpOf<N extends string>({ command, about, options }: ScriptOptions<N>): string {
  const known = Object.entries<ScriptOption>(options);
  const rows = known.map(([name, option]) => [`--${name} ${option.value}`, option] as const);
  const width = Math.max(...rows.map(([shown]) => shown.length)) + 2;
  const lines = rows.map(([shown, { about: what, byDefault }]) => `${shown.padEnd(width)}${what} (${byDefault})`);
  return `${command} [options]\n\n${indent(about)}\n\n${indent(lines.join("\n"))}\n`;
}
