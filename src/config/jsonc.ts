import { FormatError, parseStrictJson } from "../encoding/json.ts";

/** A string, a comment, a comma before a closing bracket, or a comment that does not end. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|\/\*/g;

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
  const withoutLastCommas = bare.replaceAll(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g, (match) =>
    match === "," ? " " : match,
  );
  return parseStrictJson(withoutLastCommas);
}
