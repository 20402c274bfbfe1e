// npm install && npm run build && npm start         then: node ../browser-client.mjs, and open /entries/acme/0
import { defineActions, openAnchorlog } from "anchorlog";
import { developmentPlatform } from "anchorlog/development"; // keys that everybody knows
import { openSqliteStore } from "anchorlog/store/sqlite";

/** The operator of this process. Next.js bundles each route on its own, so all of them find it in `globalThis`. */
export const anchorlog = () => (globalThis.anchorlog ??= open());

/** Called at the first request, so that `next build` opens no store. */
async function open() {
  const { operator, keys } = developmentPlatform();
  const types = defineActions({ Transfer: { objectId: "string", to: "address" } });
  const store = await openSqliteStore("tickets.sqlite");
  return openAnchorlog({ store, operator, logs: ["acme"], types, keys });
}
