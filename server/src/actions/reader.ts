/** Converts actions of all shapes to typed actions. */
import type { Hex } from "anchorlog";
import type { Message, SignedAction } from "anchorlog/action";
import type { Caller } from "../foundation/caller.ts";
import { assertSends } from "../accounts/signer.ts";
import { ApiError, badRequest, notFound } from "../http/errors.ts";
import type { Command } from "../objects/command.ts";
import { commandOf, KINDS, NOBODY } from "../objects/kinds.ts";
import type { View } from "../objects/view.ts";
import { assertKindOf, commandIn, payloadOf, unsigned, type Order } from "./order.ts";
import type { TypedOrder } from "./perform.ts";

export type Reader = ReturnType<typeof createReader>;

export function createReader(view: View) {
  /** @param minted templates of the objects that the same request mints, by object ID. */
  const hasCustody = async (
    { organization }: Caller,
    command: Command,
    minted: Minted = new Map(),
  ): Promise<boolean> => {
    const { template } = await view.load(organization.id, command, { signer: NOBODY });
    if (template !== undefined) return template.custody;
    const by = minted.get(command.id);
    const coming = by === undefined ? undefined : await view.template(organization.id, by);
    if (command.name !== "mint" && coming !== undefined) return coming.custody;
    if (command.name === "mint")
      throw new ApiError(404, "no_such_template", `template ${command.template} does not exist`, {
        field: "template_id",
      });
    throw notFound("object", command.id);
  };
  const typed = async (caller: Caller, order: Order, minted?: Minted): Promise<TypedOrder> => {
    if (order.form === "request") throw unsigned();
    if (order.form === "typed") {
      assertKindOf(order.action, KINDS);
      return { action: order.action, ...commandOf(order.action) };
    }
    const { action, nonce, deadline, auth } = order.body;
    const actor = auth.account.toLowerCase() as Hex;
    // Check this before reading the object, so that a caller without permission does not learn which objects exist.
    assertSends(caller, actor);
    if (action.mint !== undefined && action.mint.id === undefined) {
      const names = "a mint that is signed names its id: POST /ebus/prepare offers one";
      throw badRequest("action.mint.id", "malformed", names);
    }
    const command = commandIn(action, { id: "", to: actor });
    const { kind, payload } = payloadOf(command, await hasCustody(caller, command, minted));
    const message = { log: caller.organization.logId, actor, nonce, deadline, payload } as Message;
    const signedAction: SignedAction = { primaryType: kind, message, signature: auth.signature.toLowerCase() as Hex };
    return { action: signedAction, ...commandOf(signedAction) };
  };
  const walletOf = ({ account }: Caller): Hex => {
    if (account?.wallet !== undefined) return account.wallet;
    throw badRequest("account", "no_account", "name the account that signs: the caller has no wallet here");
  };
  /** Converts several actions of a request, in order. An action that cannot be converted becomes its error. */
  const typedAll = (caller: Caller, orders: readonly Order[]): Promise<(TypedOrder | ApiError)[]> => {
    const minted: Minted = new Map(orders.flatMap(mintedBy));
    return Promise.all(orders.map((order) => typed(caller, order, minted).catch(asRefusal)));
  };
  return { typed, typedAll, hasCustody, walletOf };
}

type Minted = ReadonlyMap<string, string>;

/** The ID and template of the object that an action mints, if any. */
function mintedBy(order: Order): (readonly [id: string, template: string])[] {
  if (order.form === "typed") {
    const { objectId, templateId } = order.action.message.payload as Readonly<Record<string, string | undefined>>;
    return objectId === undefined || templateId === undefined ? [] : [[objectId, templateId]];
  }
  const { mint } = order.form === "authorized" ? order.body.action : order.action;
  return mint?.id === undefined ? [] : [[mint.id, mint.template_id]];
}

function asRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}
