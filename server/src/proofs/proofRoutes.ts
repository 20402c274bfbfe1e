import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Type, type Static } from "typebox";
import { AnchorlogError, fromHex, toHex, type CoseReceipt } from "anchorlog";
import { PART_NONE } from "anchorlog/action";
import { formatBundle } from "anchorlog/verify/bundle";
import { decodeEntry } from "anchorlog/log";
import type { Organization } from "../foundation/caller.ts";
import { ActionLog, shownAction } from "../actions/actionLogRoutes.ts";
import { rowBy, rowsOf } from "../foundation/db/rows.ts";
import type { ActionRow, ObjectRow } from "../foundation/db/tables.ts";
import { oldestFirst, PageQuery } from "../http/cursors.ts";
import { etagOf, sendTagged } from "../http/entityTags.ts";
import { ApiError, badRequest, existing, notFound } from "../http/errors.ts";
import { reads, type Read } from "../http/reads.ts";
import { Id, page } from "../http/schemas.ts";
import type { Parts } from "../foundation/parts.ts";
import { objectKeyFor } from "../objects/kinds.ts";
import { entryAndItem, positionOf } from "../objects/positions.ts";
import { ObjectId, Version, type ObjectState } from "../objects/shapes.ts";
import type { View } from "../objects/view.ts";
import { sha256 } from "../foundation/secrets.ts";
import { createAsking } from "./asking.ts";
import { BundleShape, BundleState, coseReceiptsOf, createProofs, Size, type BundleProof } from "./bundles.ts";

/** Bundles per page. Each one is signed again, and its proof reads up to 256 neighbouring entries. */
const [USUAL, MOST] = [10, 25];

const STATE = "Anchorlog-State";
const Bundle = { ...BundleShape, headers: { [STATE]: BundleState } };
const ObjectParams = Type.Object({ id: ObjectId });
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

const Bytes = Type.String({ pattern: "^0x([0-9a-f]{2})+$" });
const receiptOf = (leaf: string) =>
  Type.Object({
    leaf: { ...Bytes, description: leaf },
    receipt: { ...Bytes, description: "The COSE receipt (`application/cose`): a COSE_Sign1 by the note key." },
  });
