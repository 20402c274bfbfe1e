import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { CIRCUITS } from "@anchorlog/circuits";
import { listen } from "../listening.ts";
import { buildKeys, buildPage, buildProvePage } from "../../scripts/page.ts";
import { browse, chromium } from "../../server/test/browser.ts";
import { violationsOf } from "../../server/test/looks.ts";
import { chooseFile, textOf, verdictOf } from "../../server/test/proofs/visitor.ts";
import { formatFragment } from "../../src/page/input.ts";
import { packCircuit } from "../../src/page/circuitFiles.ts";
import { parseProof } from "../../src/proof/document.ts";
import { verifyProof } from "../../src/proof/verify.ts";
import { parseBundle } from "../../src/verify/bundle/bundle.ts";
import { encodeBundle } from "../../src/verify/bundle/compact.ts";
import { newFolder } from "../folder.ts";

const vector = (name: string): string =>
  readFileSync(new URL(`../vectors/bundles/v1/${name}`, import.meta.url), "utf8");

it.skipIf(chromium === undefined)(
  "makes a disclosure in a browser with checked keys, and verifies it on a page from disk",
  async () => {
    const page = gzipSync(await buildProvePage(), { level: 9 });
    const keys = await buildKeys();
    // The bytes that a browser downloads for a disclosure.
    expect(page.length + keys.length).toBeLessThan(3_300_000);
    const circuit = { wasm: readFileSync(CIRCUITS.disclosure.wasm), zkey: readFileSync(CIRCUITS.disclosure.zkey) };
    const damaged = gzipSync(packCircuit({ ...circuit, wasm: Buffer.concat([circuit.wasm, Buffer.of(0)]) }));
    const folder = newFolder();
    let isDamaged = true;
    const server = await listen(({ url }, response) => {
      if (url === "/prove.html") {
        response.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" }).end(page);
      } else if (url === "/disclosure.keys.gz") response.end(isDamaged ? damaged : keys);
      else response.writeHead(404).end();
    });
    await browse(`${server.url}/prove.html`, 390, async (shown) => {
      const result = () => shown.evaluate<string>("document.getElementById('result').innerText");
      const prove = () => shown.evaluate("document.getElementById('disclosure').requestSubmit()");
      await shown.evaluate(`(() => {
      const create = URL.createObjectURL;
      URL.createObjectURL = (blob) => create.call(URL, (globalThis.saved = blob));
      const chosen = new DataTransfer();
      chosen.items.add(new File([${JSON.stringify(vector("included.json"))}], "bundle.json"));
      const files = document.getElementById("files");
      files.files = chosen.files;
      files.dispatchEvent(new Event("change"));
    })()`);
      await expect.poll(() => shown.evaluate("document.getElementById('disclosure').hidden")).toBe(false);
      await shown.evaluate(`(() => {
      document.getElementById("reveal objectId").checked = true;
      document.getElementById("atLeast price").value = "1000";
      document.getElementById("beneficiary").value = "0x${"B0".repeat(20)}";
    })()`);
      await prove();
      await expect.poll(result).toMatch(/This cannot be used\s+disclosure\.keys\.gz is not this release's/);
      isDamaged = false;
      await prove();
      await expect.poll(result).toMatch(/The proof is made/);
      const text = await shown.evaluate<string>("globalThis.saved.text()");
      const { verdict, state } = await verifyProof(text, { trust: { checkpoint: vector("checkpoint") } });
      expect([verdict, state]).toEqual(["valid", "included"]);
      expect(parseProof(text).claim).toMatchObject({
        revealed: [{ of: "objectId", value: "golden/1" }],
        bounds: [{ of: "price", is: "atLeast", value: "1000" }],
      });
      expect(await violationsOf(shown)).toEqual([]);
      // The page that verifies is opened as a file.
      const page = join(folder, "verify.html");
      await writeFile(page, await buildPage());
      await browse(pathToFileURL(page).href, 390, async (verifying) => {
        for (const document of [vector("trust.json"), vector("checkpoint"), text])
          await chooseFile(verifying, document);
        await expect.poll(() => verdictOf(verifying)).toMatch(/^valid Included/i);
        expect(await textOf(verifying, "#details")).toMatch(/The claim .* objectId golden\/1 price at least 1000 /);
        expect(await violationsOf(verifying)).toEqual([]);
        await chooseFile(verifying, text.replace("golden/1", "golden/2"));
        await expect.poll(() => verdictOf(verifying)).toMatch(/^invalid Does not hold/i);
        const link = formatFragment(new TextEncoder().encode(text));
        await verifying.evaluate(`location.hash = ${JSON.stringify(link)}`);
        await expect.poll(() => verdictOf(verifying)).toMatch(/^valid Included/i);
        expect(verifying.errors).toEqual([]);
      });
      // A statement that is false is refused before anything is computed.
      await shown.evaluate(`document.getElementById("atLeast price").value = "1250001"`);
      await prove();
      await expect.poll(result).toMatch(/No proof/);
      expect(shown.errors).toEqual([]);
      expect(await shown.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(
        0,
      );
    });
    // The link contains a bundle. The keys are fetched once, while the bundle is read.
    const fragment = formatFragment(encodeBundle(parseBundle(vector("included.json"))));
    await browse(`${server.url}/prove.html#${fragment}`, 390, async (shown) => {
      await expect.poll(() => shown.evaluate("document.getElementById('disclosure').hidden")).toBe(false);
      await shown.evaluate(`document.getElementById("beneficiary").value = "0x${"B0".repeat(20)}"`);
      await shown.evaluate("document.getElementById('disclosure').requestSubmit()");
      await expect.poll(() => textOf(shown, "#result")).toMatch(/^The proof is made/);
      expect(shown.requests.filter((url) => url.endsWith(".gz"))).toHaveLength(1);
    });
  },
);
