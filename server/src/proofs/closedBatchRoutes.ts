import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { toHex } from "anchorlog";
import { decodeHeader, hashHeader } from "anchorlog/batch";
import type { StoredBatch } from "anchorlog/log";
import { listPage, PageQuery } from "../http/cursors.ts";
import { notFound } from "../http/errors.ts";
import { reads } from "../http/reads.ts";
import { iso, page, Time } from "../http/schemas.ts";
import type { Parts } from "../foundation/parts.ts";
import { reached } from "./bundles.ts";
import { readPublishedSize } from "./tileRoutes.ts";

const Hash = Type.String({ pattern: "^0x[0-9a-f]{64}$" });
const BatchId = Type.String({
  pattern: "^(0|[1-9][0-9]{0,14})$",
  description: "The batch's position in the batch log, from 0.",
  examples: ["12"],
});
const Batch = Type.Object(
  {
    id: BatchId,
    number: Type.Integer({ description: "The batch's number in the organization's log, from 0." }),
    start: Type.Integer({ description: "The index of its first entry." }),
    count: Type.Integer({ minimum: 1, description: "The number of its entries." }),
    closed_at: Time,
    header: Type.String({
      pattern: "^0x[0-9a-f]{458}$",
      description: "The header of 229 bytes. It is an entry of the batch log.",
    }),
    hash: Type.String({ ...Hash, description: "The header's leaf hash in the batch log." }),
    root: Type.String({ ...Hash, description: "The Merkle root over its entries (RFC 9162)." }),
    zk_root: Type.String({ ...Hash, description: "The Merkle root over the commitments of its entries (Poseidon)." }),
    signed: Type.Boolean({ description: "Whether a signed checkpoint covers it." }),
    published: Type.Boolean({ description: "Whether the published tiles have it. See GET /checkpoint." }),
    anchored: Type.Boolean({ description: "Whether the server has seen a checkpoint in the registry that covers it." }),
    final: Type.Boolean({ description: "Whether the server has seen it final." }),
  },
  {
    title: "Batch",
    description: "A range of entries of an organization's log, and how far it is on the way to finality.",
  },
);

/** Routes for the batches of an organization's log. */
export function closedBatchRoutes(app: FastifyInstance, parts: Parts): void {
  const { store } = parts;
  const tags = ["Proofs"];
  reads(app, "/batches", {
    access: "read",
    schema: { summary: "List the batches of the log", tags, querystring: PageQuery, answer: page(Batch) },
    answer: async ({ caller, request }) => {
      const sizes = await readSizes(parts);
      return listPage(parts, request, "batches", async ({ before, limit }) =>
        (await store.newestBatches(caller.organization.logId, limit, before)).map((batch) => ({
          at: batch.position,
          item: shownBatch(batch, sizes),
        })),
      );
    },
  });
  reads(app, "/batches/:id", {
    access: "read",
    schema: { summary: "Get a batch of the log", tags, params: Type.Object({ id: BatchId }), answer: Batch },
    answer: async ({ caller, params: { id } }) => {
      const [batch] = await store.batches(Number(id), Number(id) + 1);
      if (batch?.log !== caller.organization.logId) throw notFound("batch", id);
      return shownBatch(batch, await readSizes(parts));
    },
  });
}

/** Sizes of the batch log in headers, by state. */
type Sizes = Readonly<Record<"signed" | "published" | "anchored" | "final", number>>;

async function readSizes({ store, tiles }: Pick<Parts, "store" | "tiles">): Promise<Sizes> {
  const [[newest], seen, published] = await Promise.all([
    store.newestCheckpoints(1),
    store.seenCheckpoints(),
    readPublishedSize(tiles),
  ]);
  /** The size of the newest checkpoint in one of the states, or 0 if it is not in this store. */
  const sizeIn = async (...states: readonly string[]): Promise<number> => {
    const size = seen.findLast(({ state }) => states.includes(state))?.size ?? 0;
    const [checkpoint] = await store.newestCheckpoints(1, size + 1);
    return checkpoint?.size === size && states.includes(reached(checkpoint)) ? size : 0;
  };
  const [anchored, final] = await Promise.all([sizeIn("anchored", "final"), sizeIn("final")]);
  return { signed: newest?.size ?? 0, published, anchored, final };
}

function shownBatch({ position, header }: StoredBatch, sizes: Sizes): object {
  const { number, start, count, closedAt, root, zkRoot } = decodeHeader(header);
  return {
    id: String(position),
    number,
    start,
    count,
    closed_at: iso(closedAt),
    header: toHex(header),
    hash: toHex(hashHeader(header)),
    root: toHex(root),
    zk_root: toHex(zkRoot),
    signed: position < sizes.signed,
    published: position < sizes.published,
    anchored: position < sizes.anchored,
    final: position < sizes.final,
  };
}
