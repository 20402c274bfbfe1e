import { createActionSigner } from "anchorlog/http";
import type { SignedAction } from "anchorlog/action";
import { types, type KindName } from "../../src/objects/kinds.ts";
import type { Client, Signing } from "../harness.ts";

/** A typed action that a client's wallet signs. */
export function typedAction(
  server: Signing,
  { wallet, log }: Client,
  kind: KindName,
  payload: object,
  repeat: { readonly nonce?: string } = {},
): Promise<SignedAction> {
  const { operator } = server.parts;
  const signAction = createActionSigner({ account: wallet, operator, log, types, clock: () => server.clock.now });
  return signAction(kind, payload as never, repeat as never) as Promise<SignedAction>;
}
