import { Type } from "typebox";
import { ENTRY, statement } from "../foundation/db/database.ts";
import { idOf, type RegisterSigned } from "../http/signed.ts";
import type { Parts } from "../foundation/parts.ts";
import { shownFile, StoredFile } from "./shapes.ts";
import { storedMore } from "./stored.ts";
import { MAX_FORM, takeUpload } from "./upload.ts";

/** The form sent, and the upload that it becomes. */
const Form = Type.Object(
  { file: Type.String({ contentMediaType: "application/octet-stream", description: "One file, with its name." }) },
  { additionalProperties: false },
);
const Upload = Type.Object({
  name: Type.String(),
  digest: Type.String(),
  size: Type.Integer(),
  type: Type.String(),
});

/** The only route that accepts files. Its scope has the signature plugin for uploads. */
export function uploadRoutes(signed: RegisterSigned, parts: Parts): void {
  const { of, builder } = parts.database;
  signed({
    method: "POST",
    url: "/storage/upload",
    group: "uploads",
    access: "upload",
    signer: "upload",
    bodyLimit: MAX_FORM,
    schema: {
      summary: "Store a file",
      description:
        "A form with one file, `file`, of at most 25 MiB. The server checks the headers before it reads the bytes. Content-Digest must have sha-256. `createSignedFetch` sends it.",
      tags: ["Storage"],
      form: Form,
      body: Upload,
      answer: StoredFile,
    },
    receive: async ({ caller }, file, contentType) => {
      const { upload, content } = await takeUpload(parts, caller.organization.id, file, contentType);
      return { body: upload, content, file: upload.digest };
    },
    plan: async (act) => {
      const { name, digest, size, type } = act.body;
      const row = {
        org: act.caller.organization.id,
        id: idOf("file", act),
        idx: ENTRY.index,
        name,
        digest,
        size,
        type,
        created_at: ENTRY.acceptedAt,
        removed_at: null,
      };
      return [statement(builder.insertInto("file").values(row)), storedMore(builder, row.org, size)];
    },
    answer: async ({ caller }, { index }) => {
      const org = caller.organization.id;
      const row = await of(org)
        .tables.selectFrom("file")
        .selectAll()
        .where("org", "=", org)
        .where("idx", "=", index)
        .executeTakeFirstOrThrow();
      return shownFile(parts, row);
    },
  });
}
