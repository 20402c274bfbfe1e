import { Type } from "typebox";
import type { FileRow } from "../foundation/db/tables.ts";
import { Id, iso, Time } from "../http/schemas.ts";
import type { Parts } from "../foundation/parts.ts";

export const StoredFile = Type.Object(
  {
    id: Id,
    url: Type.String({ format: "uri", description: "The address of the bytes, for callers that may read." }),
    name: Type.String({ description: "The name that its sender gave it." }),
    digest: Type.String({ pattern: "^0x[0-9a-f]{64}$", description: "The SHA-256 hash of the bytes." }),
    size: Type.Integer({ minimum: 0, description: "The size in bytes." }),
    type: Type.String({
      description: "The media type, found by the bytes. application/octet-stream if no type is recognized.",
    }),
    index: Type.Integer({ description: "The index of its entry in the log." }),
    created_at: Time,
  },
  { title: "StoredFile" },
);

export function shownFile({ config }: Pick<Parts, "config">, row: FileRow): object {
  const { id, name, digest, size, type, idx: index, created_at } = row;
  const url = new URL(`/storage/files/${id}/content`, config.publicUrl).href;
  return { id, url, name, digest: `0x${digest}`, size, type, index, created_at: iso(created_at) };
}
