import { parseSync } from "rolldown/utils";
import type { Change, Forms, Range, Source } from "../mutants.ts";

/** Forms of switches: around an expression or a statement. */
export type Form = "expression" | "statement";

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown };

export const forms: Forms<Form> = {
  expression: (inner, variants) =>
    `(${variants.map(({ number, text }) => `__on(${number}) ? (${text}) : `).join("")}(${inner}))`,
  // The braces keep the inserted `if` from capturing an `else` of the code around it.
  statement: (inner, variants) =>
    `{ ${variants.map(({ number, text }) => `if (__on(${number})) { ${text} } else `).join("")}{ ${inner} } }`,
};

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "<<": [">>"],
  ">>": ["<<"],
  ">>>": ["<<"],
  "&": ["|"],
  "|": ["&"],
  "^": ["|"],
  "&&": ["||"],
  "||": ["&&"],
  "+=": ["-="],
  "-=": ["+="],
  "++": ["--"],
  "--": ["++"],
};
const ORDERED = new Set(["-", "/", "%", "<<", ">>", ">>>"]);
const COMPARES = new Set(["<", "<=", ">", ">=", "===", "!=="]);
/** Nodes around an expression that only state its type. */
const TYPED = new Set(["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression", "TSTypeAssertion"]);

/** Returns all possible changes of a file. */
export function changesOf(file: string, content: string): Source<Form> {
  const { program, errors } = parseSync(file, content);
  if (errors[0]) throw new Error(`${file} does not parse: ${errors[0].message}`);
  const changes: Change<Form>[] = [];
  const textOf = (node: Node) => content.slice(node.start, node.end);
  const of = (node: Node): Range => [node.start, node.end];

  const expression = (unit: Node, at: Range, text: string, shown = unit) =>
    void changes.push({ at, text, unit: of(unit), form: "expression", shown: of(shown) });
  const replace = (node: Node, text: string, shown = node) => expression(node, of(node), text, shown);
  const drop = (node: Node) =>
    void changes.push({ at: of(node), text: "", unit: of(node), form: "statement", shown: of(node) });

  /** Returns the range of the operator between its operands. */
  const operator = (node: Node, left: Node | undefined, right: Node | undefined): Range => {
    const from = left?.end ?? node.start;
    const start = content.indexOf(node["operator"] as string, from);
    if (start < 0 || start > (right?.start ?? node.end)) throw new Error(`${file}: no operator in ${textOf(node)}`);
    return [start, start + (node["operator"] as string).length];
  };
  const operators = (node: Node, left: Node | undefined, right: Node | undefined) => {
    for (const other of OPERATORS[node["operator"] as string] ?? [])
      expression(node, operator(node, left, right), other);
  };

  const condition = (test: Node | null, isLoop = false) => {
    if (!test) return;
    const isPlain = COMPARES.has(test["operator"] as string) || test["operator"] === "!";
    if (!isPlain) replace(test, `!(${textOf(test)})`);
    if (!isLoop) replace(test, "true");
    if (!isLoop) replace(test, "false");
  };

  const call = (node: Node, parents: readonly Node[]) => {
    const list = node["arguments"] as Node[];
    for (const [i, left] of list.entries()) {
      const right = list[i + 1];
      if (!right || [left, right].some(({ type }) => type === "SpreadElement") || textOf(left) === textOf(right))
        continue;
      const swapped = textOf(right) + content.slice(left.end, right.start) + textOf(left);
      expression(chained(node, parents), [left.start, right.end], swapped, node);
    }
  };

  const binary = (node: Node) => {
    const [left, right] = [node["left"] as Node, node["right"] as Node];
    if (node["operator"] === "+" && [left, right].some(isText)) return;
    operators(node, left, right);
    if (!ORDERED.has(node["operator"] as string)) return;
    replace(node, textOf(right) + content.slice(left.end, right.start) + textOf(left));
  };

  const literal = (node: Node, parents: readonly Node[]) => {
    const value = node["value"];
    const parent = parents.at(-1)!;
    if (parent["key"] === node && parent["computed"] !== true) return;
    const shown = parent.end - parent.start < 100 ? parent : node;
    if (typeof value === "boolean") replace(node, String(!value), shown);
    if (Number.isSafeInteger(value)) {
      replace(node, String((value as number) + 1), shown);
      replace(node, String((value as number) - 1), shown);
    } else if (typeof value === "bigint") {
      replace(node, `${value + 1n}n`, shown);
      replace(node, `${value - 1n}n`, shown);
    }
  };

  const visit: Readonly<Record<string, (node: Node, parents: readonly Node[]) => void>> = {
    BinaryExpression: binary,
    LogicalExpression: (node) => {
      const [left, right] = [node["left"] as Node, node["right"] as Node];
      operators(node, left, right);
      replace(node, textOf(left));
      if (node["operator"] !== "??") replace(node, textOf(right));
    },
    UnaryExpression: (node) => {
      if (node["operator"] === "!" || node["operator"] === "-") replace(node, textOf(node["argument"] as Node));
    },
    AssignmentExpression: (node) => operators(node, node["left"] as Node, node["right"] as Node),
    UpdateExpression: (node, parents) => {
      const argument = node["argument"] as Node;
      // Skip a loop's update: a loop that counts in the wrong direction never ends.
      if (parents.at(-1)?.["update"] === node) return;
      operators(node, node["prefix"] ? undefined : argument, node["prefix"] ? argument : undefined);
    },
    ConditionalExpression: (node) => condition(node["test"] as Node),
    IfStatement: (node) => condition(node["test"] as Node),
    WhileStatement: (node) => condition(node["test"] as Node, true),
    DoWhileStatement: (node) => condition(node["test"] as Node, true),
    ForStatement: (node) => condition(node["test"] as Node | null, true),
    CallExpression: call,
    NewExpression: call,
    Literal: literal,
    ThrowStatement: drop,
    BreakStatement: drop,
    ContinueStatement: drop,
    ExpressionStatement: (node) => {
      if (node["directive"] === undefined || node["directive"] === null) drop(node);
    },
    ReturnStatement: (node) => {
      const argument = node["argument"] as Node | null;
      if (argument) replace(argument, "undefined", node);
      else drop(node);
    },
  };

  const walk = (value: unknown, parents: readonly Node[]): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, parents);
    if (typeof value !== "object" || value === null || !("type" in value)) return;
    const node = value as Node;
    if (TYPED.has(node.type)) return walk(node["expression"], [...parents, node]);
    if (node.type.startsWith("TS")) return;
    visit[node.type]?.(node, parents);
    for (const child of Object.values(node)) walk(child, [...parents, node]);
  };
  walk(program, []);
  return { file, content, changes };
}

/** Returns the whole chain `a?.b(c).d` around a call, if any: if `a` is undefined, the whole chain ends early. */
function chained(call: Node, parents: readonly Node[]): Node {
  let inner = call;
  for (const parent of parents.toReversed()) {
    if (parent.type === "ChainExpression") return parent;
    if (parent["object"] !== inner && parent["callee"] !== inner && parent.type !== "TSNonNullExpression") return call;
    inner = parent;
  }
  return call;
}

function isText({ type, value }: Node): boolean {
  return type === "TemplateLiteral" || (type === "Literal" && typeof value === "string");
}
