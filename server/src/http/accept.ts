/**
 * The quality that a client's Accept field gives to a media type, from 0 to 1 (RFC 9110, section 12.5.1). It is 0 if
 * the type is not named: a range such as `text/*` does not count.
 */
function qualityOf(accept: string, type: string): number {
  for (const range of accept.toLowerCase().split(",")) {
    const [name, ...parameters] = range.split(";").map((part) => part.trim());
    if (name !== type) continue;
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    return /^[01](\.[0-9]{0,3})?$/.test(quality) ? Number(quality) : 1;
  }
  return 0;
}

/** Whether a client names a media type, and prefers it to JSON or rates both equally. */
export function asksFor(accept: string | undefined, type: string): boolean {
  const quality = qualityOf(accept ?? "", type);
  return quality > 0 && quality >= qualityOf(accept ?? "", "application/json");
}
