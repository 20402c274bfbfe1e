import { readFile } from "node:fs/promises";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { COMMANDS } from "../../src/cli/commands.ts";

const FOLDER = new URL("../../docs/schemas/", import.meta.url);

/** The schema that a command's help names for `--json`, as a file and perhaps a place in it; undefined without one. */
export function schemaOf(command: string): string | undefined {
  const { json } = COMMANDS.find(({ name }) => name === command)?.options ?? {};
  return /\(docs\/schemas\/(\S+)\)/.exec(json?.about ?? "")?.[1];
}

const compiled = new Map<string, Promise<ValidateFunction>>();

async function compile(name: string): Promise<ValidateFunction> {
  const [file, place] = name.split("#");
  const schema = JSON.parse(await readFile(new URL(file!, FOLDER), "utf8")) as { readonly $id: string };
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  ajv.addSchema(schema);
  const found = ajv.getSchema(place === undefined ? schema.$id : `${schema.$id}#${place}`);
  if (found === undefined) throw new Error(`docs/schemas/${file} has no ${place}`);
  return found;
}

/** The schema's validator, by ajv. */
export function validatorOf(name: string): Promise<ValidateFunction> {
  if (!compiled.has(name)) compiled.set(name, compile(name));
  return compiled.get(name)!;
}

/** @throws Error if a value's JSON is not as a schema says. @param name of {@link validatorOf}. */
export async function assertJson(name: string, value: unknown): Promise<void> {
  const isRight = await validatorOf(name);
  const text = JSON.stringify(value);
  if (!isRight(JSON.parse(text))) throw new Error(`${JSON.stringify(isRight.errors)} in ${text}`);
}

/** @throws Error if a line of a command's JSON output is not as its schema says. */
export async function assertOutput([command = ""]: readonly string[], stdout: string): Promise<void> {
  const name = schemaOf(command);
  if (name === undefined) throw new Error(`the help of ${command} names no schema for --json`);
  for (const line of stdout.split("\n")) if (line !== "") await assertJson(name, JSON.parse(line));
}
