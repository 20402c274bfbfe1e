/** Each operator of Solidity and TypeScript, and those that a mutant has instead of it. */
export const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "==": ["!="],
  "!=": ["=="],
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
export const COMPARES: ReadonlySet<string> = new Set(["<", "<=", ">", ">=", "==", "!=", "===", "!=="]);
/** Operators whose operands a mutant exchanges. */
export const ORDERED: ReadonlySet<string> = new Set(["-", "/", "%", "<<", ">>", ">>>"]);
