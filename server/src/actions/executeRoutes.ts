import { Type } from "typebox";
import { callerOf } from "../http/access.ts";
import type { RegisterSigned } from "../http/signed.ts";
import { AuthorizedBody, commandIn, OrderBody, readOrder, signedTwice, TypedBody } from "./order.ts";
import { performOne, recorded, type Perform } from "./perform.ts";
import { planRequested } from "./planning.ts";
import type { Reader } from "./reader.ts";
import { Result, resultOf } from "./result.ts";

/** The event bus: one action per request, in any signed form. */
export function executeRoutes(
  signed: RegisterSigned,
  { perform, reader }: { readonly perform: Perform; readonly reader: Reader },
): void {
  signed({
    method: "POST",
    url: "/ebus/execute",
    group: "bus",
    access: "caller",
    signer: "sender",
    status: 200,
    schema: {
      summary: "Execute an action upon an object",
      description: "One of mint, transfer, update, set_attributes, redeem, burn and move.",
      tags: ["Event bus"],
      body: Type.Union([OrderBody, AuthorizedBody, TypedBody]),
      answer: Result,
    },
    plan: async (act) => {
      const order = readOrder(act.body);
      if (order.form !== "request") throw signedTwice();
      return planRequested(perform.planning, act, (made) => commandIn(order.action, made));
    },
    answer: async ({ org }, { index }) => resultOf(await recorded(perform, org, index)),
    typed: async (request) => {
      const caller = callerOf(request);
      const done = await performOne(perform, caller, await reader.typed(caller, readOrder(request.body as object)));
      return { ...resultOf(done), x_receipt: done.receipt };
    },
  });
}
