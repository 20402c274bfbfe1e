/** The event bus's answer for an action. */
import { Type } from "typebox";
import { ObjectShape } from "../objects/shapes.ts";

export const Result = Type.Object({
  action_id: Type.String(),
  status: Type.Literal("completed"),
  steps: Type.Array(Type.Object({ output: Type.Object({ ids: Type.Array(Type.String()) }) })),
  object: ObjectShape,
});
export const resultOf = ({
  actionId,
  object,
}: {
  readonly actionId: string;
  readonly object: { readonly id: string };
}) => ({
  action_id: actionId,
  status: "completed",
  steps: [{ output: { ids: [object.id] } }],
  object,
});
