import { range, type Node } from "../../probes/source.ts";
import type { Change, Forms, Range, Source } from "../mutants.ts";
import { COMPARES, OPERATORS, ORDERED } from "../operators.ts";
import { walkAssembly, yulForms, type YulForm } from "./yul.ts";

/** Forms of switches. A declaration needs its own: its names must stay visible after the switch. */
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

/** Types of nodes that are not code, and so have no mutants inside. */
const NO_CODE = /TypeName$|^(IdentifierPath|StructuredDocumentation|ParameterList|OverrideSpecifier)$/;

/** The expression or statement that a switch goes around. */
type Unit = { readonly at: Range; readonly form: Form };

/** A file's text and the changes found in it so far. */
class Found {
  readonly changes: Change<Form>[] = [];
  readonly file: string;
  readonly content: string;

  constructor(file: string, content: string) {
    this.file = file;
    this.content = content;
  }

  textOf(node: Node): string {
    return this.content.slice(...range(node));
  }

  /** Returns two neighbours in exchanged order, with the text between them. */
  swapped(left: Node, right: Node): string {
    return this.textOf(right) + this.content.slice(range(left)[1], range(right)[0]) + this.textOf(left);
  }

  replace(unit: Unit, node: Node, text: string, shown = node, at: Range = range(node)): void {
    this.changes.push({ at, text, unit: unit.at, form: unit.form, shown: range(shown) });
  }

  /** Adds the change that leaves out a statement. */
  drop(unit: Unit): void {
    this.changes.push({ at: unit.at, text: "", unit: unit.at, form: unit.form, shown: unit.at });
  }

  /** Adds changes of a node's operator, which stands between two positions. */
  operators(unit: Unit, node: Node, from: number, to: number): void {
    const operator = node["operator"] as string;
    const start = this.content.indexOf(operator, from);
    const end = start + operator.length;
    if (start < 0 || end > to) throw new Error(`${this.file}: no ${operator} in ${this.textOf(node)}`);
    for (const other of OPERATORS[operator] ?? []) this.replace(unit, node, other, node, [start, end]);
  }

  condition(unit: Unit, test: Node, isLoop: boolean): void {
    const operator = test["operator"] as string | undefined;
    const isPlain = operator !== undefined && (COMPARES.has(operator) || operator === "!");
    if (!isPlain) this.replace(unit, test, `!(${this.textOf(test)})`);
    if (!isLoop) this.replace(unit, test, "true");
    if (!isLoop) this.replace(unit, test, "false");
  }

  /** Returns a statement's range including its semicolon, which the compiler sometimes leaves out. */
  whole(node: Node): Range {
    const [start, end] = range(node);
    return [start, /[;}]/.test(this.content[end - 1]!) ? end : this.content.indexOf(";", end) + 1];
  }
}

type Visit = (found: Found, node: Node, unit: Unit, parent: Node) => void;

const ofLiteral: Visit = (found, node, unit, parent) => {
  const text = found.textOf(node);
  const shown = parent["src"] && isShort(parent) ? parent : node;
  if (node["kind"] === "bool") found.replace(unit, node, text === "true" ? "false" : "true", shown);
  const number = /^(0x[0-9a-fA-F]{1,16}|\d[\d_]*)(?=$| )/.exec(text)?.[0];
  if (node["kind"] !== "number" || number === undefined) return;
  const value = BigInt(number.replaceAll("_", ""));
  const at: Range = [range(node)[0], range(node)[0] + number.length];
  found.replace(unit, node, `${value + 1n}`, shown, at);
  if (value > 0n) found.replace(unit, node, `${value - 1n}`, shown, at);
};

/** Changes the value of a named constant. */
const ofIdentifier: Visit = (found, node, unit, parent) => {
  if (!/^uint\d+$/.test(typeOf(node) ?? "") || !/^[A-Z][A-Z\d_]+$/.test(node["name"] as string)) return;
  if (parent["leftHandSide"] === node) return;
  const shown = isShort(parent) ? parent : node;
  found.replace(unit, node, `(${found.textOf(node)} + 1)`, shown);
  found.replace(unit, node, `(${found.textOf(node)} - 1)`, shown);
};

const ofCall: Visit = (found, node, unit) => {
  if ((node["names"] as string[]).length > 0) return;
  const list = node["arguments"] as Node[];
  for (const [i, left] of list.entries()) {
    const right = list[i + 1];
    if (right === undefined || typeOf(left) !== typeOf(right) || found.textOf(left) === found.textOf(right)) continue;
    found.replace(unit, node, found.swapped(left, right), node, [range(left)[0], range(right)[1]]);
  }
};

