/** What clients ask of a server whose database is away. */
import { call, sign, type Answer, type Client, type Refused, type Signing } from "./harness.ts";
import { typedAction } from "./platform/typed.ts";

/** A request of each sort that an organization makes. */
export async function ask(remote: Signing, ada: Client, template: string, n: number): Promise<Answer<Refused>[]> {
  const order = { action: { mint: { template_id: template } } };
  const to = ada.wallet.address.toLowerCase();
  const issue = (objectId: string) =>
    typedAction(remote, ada, "Issue", { objectId, to, templateId: template, properties: "{}" });
  const { headers } = ada;
  const [first, second] = [await issue(`a${n}`), await issue(`b${n}`)];
  return Promise.all([
    call<Refused>(remote, "GET", "/objects", { headers }),
    call<Refused>(remote, "GET", "/wallets/me", { headers }),
    call<Refused>(remote, "POST", "/ebus/execute", { headers, body: first }),
    call<Refused>(remote, "POST", "/ebus/actions/batch", { headers, body: { actions: [second] } }),
    sign<Refused>(remote, ada, "POST", "/ebus/execute", { body: order, headers: { "idempotency-key": `k${n}` } }),
  ]);
}

/** What somebody asks who signs in. */
export const enter = (remote: Signing): Promise<Answer<Refused>[]> =>
  Promise.all([
    call<Refused>(remote, "POST", "/auth/otp", { body: { email: "bob@example.com" } }),
    call<Refused>(remote, "POST", "/auth/login", { body: { email: "bob@example.com", otp: "123456" } }),
  ]);

export const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);
