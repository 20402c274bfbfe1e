import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { finalityDelay, presets } from "anchorlog/chain";
import { encodeBundle, parseBundle } from "anchorlog/verify/bundle";
import { newFolder } from "../../../test/folder.ts";
import { browse, chromium, type Page } from "../browser.ts";
import { startServer, type TestServer } from "../harness.ts";
import { violationsOf } from "../looks.ts";
import { mint, type Minted } from "./minted.ts";
import { chooseFile, fill, textOf, verdictOf } from "./visitor.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

let server: TestServer;
let minted: Minted;
const folder = newFolder();
let chain: ChildProcess;
let node: string;

// An operator that has anchored, on a chain of its own.
beforeAll(async () => {
  const args = ["bin/anchorlog.js", "dev", "--folder", join(folder, "dev"), "--port", "0", "--http-port", "0"];
  chain = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    chain.once("exit", (code) => reject(new Error(`the chain ended with code ${code}: ${said}`)));
    chain.stdout!.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("Ctrl-C")) resolve();
    });
  });
  // As the browser writes it.
  node = `${/http:\/\/127\.0\.0\.1:\d+/.exec(said)![0]}/`;
  server = await startServer({ PUBLIC_RPC_URL: node });
  minted = await mint(server);
});
afterAll(async () => {
  if (chain.exitCode === null) {
    chain.kill("SIGTERM");
    await once(chain, "exit");
  }
});

const file = (name: string): Promise<string> => readFile(join(folder, "dev", name), "utf8");

async function request(method: string, ...params: unknown[]): Promise<void> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetch(node, { method: "POST", headers: { "content-type": "application/json" }, body });
  expect(await response.json()).toHaveProperty("result");
}

/** The hosts that the page asked, each once. */
const askedOf = ({ requests }: Page): string[] => [...new Set(requests.map((url) => new URL(url).origin))];

describe.skipIf(chromium === undefined)("the verification page with a node", () => {
  it("also verifies from a saved file", async () => {
    const kept = join(folder, "verify.html");
    await writeFile(kept, await (await fetch(`${server.url}/verify`)).text());
    const { href } = pathToFileURL(kept);
    const link = Buffer.from(encodeBundle(parseBundle(await file("bundle.json")))).toString("base64url");
    await browse(`${href}#${link}`, 1_280, async (page) => {
      await expect.poll(() => verdictOf(page)).toMatch(/^valid Anchored /i);
      expect(page.errors).toEqual([]);
      expect(new Set(page.requests)).toEqual(new Set([href, node]));
    });
  });

  it("proves a part of the action in the link with the server's keys", async () => {
    const { link } = minted;
    await browse(`${server.url}/prove/#${link}`, 390, async (page) => {
      await expect.poll(() => textOf(page, "#disclosure")).toContain("ticket-12");
      await page.evaluate("document.getElementById('reveal objectId').checked = true");
      await fill(page, "beneficiary", `0x${"b0".repeat(20)}`);
      await expect.poll(() => textOf(page, "#result")).toMatch(/The proof is made|No proof|cannot be used/);
      expect(await textOf(page, "#result")).toContain("The proof is made");
      expect(page.errors).toEqual([]);
      expect(askedOf(page)).toEqual([server.url]);
    });
  });

  it("shows the state on chain: anchored, final, or left open by the node", async () => {
    const { bundle: foreign } = minted;
    const bundle = await file("bundle.json");
    await browse(`${server.url}/verify`, 390, async (page) => {
      await chooseFile(page, bundle);
      await expect.poll(() => verdictOf(page)).toMatch(/^valid Anchored .* anchored at block \d+/i);
      expect(await textOf(page, "#details")).toMatch(
        /The action .* Anchor , holds: The registry holds the checkpoint of size \d+, with this very root\. Finality , not shown: /,
      );
      expect(await textOf(page, "main")).toMatch(/The action .* Ask a node/);
      expect(await textOf(page, "#details")).toContain("The server of this page proposed it.");
      await fill(page, "node", "");
      await expect.poll(() => verdictOf(page)).toMatch(/^not known Nobody was asked/i);
      expect(await textOf(page, "main")).toMatch(/Ask a node .* The action, if this proof is valid/);

      await request("evm_increaseTime", finalityDelay(presets.local.timing));
      await request("evm_mine");
      await fill(page, "node", node);
      await expect.poll(() => verdictOf(page)).toMatch(/^valid Final /i);
      await chooseFile(page, await file("trust.json"));
      await expect.poll(() => textOf(page, "#details")).toMatch(/Trust file , holds: It names this operator/);
      expect(await verdictOf(page)).toMatch(/^valid Final /i);
      expect(await violationsOf(page)).toEqual([]);

      // The same keys on the same chain, under another name.
      await chooseFile(page, foreign);
      await expect.poll(() => verdictOf(page)).toMatch(/^invalid Contradicted .* domain_mismatch: /i);
      expect(await textOf(page, "body")).not.toContain("ticket-12");
      expect(page.errors).toEqual([]);
      expect(askedOf(page)).toEqual([server.url, new URL(node).origin]);

      const ended = once(chain, "exit");
      chain.kill("SIGTERM");
      await ended;
      await chooseFile(page, bundle);
      await expect.poll(() => verdictOf(page)).toMatch(/^not known No answer .* rpc_unavailable: /i);
      expect(askedOf(page)).toEqual([server.url, new URL(node).origin]);
    });
  });
});
