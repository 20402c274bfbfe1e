import { AnchorlogError } from "anchorlog";
import { answerRefusal } from "anchorlog/http";
import type { AppendOptions } from "anchorlog/log";
import { fromAnswer, isState } from "../http/errors.ts";
import type { Parts } from "../foundation/parts.ts";

export type Submitted = Awaited<ReturnType<Submit>>[number];
export type Submit = ReturnType<typeof createSubmit>;

/** Submits actions, and returns the result of each. @throws ApiError 503 if another process writes their log. */
export function createSubmit({ anchorlog }: Pick<Parts, "anchorlog">) {
  return async (actions: readonly unknown[], options?: AppendOptions) => {
    const answers = await anchorlog.submitMany(actions, options).catch((error: unknown) => {
      if (error instanceof AnchorlogError && error.code === "not_the_writer" && isState(error))
        throw fromAnswer(answerRefusal({ code: error.code, message: "" }));
      throw error;
    });
    return answers.map((answer) => ("receipt" in answer ? answer : fromAnswer(answerRefusal(answer))));
  };
}
