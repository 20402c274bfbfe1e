import { range, type Node, type Source } from "./source.ts";
import { walkAssembly } from "./yul.ts";

export function walkBody(source: Source, body: unknown, pure: boolean): void {
  const tested = new Set<Node>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (typeof value !== "object" || value === null || !("nodeType" in value)) return;
    const node = value as Node;
    if (node.nodeType === "InlineAssembly") {
      if (!pure) walkAssembly(source, node["AST"] as Node);
      return;
    }
    visit[node.nodeType]?.(node);
    Object.values(node).forEach(walk);
  };

  const statement = (node: Node) => {
    if (["Block", "UncheckedBlock", "PlaceholderStatement"].includes(node.nodeType)) return;
    if (node.nodeType === "InlineAssembly" && !pure) return;
    const id = source.probe();
    source.count(node, id);
    source.insert(range(node)[0], `__Hits.hit(${id}); `);
  };

  /** Puts braces around a single-statement body, to make room for a probe. */
  const branch = (node: unknown) => {
    if (!node || (node as Node).nodeType === "Block") return;
    const [start, end] = range(node as Node);
    // The compiler sometimes leaves the semicolon out of a statement's range.
    const until = /[;}]/.test(source.bytes[end - 1]!) ? end : source.bytes.indexOf(";", end) + 1;
    source.wrap([start, until], "{ ", " }");
    statement(node as Node);
  };

  const condition = (value: unknown): void => {
    const node = value as Node | null | undefined;
    if (!node || tested.has(node)) return;
    tested.add(node);
    if (node.nodeType === "TupleExpression") condition((node["components"] as Node[])[0]);
    else if (node.nodeType === "UnaryOperation" && node["operator"] === "!") condition(node["subExpression"]);
    else if (isLogical(node)) operands(node);
    else if (node.nodeType !== "Literal") source.test(node, "__Hits.branch");
  };
  const operands = (node: Node) => {
    condition(node["leftExpression"]);
    condition(node["rightExpression"]);
  };
  const block = (node: Node) => (node["statements"] as Node[]).forEach(statement);
  const loop = (node: Node) => {
    condition(node["condition"]);
    branch(node["body"]);
  };

  const visit: { readonly [type: string]: (node: Node) => void } = {
    Block: block,
    UncheckedBlock: block,
    IfStatement: (node) => {
      condition(node["condition"]);
      branch(node["trueBody"]);
      branch(node["falseBody"]);
    },
    ForStatement: loop,
    WhileStatement: loop,
    DoWhileStatement: loop,
    Conditional: (node) => condition(node["condition"]),
    BinaryOperation: (node) => isLogical(node) && operands(node),
    FunctionCall: (node) => {
      if ((node["expression"] as Node)["name"] === "require") condition((node["arguments"] as Node[])[0]);
    },
  };
  walk(body);
}

function isLogical(node: Node): boolean {
  return node.nodeType === "BinaryOperation" && (node["operator"] === "&&" || node["operator"] === "||");
}
