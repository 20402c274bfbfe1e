import fc from "fast-check";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Place = { readonly parent: Json[] | { [name: string]: Json }; readonly key: string | number };

/** Every member and item of a document, however deep. */
function placesOf(value: Json): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const parent = value;
  const keys = Array.isArray(parent) ? parent.keys() : Object.keys(parent);
  return [...keys].flatMap((key) => [{ parent, key }, ...placesOf((parent as Record<string | number, Json>)[key]!)]);
}

/** Replacements for a value: of other types, and in spellings that are not canonical. */
const RETYPED: Json[] = [null, true, 0, 1, -1, 1.5, "", "0", "1", "0x", "0x00", "text", [], ["0x00"], {}, { a: "1" }];
const SPELLINGS: ((text: string) => string)[] = [
  (text) => text.toUpperCase(),
  (text) => text.replace(/[a-f]/, (digit) => digit.toUpperCase()),
  (text) => `${text}0`,
  (text) => `${text}00`,
  (text) => `${text}\n`,
  (text) => `0${text}`,
  (text) => ` ${text}`,
  (text) => `+${text}`,
  (text) => `-${text}`,
  (text) => `${text}.0`,
  (text) => text.slice(1),
  (text) => text.slice(0, -1),
  (text) => text.slice(0, -2),
  (text) => text.replace("0x", ""),
  (text) => text.replace(/[0-9]$/, (digit) => String((Number(digit) + 1) % 10)),
  (text) => text.replaceAll(/[0-9]/g, "9"),
  (text) => `${text}\u00e9`,
  (text) => `${text}\u{1f5ff}`,
  (text) => text.repeat(70),
  () => "9007199254740991",
  () => "9007199254740992",
  () => "18446744073709551615",
  () => "18446744073709551616",
  () => (2n ** 256n - 1n).toString(),
  () => (2n ** 256n).toString(),
  () => "1".repeat(79),
];

/** Documents that differ from one of `documents` in one or two places. Indexes wrap around. */
export function mutationsOf(documents: readonly string[]): fc.Arbitrary<string> {
  const step = fc.record({ place: fc.nat(), how: fc.nat(9), pick: fc.nat() });
  return fc
    .tuple(fc.nat(documents.length - 1), fc.array(step, { minLength: 1, maxLength: 3 }))
    .map(([which, steps]) => {
      const root: Json[] = [JSON.parse(documents[which]!) as Json];
      for (const { place, how, pick } of steps) {
        const places = placesOf(root);
        if (places.length > 0) mutate(places[place % places.length]!, how, pick);
      }
      return JSON.stringify(root[0] ?? null);
    });
}

function mutate({ parent, key }: Place, how: number, pick: number): void {
  const values = parent as Record<string | number, Json>;
  const value = values[key]!;
  if (how === 0) {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  } else if (how === 1) {
    if (Array.isArray(parent)) parent.splice(Number(key), 0, structuredClone(value));
    else parent[`${key}2`] = structuredClone(value);
  } else if (how <= 3 || typeof value !== "string") values[key] = structuredClone(RETYPED[pick % RETYPED.length]!);
  else values[key] = SPELLINGS[pick % SPELLINGS.length]!(value);
}
