/** The alarms that the operators' page names, evaluated on a server's metrics. */
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { holds, type Scrape } from "../../test/operator/promql.ts";
import { call, owner, sign, startServer } from "./harness.ts";
import { startReceiver } from "./webhooks/receiver.ts";
import { until } from "../../test/until.ts";

const page = await readFile(new URL("../docs/OPERATING.md", import.meta.url), "utf8");
const listed = page.matchAll(/^- \*\*(.+)\*\* \((?:page|ticket)\): `([^`]+)`/gm);
const alarms = new Map([...listed].map(([, name, expr]) => [name!, expr!]));
const server = await startServer({ WEBHOOK_ALLOW: "127.0.0.1" });

const scrape = async (at: number): Promise<Scrape> => ({
  at,
  text: (await call<string>(server, "GET", "/metrics")).body,
});
const firing = (scrapes: readonly Scrape[]): string[] =>
  [...alarms].filter(([, expr]) => holds(expr, scrapes)).map(([name]) => name);

it("alarms are silent at first, and fire if nothing was delivered or anchored since the start", async () => {
  expect(alarms.size).toBe(5);
  const before = await scrape(0);
  expect(firing([before])).toEqual([]);
  const ada = await owner(server, "ada@example.com");
  const write = async (path: string, body: object) =>
    (await sign<{ id: string }>(server, ada, "POST", path, { body })).body;
  const gone = await startReceiver();
  await gone.close();
  const { id } = await write("/templates", { name: "ticket" });
  await write("/webhooks", { name: "ledger", url: gone.url, events: ["*"] });
  await write("/objects", { template_id: id });
  await until(async () => expect(firing([before, await scrape(60)])).toEqual(["Nothing gets out"]));
  const receiver = await startReceiver();
  await write("/webhooks", { name: "journal", url: receiver.url, events: ["*"] });
  await write("/objects", { template_id: id });
  await until(async () => expect(firing([before, await scrape(60)])).toEqual([]));
});
