import { attempt } from "./attempt.ts";

/** Bytes as standard base64 with padding (RFC 4648, section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Canonical standard base64 as bytes, or undefined if the text is something else. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const binary = attempt(() => atob(text));
  if (binary === undefined || btoa(binary) !== text) return undefined;
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
