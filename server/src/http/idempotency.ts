/** `Idempotency-Key`: the same request, signed anew, is done once. The signed action itself needs none. */
import type { FastifyRequest } from "fastify";
import type { SignedAction } from "anchorlog/action";
import type { CarriedAction } from "anchorlog/http";
import type { Statement } from "anchorlog/log";
import { ENTRY, statement } from "../db/database.ts";
import type { Platform } from "../platform.ts";
import { sha256 } from "../secrets.ts";
import { callerOf } from "./access.ts";
import { ApiError, badRequest } from "./errors.ts";

/** Milliseconds for which a key is kept. */
export const IDEMPOTENCY_AGE = 86_400_000;

type New = Extract<CarriedAction, { readonly status: "new" }>;
type Repeated = Extract<Awaited<ReturnType<New["submit"]>>, { readonly status: "retry" }>["submission"];

type Begun =
  /** What came first, and what it came to. */
  | { readonly status: "repeated"; readonly action: SignedAction; readonly submission: Repeated }
  /** `effects` commit with the action. `end` is called when it has its answer. */
  | { readonly status: "new"; readonly effects: readonly Statement[]; end(): void };

const NONE: Begun = { status: "new", effects: [], end: () => {} };
const UNDER_WAY = {
  code: "idempotency_under_way",
  message: "a request with this Idempotency-Key is under way, or was just done: send it again",
  status: 409,
};

/** Tells requests that came before, by organization and key. */
export function createIdempotency({ anchorlog, database: { platform }, clock }: Platform) {
  const underWay = new Set<string>();

  /** @throws ApiError 400, 409 `idempotency_under_way`, 422 `idempotency_mismatch`. */
  const begin = async (request: FastifyRequest, { action, body }: New): Promise<Begun> => {
    const key = keyOf(request);
    if (key === undefined) return NONE;
    const org = callerOf(request).organization.id;
    const name = `${org} ${key}`;
    if (underWay.has(name)) throw underWayError();
    underWay.add(name);
    const end = (): void => void underWay.delete(name);
    try {
      const digest = sha256(`${request.method} ${request.originalUrl} ${sha256(body)}`);
      const now = clock();
      const ofKey = platform.selectFrom("idempotency").where("org", "=", org).where("key", "=", key);
      const row = await ofKey
        .where("created_at", ">", now - IDEMPOTENCY_AGE)
        .selectAll()
        .executeTakeFirst();
      if (row !== undefined) {
        end();
        if (row.digest !== digest) throw mismatch();
        const first = JSON.parse(row.action) as SignedAction;
        const [submission] = await anchorlog.submitMany([first]);
        if (submission?.status === "retry") {
          return { status: "repeated", action: first, submission: { ...submission, status: submission.status } };
        }
        throw new ApiError(
          503,
          "receipt_unavailable",
          "it was done, and its receipt cannot be had now: send it again",
          {
            headers: { "Retry-After": "1" },
          },
        );
      }
      const insert = platform.insertInto("idempotency").values({
        org,
        key,
        digest,
        idx: ENTRY.index,
        action: JSON.stringify(action),
        created_at: ENTRY.acceptedAt,
      });
      const expired = platform
        .deleteFrom("idempotency")
        .where("org", "=", org)
        .where("key", "=", key)
        .where("created_at", "<=", now - IDEMPOTENCY_AGE);
      return { status: "new", effects: [statement(expired), statement(insert, { refusal: UNDER_WAY })], end };
    } catch (error) {
      end();
      throw error;
    }
  };
  return { begin };
}

/** Forgets keys that are older than a day. */
export function forgetKeys({ anchorlog, database: { platform }, clock }: Platform): Promise<unknown> {
  const old = platform.deleteFrom("idempotency").where("created_at", "<=", clock() - IDEMPOTENCY_AGE);
  return anchorlog.run([statement(old)]);
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
