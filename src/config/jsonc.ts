import { FormatError, parseStrictJson } from "../encoding/json.ts";

/** A string, a comment, a comma before a closing bracket, or a comment that does not end. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|\/\*/g;
/** A string, or a comma before a closing bracket. */
const LAST_COMMA = /"(?:[^"\\\n]|\\.)*"|(,)(?=\s*[}\]])/g;

/**
 * Reads JSON with comments, of one line or many, and commas after last items: what editors know as JSONC. All else is
 * strict: no duplicate members, no other spelling of a number.
 *
 * @throws FormatError where the text is not such JSON.
 */
export function parseJsonc(text: string): unknown {
  // As much white space in its place, so that what the parser says of lines stays true.
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
    if (!(error instanceof FormatError) || error.kind !== "malformed") throw error;
    throw new FormatError("malformed", "", `not JSON${placeOf(error.message, plain)}`);
  }
}

/** Where a parser stopped. What it quotes of the text may be a secret, and is left out. */
function placeOf(message: string, text: string): string {
  const line = /\(line ([0-9]+) column/.exec(message)?.[1];
  if (line !== undefined) return `, in line ${line}`;
  const quoted = /"([^]*)"(?:\.\.\.)? is not valid JSON$/.exec(message)?.[1];
  const at = quoted === undefined ? -1 : text.indexOf(quoted);
  if (quoted === undefined || at < 0) return "";
  // The parser quotes as much before what it does not expect as behind it.
  return `, about line ${text.slice(0, at + Math.floor(quoted.length / 2)).split("\n").length}`;
}
