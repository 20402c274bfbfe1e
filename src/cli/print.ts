/**
 * Text for a terminal: what comes from a file can hold escape sequences that recolour a verdict, or
 * characters that turn its direction. They are shown as U+FFFD.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, (char) => (char === "\n" ? char : "\ufffd"));
}
