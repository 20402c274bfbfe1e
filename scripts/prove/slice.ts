import { range, type Node } from "../probes/source.ts";

type Edit = { readonly at: readonly [start: number, end: number]; readonly text: string };

/** The names of the functions and modifiers to keep, by file. */
export type Kept = Readonly<Record<string, readonly string[]>>;

/**
 * Returns a source with the named functions alone, in a form that the SMTChecker follows. Their statements stay as they
 * are, with four exceptions. None of them changes what the statements do:
 *
 * - `revert Error(…)` becomes `revert()`: the checker takes the first form for a call that returns.
 * - A local storage pointer is replaced by the place that it points to: the checker forgets all mappings at a write
 *   through a pointer.
 * - Private and external functions become internal and public, so that a proof can call them.
 * - An immutable becomes a variable. A proof holds for any value.
 *
 * A file without kept names keeps its types, and its external functions without their bodies.
 */
export function slice(content: string, tree: Node, kept: readonly string[] | undefined): string {
  const slicing = new Slicing(content, kept);
  for (const contract of nodesIn(tree).filter((node) => node.nodeType === "ContractDefinition"))
    slicing.contract(contract);
  return applied(slicing.bytes, slicing.edits);
}

/** A source, and the edits of it so far. */
class Slicing {
  /** The compiler counts bytes, so each character of this string stands for one byte. */
  readonly bytes: string;
  readonly edits: Edit[] = [];
  readonly #kept: readonly string[] | undefined;

  constructor(content: string, kept: readonly string[] | undefined) {
    this.bytes = Buffer.from(content).toString("latin1");
    this.#kept = kept;
  }

  #textOf(node: Node): string {
    return this.bytes.slice(...range(node));
  }

  #replace(node: Node, text: string): void {
    this.edits.push({ at: range(node), text });
  }

  #drop(node: Node): void {
    const notice = node["documentation"] as Node | undefined;
    this.edits.push({ at: [notice ? range(notice)[0] : range(node)[0], range(node)[1]], text: "" });
  }

  contract(contract: Node): void {
    const [start] = range(contract);
    if (contract["contractKind"] === "contract" && !contract["abstract"])
      this.edits.push({ at: [start, start], text: "abstract " });
    for (const node of contract["nodes"] as Node[]) this.#member(contract, node);
  }

  #member(contract: Node, node: Node): void {
    if (node.nodeType === "VariableDeclaration") this.#variable(node);
    const isFunction = node.nodeType === "FunctionDefinition";
    if (!isFunction && node.nodeType !== "ModifierDefinition") return;
    if (this.#kept?.includes(node["name"] as string)) return isFunction ? this.#keep(node) : undefined;
    const isCalled = isFunction && node["kind"] === "function" && /public|external/.test(node["visibility"] as string);
    if (this.#kept || !isCalled || contract["contractKind"] === "library") this.#drop(node);
    else if (node["implemented"]) this.#declare(node);
  }

  #variable(node: Node): void {
    if (node["mutability"] === "constant") return;
    const widened = this.#textOf(node).replace(/\bprivate\b/, "internal");
    const isImmutable = node["mutability"] === "immutable";
    this.#replace(node, isImmutable ? widened.replace(" immutable", "").replace(/ =.*/s, "") : widened);
  }

  /** Replaces a function's body by a semicolon. */
  #declare(node: Node): void {
    let head = this.bytes.slice(range(node)[0], range(node["body"] as Node)[0]).trimEnd();
    for (const modifier of node["modifiers"] as Node[]) head = head.replace(this.#textOf(modifier), "");
    const returns = head.lastIndexOf(" returns");
    const at = returns < 0 ? head.length : returns;
    this.#drop(node);
    const declared = node["virtual"] ? head : `${head.slice(0, at)} virtual${head.slice(at)}`;
    this.edits.push({ at: [range(node)[1], range(node)[1]], text: `${declared};` });
  }

  #keep(node: Node): void {
    const body = node["body"] as Node;
    const [start, end] = [range(node)[0], range(body)[0]];
    const word = /\b(?:private|external)\b/.exec(this.bytes.slice(start, end));
    if (word) {
      const at = start + word.index;
      this.edits.push({ at: [at, at + word[0].length], text: word[0] === "private" ? "internal" : "public" });
    }
    this.#visit(body, new Map());
  }

  /** Edits a statement. `places` has the text of the place that each pointer points to, by the pointer's number. */
  #visit(node: Node, places: Map<unknown, string>): void {
    if (node.nodeType === "RevertStatement") return this.#replace(node, "revert()");
    const pointed = node.nodeType === "VariableDeclarationStatement" ? pointedTo(node) : undefined;
    if (pointed) {
      places.set((node["declarations"] as Node[])[0]!["id"], this.#placed(pointed, places));
      const [start, stop] = range(node);
      return void this.edits.push({ at: [start, this.bytes[stop] === ";" ? stop + 1 : stop], text: "" });
    }
    const place = node.nodeType === "Identifier" ? places.get(node["referencedDeclaration"]) : undefined;
    if (place !== undefined) return this.#replace(node, place);
    for (const child of childrenOf(node)) this.#visit(child, places);
  }

  /** Returns a node's text with the places of pointers for their names. */
  #placed(root: Node, places: ReadonlyMap<unknown, string>): string {
    let text = this.#textOf(root);
    const names = nodesIn(root).filter((one) => one.nodeType === "Identifier");
    for (const name of names.toReversed()) {
      const place = places.get(name["referencedDeclaration"]);
      const [from, to] = range(name).map((at) => at - range(root)[0]);
      if (place !== undefined) text = text.slice(0, from) + place + text.slice(to);
    }
    return text;
  }
}

/** Returns a proof's source with one of its functions `prove…`. */
export function only(content: string, tree: Node, name: string): string {
  const bytes = Buffer.from(content).toString("latin1");
  const others = provesIn(tree).filter((node) => node["name"] !== name);
  return applied(
    bytes,
    others.map((node) => ({ at: range(node), text: "" })),
  );
}

/** Returns the functions `prove…` of a proof. */
const provesIn = (tree: Node): Node[] =>
  nodesIn(tree).filter(
    (node) => node.nodeType === "FunctionDefinition" && (node["name"] as string).startsWith("prove"),
  );

const applied = (bytes: string, edits: readonly Edit[]): string => {
  const sorted = edits.toSorted((a, b) => b.at[0] - a.at[0] || b.at[1] - a.at[1]);
  const text = sorted.reduce((rest, { at, text: by }) => rest.slice(0, at[0]) + by + rest.slice(at[1]), bytes);
  return Buffer.from(text, "latin1").toString();
};

/** Returns the place that a declared storage pointer points to. */
function pointedTo(statement: Node): Node | undefined {
  const [only, ...others] = statement["declarations"] as (Node | null)[];
  const value = statement["initialValue"] as Node | undefined;
  const isPointer = only?.["storageLocation"] === "storage" && others.length === 0;
  return isPointer && value?.nodeType === "IndexAccess" ? value : undefined;
}

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);

/** Returns a node and all nodes below it, in the order of the source. */
const nodesIn = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(nodesIn)];

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "nodeType" in value && "src" in value;
