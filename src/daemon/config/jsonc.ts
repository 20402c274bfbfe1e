import { FormatError, parseStrictJson } from "../../base/json.ts";

/** A string, a comment, or the start of a comment without an end. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|\/\*/g;
/** A string, or a comma before a closing bracket. */
const LAST_COMMA = /"(?:[^"\\\n]|\\.)*"|(,)(?=\s*[}\]])/g;

/**
 * Parses JSONC: JSON with line or block comments and trailing commas. Everything else is strict: no duplicate members,
 * no other spelling of a number.
 *
 * @throws FormatError if the text is not such JSON.
 */
export function parseJsonc(text: string): unknown {
  // Replaces comments by the same amount of white space, so that the parser's line numbers stay right.
  const blank = (match: string): string => {
    if (match === "/*") throw new FormatError("malformed", "", "a comment that begins with /* does not end");
    return match.startsWith('"') ? match : match.replaceAll(/[^\n]/g, " ");
  };
  const bare = text.replace(/^\ufeff/, "").replaceAll(TOKEN, blank);
  const plain = bare.replaceAll(LAST_COMMA, (match, comma: string | undefined, at: number) =>
    comma === undefined || /[[{,]\s*$/.test(bare.slice(0, at)) ? match : " ",
  );
  try {
    return parseStrictJson(plain);
  } catch (error) {
    if (!(error instanceof FormatError) || error.code !== "malformed") throw error;
    throw new FormatError("malformed", "", `not JSON${placeOf(error.message, plain)}`);
  }
}

/**
 * The line at which a parser stopped, for an error message. Leaves out the text that the parser quotes, since it may be
 * a secret.
 */
function placeOf(message: string, text: string): string {
  const line = /\(line ([0-9]+) column/.exec(message)?.[1];
  if (line !== undefined) return `, in line ${line}`;
  const quoted = /"([^]*)"(?:\.\.\.)? is not valid JSON$/.exec(message)?.[1];
  const at = quoted === undefined ? -1 : text.indexOf(quoted);
  if (quoted === undefined || at < 0) return "";
  // The parser quotes the same number of characters before and after the unexpected one.
  return `, about line ${text.slice(0, at + Math.floor(quoted.length / 2)).split("\n").length}`;
}
