/** Helpers for people and organizations. */
import { expect } from "vitest";
import { privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { call, owner, sign, signIn, type Answer, type Client, type Refused, type TestServer } from "./harness.ts";

/** A member of an organization. */
export type Person = Client & { readonly email: string; readonly org: string; readonly id: string };

export type Role = "owner" | "issuer" | "operator" | "reader";
type Me = { id: string; organization: { id: string; log_name: string } };
type Pair = { access_token: string; refresh_token: string };

let wallets = 1_000;
/** A new wallet. */
export function newWallet(): PrivateKeyAccount {
  return privateKeyToAccount(`0x${(++wallets).toString(16).padStart(64, "0")}`);
}

export const bearer = ({ access_token }: Pair): Client["headers"] => ({ authorization: `Bearer ${access_token}` });

/** Signs up, and returns the owner of a new organization. */
export async function founder(server: TestServer, email: string): Promise<Person> {
  const client = await owner(server, email);
  const { body } = await call<Me>(server, "GET", "/wallets/me", { headers: client.headers });
  return { ...client, email, org: body.organization.id, id: body.id };
}

export type Invitation = {
  id: string;
  organization_id: string;
  email: string;
  role: Role;
  state: string;
  created_at: string;
  expires_at: string;
  mailed_at?: string | null;
};

export async function invite(server: TestServer, by: Person, email: string, role: Role): Promise<Invitation> {
  const { status, body } = await sign<Invitation>(server, by, "POST", `/organizations/${by.org}/invitations`, {
    body: { email, role },
  });
  expect([status, body]).toMatchObject([201, { role }]);
  return body;
}

/** Takes tokens for an organization. */
export async function enter(server: TestServer, headers: Client["headers"], org: string): Promise<Client["headers"]> {
  const { status, body } = await call<Pair>(server, "POST", "/organizations/switch", { headers, body: { id: org } });
  expect(status).toBe(200);
  return bearer(body);
}

/** Registers a wallet for the account of these tokens, in their organization. */
export async function register(
  server: TestServer,
  headers: Client["headers"],
  email: string,
  wallet = newWallet(),
): Promise<Person> {
  const me = await call<Me>(server, "GET", "/wallets/me", { headers });
  const { id: org, log_name: log } = me.body.organization;
  const client = { headers, wallet, log };
  const { status, body } = await sign<{ id: string }>(server, client, "POST", "/wallets/register", {
    body: { address: wallet.address },
  });
  expect([status, body]).toMatchObject([201, {}]);
  return { ...client, email, org, id: body.id };
}

/** A member who accepted an invitation. */
export async function join(server: TestServer, by: Person, email: string, role: Role): Promise<Person> {
  await invite(server, by, email, role);
  return register(server, await enter(server, bearer(await signIn(server, email)), by.org), email);
}

/** The status and reason of an answer. */
export function reasonOf(answer: Answer): string {
  const { error } = answer.body as Partial<Refused>;
  return `${answer.status} ${error?.details[0]?.reason ?? ""}`.trim();
}

export type Page<T> = { items: T[]; next: string | null; has_more: boolean };
export type Organization = { id: string; name: string; role: Role | null; state: string };
export type Member = { id: string; role: Role; email: string | null; account: { address: string } };

/** A page of a list. */
export const list = <T>(server: TestServer, { headers }: Pick<Client, "headers">, path: string) =>
  call<Page<T>>(server, "GET", path, { headers });

type Who = Pick<Person, "org" | "id">;
export const setRole = (server: TestServer, by: Person, { org, id }: Who, role: Role) =>
  sign<Member>(server, by, "PATCH", `/organizations/${org}/members/${id}`, { body: { role } });
export const remove = (server: TestServer, by: Person, { org, id }: Who) =>
  sign(server, by, "DELETE", `/organizations/${org}/members/${id}`);

/** The members' roles, by their addresses. */
export async function rolesOf(server: TestServer, by: Person): Promise<Record<string, Role>> {
  const { body } = await list<Member>(server, by, `/organizations/${by.org}/members?limit=100`);
  return Object.fromEntries(body.items.map(({ email, role }) => [email, role]));
}
