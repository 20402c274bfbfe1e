/** Content types of requests, read by one rule on all routes (RFC 9110, section 8.3.1). */
import { remembering } from "../foundation/remembering.ts";
import { ApiError } from "./errors.ts";

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const PARAMETER = `(${TOKEN})=(?:(${TOKEN})|"([^"\\\\]*)")`;
const TYPE = new RegExp(`^(${TOKEN}/${TOKEN})((?:[ \\t]*;(?:[ \\t]*${PARAMETER})?)*)[ \\t]*$`);
const PARAMETERS = new RegExp(PARAMETER, "g");

/** Cached content types. */
const MOST_KNOWN = 100;

type MediaType = { readonly type: string; readonly parameters: ReadonlyMap<string, string> };

/**
 * Parses a content type. Unknown parameters have no meaning, and are ignored. `charset` must be utf-8, because the type
 * is signed, and other readers may decode the content by it.
 *
 * @throws ApiError 415 if the text has another charset, or more than one reading.
 */
export const readMediaType = remembering(MOST_KNOWN, parse);

function parse(text: string): MediaType {
  const [, type, rest] = TYPE.exec(text) ?? [];
  if (type === undefined) throw unreadable("is not a media type with parameters");
  const parameters = new Map<string, string>();
  for (const [, name, token, quoted] of rest!.matchAll(PARAMETERS)) {
    const key = name!.toLowerCase();
    if (parameters.has(key)) throw unreadable(`has the parameter ${key} twice`);
    parameters.set(key, token ?? quoted!);
  }
  const charset = parameters.get("charset")?.toLowerCase() ?? "utf-8";
  if (charset !== "utf-8") throw unreadable("has another charset than utf-8: send the content in UTF-8");
  return { type: type.toLowerCase(), parameters };
}

function unreadable(why: string): ApiError {
  return new ApiError(415, "unsupported_media_type", `Content-Type ${why}`, { field: "Content-Type" });
}