const VISITS: Readonly<Record<string, Visit>> = {
  BinaryOperation: (found, node, unit) => {
    const [left, right] = [node["leftExpression"] as Node, node["rightExpression"] as Node];
    const operator = node["operator"] as string;
    found.operators(unit, node, range(left)[1], range(right)[0]);
    if (operator === "&&" || operator === "||")
      for (const one of [left, right]) found.replace(unit, node, found.textOf(one));
    if (ORDERED.has(operator)) found.replace(unit, node, found.swapped(left, right));
  },
  UnaryOperation: (found, node, unit) => {
    const inner = node["subExpression"] as Node;
    if (node["operator"] === "!") found.replace(unit, node, found.textOf(inner));
    if (node["operator"] !== "++" && node["operator"] !== "--") return;
    if (node["prefix"]) found.operators(unit, node, range(node)[0], range(inner)[0]);
    else found.operators(unit, node, range(inner)[1], range(node)[1]);
  },
  Assignment: (found, node, unit) => {
    const [left, right] = [node["leftHandSide"] as Node, node["rightHandSide"] as Node];
    found.operators(unit, node, range(left)[1], range(right)[0]);
  },
  Conditional: (found, node, unit) => found.condition(unit, node["condition"] as Node, false),
  Literal: ofLiteral,
  Identifier: ofIdentifier,
  FunctionCall: ofCall,
};

function expression(found: Found, value: unknown, unit: Unit, parent: Node): void {
  if (Array.isArray(value)) for (const item of value) expression(found, item, unit, parent);
  if (!isNode(value) || NO_CODE.test(value.nodeType)) return;
  VISITS[value.nodeType]?.(found, value, unit, parent);
  for (const child of Object.values(value)) expression(found, child, unit, value);
}

function simple(found: Found, node: Node): void {
  const unit: Unit = { at: found.whole(node), form: "statement" };
  if (!pointsToStorage(node)) found.drop(unit);
  expression(found, node, unit, node);
}

function tested(found: Found, node: Node, isLoop: boolean): void {
  const test = node["condition"] as Node | null;
  if (!test) return;
  const unit: Unit = { at: range(test), form: "expression" };
  found.condition(unit, test, isLoop);
  expression(found, test, unit, node);
}

function block(found: Found, node: Node): void {
  for (const one of node["statements"] as Node[]) statement(found, one);
}

function loop(found: Found, node: Node): void {
  tested(found, node, true);
  statement(found, node["body"] as Node);
}

const STATEMENTS: Readonly<Record<string, (found: Found, node: Node) => void>> = {
  Block: block,
  UncheckedBlock: block,
  PlaceholderStatement: () => {},
  InlineAssembly: (found, node) => void found.changes.push(...walkAssembly(found.content, node["AST"] as Node)),
  IfStatement: (found, node) => {
    tested(found, node, false);
    statement(found, node["trueBody"] as Node);
    statement(found, node["falseBody"] as Node | undefined);
  },
  ForStatement: (found, node) => {
    const start = (node["initializationExpression"] as Node | null)?.["initialValue"] as Node | undefined;
    if (start) expression(found, start, { at: range(start), form: "expression" }, node);
    loop(found, node);
  },
  WhileStatement: loop,
  DoWhileStatement: loop,
  TryStatement: (found, node) => {
    for (const clause of node["clauses"] as Node[]) statement(found, clause["block"] as Node);
  },
  VariableDeclarationStatement: (found, node) => {
    const unit: Unit = { at: found.whole(node), form: "declaration" };
    if (node["initialValue"]) expression(found, node["initialValue"], unit, node);
  },
};

function statement(found: Found, node: Node | null | undefined): void {
  if (node) (STATEMENTS[node.nodeType] ?? simple)(found, node);
}

function functions(found: Found, node: Node): void {
  if (node["body"]) statement(found, node["body"] as Node);
  for (const inner of (node["nodes"] as Node[] | undefined) ?? []) functions(found, inner);
}

/** Returns all possible changes of a file. `ast` is its typed syntax tree, with ranges in bytes of `content`. */
export function changesOf(file: string, content: string, ast: Node): Source<Form> {
  const found = new Found(file, content);
  functions(found, ast);
  return { file, content, changes: found.changes };
}

/** Tells whether a list of mutants can show a node whole. */
const isShort = (node: Node) => range(node)[1] - range(node)[0] < 100;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "nodeType" in value;

/** Tells whether a statement assigns a storage pointer. Without the assignment the function does not compile. */
const pointsToStorage = ({ expression: node }: Node) =>
  isNode(node) &&
  node.nodeType === "Assignment" &&
  (typeOf(node["leftHandSide"] as Node) ?? "").endsWith(" storage pointer");

/** Returns a node's type. Arguments are exchanged only if they have the same type. */
const typeOf = (node: Node) => (node["typeDescriptions"] as { typeString?: string } | undefined)?.typeString;
