/** Checks which wallets may sign for an organization. */
import { statement } from "../foundation/db/database.ts";
import { rowsOf } from "../foundation/db/rows.ts";
import { ACTIVE } from "../foundation/db/states.ts";
import { assertMaySend } from "../http/access.ts";
import { forbidden, type ApiError } from "../http/errors.ts";
import type { Act, Signers } from "../http/signed.ts";
import type { Parts } from "../foundation/parts.ts";
import type { Caller } from "../foundation/caller.ts";
import { permissionsOf, rolesWith } from "../foundation/roles.ts";

/**
 * Accepts registered wallets whose role has the permission. A signed-in caller must sign with the account's own wallet.
 * An API key with `act` may send actions of any signer; the template decides whether the signer may act.
 *
 * `check` and `sender` throw ApiError 403 `unknown_signer`, `foreign_signer`, `not_permitted`.
 */
export function createSigners({ database }: Pick<Parts, "database">): Signers {
  const walletOf = ({ caller, signer }: Pick<Act, "caller" | "signer">) =>
    rowsOf(database, "wallet", caller.organization.id)
      .select(["account", "role"])
      .where("address", "=", signer)
      .where("state", "=", ACTIVE)
      .executeTakeFirst();
  return {
    check: async (act, permission) => {
      const wallet = await walletOf(act);
      if (wallet === undefined)
        throw forbidden("unknown_signer", "the signer is not a registered wallet of this organization", "signature");
      assertStillOwn(act.caller, wallet.account);
      if (!permissionsOf(wallet.role).has(permission))
        throw forbidden("not_permitted", `the signer's role does not allow this: it needs ${permission}`, "signature");
    },
    sender: async (act) => {
      assertSends(act.caller, act.signer);
      assertStillOwn(act.caller, (await walletOf(act))?.account ?? null);
    },
    guard: ({ caller, signer }, permission) => {
      const wallet = database.builder
        .selectFrom("wallet")
        .select("id")
        .where("org", "=", caller.organization.id)
        .where("address", "=", signer)
        .where("state", "=", ACTIVE)
        .where("role", "in", rolesWith(permission));
      const query = caller.account === undefined ? wallet : wallet.where("account", "=", caller.account.id);
      const message = "the signer may not do this any more";
      return statement(query, { expect: 1, refusal: { code: "not_permitted", message, status: 403 } });
    },
  };
}

/** Rejects actions that the caller may not send, by the state when the request arrived. @throws ApiError 403 */
export function assertSends(caller: Caller, signer: string): void {
  assertMaySend(caller);
  const { account } = caller;
  if (account !== undefined && account.wallet !== signer.toLowerCase()) throw foreignSigner();
}

/** The same check by the current tables. @param owner the account of the signer's wallet. @throws ApiError 403 */
export function assertStillOwn({ account }: Caller, owner: string | null): void {
  if (account !== undefined && account.id !== owner) throw foreignSigner();
}

const foreignSigner = (): ApiError =>
  forbidden("foreign_signer", "the signer is not the wallet of the account that is signed in", "signature");
