/** The history of an object, and lies about it. */
import { objectKeyOf } from "anchorlog/action";
import type { Entry } from "anchorlog/log";
import type { Hex } from "anchorlog";
import { HTTP_REQUEST, types, wallets, type Fields } from "../operator.ts";
import type { Lies, Planned } from "./dishonest.ts";

const LOG = "a.example";
export const [W0, W1, W2] = wallets.map(({ address }) => address.toLowerCase() as Hex) as [Hex, Hex, Hex];
export const seat = (holder: Hex) => ({ kind: "Hand", payload: { objectId: "seat 7", holder } });
export const objectKey = objectKeyOf(types.kinds.get("Hand")!, seat(W0).payload);
export const ask = { kind: "Ask", payload: { objectKey } };
export const request = { kind: "HttpRequest", payload: HTTP_REQUEST };
const carry = { payload: { objectId: "seat 7", to: W0, price: "1", salt: `0x${"5a".repeat(32)}` } };

/**
 * Five entries of a.example about an object: it is issued, passed on, asked about, passed on again, and renamed without
 * naming a holder.
 */
export function objectPlan(
  changes: Partial<Record<number, { by?: number; fields?: Fields }>> = {},
): readonly Planned[] {
  const honest = [
    { by: 0, fields: seat(W0) },
    { by: 0, fields: seat(W1) },
    { by: 2, fields: ask },
    { by: 1, fields: seat(W2) },
    { by: 2, fields: carry },
  ].map((entry, i) => ({ ...entry, ...changes[i] }));
  const batch = (nonces: number[], from: number) => ({
    log: LOG,
    nonces,
    actors: nonces.map((_, i) => honest[from + i]!.by),
    fields: nonces.map((_, i) => honest[from + i]!.fields),
  });
  return [batch([0, 1, 2], 0), { log: "b.example", nonces: [3] }, batch([4, 5], 3)];
}

/** Changes an entry of the object's. */
export const about = (at: number, change: Partial<Entry>, plan = objectPlan()): Lies => ({
  plan,
  entry: (e, index, log) => (log === LOG && index === at ? { ...e, ...change } : e),
});
