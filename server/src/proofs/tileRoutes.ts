/** Serves the published batch log for watchers (c2sp.org/tlog-tiles). */
import type { FastifyInstance, FastifyReply } from "fastify";
import { Type } from "typebox";
import { AnchorlogError } from "anchorlog";
import { HEADER_BYTES } from "anchorlog/batch";
import { decodeNoteText, parseLogCheckpoint, parseTilePath, TILE_WIDTH } from "anchorlog/tlog";
import type { Parts } from "../foundation/parts.ts";

/** Maximum bytes of a tile, in which each entry follows a two-byte length, and of a note. */
const MAX_TILE = TILE_WIDTH * (2 + HEADER_BYTES);
const MAX_NOTE = 1_000_000;
const CHECKPOINT = "checkpoint";

/**
 * The checkpoint must not be cached for more than a few seconds, since clients would miss new ones (tlog-tiles,
 * Checkpoints).
 */
const SHORT = "public, max-age=5";
const FOR_GOOD = "public, max-age=31536000, immutable";
const TEXT = "text/plain; charset=utf-8";
const BYTES = "application/octet-stream";

const text = (description: string) => ({
  description,
  content: { "text/plain": { schema: Type.String() } },
});

/** Public routes. Credentials are ignored. */
export function tileRoutes(app: FastifyInstance, { tiles }: Pick<Parts, "tiles">): void {
  const config = { access: "public", group: "tiles" } as const;
  const tags = ["Proofs"];

  app.get(
    "/checkpoint",
    {
      config,
      schema: {
        summary: "Get the published checkpoint",
        description: "The newest checkpoint whose tiles are all published, with the cosignatures of witnesses.",
        tags,
        response: { 200: text("A signed note (c2sp.org/tlog-checkpoint)."), 404: text("Nothing is published yet.") },
      },
    },
    async (_request, reply) => {
      const note = await tiles.get(CHECKPOINT, MAX_NOTE);
      if (note === undefined) return notPublished(reply);
      return reply.header("Cache-Control", SHORT).type(TEXT).send(Buffer.from(note));
    },
  );

  app.get(
    "/tile/*",
    {
      config,
      schema: {
        summary: "Get a tile of the published batch log",
        description:
          "Hashes are at `LEVEL/INDEX`, entries at `entries/INDEX`. A partial tile has `.p/WIDTH` at the end (c2sp.org/tlog-tiles). The entries are the headers of batches. Do not encode the slashes of the path.",
        tags,
        params: Type.Object({ "*": Type.String({ examples: ["entries/000.p/3"] }) }),
        response: {
          200: { description: "A tile.", content: { [BYTES]: { schema: {} } } },
          404: text("The log has no such tile, or not yet."),
        },
      },
    },
    async (request, reply) => {
      const path = `tile/${(request.params as { "*": string })["*"]}`;
      const tile = parseTilePath(path) && (await tiles.get(path, MAX_TILE));
      if (tile === undefined) return notPublished(reply);
      return reply.header("Cache-Control", FOR_GOOD).type(BYTES).send(Buffer.from(tile));
    },
  );
}

/** Answers 404 as text, as static tile servers do. Do not cache it: the tile may be published soon. */
function notPublished(reply: FastifyReply): FastifyReply {
  return reply.code(404).type(TEXT).send("not published\n");
}

/** The number of published headers, or 0 if the checkpoint is missing or malformed. */
export async function readPublishedSize(tiles: Parts["tiles"]): Promise<number> {
  const note = await tiles.get(CHECKPOINT, MAX_NOTE);
  if (note === undefined) return 0;
  try {
    return parseLogCheckpoint(decodeNoteText(note)).size;
  } catch (error) {
    if (error instanceof AnchorlogError) return 0;
    throw error;
  }
}
