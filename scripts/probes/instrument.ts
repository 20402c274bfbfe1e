import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { walkBody } from "./solidity.ts";
import { openSource, type Condition, type Node, type Statement } from "./source.ts";

/**
 * Coverage of lines and branches. Sources are rewritten to report the code that runs, by calls without other effects.
 *
 * - Every statement is preceded by a probe. A line is covered if all statements that begin on it were reached.
 * - Every condition passes through a probe that reports its value. Conditions are those in `if`, `?:`, loops and
 *   `require`, down to each operand of `&&`, `||` and `!`, and each operand of `&&` and `||` elsewhere. Each condition
 *   has two branches, true and false. (An `assert` does not count, because it must never fail.)
 * - In assembly, the same holds for `if` and `for`. Assembly in a `pure` function counts as one statement, because it
 *   may not call a probe.
 *
 * Functions without statements and code from other projects do not count.
 */
type Instrumented = {
  /** The rewritten source. */
  readonly source: string;
  readonly statements: readonly Statement[];
  readonly conditions: readonly Condition[];
};

/** The import path under which rewritten sources find `Hits.sol`. */
export const HITS = "anchorlog-coverage/Hits.sol";

/** Rewrites a source. Its tags derive from `path`, its path below the root. */
export function instrument(content: string, path: string): Instrumented {
  const firstId = BigInt(`0x${createHash("sha256").update(path).digest("hex").slice(0, 16)}`) << 64n;
  const source = openSource(content, firstId);
  for (const definition of functions(parse(content, path))) {
    walkBody(source, definition["body"], definition["stateMutability"] === "pure");
  }
  const { statements, conditions } = source;
  if (statements.length === 0) return { source: content, statements, conditions };
  return { source: `${source.rewrite()}\nimport {Hits as __Hits} from "${HITS}";\n`, statements, conditions };
}

/** Returns all functions, constructors and modifiers of a file. */
function functions(node: Node): Node[] {
  if (node.nodeType === "FunctionDefinition" || node.nodeType === "ModifierDefinition") return [node];
  return ((node["nodes"] as Node[] | undefined) ?? []).flatMap(functions);
}

function parse(content: string, path: string): Node {
  const solc = createRequire(import.meta.url)("solc") as { compile: (input: string) => string };
  const input = {
    language: "Solidity",
    sources: { [path]: { content } },
    settings: { stopAfter: "parsing", outputSelection: { "*": { "": ["ast"] } } },
  };
  const { sources, errors } = JSON.parse(solc.compile(JSON.stringify(input))) as {
    sources?: Record<string, { ast: Node }>;
    errors?: { formattedMessage: string }[];
  };
  const ast = sources?.[path]?.ast;
  if (!ast) throw new Error(`${path} does not parse\n${errors?.map((e) => e.formattedMessage).join("\n")}`);
  return ast;
}
