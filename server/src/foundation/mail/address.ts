const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`);

/**
 * Whether a text is an address that all mail servers accept (RFC 5321, section 4.1.2): an ASCII dot-atom at a domain of
 * at least two labels. Quotes, spaces, line ends and numeric domains are not allowed. International domains must be in
 * ASCII form.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text) && text.indexOf("@") <= 64 && !/\.[0-9]+$/.test(text);
}
