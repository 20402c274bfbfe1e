import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { toHex } from "anchorlog";
import { listPage, PageQuery } from "../http/cursors.ts";
import { nullable, page } from "../http/schemas.ts";
import type { Parts } from "../foundation/parts.ts";
import { reached } from "./bundles.ts";

const Hash = Type.String({ pattern: "^0x[0-9a-f]{64}$" });
const Checkpoint = Type.Object(
  {
    size: Type.Integer({ minimum: 1, description: "The number of headers in the batch log." }),
    root: Type.String({ ...Hash, description: "The Merkle root over them (RFC 9162)." }),
    note: Type.String({ description: "The signed note (c2sp.org/tlog-checkpoint)." }),
    anchored: Type.Boolean({ description: "Whether the server has seen it in the registry." }),
    final: Type.Boolean({ description: "Whether the server has seen it final." }),
    block: nullable(
      Type.Object(
        {
          number: Type.Integer(),
          hash: Hash,
          time: Type.Integer({ description: "The time of the anchor, in Unix seconds." }),
        },
        { description: "A block at which the registry has it." },
      ),
    ),
  },
  {
    title: "Checkpoint",
    description: "A signed state of the batch log. The batch log has the batches of all organizations.",
  },
);

/** Public routes for the signed checkpoints. Proofs of all organizations lead to the same checkpoints. */
export function checkpointRoutes(app: FastifyInstance, parts: Parts): void {
  app.get(
    "/checkpoints",
    {
      config: { access: "public", group: "strangers" },
      schema: {
        summary: "List the signed checkpoints",
        description: "Newest first. They cover the batches of all organizations, and proofs lead to them.",
        tags: ["Proofs"],
        querystring: PageQuery,
        response: { 200: page(Checkpoint) },
      },
    },
    async (request) =>
      listPage(parts, request, "checkpoints", async ({ before, limit }) =>
        (await parts.store.newestCheckpoints(limit, before)).map((checkpoint) => {
          const { size, root, note, seen } = checkpoint;
          const state = reached(checkpoint);
          const isAnchored = state !== "included" && seen !== undefined;
          const block = isAnchored ? { ...seen.block, time: seen.time } : null;
          const item = { size, root: toHex(root), note, anchored: isAnchored, final: state === "final", block };
          return { at: size, item };
        }),
      ),
  );
}
