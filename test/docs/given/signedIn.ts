/** For the client's README: who signs in, calls, and proves. */
import { expect } from "vitest";
import type { Client, Held, VerifiedBundle, Tokens } from "@anchorlog/client";
import { friend, readCode as readMail, session } from "./session.ts";

export const { api: url, client, transfer } = await session();
export const key = `0x${"c3".repeat(32)}` as const;
export const readCode = () => readMail(url, "ada@example.com");
export const { action_id: actionId } = transfer;
export { friend };

const kept: Tokens[] = [];
export const keep = (tokens: Tokens): void => void kept.push(tokens);

type Left = {
  account?: { address: string };
  client?: Client;
  batch?: { items: { object?: { owner: string } }[] };
  template?: { name: string; version: number };
  proof?: VerifiedBundle;
  held?: Held;
};

export async function check({ account, client: made, batch, template, proof, held }: Left): Promise<void> {
  if (account !== undefined) {
    const { data: me } = await made!.GET("/wallets/me");
    expect(me.account?.address).toBe(account.address.toLowerCase());
    expect(made!.tokens()).toBe(kept.at(-1));
  } else if (batch !== undefined) expect(batch.items).toMatchObject([{ object: { owner: friend } }]);
  else if (template !== undefined) expect(template).toMatchObject({ name: "ticket" });
  else if (held !== undefined) expect(held).toMatchObject({ state: "promised", holder: friend });
  else expect(proof!.state).toBe("included");
}
