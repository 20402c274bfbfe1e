import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { listen } from "../listening.ts";
import { buildElement } from "../../scripts/page.ts";
import { browse, chromium } from "../../server/test/browser.ts";
import { violationsOf } from "../../server/test/looks.ts";

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

it.skipIf(chromium === undefined)("an element verifies its entry when it is clicked, and not before", async () => {
  const bundle = read("test/vectors/bundles/v1/included.json");
  const module = await buildElement();
  expect(gzipSync(module, { level: 9 }).length).toBeLessThan(45_000);
  const files: Record<string, string> = {
    "/": read("examples/proof.html"),
    "/proofElement.js": module,
    "/bundle.json": bundle,
    "/trust.json": read("test/vectors/bundles/v1/trust.json"),
  };
  const { url: origin } = await listen(({ url }, response) => {
    const type = url === "/" ? "text/html" : url?.endsWith("js") === true ? "text/javascript" : "application/json";
    response.writeHead(200, { "content-type": type }).end(files[url!]);
  });
  await browse(`${origin}/`, 390, async (page) => {
    const shown = () => page.evaluate<string>("document.querySelector('anchorlog-proof [role=status]').textContent");
    const verdict = () =>
      page.evaluate("Object.values({ ...document.querySelector('anchorlog-proof').dataset }).join(' ')");
    const click = () => page.evaluate("document.querySelector('anchorlog-proof button').click()");
    expect(await shown()).toBe("");
    expect(page.requests).toEqual([`${origin}/`, `${origin}/proofElement.js`]);
    expect(await violationsOf(page)).toEqual([]);
    await click();
    await expect.poll(verdict).toBe("valid promised");
    expect(await violationsOf(page)).toEqual([]);
    expect(await shown()).toMatch(/^Promised: Transfer of golden\/1 to 0x(3f){20}\. The operator signed a receipt/);
    files["/bundle.json"] = bundle.replace("golden/1", "golden/2");
    await click();
    await expect.poll(verdict).toBe("invalid none");
    expect(await shown()).toMatch(/^Not a proof\. .* It does not show who changed the file/);
    expect(page.errors).toEqual([]);
  });
});
