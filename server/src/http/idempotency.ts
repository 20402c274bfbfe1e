/**
 * `Idempotency-Key`: a request that is signed again with the same key is executed once. To repeat the same signed
 * action, no key is needed.
 */
import type { FastifyRequest } from "fastify";
import type { SignedAction } from "anchorlog/action";
import type { CarriedAction } from "anchorlog/http";
import type { Statement } from "anchorlog/log";
import { ENTRY, statement } from "../foundation/db/database.ts";
import type { Tables } from "../foundation/db/tables.ts";
import type { Parts } from "../foundation/parts.ts";
import { sha256 } from "../foundation/secrets.ts";
import { callerOf } from "./access.ts";
import { ApiError, badRequest } from "./errors.ts";

/** Milliseconds for which a key is stored. */
const IDEMPOTENCY_AGE = 86_400_000;

export type NewAction = Pick<Extract<CarriedAction, { readonly status: "new" }>, "action" | "submit">;
type Repeated = Extract<Awaited<ReturnType<NewAction["submit"]>>, { readonly status: "retry" }>["submission"];

/** Call `end` after the action is committed or rejected. */
type Begun = { end(): void } & (First | Again);
/** `effects` commit with the action. */
type First = { readonly status: "new"; readonly effects: readonly Statement[] };
/** The first action with the same key, and its receipt. */
type Again = { readonly status: "repeated"; readonly action: SignedAction; readonly submission: Repeated };

const NONE: Begun = { status: "new", effects: [], end: () => {} };
const UNDER_WAY = {
  code: "idempotency_under_way",
  message: "a request with this Idempotency-Key is under way, or was just done: send it again",
  status: 409,
} as const;

/** Finds earlier requests by organization and key. */
export type Idempotency = Pick<Parts, "anchorlog" | "database" | "clock"> & {
  /** Actions under way, by organization and key. */
  readonly underWay: Map<string, string>;
};

/** @throws ApiError 400, 409 `idempotency_under_way`, 422 `idempotency_mismatch`. */
export async function begin(idempotency: Idempotency, request: FastifyRequest, { action }: NewAction): Promise<Begun> {
  const { database, clock, underWay } = idempotency;
  const key = keyOf(request);
  if (key === undefined) return NONE;
  const org = callerOf(request).organization.id;
  const name = `${org} ${key}`;
  const { actor, nonce, payload } = action.message;
  const one = `${actor} ${nonce}`;
  // A repeat of the same action may proceed: the log recognizes it.
  if ((underWay.get(name) ?? one) !== one) throw underWayError();
  underWay.set(name, one);
  const end = (): void => void underWay.delete(name);
  try {
    // The signer is part of the digest: requests of different wallets are different.
    const { contentDigest } = payload as { readonly contentDigest: string };
    const digest = sha256(`${actor} ${request.method} ${request.originalUrl} ${contentDigest}`);
    const old = clock() - IDEMPOTENCY_AGE;
    const ofKey = database.of(org).tables.selectFrom("idempotency").selectAll().where("org", "=", org);
    const row = await ofKey.where("key", "=", key).where("created_at", ">", old).executeTakeFirst();
    if (row !== undefined) return { ...(await repeat(idempotency, row, digest)), end };
    const expired = database.builder.deleteFrom("idempotency").where("org", "=", org).where("key", "=", key);
    const insert = database.builder
      .insertInto("idempotency")
      .values({ org, key, digest, idx: ENTRY.index, action: JSON.stringify(action), created_at: ENTRY.acceptedAt });
    const effects = [statement(expired.where("created_at", "<=", old)), statement(insert, { refusal: UNDER_WAY })];
    return { status: "new", effects, end };
  } catch (error) {
    end();
    throw error;
  }
}

async function repeat({ anchorlog }: Idempotency, row: Tables["idempotency"], digest: string): Promise<Again> {
  if (row.digest !== digest) throw mismatch();
  const first = JSON.parse(row.action) as SignedAction;
  const [submission] = await anchorlog.submitMany([first]);
  if (submission?.status === "retry")
    return { status: "repeated", action: first, submission: { ...submission, status: submission.status } };
  const message = "the request was done, but its receipt cannot be read now: send it again";
  throw new ApiError(503, "receipt_unavailable", message, { headers: { "Retry-After": "1" } });
}

/** Deletes at most `limit` keys that are older than a day. @returns the number deleted. */
export async function forgetKeys(
  { anchorlog, database: { builder }, clock }: Pick<Parts, "anchorlog" | "database" | "clock">,
  limit: number,
): Promise<number> {
  const old = builder.deleteFrom("idempotency").where((eb) =>
    eb(
      eb.refTuple("org", "key"),
      "in",
      builder
        .selectFrom("idempotency")
        .select(["org", "key"])
        .where("created_at", "<=", clock() - IDEMPOTENCY_AGE)
        .limit(limit)
        .$asTuple("org", "key"),
    ),
  );
  const [count] = await anchorlog.run([statement(old)]);
  return count!;
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key === "string" && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw badRequest("Idempotency-Key", "malformed", "Idempotency-Key is 1 to 255 visible characters of ASCII");
}

function underWayError(): ApiError {
  const { code, message, status } = UNDER_WAY;
  return new ApiError(status, code, message, { field: "Idempotency-Key", headers: { "Retry-After": "1" } });
}

function mismatch(): ApiError {
  const message = "this Idempotency-Key was used for another request";
  return new ApiError(422, "idempotency_mismatch", message, { field: "Idempotency-Key" });
}
