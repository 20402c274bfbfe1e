/** Checks which wallets may sign for an organization. */
import { statement } from "../foundation/db/database.ts";
import { ACTIVE } from "../foundation/db/states.ts";
import { assertMaySend } from "../http/access.ts";
import { forbidden, type ApiError } from "../http/errors.ts";
import type { Signers } from "../http/signed.ts";
import type { Parts } from "../foundation/parts.ts";
import type { Caller } from "../foundation/caller.ts";
import { permissionsOf, rolesWith } from "../foundation/roles.ts";

/**
 * Accepts registered wallets whose role has the permission. A signed-in caller must sign with the account's own wallet.
 *
 * `check` throws ApiError 403 `unknown_signer`, `foreign_signer`, `not_permitted`.
 */
export function createSigners({ database }: Pick<Parts, "database">): Signers {
  const { of, builder } = database;
  return {
    check: async ({ caller, signer }, permission) => {
      const org = caller.organization.id;
      const wallet = await of(org)
        .tables.selectFrom("wallet")
        .select(["account", "role"])
        .where("org", "=", org)
        .where("address", "=", signer)
        .where("state", "=", ACTIVE)
        .executeTakeFirst();
      if (wallet === undefined) {
        throw forbidden("unknown_signer", "the signer is not a registered wallet of this organization", "signature");
      }
      if (caller.account !== undefined && wallet.account !== caller.account.id) {
        throw forbidden("foreign_signer", "the signer is not the wallet of the account that is signed in", "signature");
      }
      if (!permissionsOf(wallet.role).has(permission)) {
        throw forbidden("not_permitted", `the signer's role does not allow this: it needs ${permission}`, "signature");
      }
    },
    sender: createSender({ database }),
    guard: ({ caller, signer }, permission) => {
      const wallet = builder
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

/**
 * Checks whether a caller may send a signed action. A signed-in caller may send actions of the account's own wallet. An
 * API key with `act` may send actions of any signer; the template decides whether the signer may act.
 *
 * The returned function throws ApiError 403 `foreign_signer`, `not_permitted`.
 */
function createSender({ database: { of } }: Pick<Parts, "database">): Signers["sender"] {
  return async ({ caller, signer }) => {
    assertSends(caller, signer);
    const org = caller.organization.id;
    const wallet = await of(org)
      .tables.selectFrom("wallet")
      .select("account")
      .where("org", "=", org)
      .where("address", "=", signer)
      .where("state", "=", ACTIVE)
      .executeTakeFirst();
    assertStillOwn(caller, wallet?.account ?? null);
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
