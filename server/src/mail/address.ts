const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`);

/**
 * Whether a text is an address as all mail servers take one (RFC 5321, 4.1.2): a dot-atom in ASCII, at a domain of two
 * labels or more, those of other scripts in their ASCII form. No quotes, spaces or line ends, and no domain of numbers.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text) && text.indexOf("@") <= 64 && !/\.[0-9]+$/.test(text);
}
