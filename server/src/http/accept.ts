/**
 * How much a client wants a media type, from 0 to 1, by its field Accept (RFC 9110, 12.5.1); 0 where it does not name it:
 * a range asks for nothing in particular.
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

/** Whether a client asks for a media type by its name, and not for JSON before it. */
export function asksFor(accept: string | undefined, type: string): boolean {
  const quality = qualityOf(accept ?? "", type);
  return quality > 0 && quality >= qualityOf(accept ?? "", "application/json");
}
