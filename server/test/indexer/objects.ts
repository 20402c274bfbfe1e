/** Helpers to make objects, and to query the index for them. */
import { call, sign, type Answer, type Client, type TestServer } from "../harness.ts";

export type Found = {
  readonly items: readonly { readonly id: string; readonly owner: string; readonly properties: object }[];
  readonly next: string | null;
  readonly has_more: boolean;
  readonly indexed_to: number | null;
  readonly is_behind: boolean;
};
type Made = { readonly id: string; readonly properties?: object; readonly template: string };

export async function makeTemplate(server: TestServer, client: Client, name: string): Promise<string> {
  return (await sign<{ id: string }>(server, client, "POST", "/templates", { body: { name } })).body.id;
}

/** Makes objects, all in one entry. */
export async function make(server: TestServer, client: Client, ...objects: readonly Made[]): Promise<void> {
  const actions = objects.map(({ template, ...rest }) => ({ mint: { template_id: template, ...rest } }));
  const { status } = await sign(server, client, "POST", "/ebus/actions/batch", { body: { actions } });
  if (status !== 200) throw new Error(`a batch was answered by ${status}`);
}

export const execute = (server: TestServer, client: Client, action: object): Promise<Answer> =>
  sign(server, client, "POST", "/ebus/execute", { body: { action } });

type Asked = Readonly<Record<string, string | number | readonly string[]>>;

export function ask(server: TestServer, { headers }: Pick<Client, "headers">, path: string, asked: Asked = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) for (const one of [value].flat()) query.append(name, String(one));
  return call<Found>(server, "GET", `/indexer/${path}?${query}`, { headers });
}

/** The ids of the found objects, newest first; for an error, its status and reason. */
export async function idsOf(...about: Parameters<typeof ask>): Promise<string> {
  const { status, body } = await ask(...about);
  if (status === 200) return body.items.map(({ id }) => id).join(" ");
  const { error } = body as unknown as { error: { details: { field: string; reason: string }[] } };
  return `${status} ${error.details.map(({ field, reason }) => `${field} ${reason}`).join(", ")}`;
}
