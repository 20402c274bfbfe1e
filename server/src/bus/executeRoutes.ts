import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import { encodeMessage, hashDomain, toTypedData, type Message, type SignedAction } from "anchorlog/action";
import { toHex, type Hex } from "anchorlog";
import type { Caller } from "../accounts/caller.ts";
import { callerOf } from "../http/access.ts";
import { ApiError, notFound } from "../http/errors.ts";
import { Address } from "../http/schemas.ts";
import type { RegisterSigned } from "../http/signed.ts";
import type { Platform } from "../platform.ts";
import type { Command } from "../platform/command.ts";
import { KINDS } from "../platform/kinds.ts";
import { Done, unsigned } from "./objectRoutes.ts";
import type { View } from "../platform/view.ts";
import {
  ActionBody,
  assertKindOf,
  AuthorizedBody,
  commandIn,
  OrderBody,
  payloadOf,
  readOrder,
  TypedBody,
  type Order,
} from "./order.ts";
import { actionIdOf, commandOf, type Perform, type TypedOrder } from "./perform.ts";

const Result = Type.Object({
  action_id: Type.String(),
  status: Type.Literal("completed"),
  steps: Type.Array(Type.Object({ output: Type.Object({ ids: Type.Array(Type.String()) }) })),
  object: Done,
});
const Prepare = Type.Object(
  {
    action: ActionBody,
    account: Type.Optional(Address),
    deadline_after: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 86_400, description: "Seconds; 300 by default." }),
    ),
  },
  { additionalProperties: false },
);
const Prepared = Type.Object({
  typed_data: Type.Object({}, { additionalProperties: true, description: "For eth_signTypedData_v4." }),
  primary_type: Type.String(),
  digest: Type.String({ description: "The EIP-712 digest." }),
  nonce: Type.String(),
  deadline: Type.String(),
  object_id: Type.String(),
});

const resultOf = ({ actionId, object }: { readonly actionId: string; readonly object: { readonly id: string } }) => ({
  action_id: actionId,
  status: "completed",
  steps: [{ output: { ids: [object.id] } }],
  object,
});

/** The event bus: one action, as it is signed best. */
export function executeRoutes(
  signed: RegisterSigned,
  platform: Platform,
  { perform, view }: { readonly perform: Perform; readonly view: View },
): void {
  const tags = ["Event bus"];
  const reader = createReader(platform, view);

  signed({
    method: "POST",
    url: "/ebus/execute",
    group: "bus",
    access: "caller",
    signer: "anyone",
    status: 200,
    schema: {
      summary: "Do something with an object",
      tags,
      body: Type.Union([OrderBody, AuthorizedBody, TypedBody]),
      answer: Result,
    },
    plan: async (act) => {
      const order = readOrder(act.body);
      if (order.form !== "request")
        throw new ApiError(400, "signed_twice", "the body is an action itself: send it without Anchorlog-Action", {
          field: "Anchorlog-Action",
        });
      const command = commandIn(order.action, { id: `obj_${act.digest.slice(0, 32)}`, to: act.signer });
      return perform.plan(
        act.caller,
        { command, form: "request", signer: act.signer },
        { kind: "HttpRequest", actionId: actionIdOf(act.digest) },
      );
    },
    answer: async (act, { index }) => resultOf(await perform.recorded(act.caller.organization.id, index)),
    typed: async (request) => {
      const done = await perform.one(callerOf(request), await reader.typed(callerOf(request), readOrder(request.body)));
      return { ...resultOf(done), x_receipt: done.receipt };
    },
  });
}

/** What a wallet signs for an action: nothing is changed by asking, so nothing is signed. */
export function prepareRoutes(app: FastifyInstance, platform: Platform, view: View): void {
  const reader = createReader(platform, view);
  const { anchorlog, operator, clock } = platform;
  const { name, version, chainId, registry: verifyingContract } = operator;
  const domain = { name, version, chainId, verifyingContract };

  app.post(
    "/ebus/prepare",
    {
      config: { access: "caller", group: "reads" },
      schema: {
        summary: "The typed data to sign for an action",
        tags: ["Event bus"],
        body: Prepare,
        response: { 200: Prepared },
      },
    },
    async (request) => {
      const { action, account, deadline_after = 300 } = request.body as Static<typeof Prepare>;
      const caller = callerOf(request);
      const actor = (account ?? (await reader.walletOf(caller))).toLowerCase() as Hex;
      const command = commandIn(action, { id: `obj_${randomBytes(16).toString("hex")}`, to: actor });
      const { kind, payload } = payloadOf(command, await reader.hasCustody(caller, command));
      const nonce = BigInt(toHex(randomBytes(32))).toString() as `${bigint}`;
      const deadline = String(Math.floor(clock() / 1_000) + deadline_after) as `${bigint}`;
      const message = { log: caller.organization.logId, actor, nonce, deadline, payload } as Message;
      const compiled = anchorlog.kinds.get(kind)!;
      const { digest } = encodeMessage(compiled, message, hashDomain(domain));
      return {
        typed_data: toTypedData(compiled, message, domain),
        primary_type: kind,
        digest: toHex(digest),
        nonce,
        deadline,
        object_id: command.id,
      };
    },
  );
}

/** Reads typed actions, in whichever shape they come. */
export function createReader({ database }: Platform, view: View) {
  const hasCustody = async ({ organization }: Caller, command: Command): Promise<boolean> => {
    const nobody = "0x0000000000000000000000000000000000000000";
    const { template } = await view.load(organization.id, command, nobody);
    if (template !== undefined) return template.custody;
    if (command.name === "mint")
      throw new ApiError(404, "no_such_template", `there is no template ${command.template}`, { field: "template_id" });
    throw notFound("object", command.id);
  };
  const typed = async (caller: Caller, order: Order): Promise<TypedOrder> => {
    if (order.form === "request") throw unsigned();
    if (order.form === "typed") {
      assertKindOf(order.action, KINDS);
      return { action: order.action, ...commandOf(order.action) };
    }
    const { action, nonce, deadline, auth } = order.body;
    const actor = auth.account.toLowerCase() as Hex;
    if (action.mint !== undefined && action.mint.id === undefined) {
      throw new ApiError(400, "malformed", "a mint that is signed names its id: POST /ebus/prepare offers one", {
        field: "action.mint.id",
      });
    }
    const command = commandIn(action, { id: "", to: actor });
    const { kind, payload } = payloadOf(command, await hasCustody(caller, command));
    const message = { log: caller.organization.logId, actor, nonce, deadline, payload } as Message;
    const signedAction: SignedAction = { primaryType: kind, message, signature: auth.signature.toLowerCase() as Hex };
    return { action: signedAction, ...commandOf(signedAction) };
  };
  const walletOf = async ({ organization, account }: Caller): Promise<string> => {
    const wallet =
      account &&
      (await database.platform
        .selectFrom("wallet")
        .select("address")
        .where("org", "=", organization.id)
        .where("account", "=", account.id)
        .where("state", "=", "active")
        .executeTakeFirst());
    if (wallet !== undefined) return wallet.address;
    throw new ApiError(400, "no_account", "say which account is to sign: the caller has no wallet here", {
      field: "account",
    });
  };
  return { typed, hasCustody, walletOf };
}

export { Result, resultOf };
