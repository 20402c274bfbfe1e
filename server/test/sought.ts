/** Secrets in every form in which they could leak, and a search for them. */

/** A secret, and the number of answers that show it. */
export type Secret = { readonly name: string; readonly bytes: Uint8Array; readonly shown: number };
/** Text or bytes that somebody can read. */
export type Place = { readonly name: string; readonly content: Uint8Array };

const BASE64_TO_URL: Readonly<Record<string, string>> = { "+": "-", "/": "_" };

/**
 * The base64 characters of bytes at any of the three alignments, without characters that depend on neighbouring bytes.
 */
function base64Of(bytes: Uint8Array): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [own, own.replaceAll(/[+/]/g, (sign) => BASE64_TO_URL[sign]!)];
  });
}

/** The bytes themselves, in hex of either case, and in base64 of both alphabets. */
export function formsOf(bytes: Uint8Array): Buffer[] {
  const hex = Buffer.from(bytes).toString("hex");
  return [Buffer.from(bytes), ...[hex, hex.toUpperCase(), ...base64Of(bytes)].map((text) => Buffer.from(text))];
}

/** The names of the places that contain a secret. */
export function foundIn(bytes: Uint8Array, places: readonly Place[]): string[] {
  const forms = formsOf(bytes);
  return places
    .filter(({ content }) =>
      forms.some((form) => Buffer.from(content.buffer, content.byteOffset, content.length).includes(form)),
    )
    .map(({ name }) => name);
}
