import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import { normalizeEmail } from "../accounts/oneTimeCodes.ts";
import { Email, Time } from "../http/schemas.ts";
import type { Parts } from "../parts.ts";
import { openMailFolder } from "./folder.ts";

const Query = Type.Object({ to: Email }, { additionalProperties: false });
const Mailbox = Type.Object({
  items: Type.Array(
    Type.Object({
      from: Type.String(),
      to: Type.String(),
      subject: Type.String(),
      text: Type.String(),
      sent_at: Time,
    }),
  ),
});

/** What was mailed to an address, for whoever asks: there only where mail goes to a folder, which no production has. */
export async function mailboxRoute(app: FastifyInstance, { config: { mail } }: Pick<Parts, "config">): Promise<void> {
  if (mail.kind !== "folder") return;
  const folder = await openMailFolder(mail);
  app.get(
    "/dev/mailbox",
    {
      config: { access: "public", group: "strangers" },
      schema: {
        summary: "Read what was mailed to an address, newest first (development only)",
        tags: ["Development"],
        querystring: Query,
        response: { 200: Mailbox },
      },
    },
    async (request, reply) => {
      const { to } = request.query as Static<typeof Query>;
      return reply.header("cache-control", "no-store").send({ items: await folder.read(normalizeEmail(to)) });
    },
  );
}
