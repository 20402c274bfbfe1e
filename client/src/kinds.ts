/** The kinds of actions that the API accepts. */
import { defineActions, type Hex, type Message } from "anchorlog/action";
import { KINDS } from "./generated/operations.ts";

export const types = defineActions(KINDS);
export type Kinds = typeof KINDS;
export type KindName = keyof Kinds;
export type Payload<K extends KindName> = Message<Kinds[K]>["payload"];

/** An action as its wallet signed it. */
export type TypedAction = {
  readonly primaryType: KindName;
  readonly message: Message & { readonly payload: Record<string, string> };
  readonly signature: Hex;
};
