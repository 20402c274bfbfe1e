/** Reads typed actions, in whichever shape they come, and whose they are. */
import type { Hex } from "anchorlog";
import type { Message, SignedAction } from "anchorlog/action";
import type { Caller } from "../accounts/caller.ts";
import { assertSends } from "../accounts/signer.ts";
import { ApiError, badRequest, notFound } from "../http/errors.ts";
import type { Command } from "../platform/command.ts";
import { commandOf, KINDS, NOBODY } from "../platform/kinds.ts";
import type { View } from "../platform/view.ts";
import { assertKindOf, commandIn, payloadOf, unsigned, type Order } from "./order.ts";
import type { TypedOrder } from "./perform.ts";

export type Reader = ReturnType<typeof createReader>;

export function createReader(view: View) {
  const hasCustody = async ({ organization }: Caller, command: Command): Promise<boolean> => {
    const { template } = await view.load(organization.id, command, { signer: NOBODY });
    if (template !== undefined) return template.custody;
    if (command.name === "mint")
      throw new ApiError(404, "no_such_template", `there is no template ${command.template}`, { field: "template_id" });
    throw notFound("object", command.id);
  };
  const typed = async (caller: Caller, order: Order): Promise<TypedOrder> => {
    if (order.form === "request") throw unsigned();
    if (order.form === "typed") {
      assertKindOf(order.action, KINDS);
      return { action: order.action, ...commandOf(order.action) };
    }
    const { action, nonce, deadline, auth } = order.body;
    const actor = auth.account.toLowerCase() as Hex;
    // Before it is looked for what it is about: whoever may not send it is not told what there is.
    assertSends(caller, actor);
    if (action.mint !== undefined && action.mint.id === undefined) {
      throw badRequest(
        "action.mint.id",
        "malformed",
        "a mint that is signed names its id: POST /ebus/prepare offers one",
      );
    }
    const command = commandIn(action, { id: "", to: actor });
    const { kind, payload } = payloadOf(command, await hasCustody(caller, command));
    const message = { log: caller.organization.logId, actor, nonce, deadline, payload } as Message;
    const signedAction: SignedAction = { primaryType: kind, message, signature: auth.signature.toLowerCase() as Hex };
    return { action: signedAction, ...commandOf(signedAction) };
  };
  const walletOf = ({ account }: Caller): Hex => {
    if (account?.wallet !== undefined) return account.wallet;
    throw badRequest("account", "no_account", "say which account is to sign: the caller has no wallet here");
  };
  return { typed, hasCustody, walletOf };
}
