import { range, type Node } from "../../probes/source.ts";
import type { Change, Forms, Range, Source } from "../mutants.ts";
import { walkAssembly, yulForms, type YulForm } from "./yul.ts";

/** Forms of switches. A declaration needs its own: its names must stay visible behind the switch. */
export type Form = "statement" | "declaration" | "expression" | YulForm;

/**
 * The test configuration puts the active mutant's number into the block's coinbase. The coinbase can be read in every
 * call for 2 gas, and no contract of this project uses it.
 */
const isTurn = (number: number) => `block.coinbase == address(${number})`;

// The comment before each variant is the mutant's number: `culprit` finds it from a compiler error.
const chain: Forms<Form>["statement"] = (inner, variants) =>
  `{ ${variants.map(({ number, text }) => `if (${isTurn(number)}) {/*${number}*/ ${text} } else `).join("")}{/*0*/ ${inner} } }`;

export const forms: Forms<Form> = {
  statement: chain,
  declaration: (inner, variants) => {
    const [names] = split(inner);
    return `${names} ${chain(
      assigned(inner),
      variants.map((variant) => ({ ...variant, text: assigned(variant.text) })),
    )}`;
  },
  expression: (inner, variants) =>
    `(${variants.map(({ number, text }) => `${isTurn(number)} ? /*${number}*/ ${text} : `).join("")}/*0*/ ${inner})`,
  ...yulForms,
};

/** Splits a declaration such as `(A memory a, , B b) = …` into one statement for each name, and the assigned names. */
function split(declaration: string): readonly [declared: string, assigned: string] {
  const left = declaration.slice(0, assignment(declaration)).trim();
  const isTuple = left.startsWith("(");
  const parts = (isTuple ? left.slice(1, -1) : left).split(/,(?![^(]*\))/).map((part) => part.trim());
  const names = parts.map((part) => part.split(/\s+/).at(-1)!).join(", ");
  const declared = parts
    .filter(Boolean)
    .map((part) => `${part};`)
    .join(" ");
  return [declared, isTuple ? `(${names})` : names];
}

const assigned = (declaration: string) => `${split(declaration)[1]} ${declaration.slice(assignment(declaration))}`;
/** Returns the position of the assignment's `=`. The arrow `=>` in a mapping's type does not count. */
const assignment = (declaration: string) => declaration.search(/=(?!>)/);

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "==": ["!="],
  "!=": ["=="],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "<<": [">>"],
  ">>": ["<<"],
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
const COMPARES = new Set(["<", "<=", ">", ">=", "==", "!="]);
const ORDERED = new Set(["-", "/", "%", "<<", ">>"]);
/** Types of nodes that are not code, and so have no mutants inside. */
const NO_CODE = /TypeName$|^(IdentifierPath|StructuredDocumentation|ParameterList|OverrideSpecifier)$/;

