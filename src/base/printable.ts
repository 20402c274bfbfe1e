/**
 * Makes text safe to show. Text from a file may hold escape sequences that recolour a verdict, or characters that change
 * the text direction. They are shown as U+FFFD.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, (char) => (char === "\n" ? char : "\ufffd"));
}
