/** The form of a command, and how its arguments are read. */
import { parseArgs } from "node:util";
import { didYouMean } from "../daemon/config/nearest.ts";
import { UsageError } from "./usage.ts";

/** An option of a command. */
export type Option = {
  readonly type: "string" | "boolean";
  /** One-letter form of the option. */
  readonly short?: string;
  /** The name of its value in the help, in capitals. */
  readonly value?: string;
  /** Whether its value may be empty. Otherwise an empty value is a variable that the shell does not know. */
  readonly mayBeEmpty?: true;
  readonly about: string;
};
type Options = Readonly<Record<string, Option>>;

/** An option with a value. `value` names it in the help, in capitals. */
export const text = (value: string, about: string) => ({ type: "string", value, about }) as const;
/** An option without a value. */
export const flag = (about: string) => ({ type: "boolean", about }) as const;

/** The arguments of a call. */
export type Call<O extends Options = Options> = {
  readonly values: { readonly [N in keyof O]?: O[N]["type"] extends "string" ? string : boolean };
  readonly positionals: readonly string[];
};

/** A command of the command line. */
export type Command = {
  readonly name: string;
  /** The arguments after the name, for the help. */
  readonly usage: string;
  /** The description for the help, in lines. */
  readonly about: string;
  readonly options: Options;
  readonly example: string;
  /** Whether the command gives a verdict. If so, exit codes 1 and 2 never mean a failure. */
  readonly isVerdict: boolean;
  /** Returns the exit code. */
  readonly run: (call: Call) => Promise<number>;
};

/** Declares a command. Its implementation is loaded when it runs. */
export function command<const O extends Options>(
  name: string,
  parts: Omit<Command, "name" | "options" | "run" | "isVerdict"> & {
    readonly options: O;
    readonly isVerdict?: true;
    readonly run: (call: Call<O>) => Promise<number>;
  },
): Command {
  return { isVerdict: false, ...parts, name, run: parts.run as Command["run"] };
}

/**
 * Reads a command's arguments.
 *
 * @returns undefined if they ask for help.
 * @throws UsageError for an unknown option, naming the one that was probably meant; for an empty argument, and for a
 *   value that is given twice.
 */
export function readCall({ name, options }: Command, args: readonly string[]): Call | undefined {
  const known = { ...options, help: { type: "boolean", short: "h" } as const };
  const spec = Object.fromEntries(
    Object.entries(known).map(([option, { type, short }]: [string, Pick<Option, "type" | "short">]) => [
      option,
      { type, ...(short !== undefined && { short }) },
    ]),
  );
  const loose = parseArgs({ args: [...args], options: spec, allowPositionals: true, strict: false, tokens: true });
  for (const token of loose.tokens) {
    if (token.kind !== "option" || Object.hasOwn(known, token.name)) continue;
    const near = didYouMean(token.name, Object.keys(known)).replace(/mean (\S+)\?$/, "mean --$1?");
    throw new UsageError(`${name} has no option ${token.rawName}${near}`, name);
  }
  if (loose.values["help"] === true) return undefined;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: spec, allowPositionals: true, strict: true });
    assertClear(loose.tokens, options);
    return { values: values as Call["values"], positionals };
  } catch (error) {
    throw new UsageError((error as Error).message, name);
  }
}

type Token = NonNullable<ReturnType<typeof parseArgs>["tokens"]>[number];

/** Refuses arguments that are empty, and all values of an option but one: neither is ignored. */
function assertClear(tokens: readonly Token[], options: Options): void {
  const given = new Set<string>();
  for (const token of tokens) {
    if (token.kind === "positional" && token.value === "") throw new UsageError(`an argument is empty${UNSET}`);
    if (token.kind !== "option" || options[token.name]?.type !== "string") continue;
    if (token.value === "" && options[token.name]?.mayBeEmpty !== true)
      throw new UsageError(`${token.rawName} has an empty value${UNSET}`);
    if (given.has(token.name)) throw new UsageError(`--${token.name} is given twice: give it once`);
    given.add(token.name);
  }
}

const UNSET = ": check that the shell's variable is set";

/** Returns the text of `--help` for a command. */
export function helpOf({ name, usage, about, options, example }: Command): string {
  const rows = Object.entries(options).map(([option, { value, about }]) => {
    const shown = `--${option}${value === undefined ? "" : ` ${value}`}`;
    return [shown, about] as const;
  });
  const width = Math.max(0, ...rows.map(([shown]) => shown.length)) + 2;
  const listed = rows.map(
    ([shown, about]) => `  ${shown.padEnd(width)}${about.replaceAll("\n", `\n  ${" ".repeat(width)}`)}\n`,
  );
  const described = rows.length === 0 ? "" : `\n${listed.join("")}`;
  return (
    `anchorlog ${name} ${usage}`.trimEnd() + `\n\n${indent(about)}\n${described}\nFor example:\n\n${indent(example)}\n`
  );
}

export function indent(text: string, by = 2): string {
  return text.replaceAll(/^(?=.)/gm, " ".repeat(by));
}
