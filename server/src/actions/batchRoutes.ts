import { Type, type Static } from "typebox";
import { callerOf } from "../http/access.ts";
import { batchBody } from "../http/bodies.ts";
import { ApiError, docsOf } from "../http/errors.ts";
import { Failure, Receipt } from "../http/schemas.ts";
import type { Act, RegisterSigned } from "../http/signed.ts";
import {
  ActionBody,
  AuthorizedBody,
  commandIn,
  OrderBody,
  readOrder,
  signedTwice,
  TypedBody,
  unsigned,
} from "./order.ts";
import type { Order } from "./order.ts";
import { performMany, recorded, type Perform } from "./perform.ts";
import { planRequested, type Planned } from "./planning.ts";
import type { Reader } from "./reader.ts";
import { Result, resultOf } from "./result.ts";

const Item = Type.Union([ActionBody, OrderBody, AuthorizedBody, TypedBody]);
const batchOf = (most: number) =>
  Type.Object(
    {
      actions: Type.Array(Item, { minItems: 1, maxItems: most }),
      atomic: Type.Optional(
        Type.Boolean({
          description:
            "Whether all actions are executed or none. False by default. A request that is signed as a whole is always executed as a whole.",
        }),
      ),
    },
    { additionalProperties: false },
  );
type Batch = Static<ReturnType<typeof batchOf>>;
const Results = Type.Object({
  items: Type.Array(
    Type.Object({
      ...Type.Partial(Result).properties,
      x_receipt: Type.Optional(Receipt),
      error: Type.Optional(Failure),
    }),
    { description: "For each action, in the same order: its result or its error." },
  ),
});

/**
 * The event bus: several actions in one request. Each action is signed, or the request signs all of them.
 *
 * @param most actions per request.
 */
export function batchRoutes(
  signed: RegisterSigned,
  { perform, reader, most }: { readonly perform: Perform; readonly reader: Reader; readonly most: number },
): void {
  /** The number of actions in a body. A malformed body counts as one action, since it will be rejected. */
  const countOf = (body: unknown): number => {
    const { actions } = Object(body) as { actions?: unknown };
    return Array.isArray(actions) && actions.length <= most ? Math.max(1, actions.length) : 1;
  };
  signed({
    method: "POST",
    url: "/ebus/actions/batch",
    group: "bus",
    counts: countOf,
    bodyLimit: batchBody(most),
    access: "caller",
    signer: "sender",
    status: 200,
    schema: {
      summary: "Execute several actions",
      description:
        "If each action has a signature of its own, each gets a result of its own. With `atomic`, all are executed or none. A request that is signed as a whole is one entry in the log, and its actions are executed all or none.",
      tags: ["Event bus"],
      body: batchOf(most),
      answer: Results,
      receipt: "optional",
    },
    plan: async (act) => planAll(perform, act, act.body.actions.map(orderOf)),
    answer: async (act, { index }, receipt) => {
      const done = await Promise.all(act.body.actions.map((_, item) => recorded(perform, act.org, index, item)));
      return { items: done.map((one) => ({ ...resultOf(one), x_receipt: receipt })) };
    },
    typed: async (request) => {
      const { actions, atomic = false } = request.body as Batch;
      const caller = callerOf(request);
      const orders = actions.map(orderOf);
      if (orders.every(({ form }) => form === "request")) throw unsigned();
      const done = await performMany(perform, caller, await reader.typedAll(caller, orders), { atomic });
      return {
        items: done.map((one, i) =>
          one instanceof ApiError ? { error: failureOf(within(i, one)) } : { ...resultOf(one), x_receipt: one.receipt },
        ),
      };
    },
  });
}

/** Plans all actions of a request that signs for them. They commit together. */
async function planAll(
  perform: Perform,
  act: Act,
  orders: readonly Order[],
): Promise<Pick<Planned, "statements" | "settled">> {
  if (orders.some(({ form }) => form !== "request")) throw signedTwice();
  const planned: Planned[] = [];
  const settled = (): void => planned.forEach((one) => one.settled());
  try {
    for (const [item, order] of orders.entries()) {
      if (order.form !== "request") continue;
      const one = planRequested(perform.planning, act, (made) => commandIn(order.action, made), { item });
      planned.push(
        await one.catch((error: unknown) => {
          throw error instanceof ApiError ? within(item, error) : error;
        }),
      );
    }
  } catch (error) {
    settled();
    throw error;
  }
  return { statements: planned.flatMap(({ statements }) => statements), settled };
}

/** DUAL's own client sends actions with their name as member, or within `action`. */
function orderOf(body: object, item: number): Order {
  try {
    return readOrder("action" in body || "primaryType" in body ? body : { action: body });
  } catch (error) {
    throw error instanceof ApiError ? within(item, error) : error;
  }
}

/** Adds the position of the rejected action to an error. */
function within(item: number, { status, message, details, headers }: ApiError): ApiError {
  const [first, ...also] = details.map(({ field, reason }) => ({ field: `actions.${item}.${field}`, reason }));
  return new ApiError(status, first!.reason, message, { field: first!.field, headers, also });
}

function failureOf({ status, message, details }: ApiError): Static<typeof Failure> {
  return { code: status, message, details: [...details], docs: docsOf(details) };
}
