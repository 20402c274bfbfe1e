/** Converts actions in DUAL's shape, whose signature is in `auth`, to the typed actions that were signed. */
import { logId, type Hex, type Message, type OperatorId } from "anchorlog/action";
import type { Schemas } from "./calls.ts";
import { canonical, kindsOf, membersOf, NAMES, saidIn } from "./prepare.ts";
import { types, type TypedAction } from "./kinds.ts";

type AuthorizedMembers = Readonly<Record<string, string | number | object | undefined>>;
export type AuthorizedAction = Schemas["AuthorizedAction"];

/** The typed actions that may have been signed. The template decides between them. */
export function typedOf(body: AuthorizedAction, operator: OperatorId, log: string): readonly TypedAction[] {
  const { action, nonce, deadline, auth } = body;
  const actor = auth.account.toLowerCase();
  const signature = auth.signature.toLowerCase() as Hex;
  const [[name, asked] = ["", {}]] = membersOf(action) as [string, AuthorizedMembers][];
  const said = saidIn(name, asked, actor) as AuthorizedMembers;
  return kindsOf(name, asked).map((primaryType) => {
    const payload = types.kinds.get(primaryType)!.members.map(({ name, type }) => {
      const value = said[NAMES[name] ?? name] ?? "";
      const text = typeof value === "object" ? canonical(value) : String(value);
      return [name, type === "address" ? text.toLowerCase() : text];
    });
    const message = { log: logId(operator, log), actor, nonce, deadline, payload: Object.fromEntries(payload) };
    return { primaryType, message: message as Message & { payload: Record<string, string> }, signature };
  });
}