/** Returns all possible changes of a file. `ast` is its typed syntax tree, with ranges in bytes of `content`. */
export function changesOf(file: string, content: string, ast: Node): Source<Form> {
  const changes: Change<Form>[] = [];
  const textOf = (node: Node) => content.slice(...range(node));
  type Unit = { readonly at: Range; readonly form: Form };

  const replace = (unit: Unit, node: Node, text: string, shown = node, at: Range = range(node)) =>
    void changes.push({ at, text, unit: unit.at, form: unit.form, shown: range(shown) });
  const drop = (unit: Unit) =>
    void changes.push({ at: unit.at, text: "", unit: unit.at, form: unit.form, shown: unit.at });

  const operators = (unit: Unit, node: Node, left: number, right: number) => {
    const operator = node["operator"] as string;
    const start = content.indexOf(operator, left);
    if (start < 0 || start + operator.length > right) throw new Error(`${file}: no ${operator} in ${textOf(node)}`);
    for (const other of OPERATORS[operator] ?? []) replace(unit, node, other, node, [start, start + operator.length]);
  };

  const condition = (unit: Unit, test: Node, isLoop: boolean) => {
    const operator = test["operator"] as string | undefined;
    if (operator === undefined || !(COMPARES.has(operator) || operator === "!"))
      replace(unit, test, `!(${textOf(test)})`);
    if (!isLoop) replace(unit, test, "true");
    if (!isLoop) replace(unit, test, "false");
  };

  const visit: Readonly<Record<string, (node: Node, unit: Unit, parent: Node) => void>> = {
    BinaryOperation: (node, unit) => {
      const [left, right] = [node["leftExpression"] as Node, node["rightExpression"] as Node];
      const [[, end], [start]] = [range(left), range(right)];
      const operator = node["operator"] as string;
      operators(unit, node, end, start);
      if (operator === "&&" || operator === "||") for (const one of [left, right]) replace(unit, node, textOf(one));
      if (ORDERED.has(operator)) replace(unit, node, textOf(right) + content.slice(end, start) + textOf(left));
    },
    UnaryOperation: (node, unit) => {
      const inner = node["subExpression"] as Node;
      if (node["operator"] === "!") replace(unit, node, textOf(inner));
      const [[start, end], [left, right]] = [range(node), range(inner)];
      if (node["operator"] === "++" || node["operator"] === "--") {
        if (node["prefix"]) operators(unit, node, start, left);
        else operators(unit, node, right, end);
      }
    },
    Assignment: (node, unit) => {
      operators(unit, node, range(node["leftHandSide"] as Node)[1], range(node["rightHandSide"] as Node)[0]);
    },
    Conditional: (node, unit) => condition(unit, node["condition"] as Node, false),
    Literal: (node, unit, parent) => {
      const text = textOf(node);
      const shown = parent["src"] && range(parent)[1] - range(parent)[0] < 100 ? parent : node;
      if (node["kind"] === "bool") replace(unit, node, text === "true" ? "false" : "true", shown);
      const number = /^(0x[0-9a-fA-F]{1,16}|\d[\d_]*)(?=$| )/.exec(text)?.[0];
      if (node["kind"] !== "number" || number === undefined) return;
      const value = BigInt(number.replaceAll("_", ""));
      const at: Range = [range(node)[0], range(node)[0] + number.length];
      replace(unit, node, `${value + 1n}`, shown, at);
      if (value > 0n) replace(unit, node, `${value - 1n}`, shown, at);
    },
    Identifier: (node, unit, parent) => {
      const type = (node["typeDescriptions"] as { typeString?: string } | undefined)?.typeString ?? "";
      if (!/^uint\d+$/.test(type) || !/^[A-Z][A-Z\d_]+$/.test(node["name"] as string)) return;
      if (parent["leftHandSide"] === node) return;
      const shown = range(parent)[1] - range(parent)[0] < 100 ? parent : node;
      replace(unit, node, `(${textOf(node)} + 1)`, shown);
      replace(unit, node, `(${textOf(node)} - 1)`, shown);
    },
    FunctionCall: (node, unit) => {
      if ((node["names"] as string[]).length > 0) return;
      const list = node["arguments"] as Node[];
      for (const [i, left] of list.entries()) {
        const right = list[i + 1];
        if (right === undefined || typeOf(left) !== typeOf(right) || textOf(left) === textOf(right)) continue;
        const [[start, end], [from, to]] = [range(left), range(right)];
        replace(unit, node, textOf(right) + content.slice(end, from) + textOf(left), node, [start, to]);
      }
    },
  };

  const expression = (value: unknown, unit: Unit, parent: Node): void => {
    if (Array.isArray(value)) for (const item of value) expression(item, unit, parent);
    if (!isNode(value) || NO_CODE.test(value.nodeType)) return;
    visit[value.nodeType]?.(value, unit, parent);
    for (const child of Object.values(value)) expression(child, unit, value);
  };

  /** Returns a statement's range including its semicolon, which the compiler sometimes leaves out. */
  const whole = (node: Node): Range => {
    const [start, end] = range(node);
    return [start, /[;}]/.test(content[end - 1]!) ? end : content.indexOf(";", end) + 1];
  };
  const simple = (node: Node) => {
    const unit: Unit = { at: whole(node), form: "statement" };
    if (!pointsToStorage(node)) drop(unit);
    expression(node, unit, node);
  };
  const tested = (node: Node, isLoop: boolean) => {
    const test = node["condition"] as Node | null;
    if (!test) return;
    const unit: Unit = { at: range(test), form: "expression" };
    condition(unit, test, isLoop);
    expression(test, unit, node);
  };
  const statement = (node: Node | null | undefined): void => {
    if (node) (statements[node.nodeType] ?? simple)(node);
  };
  const block = (node: Node) => (node["statements"] as Node[]).forEach(statement);
  const loop = (node: Node) => {
    tested(node, true);
    statement(node["body"] as Node);
  };

  const statements: Readonly<Record<string, (node: Node) => void>> = {
    Block: block,
    UncheckedBlock: block,
    PlaceholderStatement: () => {},
    InlineAssembly: (node) => void changes.push(...walkAssembly(content, node["AST"] as Node)),
    IfStatement: (node) => {
      tested(node, false);
      statement(node["trueBody"] as Node);
      statement(node["falseBody"] as Node | undefined);
    },
    ForStatement: (node) => {
      const start = (node["initializationExpression"] as Node | null)?.["initialValue"] as Node | undefined;
      if (start) expression(start, { at: range(start), form: "expression" }, node);
      loop(node);
    },
    WhileStatement: loop,
    DoWhileStatement: loop,
    TryStatement: (node) => (node["clauses"] as Node[]).forEach((clause) => statement(clause["block"] as Node)),
    VariableDeclarationStatement: (node) => {
      if (node["initialValue"]) expression(node["initialValue"], { at: whole(node), form: "declaration" }, node);
    },
  };

  const functions = (node: Node): void => {
    if (node["body"]) statement(node["body"] as Node);
    for (const inner of (node["nodes"] as Node[] | undefined) ?? []) functions(inner);
  };
  functions(ast);
  return { file, content, changes };
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "nodeType" in value;

/** Tells whether a statement assigns a storage pointer. Without the assignment the function does not compile. */
const pointsToStorage = ({ expression: node }: Node) =>
  isNode(node) &&
  node.nodeType === "Assignment" &&
  (typeOf(node["leftHandSide"] as Node) ?? "").endsWith(" storage pointer");

/** Returns a node's type. Arguments are exchanged only if they have the same type. */
const typeOf = (node: Node) => (node["typeDescriptions"] as { typeString?: string } | undefined)?.typeString;
