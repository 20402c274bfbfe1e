import { parseSync } from "rolldown/utils";
import type { Change, Forms, Range, Source } from "../mutants.ts";
import { COMPARES, OPERATORS, ORDERED } from "../operators.ts";

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

/** Nodes around an expression that only state its type. */
const TYPED = new Set(["TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression", "TSTypeAssertion"]);

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
    return this.content.slice(node.start, node.end);
  }

  /** Returns two neighbours in exchanged order, with the text between them. */
  swapped(left: Node, right: Node): string {
    return this.textOf(right) + this.content.slice(left.end, right.start) + this.textOf(left);
  }

  /** Adds a change of a range inside the expression `unit`, unless the text is already there. */
  expression(unit: Node, at: Range, text: string, shown = unit): void {
    if (this.content.slice(...at) === text) return;
    this.changes.push({ at, text, unit: rangeOf(unit), form: "expression", shown: rangeOf(shown) });
  }

  replace(node: Node, text: string, shown = node): void {
    this.expression(node, rangeOf(node), text, shown);
  }

  /** Adds the change that leaves out a statement. */
  drop(node: Node): void {
    this.changes.push({ at: rangeOf(node), text: "", unit: rangeOf(node), form: "statement", shown: rangeOf(node) });
  }

  /** Adds changes of the operator between a node's operands. */
  operators(node: Node, left: Node | undefined, right: Node | undefined): void {
    const operator = node["operator"] as string;
    const others = OPERATORS[operator] ?? [];
    if (others.length === 0) return;
    const start = this.content.indexOf(operator, left?.end ?? node.start);
    if (start < 0 || start > (right?.start ?? node.end))
      throw new Error(`${this.file}: no operator in ${this.textOf(node)}`);
    for (const other of others) this.expression(node, [start, start + operator.length], other);
  }

  condition(test: Node | null, isLoop = false): void {
    if (!test) return;
    const isPlain = COMPARES.has(test["operator"] as string) || test["operator"] === "!";
    if (!isPlain) this.replace(test, `!(${this.textOf(test)})`);
    if (!isLoop) this.replace(test, "true");
    if (!isLoop) this.replace(test, "false");
  }
}

type Visit = (found: Found, node: Node, parents: readonly Node[]) => void;

const ofCall: Visit = (found, node, parents) => {
  const list = node["arguments"] as Node[];
  for (const [i, left] of list.entries()) {
    const right = list[i + 1];
    if (!right || [left, right].some(({ type }) => type === "SpreadElement")) continue;
    if (found.textOf(left) === found.textOf(right)) continue;
    found.expression(chained(node, parents), [left.start, right.end], found.swapped(left, right), node);
  }
};

const ofLiteral: Visit = (found, node, parents) => {
  const value = node["value"];
  const parent = parents.at(-1)!;
  if (parent["key"] === node && parent["computed"] !== true) return;
  const shown = parent.end - parent.start < 100 ? parent : node;
  if (typeof value === "boolean") found.replace(node, String(!value), shown);
  if (Number.isSafeInteger(value)) {
    found.replace(node, String((value as number) + 1), shown);
    found.replace(node, String((value as number) - 1), shown);
  } else if (typeof value === "bigint") {
    found.replace(node, `${value + 1n}n`, shown);
    found.replace(node, `${value - 1n}n`, shown);
  }
};

const ofLoop: Visit = (found, node) => found.condition(node["test"] as Node | null, true);
const ofTest: Visit = (found, node) => found.condition(node["test"] as Node);
const ofJump: Visit = (found, node) => found.drop(node);

const VISITS: Readonly<Record<string, Visit>> = {
  BinaryExpression: (found, node) => {
    const [left, right] = [node["left"] as Node, node["right"] as Node];
    if (node["operator"] === "+" && [left, right].some(isText)) return;
    found.operators(node, left, right);
    if (ORDERED.has(node["operator"] as string)) found.replace(node, found.swapped(left, right));
  },
  LogicalExpression: (found, node) => {
    const [left, right] = [node["left"] as Node, node["right"] as Node];
    found.operators(node, left, right);
    found.replace(node, found.textOf(left));
    if (node["operator"] !== "??") found.replace(node, found.textOf(right));
  },
  UnaryExpression: (found, node) => {
    if (node["operator"] === "!" || node["operator"] === "-")
      found.replace(node, found.textOf(node["argument"] as Node));
  },
  AssignmentExpression: (found, node) => found.operators(node, node["left"] as Node, node["right"] as Node),
  UpdateExpression: (found, node, parents) => {
    const argument = node["argument"] as Node;
    // Skip a loop's update: a loop that counts in the wrong direction never ends.
    if (parents.at(-1)?.["update"] === node) return;
    found.operators(node, node["prefix"] ? undefined : argument, node["prefix"] ? argument : undefined);
  },
  ConditionalExpression: ofTest,
  IfStatement: ofTest,
  WhileStatement: ofLoop,
  DoWhileStatement: ofLoop,
  ForStatement: ofLoop,
  CallExpression: ofCall,
  NewExpression: ofCall,
  Literal: ofLiteral,
  ThrowStatement: ofJump,
  BreakStatement: ofJump,
  ContinueStatement: ofJump,
  ExpressionStatement: (found, node) => {
    if (node["directive"] === undefined || node["directive"] === null) found.drop(node);
  },
  ReturnStatement: (found, node) => {
    const argument = node["argument"] as Node | null;
    if (argument) found.replace(argument, "undefined", node);
    else found.drop(node);
  },
};

export function changesOf(file: string, content: string): Source<Form> {
  const { program, errors } = parseSync(file, content);
  if (errors[0]) throw new Error(`${file} does not parse: ${errors[0].message}`);
  const found = new Found(file, content);
  walk(found, program, []);
  return { file, content, changes: found.changes };
}

function walk(found: Found, value: unknown, parents: readonly Node[]): void {
  if (Array.isArray(value)) for (const item of value) walk(found, item, parents);
  if (typeof value !== "object" || value === null || !("type" in value)) return;
  const node = value as Node;
  if (TYPED.has(node.type)) return walk(found, node["expression"], [...parents, node]);
  if (node.type.startsWith("TS")) return;
  VISITS[node.type]?.(found, node, parents);
  for (const child of Object.values(node)) walk(found, child, [...parents, node]);
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

function rangeOf({ start, end }: Node): Range {
  return [start, end];
}
