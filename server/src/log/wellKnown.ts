import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { clearSigningDescriptor } from "anchorlog/action";
import { Address } from "../http/schemas.ts";
import type { Parts } from "../parts.ts";
import { INTENTS, types } from "../platform/kinds.ts";

const Domain = Type.Object({
  name: Type.String(),
  version: Type.String(),
  chainId: Type.Integer(),
  verifyingContract: Address,
});
const Operator = Type.Object({
  domain: Type.Object(Domain.properties, { description: "The EIP-712 domain of what wallets sign." }),
  operator: Address,
  registry: Address,
  authority: Type.String({ description: "The API's name, as requests are signed for it." }),
  kinds: Type.Record(Type.String(), Type.String(), {
    description: "The kinds of actions, by name, with their payloads' types.",
  }),
  anchor_key: Address,
  receipt_key: Address,
  note_key: Type.String({ description: "Of checkpoints: a verifier key (c2sp.org/signed-note)." }),
  clear_signing: Type.String({ description: "How wallets show what they sign: a file of ERC-7730." }),
  checkpoint: Type.String({ description: "The published checkpoint; the tiles are beside it (c2sp.org/tlog-tiles)." }),
});

const CLEAR_SIGNING = "/clear-signing.json";

/** What a client must know to sign for this platform, and to verify what it answers. Compare it with the registry's. */
export function wellKnownRoutes(app: FastifyInstance, { anchorlog, operator, noteKey, config }: Parts): void {
  const { name, version, chainId, registry } = operator;
  const answer = {
    domain: { name, version, chainId, verifyingContract: registry },
    operator: operator.operator,
    registry,
    authority: config.publicUrl.host,
    kinds: Object.fromEntries([...anchorlog.kinds].map(([kind, { payloadType }]) => [kind, payloadType])),
    note_key: noteKey,
    clear_signing: new URL(CLEAR_SIGNING, config.publicUrl).href,
    checkpoint: new URL("/checkpoint", config.publicUrl).href,
  };
  app.get(
    "/.well-known/anchorlog",
    {
      config: { access: "public", group: "strangers" },
      schema: {
        summary: "Whom receipts bind, and what wallets sign",
        description:
          "The domain of EIP-712, the kinds of actions, the operator and its keys. Compare them with the registry's, or keep what was said first.",
        tags: ["Proofs"],
        response: { 200: Operator },
      },
    },
    async () => {
      // They change while the server runs, on the day for which their successors were announced.
      const { anchorKey, receiptKey } = await anchorlog.keys();
      return { ...answer, anchor_key: anchorKey, receipt_key: receiptKey };
    },
  );
  const descriptor = clearSigningDescriptor(types, {
    domain: answer.domain,
    owner: name,
    url: config.publicUrl.href,
    intents: INTENTS,
  });
  app.get(
    CLEAR_SIGNING,
    {
      config: { access: "public", group: "strangers" },
      schema: {
        summary: "How wallets show what they sign",
        description: "A file of ERC-7730 for the kinds of actions.",
        tags: ["Proofs"],
        response: { 200: Type.Object({}, { additionalProperties: true, title: "ClearSigning" }) },
      },
    },
    async () => descriptor,
  );
}
