import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { Address } from "../http/schemas.ts";
import type { Parts } from "../parts.ts";

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
  checkpoint: Type.String({ description: "The published checkpoint; the tiles are beside it (c2sp.org/tlog-tiles)." }),
});

/** What a client must know to sign for this platform, and to verify what it answers. Compare it with the registry's. */
export function wellKnownRoutes(app: FastifyInstance, { anchorlog, operator, keys, config }: Parts): void {
  const { name, version, chainId, registry } = operator;
  const answer = {
    domain: { name, version, chainId, verifyingContract: registry },
    operator: operator.operator,
    registry,
    authority: config.publicUrl.host,
    kinds: Object.fromEntries([...anchorlog.kinds].map(([kind, { payloadType }]) => [kind, payloadType])),
    note_key: keys.note,
    checkpoint: new URL("/checkpoint", config.publicUrl).href,
  };
  app.get(
    "/.well-known/anchorlog",
    {
      config: { access: "public", group: "strangers" },
      schema: { summary: "Whom receipts bind, and what wallets sign", tags: ["Proofs"], response: { 200: Operator } },
    },
    async () => {
      // They change while the server runs, on the day for which their successors were announced.
      const { anchorKey, receiptKey } = await anchorlog.keys();
      return { ...answer, anchor_key: anchorKey, receipt_key: receiptKey };
    },
  );
}
