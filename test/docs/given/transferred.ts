/** A client of the API server, with an object that was handed on. */
import type { Hex } from "anchorlog";
import { owner, sign } from "../../../server/test/harness.ts";
import { startApi } from "./api.ts";

type About = Readonly<Record<"registry" | "operator" | "anchor_key" | "receipt_key", Hex>> & {
  readonly domain: { readonly chainId: number };
  readonly note_key: string;
  readonly checkpoint: string;
};

export async function transferred() {
  const { api, server } = await startApi();
  const client = await owner(server, "you@example.com");
  const post = async (path: string, body: object) =>
    (await sign<Record<string, string>>(server, client, "POST", path, { body })).body;
  const template = await post("/templates", { name: "ticket" });
  const ticket = await post("/objects", { template_id: template["id"], properties: { seat: 12 } });
  const action = { transfer: { id: ticket["id"], to: `0x${"f1".repeat(20)}` } };
  const transfer = await post("/ebus/execute", { action });
  const about = (await (await fetch(`${api}/.well-known/anchorlog`)).json()) as About;
  return { api, server, headers: client.headers, transfer, about };
}
