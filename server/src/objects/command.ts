import type { Hex } from "anchorlog";

/** A command on an object, independent of how it was signed. Properties are JSON text; addresses are in lower case. */
export type Command =
  | {
      readonly name: "mint";
      readonly id: string;
      readonly to: Hex;
      readonly template: string;
      readonly properties: string;
      /** Whether the object moves here from another log. */
      readonly moved: boolean;
    }
  | { readonly name: "transfer"; readonly id: string; readonly to: Hex }
  /** `version` is the version to replace, in decimal; undefined for any version. */
  | { readonly name: "update"; readonly id: string; readonly version: string | undefined; readonly properties: string }
  | { readonly name: "set_attributes"; readonly id: string; readonly properties: string }
  /** `gate` is the contract that shall pay for the object; undefined for no contract. */
  | { readonly name: "redeem"; readonly id: string; readonly gate: Hex | undefined }
  | { readonly name: "burn"; readonly id: string }
  /** `log` is the identifier of the log that the object moves to. */
  | { readonly name: "move"; readonly id: string; readonly log: Hex };

export const COMMANDS = [
  "mint",
  "transfer",
  "update",
  "set_attributes",
  "redeem",
  "burn",
  "move",
] as const satisfies readonly Command["name"][];

/**
 * How the command was signed: as a kind for objects with custody, for objects without, or for both, or as an
 * `HttpRequest`, whose content the log has only as a digest.
 */
export type Form = "custody" | "plain" | "either" | "request";
