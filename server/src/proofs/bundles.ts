/** Bundles prove to anyone that an organization's entries are in the log. */
import { AnchorlogError, toHex, type Bundle, type CoseReceipts } from "anchorlog";
import { ENTRY_BYTES, type BatchStore } from "anchorlog/log";
import { Type } from "typebox";
import type { Organization } from "../foundation/caller.ts";
import { ApiError } from "../http/errors.ts";
import { Address } from "../http/schemas.ts";
import type { Parts } from "../foundation/parts.ts";

const Hex = Type.String({ pattern: "^0x([0-9a-f]{2})*$" });
const Decimal = Type.String({ pattern: "^(0|[1-9][0-9]*)$" });

/** The schema of a bundle. `parseBundle` of anchorlog/verify/bundle is stricter. */
export const BundleShape = Type.Object(
  {
    format: Type.Literal("anchorlog.bundle/1"),
    operator: Type.Object({
      chainId: Decimal,
      registry: Address,
      address: Address,
      name: Type.String(),
      version: Type.String(),
    }),
    log: Type.String({ description: "The log's name." }),
    action: Type.Object({
      primaryType: Type.String(),
      payloadType: Type.String(),
      message: Type.Object({}, { additionalProperties: true }),
      signature: Hex,
    }),
    entry: Type.String({ pattern: `^0x[0-9a-f]{${2 * ENTRY_BYTES}}$`, description: `${ENTRY_BYTES} bytes.` }),
    receipt: Type.Object({ key: Address, signature: Hex }),
    inclusion: Type.Optional(
      Type.Object(
        {
          header: Hex,
          path: Type.Array(Hex),
          zkPath: Type.Array(Type.Array(Hex)),
          checkpoint: Type.Object({ size: Decimal, root: Hex, position: Decimal, path: Type.Array(Hex) }),
        },
        { description: "The path from the entry to a checkpoint. Absent if the entry is only promised." },
      ),
    ),
  },
  { title: "Bundle", description: "A proof of one action, for `anchorlog verify` or `verifyBundle`." },
);

export const BundleState = Type.Enum(["promised", "included", "anchored", "final"], {
  description:
    "How far the bundle leads, as this server has last seen it: to a receipt, to a signed checkpoint, to an anchored one, or to a final one. Verify the bundle to be sure.",
});
type State = "promised" | "included" | "anchored" | "final";

/** The size of the checkpoint that a bundle should lead to. */
export const Size = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      "The size of the checkpoint to which the bundle leads. See GET /checkpoints. By default it is the newest final checkpoint. If no checkpoint is final, it is the newest anchored one, and otherwise the newest signed one.",
  }),
);

export type BundleProof = { readonly bundle: Bundle; readonly state: State };
export type Proofs = ReturnType<typeof createProofs>;

export function createProofs({ anchorlog, store }: Pick<Parts, "anchorlog" | "store">) {
  const stateOf = async ({ inclusion }: Bundle): Promise<State> => {
    if (inclusion === undefined) return "promised";
    const { size, root } = inclusion.checkpoint;
    const [checkpoint] = await store.newestCheckpoints(1, Number(size) + 1);
    return checkpoint !== undefined && toHex(checkpoint.root) === root ? reached(checkpoint) : "included";
  };

  /** @throws ApiError 404 `no_checkpoint`, 503 `archive_unavailable`. @throws AnchorlogError */
  return async ({ log }: Organization, index: number, size: number | undefined): Promise<BundleProof> => {
    const bundle = await answered(size, anchorlog.bundle({ log, index, size: size ?? "furthest" }));
    return { bundle, state: await stateOf(bundle) };
  };
}

/** @throws ApiError 404 `no_checkpoint`, 503 `archive_unavailable`. @throws AnchorlogError */
export function coseReceiptsOf(
  { anchorlog }: Pick<Parts, "anchorlog">,
  { log }: Organization,
  index: number,
  size: number | undefined,
): Promise<CoseReceipts> {
  return answered(size, anchorlog.coseReceipts({ log, index, size: size ?? "furthest" }));
}

/** Turns those errors of a proof into answers that are not the server's fault. */
async function answered<T>(size: number | undefined, proof: Promise<T>): Promise<T> {
  try {
    return await proof;
  } catch (error) {
    if (!(error instanceof AnchorlogError)) throw error;
    if (error.code === "archive_unavailable") {
      const again = "the archive does not give this entry now: ask again later";
      throw new ApiError(503, error.code, again, { headers: { "Retry-After": "5" }, cause: error });
    }
    if (error.code !== "no_checkpoint") throw error;
    const message =
      size === undefined
        ? "no signed checkpoint covers this entry yet: ask again later"
        : `no checkpoint of size ${size} covers this entry. GET /checkpoints lists all checkpoints`;
    throw new ApiError(404, "no_checkpoint", message, { field: "size" });
  }
}

type Listed = Awaited<ReturnType<BatchStore["newestCheckpoints"]>>[number];

/** The state of entries covered by a checkpoint. */
export function reached({ root, seen }: Pick<Listed, "root" | "seen">): "included" | "anchored" | "final" {
  return seen === undefined || seen.state === "gone" || seen.root !== toHex(root) ? "included" : seen.state;
}
