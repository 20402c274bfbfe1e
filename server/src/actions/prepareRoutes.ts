import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import { encodeMessage, hashDomain, toTypedData, type Message } from "anchorlog/action";
import { toHex, type Hex } from "anchorlog";
import { callerOf } from "../http/access.ts";
import { Address } from "../http/schemas.ts";
import type { Parts } from "../foundation/parts.ts";
import { readProperties } from "../objects/properties.ts";
import type { View } from "../objects/view.ts";
import { ActionBody, commandIn, payloadOf } from "./order.ts";
import { createReader } from "./reader.ts";

const Prepare = Type.Object(
  {
    action: ActionBody,
    account: Type.Optional(Address),
    deadline_after: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 86_400, description: "In seconds. 300 by default." }),
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

/** Returns the typed data that a wallet must sign for an action. It changes no state, so the request is not signed. */
export function prepareRoutes(app: FastifyInstance, parts: Parts, view: View): void {
  const reader = createReader(view);
  const { anchorlog, operator, clock } = parts;
  const { name, version, chainId, registry: verifyingContract } = operator;
  const domain = { name, version, chainId, verifyingContract };

  app.post(
    "/ebus/prepare",
    {
      config: { access: "read", group: "reads" },
      schema: {
        summary: "Get the typed data to sign for an action",
        description:
          "The typed data for `eth_signTypedData_v4`, with a nonce and a deadline. Nothing changes. Send the signed action as the body of POST /ebus/execute.",
        tags: ["Event bus"],
        body: Prepare,
        response: { 200: Prepared },
      },
    },
    async (request) => {
      const { action, account, deadline_after = 300 } = request.body as Static<typeof Prepare>;
      const caller = callerOf(request);
      const actor = (account ?? reader.walletOf(caller)).toLowerCase() as Hex;
      const command = commandIn(action, { id: `obj_${randomBytes(16).toString("hex")}`, to: actor });
      if ("properties" in command) readProperties(command.properties);
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
