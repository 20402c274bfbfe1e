import type { Hex } from "anchorlog";

/** What is asked for an object, however it was signed. Properties are JSON text; addresses are in lower case. */
export type Command =
  | {
      readonly name: "mint";
      readonly id: string;
      readonly to: Hex;
      readonly template: string;
      readonly properties: string;
    }
  | { readonly name: "transfer"; readonly id: string; readonly to: Hex }
  /** `version`, in decimals, is the one that it replaces; undefined for whichever there is. */
  | { readonly name: "update"; readonly id: string; readonly version: string | undefined; readonly properties: string }
  | { readonly name: "set_attributes"; readonly id: string; readonly properties: string }
  | { readonly name: "redeem" | "burn"; readonly id: string };

export const COMMANDS = [
  "mint",
  "transfer",
  "update",
  "set_attributes",
  "redeem",
  "burn",
] as const satisfies readonly Command["name"][];

/**
 * How it was signed: as a kind for objects with custody, as one for objects without, as one for either, or as an
 * `HttpRequest`, of which the log has the digest alone.
 */
export type Form = "custody" | "plain" | "either" | "request";
