// npm install && npm run build && npm start         then: node ../browser-client.mjs, and open /entries/acme/0
import { defineActions, openAnchorlog } from "anchorlog";
import { developmentAccount, developmentNoteKey } from "anchorlog/development"; // keys that everybody knows
import { openSqliteStore } from "anchorlog/store/sqlite";

/** The operator of this process. Next.js bundles each route on its own, so all of them find it in `globalThis`. */
export const anchorlog = () => (globalThis.anchorlog ??= open());

/** Called at the first request, so that `next build` opens no store. */
async function open() {
  const [{ address }, anchorKey, receiptKey] = [1, 2, 3].map((index) => developmentAccount(index, 31337));
  return openAnchorlog({
    store: await openSqliteStore("tickets.sqlite"),
    operator: { chainId: 31337, registry: address, operator: address, name: "Tickets", version: "1" },
    logs: ["acme"],
    types: defineActions({ Transfer: { objectId: "string", to: "address" } }),
    keys: { anchorKey, receiptKey, noteKey: developmentNoteKey(31337) },
  });
}
