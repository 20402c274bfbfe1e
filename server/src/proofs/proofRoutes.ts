import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { AnchorlogError, fromHex, toHex } from "anchorlog";
import { PART_NONE } from "anchorlog/action";
import { formatBundle } from "anchorlog/verify/bundle";
import { decodeEntry } from "anchorlog/log";
import type { Organization } from "../foundation/caller.ts";
import { ActionLog, shownAction } from "../actions/actionLogRoutes.ts";
import type { ActionRow, ObjectRow } from "../foundation/db/tables.ts";
import { callerOf } from "../http/access.ts";
import { oldestFirst, PageQuery } from "../http/cursors.ts";
import { etagOf, sendTagged } from "../http/entityTags.ts";
import { ApiError, badRequest, notFound } from "../http/errors.ts";
import { Id, page } from "../http/schemas.ts";
import type { Parts } from "../foundation/parts.ts";
import { objectKeyFor } from "../objects/kinds.ts";
import { ITEMS, ObjectId, Version, type ObjectState } from "../objects/shapes.ts";
import type { View } from "../objects/view.ts";
import { sha256 } from "../foundation/secrets.ts";
import { createAsking } from "./asking.ts";
import { BundleShape, BundleState, createProofs, Size, type BundleProof } from "./bundles.ts";

/** Bundles per page. Each one is signed again, and its proof reads up to 256 neighbouring entries. */
const [USUAL, MOST] = [10, 25];

const STATE = "Anchorlog-State";
const Bundle = { ...BundleShape, headers: { [STATE]: BundleState } };
const OfSize = Type.Object({ size: Size }, { additionalProperties: false });
const HistoryQuery = Type.Object(
  {
    ...PageQuery.properties,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST, default: USUAL })),
    size: Size,
  },
  { additionalProperties: false },
);
const Step = Type.Object(
  {
    ...ActionLog.properties,
    version: Version,
    state_hash: Type.String({ description: "The hash of the object's state after this action." }),
    bundle_state: BundleState,
    bundle: BundleShape,
  },
  { title: "Step", description: "An action upon the object, with its proof." },
);

const HolderQuery = Type.Object(
  {
    size: Size,
    nonce: Type.Optional(
      Type.String({
        pattern: "^(?:0|[1-9][0-9]{0,77})$",
        description: "A random number below 2^256. With it, the server asks the log anew, and the ask has this nonce.",
      }),
    ),
    entry: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          "The index of an entry about the object, from an earlier answer. The answer is the bundle of that entry. The log is not asked.",
      }),
    ),
  },
  { additionalProperties: false },
);

type ProofRequest = {
  readonly params: { readonly id: string };
  readonly query: { readonly size?: number; readonly entry?: number; readonly nonce?: string };
};

/** Resources with a proof. The proof is for the entry in the resource's row. */
const PROVEN = [
  {
    url: "/ebus/action-logs/:id/proof",
    table: "action_log",
    what: "action",
    id: Id,
    summary: "Get the proof of an action",
    description: "Several actions of one signed request are one entry, so they have one bundle.",
    tags: ["Event bus"],
  },
  {
    url: "/storage/files/:id/proof",
    table: "file",
    what: "file",
    id: Id,
    summary: "Get the proof of a file's upload",
    description: "The proof of the request that uploaded it. See `form` of GET /storage/files/:id.",
    tags: ["Storage"],
  },
];

