import { Type } from "typebox";
import type { FileRow } from "../db/tables.ts";
import { Id, iso, Time } from "../http/schemas.ts";
import type { Parts } from "../parts.ts";

export const StoredFile = Type.Object(
  {
    id: Id,
    url: Type.String({ format: "uri", description: "Where its bytes are, for who may read." }),
    name: Type.String({ description: "As its sender called it." }),
    digest: Type.String({ pattern: "^0x[0-9a-f]{64}$", description: "SHA-256 of its bytes." }),
    size: Type.Integer({ minimum: 0, description: "Bytes." }),
    type: Type.String({
      description: "A media type, by its bytes: application/octet-stream where they are of none that is known.",
    }),
    index: Type.Integer({ description: "Of its entry in the log." }),
    created_at: Time,
  },
  { title: "StoredFile" },
);

export function shownFile({ config }: Pick<Parts, "config">, row: FileRow): object {
  const { id, name, digest, size, type, idx: index, created_at } = row;
  const url = new URL(`/storage/files/${id}/content`, config.publicUrl).href;
  return { id, url, name, digest: `0x${digest}`, size, type, index, created_at: iso(created_at) };
}
