/** For a server whose log keeps custody of a seat that was minted, sold and handed on. */
import { privateKeyToAccount } from "viem/accounts";
import { checkpointOrigin, defineActions, openAnchorlog, toTypedData, type Hex, type Message } from "anchorlog";
import type { TrustedOperator } from "anchorlog/verify/bundle";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { ed25519NoteKey } from "anchorlog/tlog";
import { expect } from "vitest";
import { domain, keys, log, operator, operatorId } from "./platform.ts";

const types = defineActions({
  Mint: { objectId: "string", holder: "address" },
  Transfer: { objectId: "string", holder: "address" },
});
export const anchorlog = await openAnchorlog({
  store: await openSqliteStore(":memory:"),
  operator,
  logs: ["acme-games"],
  types,
  keys,
});
const account = (number: number) => privateKeyToAccount(`0x${number.toString(16).padStart(64, "0")}`);
const lower = (address: string) => address.toLowerCase() as Hex;
const [issuer, buyer, friend] = [account(21), account(22), account(23)];
export const signer = account(24);
/** The last of the three. */
export const holder = lower(friend.address);
export const trusted: TrustedOperator = {
  ...operatorId,
  anchorKey: lower(keys.anchorKey.address),
  receiptKey: lower(keys.receiptKey.address),
  noteKey: ed25519NoteKey(checkpointOrigin(operatorId), keys.noteKey.publicKey),
};

let nonce = 0;
async function act(by: typeof issuer, primaryType: "Mint" | "Transfer", to: Hex) {
  const message: Message<{ objectId: "string"; holder: "address" }> = {
    log,
    actor: lower(by.address),
    nonce: `${BigInt(nonce++)}`,
    deadline: `${BigInt(Math.floor(Date.now() / 1000) + 3_600)}`,
    payload: { objectId: "seat-7", holder: to },
  };
  const signature = await by.signTypedData(toTypedData(types.kinds.get(primaryType)!, message, domain));
  return anchorlog.submit({ primaryType, message, signature });
}
await act(issuer, "Mint", lower(buyer.address));
await act(buyer, "Transfer", holder);
// The buyer no longer holds the seat.
const again = await act(buyer, "Transfer", lower(issuer.address));

type Left = { readonly about: unknown; readonly objectKey: Hex; readonly acts: string[] };

export async function check({ about, objectKey, acts }: Left): Promise<void> {
  expect(again).toMatchObject({ status: "refused", code: "not_holder" });
  expect(about).toEqual({ objectKey, prior: 1, holder });
  expect(acts).toEqual(["Transfer", "Mint"]);
  expect(await anchorlog.newest({ log: "acme-games", objectKey })).toEqual({ index: 1, holder });
  await anchorlog.close();
}