/** Routes for proofs of single actions, and of an object's history. */
export function proofRoutes(app: FastifyInstance, parts: Parts, view: Pick<View, "template">): void {
  const { of } = parts.database;
  const proofOf = createProofs(parts);
  const ask = createAsking(parts);
  const config = { access: "read", group: "reads" } as const;

  for (const { url, table, what, id, ...about } of PROVEN) {
    app.get(
      url,
      {
        config: { ...config, fields: ["IfNoneMatch"] },
        schema: {
          ...about,
          params: Type.Object({ id }),
          querystring: OfSize,
          response: { 200: Bundle },
        },
      },
      async (request, reply) => {
        const { params, query } = request as ProofRequest;
        const { organization } = callerOf(request);
        const row = await of(organization.id)
          // All these tables have the columns `idx`, `org` and `id`.
          .tables.selectFrom(table as "object")
          .select("idx")
          .where("org", "=", organization.id)
          .where("id", "=", params.id)
          .executeTakeFirst();
        if (row === undefined) throw notFound(what, params.id);
        return sendProof(request, reply, await proofOf(organization, row.idx, query.size));
      },
    );
  }

  /** The entry that shows the object's current holder: an ask, or a newer act. */
  const newestOf = async (organization: Organization, row: ObjectRow, nonce: string | undefined): Promise<number> => {
    const { id, idx, template, template_version } = row;
    const minted = await view.template(organization.id, template, template_version);
    // Without custody, the log does not record the owner.
    if (!minted!.custody) return idx;
    if (nonce !== undefined) return ask(organization, objectKeyFor(id), nonce);
    return Math.max(await ask(organization, objectKeyFor(id)), idx);
  };

  /** The proof of an entry, or undefined if the entry does not exist. */
  const proofAt = (...at: Parameters<typeof proofOf>): Promise<BundleProof | undefined> =>
    proofOf(...at).catch((error: unknown) => {
      if (error instanceof AnchorlogError && error.code === "no_entry") return undefined;
      throw error;
    });

  app.get(
    "/objects/:id/proof",
    {
      config: { ...config, asks: true, fields: ["IfNoneMatch"], errors: [409] },
      schema: {
        summary: "Get the proof of an object's holder",
        description:
          "With custody, the server asks the log, at most once a minute, or with your own `nonce`. The entry of the ask states the holder at that time, and the act that made it the holder. If a later act exists, its entry states the holder. The entry is promised at once. With `entry` you get the same entry later, when it is anchored. Without custody, the answer is the proof of the last action.",
        tags: ["Objects"],
        params: Type.Object({ id: ObjectId }),
        querystring: HolderQuery,
        response: { 200: Bundle },
      },
    },
    async (request, reply) => {
      const { params, query } = request as ProofRequest;
      const { organization } = callerOf(request);
      if (query.nonce !== undefined && BigInt(query.nonce) >= 1n << 256n)
        throw badRequest("nonce", "malformed", "nonce is not below 2^256");
      const object = await of(organization.id)
        .tables.selectFrom("object")
        .selectAll()
        .where("org", "=", organization.id)
        .where("id", "=", params.id)
        .executeTakeFirst();
      if (object === undefined) throw notFound("object", params.id);
      const proof =
        query.entry === undefined
          ? await proofOf(organization, await newestOf(organization, object, query.nonce), query.size)
          : await proofAt(organization, query.entry, query.size);
      if (proof === undefined || (query.entry !== undefined && !isAbout(proof, params.id))) {
        const message = `entry ${query.entry} does not exist, or is not about object ${params.id}`;
        throw new ApiError(404, "no_entry", message, { field: "entry" });
      }
      return sendProof(request, reply, proof);
    },
  );

  app.get(
    "/objects/:id/history",
    {
      config,
      schema: {
        summary: "Get all actions upon an object, oldest first, with their proofs",
        description: "Each step has its bundle. The steps can be replayed from the first one.",
        tags: ["Objects"],
        params: Type.Object({ id: ObjectId }),
        querystring: HistoryQuery,
        response: { 200: page(Step) },
      },
    },
    async (request) => {
      const { params, query } = request as ProofRequest;
      const { organization } = callerOf(request);
      const rowsAfter = (after: number, limit: number): Promise<ActionRow[]> => {
        const [idx, item] = [Math.floor(after / ITEMS), after % ITEMS];
        return of(organization.id)
          .tables.selectFrom("action_log")
          .selectAll()
          .where("org", "=", organization.id)
          .where("object", "=", params.id)
          .where((at) => at(at.refTuple("idx", "item"), ">", at.tuple(idx, item)))
          .orderBy("idx")
          .orderBy("item")
          .limit(limit)
          .execute();
      };
      if ((await rowsAfter(-1, 1)).length === 0) throw notFound("object", params.id);
      const history = await oldestFirst(
        parts,
        request,
        `history ${params.id}`,
        async ({ after, limit }) =>
          (await rowsAfter(after, limit)).map((row) => ({ at: row.idx * ITEMS + row.item, item: row })),
        USUAL,
      );
      const proofs = new Map<number, BundleProof>();
      const items: object[] = [];
      for (const row of history.items as ActionRow[]) {
        const { bundle, state } = proofs.get(row.idx) ?? (await proofOf(organization, row.idx, query.size));
        proofs.set(row.idx, { bundle, state });
        const { version, state_hash } = JSON.parse(row.result) as ObjectState;
        items.push({ ...shownAction(row), version, state_hash, bundle_state: state, bundle });
      }
      return { ...history, items };
    },
  );
}

function isAbout({ bundle }: BundleProof, id: string): boolean {
  const { part, objectKey } = decodeEntry(fromHex(bundle.entry));
  return part !== PART_NONE && toHex(objectKey) === objectKeyFor(id);
}

/** Sends a bundle. A later request may return one that leads to a newer checkpoint. */
function sendProof(request: FastifyRequest, reply: FastifyReply, { bundle, state }: BundleProof): FastifyReply {
  const text = formatBundle(bundle);
  return sendTagged(request, reply.header(STATE, state), etagOf(sha256(text)), text);
}
