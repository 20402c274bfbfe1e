/** A plugin of TypeDoc: names the parameters that the source takes apart, which TypeDoc calls `__namedParameters`. */

type Type = { readonly name?: string; readonly typeArguments?: readonly Type[] };
type Parameter = {
  name: string;
  readonly type?: Type;
  readonly parent?: { readonly parameters?: readonly Parameter[] };
};
type Project = { getReflectionsByKind(kind: number): readonly Parameter[] };
type Converter = { on(event: "resolveEnd", listener: (context: { readonly project: Project }) => void): void };

/** `ReflectionKind.Parameter` of TypeDoc. */
const PARAMETER = 32_768;
const UTILITIES: ReadonlySet<string> = new Set(["Omit", "Partial", "Pick", "Readonly", "Required"]);

/** Called by TypeDoc. */
export function load({ converter }: { readonly converter: Converter }): void {
  converter.on("resolveEnd", ({ project }) => {
    for (const parameter of project.getReflectionsByKind(PARAMETER)) {
      if (parameter.name === "__namedParameters") parameter.name = nameOf(parameter);
    }
  });
}

/** Returns a name by the type: `options` for `VerifyOptions`, or `options` if the type has no name. */
function nameOf({ type, parent }: Parameter): string {
  const { name = "" } = UTILITIES.has(type?.name ?? "") ? (type?.typeArguments?.[0] ?? {}) : (type ?? {});
  const taken = new Set(parent?.parameters?.map((other) => other.name));
  const [last = ""] = /[A-Z][a-z]+\d*$/.exec(name) ?? [];
  const free = [last, name].filter((word) => word !== "").map((word) => word[0]!.toLowerCase() + word.slice(1));
  return [...free, "options"].find((word) => !taken.has(word)) ?? "others";
}
