import type { FastifyInstance } from "fastify";
import { Type, type Static } from "typebox";
import { normalizeEmail } from "../accounts/oneTimeCodes.ts";
import { asksFor } from "../http/accept.ts";
import { escaped, htmlOf, HTML_HEADERS } from "../http/html.ts";
import { onlyLocal } from "../http/localPages.ts";
import { Email, Time } from "../http/schemas.ts";
import type { Parts } from "../foundation/parts.ts";
import { openMailFolder, type FolderMail } from "../foundation/mail/folder.ts";

const Query = Type.Object({ to: Type.Optional(Email) }, { additionalProperties: false });
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
const CONTENT = {
  "application/json": { schema: Mailbox },
  "text/html": { schema: Type.String({ description: "A page for browsers." }) },
};
/** Seconds after which the page reloads itself. */
const AGAIN = 10;

/** Shows sent mails. The route exists only if mail goes to a folder, which production does not allow. */
export async function mailboxRoute(app: FastifyInstance, { config }: Pick<Parts, "config">): Promise<void> {
  const { mail } = config;
  if (mail.kind !== "folder") return;
  const folder = await openMailFolder(mail);
  app.get(
    "/dev/mailbox",
    {
      config: { access: "public", group: "strangers", errors: [403] },
      onRequest: onlyLocal(config),
      schema: {
        summary: "Read mails (development only)",
        description: "The newest 20 mails to `to`, or to all addresses, newest first. A browser gets a page.",
        tags: ["Development"],
        querystring: Query,
        response: { 200: { description: "The mails", content: CONTENT } },
      },
    },
    async (request, reply) => {
      const { to } = request.query as Static<typeof Query>;
      const items = await folder.read(to && normalizeEmail(to));
      reply.header("vary", "accept");
      if (asksFor(request.headers.accept, "text/html")) return reply.headers(HTML_HEADERS).send(pageOf(items));
      return reply.header("cache-control", "no-store").send({ items });
    },
  );
}

function pageOf(items: readonly FolderMail[]): string {
  const mails = items.map(
    ({ to, subject, text, sent_at }) =>
      `<h2>${escaped(subject)}</h2>\n<small>To ${escaped(to)}, ${escaped(sent_at)}</small>\n<pre>${escaped(text)}</pre>`,
  );
  const none = "<p>Nothing was mailed yet: ask for a code by POST /auth/otp.</p>";
  const body = `<h1>Mail</h1>\n<small>Written to a folder instead of sent, newest first. This page asks again every ${AGAIN} s.</small>\n`;
  return htmlOf({ title: "Mail", again: AGAIN, body: body + (mails.join("\n") || none) });
}
