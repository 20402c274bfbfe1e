import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { clearSigningDescriptor } from "anchorlog/action";
import { formatTrust } from "anchorlog/verify/bundle";
import { Address } from "../http/schemas.ts";
import type { Parts } from "../foundation/parts.ts";
import { INTENTS, types } from "../objects/kinds.ts";

const Domain = Type.Object({
  name: Type.String(),
  version: Type.String(),
  chainId: Type.Integer(),
  verifyingContract: Address,
});
const EarlierKey = Type.Object({
  role: Type.Union([Type.Literal("anchor"), Type.Literal("receipt"), Type.Literal("note")]),
  key: Type.String(),
  until: Type.Optional(Type.String({ description: "The end of the key's period, in Unix seconds." })),
  endorsement: Type.Optional(Type.String({ description: "The previous receipt key's signature on this key." })),
});
const Trust = Type.Object(
  {
    format: Type.String(),
    chainId: Type.String(),
    registry: Address,
    operator: Address,
    anchorKey: Address,
    receiptKey: Address,
    noteKey: Type.String(),
    earlier: Type.Optional(Type.Array(EarlierKey)),
  },
  { description: "All keys that the operator ever had, as a trust file (docs/protocol/2-audit.md, section 6)." },
);
const Operator = Type.Object({
  domain: Type.Object(Domain.properties, { description: "The EIP-712 domain of actions." }),
  operator: Address,
  registry: Address,
  authority: Type.String({ description: "The host of the API. Signed requests name it." }),
  kinds: Type.Record(Type.String(), Type.String(), {
    description: "The kinds of actions by name, each with the type of its payload.",
  }),
  anchor_key: Address,
  receipt_key: Address,
  note_key: Type.String({ description: "The verifier key of checkpoints (c2sp.org/signed-note)." }),
  clear_signing: Type.String({ description: "A link to the ERC-7730 file. It says how wallets display actions." }),
  trust: Trust,
  signature: Type.String({
    description:
      "The receipt key's, over all other members as canonical JSON (RFC 8785): `Description` in docs/protocol/2-audit.md, section 6.",
  }),
  checkpoint: Type.String({
    description: "A link to the published checkpoint. The tiles are in the same folder (c2sp.org/tlog-tiles).",
  }),
});

const CLEAR_SIGNING = "/clear-signing.json";

/**
 * Serves the data that clients need to sign for this platform and to verify its answers. Clients must compare it with
 * the registry.
 */
export function wellKnownRoutes(
  app: FastifyInstance,
  { anchorlog, operator, noteKey, config, describing }: Parts,
): void {
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
  type Answer = typeof answer & { readonly anchor_key: string; readonly receipt_key: string };
  let last: (Answer & { readonly trust: object; readonly signature: string }) | undefined;
  app.get(
    "/.well-known/anchorlog",
    {
      config: { access: "public", group: "strangers" },
      schema: {
        summary: "The operator, its keys, and the kinds of actions",
        description:
          "The EIP-712 domain, the kinds of actions, the operator and its keys, signed by the receipt key. Check that `authority` is the host that you asked. Check the key against the registry, or against a trust file that you had before.",
        tags: ["Proofs"],
        response: { 200: Operator },
      },
    },
    async () => {
      // Keys change while the server runs, on the announced day.
      const now = await anchorlog.keys();
      if (last?.anchor_key === now.anchorKey && last.receipt_key === now.receiptKey) return last;
      const trust = JSON.parse(formatTrust(await describing.trusted())) as object;
      const content = { ...answer, anchor_key: now.anchorKey, receipt_key: now.receiptKey, trust };
      last = { ...content, signature: await describing.sign(content, now.receiptKey) };
      return last;
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
        summary: "The display of actions in wallets",
        description: "An ERC-7730 file for the kinds of actions.",
        tags: ["Proofs"],
        response: { 200: Type.Object({}, { additionalProperties: true, title: "ClearSigning" }) },
      },
    },
    async () => descriptor,
  );
}
