/** Writes the published modules: code that runs without a build, and its types. */
import { createHash } from "node:crypto";
import { format, resolveConfig } from "prettier";
import type { Generated } from "../../scripts/generate/generated.ts";

type Value = string | number | bigint | readonly Value[] | { readonly [name: string]: Value | undefined };

/** Constants that one comment explains. */
export type Constants = { readonly comment: string; readonly values: Readonly<Record<string, Value>> };

/** A WebAssembly module as src/crypto/webassembly.ts reads it. */
export const wasmConstants = (what: string, code: Uint8Array): readonly Constants[] => [
  { comment: `${what}, in base64.`, values: { MODULE: Buffer.from(code).toString("base64") } },
  {
    comment: "SHA-256 of the module, in hex: another one is not loaded.",
    values: { MODULE_SHA256: createHash("sha256").update(code).digest("hex") },
  },
];

/**
 * The files of `@anchorlog/engines/NAME`.
 *
 * @param generator the file of this folder that explains the module.
 */
export function moduleFiles(
  name: string,
  generator: string,
  constants: () => readonly Constants[],
): readonly Generated[] {
  let made: readonly Constants[] | undefined;
  const file = (extension: string, declaration: (constant: string, value: Value) => string): Generated => {
    const path = `engines/modules/${name}${extension}`;
    return {
      path,
      render: async () => {
        const groups = (made ??= constants()).map(({ comment, values }) =>
          [`/** ${comment} */`, ...Object.entries(values).map(([key, value]) => declaration(key, value))].join("\n"),
        );
        const source = `// Written by engines/generate/${generator}: do not edit.\n\n${groups.join("\n\n")}\n`;
        return format(source, { ...(await resolveConfig(path)), filepath: path });
      },
    };
  };
  return [
    file(".js", (constant, value) => `export const ${constant} = ${literalOf(value)};`),
    file(".d.ts", (constant, value) => `export declare const ${constant}: ${typeOf(value)};`),
  ];
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

function literalOf(value: Value): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return String(value);
  if (typeof value === "bigint") return value < 1_000n ? `${value}n` : `0x${value.toString(16)}n`;
  if (isList(value)) return `[${value.map(literalOf).join(", ")}]`;
  return `{ ${membersOf(value, (name, member) => `${name}: ${literalOf(member)}`).join(", ")} }`;
}

function typeOf(value: Value): string {
  if (typeof value !== "object") return typeof value;
  if (isList(value)) return `readonly (${[...new Set(value.map(typeOf))].join(" | ")})[]`;
  return `{ ${membersOf(value, (name, member) => `readonly ${name}: ${typeOf(member)}`).join("; ")} }`;
}

const membersOf = (
  value: { readonly [name: string]: Value | undefined },
  write: (name: string, member: Value) => string,
): string[] => Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [write(name, member)]));
