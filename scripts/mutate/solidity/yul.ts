import { range, type Node } from "../../probes/source.ts";
import type { Change, Forms, Range } from "../mutants.ts";

/** Forms of switches in assembly: around a statement, a declaration or a condition. */
export type YulForm = "yul" | "let" | "if";

const cases: Forms<YulForm>["yul"] = (inner, variants) =>
  `switch coinbase() ${variants.map(({ number, text }) => `case ${number} {/*${number}*/ ${text} } `).join("")}default {/*0*/ ${inner} }`;

export const yulForms: Forms<YulForm> = {
  yul: cases,
  let: (inner, variants) => {
    const plain = (text: string) => text.replace(/^let\s+/, "");
    const names = inner.slice(0, inner.indexOf(":="));
    return `${names} ${cases(
      plain(inner),
      variants.map((variant) => ({ ...variant, text: plain(variant.text) })),
    )}`;
  },
  // The condition is computed once, because it may have side effects. A variant's text tells how to change its value.
  if: (inner, variants) =>
    variants.reduce((value, { number, text }) => {
      const turn = `eq(coinbase(), ${number})`;
      if (text === "true") return `or(${value}, ${turn})`;
      if (text === "false") return `mul(iszero(iszero(${value})), iszero(${turn}))`;
      return `xor(iszero(iszero(${value})), ${turn})`;
    }, inner),
};

const BUILTINS: Readonly<Record<string, string>> = {
  add: "sub",
  sub: "add",
  mul: "add",
  and: "or",
  or: "and",
  eq: "sub",
  lt: "gt",
  gt: "lt",
  shl: "shr",
  shr: "shl",
};

export function walkAssembly(content: string, block: Node): Change<YulForm>[] {
  const changes: Change<YulForm>[] = [];
  const textOf = (node: Node) => content.slice(...range(node));

  const expression = (value: unknown, unit: Range, form: YulForm, parent: Node): void => {
    if (Array.isArray(value)) for (const item of value) expression(item, unit, form, parent);
    if (typeof value !== "object" || value === null || !("nodeType" in value)) return;
    const node = value as Node;
    const change = (at: Range, text: string, shown = node) =>
      void changes.push({ at, text, unit, form, shown: range(shown) });
    if (node.nodeType === "YulFunctionCall") {
      const name = node["functionName"] as Node;
      const other = BUILTINS[name["name"] as string];
      if (other) change(range(name), other);
      const [only] = node["arguments"] as Node[];
      if (name["name"] === "iszero") change(range(node), textOf(only!));
    }
    if (node.nodeType === "YulLiteral" && node["kind"] === "number" && textOf(node).length <= 18) {
      const number = BigInt(textOf(node));
      change(range(node), `${number + 1n}`, parent);
      if (number > 0n) change(range(node), `${number - 1n}`, parent);
    }
    for (const child of Object.values(node)) expression(child, unit, form, node);
  };

  const statement = (node: Node): void => {
    const unit = range(node);
    if (node.nodeType === "YulVariableDeclaration" && node["value"]) expression(node["value"], unit, "let", node);
    if (node.nodeType === "YulAssignment") expression(node["value"], unit, "yul", node);
    if (node.nodeType === "YulExpressionStatement" || node.nodeType === "YulAssignment") {
      changes.push({ at: unit, text: "", unit, form: "yul", shown: unit });
      if (node.nodeType === "YulExpressionStatement") expression(node["expression"], unit, "yul", node);
    }
    if (node.nodeType === "YulIf") {
      const test = range(node["condition"] as Node);
      for (const text of ["true", "false", `not ${content.slice(...test)}`]) {
        changes.push({ at: test, text, unit: test, form: "if", shown: test });
      }
    }
    if (node.nodeType === "YulBlock") (node["statements"] as Node[]).forEach(statement);
    if (node.nodeType === "YulSwitch") (node["cases"] as Node[]).forEach((one) => statement(one["body"] as Node));
    else if (node["body"]) statement(node["body"] as Node);
  };
  statement(block);
  return changes;
}
