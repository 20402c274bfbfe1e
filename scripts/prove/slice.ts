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
  // The compiler counts bytes, so each character of this string stands for one byte.
  const bytes = Buffer.from(content).toString("latin1");
  const edits: Edit[] = [];
  const textOf = (node: Node) => bytes.slice(...range(node));
  const replace = (node: Node, text: string) => void edits.push({ at: range(node), text });
  const drop = (node: Node) => {
    const notice = node["documentation"] as Node | undefined;
    edits.push({ at: [notice ? range(notice)[0] : range(node)[0], range(node)[1]], text: "" });
  };

  const keep = (node: Node) => {
    const body = node["body"] as Node;
    const [start, end] = [range(node)[0], range(body)[0]];
    const word = /\b(?:private|external)\b/.exec(bytes.slice(start, end));
    if (word) {
      const at = start + word.index;
      edits.push({ at: [at, at + word[0].length], text: word[0] === "private" ? "internal" : "public" });
    }
    const places = new Map<unknown, string>();
    /** Returns a node's text with the places of pointers for their names. */
    const placed = (root: Node): string => {
      let text = textOf(root);
      const names = nodesIn(root).filter((one) => one.nodeType === "Identifier");
      for (const name of names.toReversed()) {
        const place = places.get(name["referencedDeclaration"]);
        const [from, to] = range(name).map((at) => at - range(root)[0]);
        if (place !== undefined) text = text.slice(0, from) + place + text.slice(to);
      }
      return text;
    };
    const visit = (one: Node): void => {
      if (one.nodeType === "RevertStatement") return replace(one, "revert()");
      const pointed = one.nodeType === "VariableDeclarationStatement" ? pointedTo(one) : undefined;
      if (pointed) {
        places.set((one["declarations"] as Node[])[0]!["id"], placed(pointed));
        const stop = range(one)[1];
        return void edits.push({ at: [range(one)[0], bytes[stop] === ";" ? stop + 1 : stop], text: "" });
      }
      const place = one.nodeType === "Identifier" ? places.get(one["referencedDeclaration"]) : undefined;
      if (place !== undefined) return replace(one, place);
      childrenOf(one).forEach(visit);
    };
    visit(body);
  };

  const declare = (node: Node) => {
    let head = bytes.slice(range(node)[0], range(node["body"] as Node)[0]).trimEnd();
    for (const modifier of node["modifiers"] as Node[]) head = head.replace(textOf(modifier), "");
    const returns = head.lastIndexOf(" returns");
    const at = returns < 0 ? head.length : returns;
    drop(node);
    const declared = node["virtual"] ? head : `${head.slice(0, at)} virtual${head.slice(at)}`;
    edits.push({ at: [range(node)[1], range(node)[1]], text: `${declared};` });
  };

  const variable = (node: Node) => {
    if (node["mutability"] === "constant") return;
    const widened = textOf(node).replace(/\bprivate\b/, "internal");
    replace(
      node,
      node["mutability"] === "immutable" ? widened.replace(" immutable", "").replace(/ =.*/s, "") : widened,
    );
  };

  const member = (contract: Node) => (node: Node) => {
    if (node.nodeType === "VariableDeclaration") variable(node);
    const isFunction = node.nodeType === "FunctionDefinition";
    if (!isFunction && node.nodeType !== "ModifierDefinition") return;
    if (kept?.includes(node["name"] as string)) return isFunction ? keep(node) : undefined;
    const isCalled = isFunction && node["kind"] === "function" && /public|external/.test(node["visibility"] as string);
    if (kept || !isCalled || contract["contractKind"] === "library") drop(node);
    else if (node["implemented"]) declare(node);
  };

  for (const contract of nodesIn(tree).filter((node) => node.nodeType === "ContractDefinition")) {
    const [start] = range(contract);
    if (contract["contractKind"] === "contract" && !contract["abstract"])
      edits.push({ at: [start, start], text: "abstract " });
    (contract["nodes"] as Node[]).forEach(member(contract));
  }
  return applied(bytes, edits);
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
