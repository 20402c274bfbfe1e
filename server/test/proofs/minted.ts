import { formatTrust, encodeBundle, formatBundle } from "anchorlog/verify/bundle";
import { call, sign, type TestServer } from "../harness.ts";
import { founder } from "../people.ts";
import { typedAction } from "../objects/typed.ts";
import { trustIn } from "./evidence.ts";

/** An action, and everything needed to verify its proof. */
export type Minted = {
  /** The action's id. */
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bundle: string;
  /** The bundle as a link's fragment. */
  readonly link: string;
  readonly trust: string;
  readonly note: string;
};

/** Mints an object, and closes the batch. */
export async function mint(server: TestServer): Promise<Minted> {
  const { anchorlog } = server.parts;
  const ada = await founder(server, "ada@example.com");
  const { headers, log } = ada;
  const { body: template } = await sign<{ id: string }>(server, ada, "POST", "/templates", {
    body: { name: "ticket", custody: true },
  });
  const body = await typedAction(server, ada, "Mint", {
    objectId: "ticket-12",
    holder: ada.wallet.address.toLowerCase(),
    templateId: template.id,
    // With markup, and a character that would reverse the text after it.
    properties: '{"seat":"<b>12</b>","row":"\u202eC"}',
  });
  await call(server, "POST", "/objects", { headers, body });
  const done = await call<{ items: { id: string; index: number }[] }>(server, "GET", "/ebus/action-logs", { headers });
  const [{ id, index }] = done.body.items as [{ id: string; index: number }];
  await anchorlog.closeBatches();
  const { note } = await anchorlog.checkpoint();
  const bundle = await anchorlog.bundle({ log, index });
  const trust = formatTrust(await trustIn(server));
  const link = Buffer.from(encodeBundle(bundle)).toString("base64url");
  return { id, headers, bundle: formatBundle(bundle), link, trust, note };
}
