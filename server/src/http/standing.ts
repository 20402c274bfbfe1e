/** The standing of a signed action: whether it is of the caller's log, and whether it was executed before. */
import type { Anchorlog } from "anchorlog";
import type { SignedAction, VerifiedAction } from "anchorlog/action";
import { answerRefusal } from "anchorlog/http";
import type { Caller } from "../foundation/caller.ts";
import { ApiError, fromAnswer } from "./errors.ts";

type Verdict = Awaited<ReturnType<Anchorlog["verify"]>>;
export type Standing = Exclude<Verdict, { readonly verdict: "indeterminate" }>;

/** @throws ApiError 404 if the action is of another organization's log. */
export function assertOwnLog({ organization }: Pick<Caller, "organization">, { message }: SignedAction): void {
  if (message.log === organization.logId) return;
  throw new ApiError(404, "unknown_log", "the action is not of this organization's log", { field: "message.log" });
}

/** @throws ApiError 503 if it cannot be determined now whether the action was executed. */
export async function standingOf(anchorlog: Anchorlog, action: SignedAction | VerifiedAction): Promise<Standing> {
  const standing = await anchorlog.verify(action);
  if (standing.verdict === "indeterminate") throw fromAnswer(answerRefusal(standing));
  return standing;
}

/** Whether the log has the action already. */
export function isExecuted(standing: Standing): boolean {
  return standing.verdict === "valid" && standing.isRetry;
}
