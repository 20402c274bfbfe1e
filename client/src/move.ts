/** Moves an object to another log. The client signs the move only after it has verified the object's mint there. */
import { fromHex, PART_ACT, toHex, type Hex } from "anchorlog/action";
import { decodeEntry } from "anchorlog/log";
import type { AnswerTo, Call } from "./calls.ts";
import { PlatformError } from "./errors.ts";
import { keyOf } from "./holder.ts";
import { types } from "./kinds.ts";
import type { ProveOptions, VerifiedBundle } from "./prove.ts";

/** The members that a client of the other log must have. */
type Reader = {
  readonly GET: Call<"get">;
  prove(actionId: string, options?: ProveOptions): Promise<VerifiedBundle>;
};

export type MoveOptions = Pick<ProveOptions, "within" | "signal"> & {
  /** A client of the other log. Its operator is pinned; it needs a credential that may read, and no account. */
  readonly to: Reader;
  /** A node of the chain. It must show that the mint in the other log is final. */
  readonly rpc: string;
  /** The name of the other log, as the platform has published it; by default, as its API says. */
  readonly log?: string | undefined;
  /** The issuer in the other log; by default, the account that minted the object in this one. */
  readonly issuer?: Hex | undefined;
};

/** The result of a move. Keep both bundles: the gates of both logs ask for them. */
export type Moved = AnswerTo<"/ebus/execute", "post"> & {
  /** The mint in this log. */
  readonly mint: VerifiedBundle;
  /** The mint in the other log, which is final. */
  readonly arrival: VerifiedBundle;
};

type Mover = {
  readonly own: Reader;
  /** The name of the client's own log. */
  readonly log: string;
  /** The account that moves the object, in lower case. */
  readonly account: Hex;
};

/**
 * Verifies that an object can move without a loss.
 *
 * @returns the identifier of the other log, and the bundles of both mints.
 * @throws PlatformError `not_minted` if the object's first act in the other log is not the issuer's `MovedMint` to the
 *   account; `no_custody`, `other_proof`, and the errors of `prove`.
 */
export async function judgeMove(
  objectId: string,
  { own, log, account }: Mover,
  options: MoveOptions,
): Promise<{ readonly toLog: Hex } & Pick<Moved, "mint" | "arrival">> {
  const { to, rpc, within, signal } = options;
  const here = await firstAct(own, objectId, log, { rpc, signal });
  const other = options.log ?? (await to.GET("/wallets/me", { signal: signal ?? null })).data.organization.log_name;
  const there = await firstAct(to, objectId, other, { until: "final", rpc, within, signal }).catch((error: unknown) => {
    if (!(error instanceof PlatformError) || error.reason !== "not_found") throw error;
    throw notMinted(objectId, other, "it is not there", error);
  });
  const issuer = options.issuer?.toLowerCase() ?? here.actor;
  const faults = [
    there.payloadType === types.kinds.get("MovedMint")!.payloadType ? [] : `it is a ${there.kind}`,
    there.actor === issuer ? [] : `it is by ${there.actor}, not by ${issuer}`,
    there.holder === account ? [] : `it is to ${there.holder}`,
    there.log !== here.log ? [] : "it is in the same log",
  ].flat();
  if (faults.length > 0) throw notMinted(objectId, other, faults.join(", "));
  return { toLog: there.log, mint: here.proof, arrival: there.proof };
}

type FirstAct = {
  readonly proof: VerifiedBundle;
  readonly kind: string;
  readonly payloadType: string;
  /** The log's identifier. */
  readonly log: Hex;
  readonly actor: Hex;
  readonly holder: Hex;
};

/** The first act upon an object in a log, verified. */
async function firstAct(api: Reader, objectId: string, log: string, options: ProveOptions): Promise<FirstAct> {
  const params = { path: { id: objectId }, query: { limit: 1 } };
  const { data } = await api.GET("/objects/{id}/history", { params, signal: options.signal ?? null });
  const [step] = data.items;
  if (step === undefined) throw new PlatformError("bad_answer", `the history of object ${objectId} is empty`);
  const proof = await api.prove(step.id, options);
  const { part, prior, objectKey, actor, holder, log: id } = decodeEntry(fromHex(proof.bundle.entry));
  if (part !== PART_ACT)
    throw new PlatformError("no_custody", `the log does not record who owns ${objectId}: its template has no custody`);
  const why = `the proof that is answered is not of the first act upon ${objectId} in ${log}`;
  if (proof.bundle.log !== log || toHex(objectKey) !== keyOf(objectId) || prior !== undefined)
    throw new PlatformError("other_proof", why);
  const { primaryType: kind, payloadType } = proof.bundle.action;
  return { proof, kind, payloadType, log: toHex(id), actor: toHex(actor), holder: toHex(holder) };
}

function notMinted(objectId: string, log: string, why: string, cause?: unknown): PlatformError {
  const message = `object ${objectId} is not moved: its first act in the log ${log} must be the issuer's MovedMint to this account (${why})`;
  return new PlatformError("not_minted", message, { cause });
}
