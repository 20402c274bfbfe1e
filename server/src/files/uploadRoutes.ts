import { Type } from "typebox";
import { statement } from "../foundation/db/database.ts";
import { rowBy } from "../foundation/db/rows.ts";
import { newRow, type RegisterSigned } from "../http/signed.ts";
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
  const { database } = parts;
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
    receive: async ({ org }, file, contentType) => {
      const { upload, content } = await takeUpload(parts, org, file, contentType);
      return { body: upload, content, file: upload.digest };
    },
    plan: async (act) => {
      const { name, digest, size, type } = act.body;
      const row = { ...newRow("file", act), name, digest, size, type, removed_at: null };
      return [statement(database.builder.insertInto("file").values(row)), storedMore(database.builder, row.org, size)];
    },
    answer: async ({ org }, { index }) => shownFile(parts, (await rowBy(database, "file", org, "idx", index))!),
  });
}
