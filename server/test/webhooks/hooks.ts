/** An organization with webhooks, and the mails to its owners. */
import { expect } from "vitest";
import { call, sign, startServer, type TestServer } from "../harness.ts";
import type { Mail } from "../../src/foundation/mail/mailer.ts";
import { founder, type Page, type Person } from "../people.ts";
import { type Receiver } from "./receiver.ts";
import { until } from "../../../test/until.ts";

export type Hook = {
  readonly id: string;
  readonly active: boolean;
  readonly failing_since: string | null;
  readonly disabled: { readonly at: string; readonly reason: string } | null;
};
export type Delivery = {
  readonly state: string;
  readonly tries: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly next_at: string | null;
};

/** Receives mails about webhooks instead of the mail server. */
export type News = {
  /** The mails that were handed over, with any result. */
  readonly sent: Mail[];
  /** The mail server's reaction to a mail. */
  takes: (mail: Mail) => Promise<void>;
};

export async function startWithNews(): Promise<{ readonly server: TestServer; readonly news: News }> {
  const news: News = { sent: [], takes: async () => {} };
  const server = await startServer(
    { WEBHOOK_ALLOW: "127.0.0.1" },
    {
      webhooks: { random: () => 0.5 },
      wrap: (parts) => {
        const send = async (mail: Mail): Promise<void> => {
          if (!mail.subject.startsWith("A webhook")) return parts.mailer.send(mail);
          news.sent.push(mail);
          await news.takes(mail);
        };
        return { ...parts, mailer: { ...parts.mailer, send } };
      },
    },
  );
  return { server, news };
}

export type Organization = {
  readonly ada: Person;
  make(receiver: Pick<Receiver, "url">): Promise<Hook>;
  /** Sends its events elsewhere. */
  put(id: string, url: string): Promise<Hook>;
  mint(): Promise<void>;
  show(id: string): Promise<Hook>;
  deliveries(id: string): Promise<Delivery[]>;
  /** Waits until its deliveries match these, newest first. */
  reach(id: string, states: readonly Partial<Delivery>[]): Promise<void>;
};

export async function startOrganization(server: TestServer, email: string): Promise<Organization> {
  const ada = await founder(server, email);
  const write = async <T>(method: string, path: string, body: object): Promise<T> => {
    const answer = await sign<T>(server, ada, method, path, { body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  };
  const read = async <T>(path: string): Promise<T> =>
    (await call<T>(server, "GET", path, { headers: ada.headers })).body;
  const template = await write<{ id: string }>("POST", "/templates", { name: "ticket" });
  const bodyOf = (url: string) => ({ name: "ledger", url, events: ["*"] });
  const deliveries = async (id: string) => (await read<Page<Delivery>>(`/webhooks/${id}/deliveries`)).items;
  return {
    ada,
    make: ({ url }) => write("POST", "/webhooks", bodyOf(url)),
    put: (id, url) => write("PUT", `/webhooks/${id}`, bodyOf(url)),
    mint: () => write("POST", "/objects", { template_id: template.id }),
    show: (id) => read(`/webhooks/${id}`),
    deliveries,
    reach: (id, states) => until(async () => expect(await deliveries(id)).toMatchObject(states)),
  };
}
