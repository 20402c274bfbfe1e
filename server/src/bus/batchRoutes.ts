import { Type, type Static } from "typebox";
import type { Caller } from "../accounts/caller.ts";
import { callerOf } from "../http/access.ts";
import { ApiError, badRequest } from "../http/errors.ts";
import { Receipt } from "../http/schemas.ts";
import type { Act, RegisterSigned } from "../http/signed.ts";
import type { Platform } from "../platform.ts";
import type { View } from "../platform/view.ts";
import { createReader, Result, resultOf } from "./executeRoutes.ts";
import { ActionBody, AuthorizedBody, commandIn, readOrder, TypedBody } from "./order.ts";
import { actionIdOf, type Perform, type TypedOrder } from "./perform.ts";

/** Actions of one request. */
const MAX_BATCH = 1_000;
const Item = Type.Union([
  ActionBody,
  Type.Object({ action: ActionBody }, { additionalProperties: false }),
  AuthorizedBody,
  TypedBody,
]);
const Batch = Type.Object(
  {
    actions: Type.Array(Item, { minItems: 1, maxItems: MAX_BATCH }),
    atomic: Type.Optional(
      Type.Boolean({
        description: "All of them or none; false by default. What the request itself signs is always so.",
      }),
    ),
  },
  { additionalProperties: false },
);
const ItemError = Type.Object({
  code: Type.Integer(),
  message: Type.String(),
  details: Type.Array(Type.Object({ field: Type.String(), reason: Type.String() })),
});
const Results = Type.Object({
  items: Type.Array(
    Type.Object({
      ...Type.Partial(Result).properties,
      x_receipt: Type.Optional(Receipt),
      error: Type.Optional(ItemError),
    }),
    { description: "In the order of the actions: what came of each, or why not." },
  ),
});

/** The event bus: many actions in one request, each signed for itself, or all by the request. */
export function batchRoutes(
  signed: RegisterSigned,
  platform: Platform,
  { perform, view }: { readonly perform: Perform; readonly view: View },
): void {
  const reader = createReader(platform, view);

  signed({
    method: "POST",
    url: "/ebus/actions/batch",
    group: "bus",
    access: "caller",
    signer: "anyone",
    status: 200,
    schema: {
      summary: "Do several things with objects",
      tags: ["Event bus"],
      body: Batch,
      answer: Results,
      receipt: "optional",
    },
    plan: async (act) => planAll(perform, act),
    answer: async (act, { index }) => {
      const { actions } = act.body;
      const org = act.caller.organization.id;
      const done = await Promise.all(actions.map((_, item) => perform.recorded(org, index, item)));
      return { items: done.map(resultOf) };
    },
    typed: async (request) => {
      const { actions, atomic = false } = request.body as Static<typeof Batch>;
      const caller = callerOf(request);
      const orders = await Promise.all(actions.map((item, i) => readItem(reader, caller, item, `actions.${i}`)));
      const done = await perform.many(caller, orders, { atomic });
      return {
        items: done.map((one) =>
          one instanceof ApiError ? { error: errorOf(one) } : { ...resultOf(one), x_receipt: one.receipt },
        ),
      };
    },
  });
}

/** What a request that signs for all of its actions commits: all of them. */
async function planAll(
  perform: Perform,
  act: Act,
): Promise<{ statements: Planned["statements"]; settled: () => void }> {
  const { actions } = act.body as Static<typeof Batch>;
  const planned: Planned[] = [];
  const settled = (): void => planned.toReversed().forEach((one) => one.settled());
  try {
    for (const [item, body] of actions.entries()) {
      const order = readOrder(wrapped(body), `actions.${item}`);
      if (order.form !== "request") {
        throw badRequest(
          `actions.${item}`,
          "signed_twice",
          "it is signed by itself: send all without Anchorlog-Action",
        );
      }
      const actionId = actionIdOf(act.digest, item);
      const command = commandIn(order.action, { id: `obj_${actionId.slice("act_".length)}`, to: act.signer });
      const asked = { command, form: "request", signer: act.signer } as const;
      planned.push(
        await perform.plan(act.caller, asked, { kind: "HttpRequest", actionId, item }).catch((error: unknown) => {
          throw at(error, item);
        }),
      );
    }
  } catch (error) {
    settled();
    throw error;
  }
  return { statements: planned.flatMap(({ statements }) => statements), settled };
}

type Planned = Awaited<ReturnType<Perform["plan"]>>;

/** DUAL's own client gives an action with its name around it, or within `action`. */
const wrapped = (body: object): object => ("action" in body || "primaryType" in body ? body : { action: body });

async function readItem(
  reader: ReturnType<typeof createReader>,
  caller: Caller,
  body: object,
  where: string,
): Promise<TypedOrder | ApiError> {
  try {
    return await reader.typed(caller, readOrder(wrapped(body), where));
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Says which of the actions a refusal is about. */
function at(error: unknown, item: number): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, message, details, headers } = error;
  const [detail] = details;
  return new ApiError(status, detail!.reason, message, { field: `actions.${item}.${detail!.field}`, headers });
}

function errorOf({ status, message, details }: ApiError): Static<typeof ItemError> {
  return { code: status, message, details: [...details] };
}
