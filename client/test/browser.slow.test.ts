import { freePort } from "anchorlog/development";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";
import { listen } from "../../test/listening.ts";
import { browse, chromium } from "../../server/test/browser.ts";
import { newestCode, startServer } from "../../server/test/harness.ts";

/** The parts of the client that the page uses. */
const ENTRY = `
import { createClient } from "@anchorlog/client";
import { privateKeyToAccount } from "viem/accounts";
Object.assign(globalThis, { createClient, account: privateKeyToAccount("0x${"c4".repeat(32)}") });
`;
/** A virtual file of this folder, so that its packages are found from here. */
const PAGE = fileURLToPath(new URL("page.js", import.meta.url));
/** The program of the page. */
const act = (code: string): string => `(async () => {
  await client.signIn("page@example.com", "${code}");
  await client.POST("/wallets/register", { body: { address: account.address } });
  const { data: deeds } = await client.POST("/templates", { body: { name: "deed", custody: true } });
  const body = await client.prepare({ mint: { id: "deed-1", template_id: deeds.id } });
  const { data: minted } = await client.POST("/ebus/execute", { body });
  const { size } = await client.upload(new Blob(["Row 3"]), "seat.txt");
  const { state } = await client.prove(minted.action_id);
  const { holder } = await client.holder("deed-1");
  const refused = await client.GET("/objects/{id}", { params: { path: { id: "none" } } }).catch((error) => error);
  const isMine = holder === account.address.toLowerCase();
  return JSON.stringify({ isMine, state, size, reason: refused.reason, isNamed: refused.requestId !== undefined });
})()`;

it.skipIf(chromium === undefined)("signs and sends requests in a browser, on a page of another origin", async () => {
  const build = await rolldown({
    input: "page",
    platform: "browser",
    tsconfig: false,
    plugins: [
      {
        name: "page",
        resolveId: (name) => (name === "page" ? PAGE : undefined),
        load: (name) => (name === PAGE ? ENTRY : undefined),
      },
    ],
  });
  const { output } = await build.generate({ format: "iife", codeSplitting: false });
  await build.close();
  const script = output[0].code.replaceAll("</script", "<\\/script");
  const { url: origin } = await listen((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><meta charset="utf-8"><script>${script}</script>`);
  });
  const port = await freePort(0);
  const env = { CORS_ORIGINS: origin, PUBLIC_URL: `http://127.0.0.1:${port}`, PORT: String(port) };
  const server = await startServer(env, { clock: { now: Date.now() } });
  await browse(origin, 800, async (shown) => {
    const url = JSON.stringify(server.url);
    await shown.evaluate(
      `(async () => {
        const operator = await createClient({ url: ${url} }).operator();
        globalThis.client = createClient({ url: ${url}, account, operator });
        await client.requestCode("page@example.com");
      })()`,
    );
    const done = await shown.evaluate<string>(act(await newestCode(server, "page@example.com")));
    expect(JSON.parse(done)).toEqual({
      isMine: true,
      state: "promised",
      size: 5,
      reason: "not_found",
      isNamed: true,
    });
  });
});