const CoseReceipts = Type.Object(
  {
    entry: receiptOf("The entry's 267 bytes, a leaf of its batch's tree."),
    header: receiptOf("The batch's header of 229 bytes, a leaf of the batch log's tree. It has the batch's root."),
  },
  { title: "CoseReceipts", description: "Inclusion for verifiers of SCITT (RFC 9942, `RFC9162_SHA256`)." },
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

/** Resources with a proof. The proof is for the entry in the resource's row. */
const PROVEN = [
  {
    url: "/ebus/action-logs/:id/proof",
    table: "action_log",
    what: "action",
    summary: "Get the proof of an action",
    description: "Several actions of one signed request are one entry, so they have one bundle.",
    tags: ["Event bus"],
  },
  {
    url: "/storage/files/:id/proof",
    table: "file",
    what: "file",
    summary: "Get the proof of a file's upload",
    description: "The proof of the request that uploaded it. See `form` of GET /storage/files/:id.",
    tags: ["Storage"],
  },
] as const;

type Proving = {
  readonly parts: Parts;
  readonly view: Pick<View, "template">;
  /** Makes the proof of an entry. */
  readonly proofOf: ReturnType<typeof createProofs>;
  /** Asks the log for an object's holder. */
  readonly ask: ReturnType<typeof createAsking>;
};
type AskingHolder = Read<Static<typeof ObjectParams>, Static<typeof HolderQuery>>;

/** Routes for proofs of single actions, and of an object's history. */
export function proofRoutes(app: FastifyInstance, parts: Parts, view: Pick<View, "template">): void {
  const proving: Proving = { parts, view, proofOf: createProofs(parts), ask: createAsking(parts) };
  for (const { url, table, what, ...about } of PROVEN)
    reads(app, url, {
      access: "read",
      fields: ["IfNoneMatch"],
      schema: { ...about, params: Type.Object({ id: Id }), querystring: OfSize, answer: Bundle },
      answer: async ({ caller, org, params: { id }, query, request, reply }) => {
        const { idx } = existing(await rowBy(parts.database, table, org, "id", id), what, id);
        return sendProof(request, reply, await proving.proofOf(caller.organization, idx, query.size));
      },
    });
  reads(app, "/ebus/action-logs/:id/cose-receipts", {
    access: "read",
    schema: {
      summary: "Get the COSE receipts of an action",
      description:
        "Two receipts: of the entry in its batch, and of the batch in the batch log. Until a signed checkpoint covers the entry, the answer is 404 `no_checkpoint`.",
      tags: ["Event bus"],
      params: Type.Object({ id: Id }),
      querystring: OfSize,
      answer: CoseReceipts,
    },
    answer: async ({ caller, org, params: { id }, query }) => {
      const { idx } = existing(await rowBy(parts.database, "action_log", org, "id", id), "action", id);
      const { entry, header } = await coseReceiptsOf(parts, caller.organization, idx, query.size);
      return { entry: inHex(entry), header: inHex(header) };
    },
  });
  reads(app, "/objects/:id/proof", {
    access: "read",
    asks: true,
    fields: ["IfNoneMatch"],
    errors: [409],
    schema: {
      summary: "Get the proof of an object's holder",
      description:
        "With custody, the server asks the log, at most once a minute, or with your own `nonce`. The entry of the ask states the holder at that time, and the act that made it the holder. If a later act exists, its entry states the holder. The entry is promised at once. With `entry` you get the same entry later, when it is anchored. Without custody, the answer is the proof of the last action.",
      tags: ["Objects"],
      params: ObjectParams,
      querystring: HolderQuery,
      answer: Bundle,
    },
    answer: async (read) => sendProof(read.request, read.reply, await holderProof(proving, read)),
  });
  reads(app, "/objects/:id/history", {
    access: "read",
    schema: {
      summary: "Get all actions upon an object, oldest first, with their proofs",
      description: "Each step has its bundle. The steps can be replayed from the first one.",
      tags: ["Objects"],
      params: ObjectParams,
      querystring: HistoryQuery,
      answer: page(Step),
    },
    answer: (read) => historyOf(proving, read),
  });
}

async function holderProof(
  proving: Proving,
  { caller, org, params: { id }, query }: AskingHolder,
): Promise<BundleProof> {
  const { size, entry, nonce } = query;
  if (nonce !== undefined && BigInt(nonce) >= 1n << 256n)
    throw badRequest("nonce", "malformed", "nonce is not below 2^256");
  const { organization } = caller;
  const object = existing(await rowBy(proving.parts.database, "object", org, "id", id), "object", id);
  if (entry === undefined)
    return proving.proofOf(organization, await newestOf(proving, organization, object, nonce), size);
  const proof = await proving.proofOf(organization, entry, size).catch((error: unknown) => {
    if (error instanceof AnchorlogError && error.code === "no_entry") return undefined;
    throw error;
  });
  if (proof !== undefined && isAbout(proof, id)) return proof;
  const message = `entry ${entry} does not exist, or is not about object ${id}`;
  throw new ApiError(404, "no_entry", message, { field: "entry" });
}

/** The entry that shows the object's current holder: an ask, or a newer act. */
async function newestOf(
  { view, ask }: Proving,
  organization: Organization,
  { id, idx, template, template_version }: ObjectRow,
  nonce: string | undefined,
): Promise<number> {
  const minted = await view.template(organization.id, template, template_version);
  // Without custody, the log does not record the owner.
  if (!minted!.custody) return idx;
  if (nonce !== undefined) return ask(organization, objectKeyFor(id), nonce);
  return Math.max(await ask(organization, objectKeyFor(id)), idx);
}

async function historyOf(
  { parts, proofOf }: Proving,
  { caller, org, params: { id }, query, request }: Read<Static<typeof ObjectParams>, Static<typeof HistoryQuery>>,
): Promise<object> {
  const rowsAfter = (after: number, limit: number): Promise<ActionRow[]> =>
    rowsOf(parts.database, "action_log", org)
      .selectAll()
      .where("object", "=", id)
      .where((at) => at(at.refTuple("idx", "item"), ">", at.tuple(...entryAndItem(after))))
      .orderBy("idx")
      .orderBy("item")
      .limit(limit)
      .execute();
  if ((await rowsAfter(-1, 1)).length === 0) throw notFound("object", id);
  const history = await oldestFirst(
    parts,
    request,
    `history ${id}`,
    async ({ after, limit }) => (await rowsAfter(after, limit)).map((row) => ({ at: positionOf(row), item: row })),
    USUAL,
  );
  const proofs = new Map<number, BundleProof>();
  const items: object[] = [];
  for (const row of history.items as ActionRow[]) {
    const { bundle, state } = proofs.get(row.idx) ?? (await proofOf(caller.organization, row.idx, query.size));
    proofs.set(row.idx, { bundle, state });
    const { version, state_hash } = JSON.parse(row.result) as ObjectState;
    items.push({ ...shownAction(row), version, state_hash, bundle_state: state, bundle });
  }
  return { ...history, items };
}

const inHex = ({ leaf, receipt }: CoseReceipt) => ({ leaf: toHex(leaf), receipt: toHex(receipt) });

function isAbout({ bundle }: BundleProof, id: string): boolean {
  const { part, objectKey } = decodeEntry(fromHex(bundle.entry));
  return part !== PART_NONE && toHex(objectKey) === objectKeyFor(id);
}

/** Sends a bundle. A later request may return one that leads to a newer checkpoint. */
function sendProof(request: FastifyRequest, reply: FastifyReply, { bundle, state }: BundleProof): FastifyReply {
  const text = formatBundle(bundle);
  return sendTagged(request, reply.header(STATE, state), etagOf(sha256(text)), text);
}
