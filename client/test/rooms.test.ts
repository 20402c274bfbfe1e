import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import type { createClient as create } from "@anchorlog/client";
import manifest from "../package.json" with { type: "json" };
import { newWallet } from "./served.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const source = `${root}src/`;
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
const imports = files.flatMap((from) => {
  const text = readFileSync(source + from, "utf8");
  return [...text.matchAll(/^(?:(?:import|export)\s([^"';]*?)from |import )"([^"]+)"/gms)].map(
    ([, clause = "", to]) => ({ from, to: to!, isType: /^type\s/.test(clause) }),
  );
});
const packageOf = (name: string): string => name.split("/", name.startsWith("@") ? 2 : 1).join("/");

describe("the client's source", () => {
  it("uses its own files, and the packages that it declares, each of them", () => {
    expect(imports.filter(({ to }) => to.startsWith("../") && !to.startsWith("./"))).toEqual([]);
    const used = imports.filter(({ to }) => !to.startsWith(".")).map(({ to }) => packageOf(to));
    const declared = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];
    expect([...new Set(used)].toSorted()).toEqual(declared.toSorted());
  });

  it("becomes a script that needs nothing of Node: it signs where there is but what browsers have", async () => {
    const ofNode: string[] = [];
    const build = await rolldown({
      input: `${source}index.ts`,
      platform: "browser",
      // The package as everybody has it, not its sources.
      tsconfig: false,
      // Other bundlers stop at one, also where nothing is left of it.
      external: (name) => name.startsWith("node:") && ofNode.push(name) > 0,
    });
    const { output } = await build.generate({ format: "iife", name: "client", minify: true, codeSplitting: false });
    await build.close();
    expect(ofNode).toEqual([]);
    const [{ code, imports: needed, dynamicImports, fileName }, ...others] = output;
    // What is loaded later is in it, too.
    expect([...needed, ...dynamicImports.filter((name) => name !== fileName), ...others]).toEqual([]);
    const { createClient } = runInNewContext(`${code}; client`, { ...BROWSER }) as { createClient: typeof create };
    const sent: Request[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      sent.push(request);
      return Response.json(ANSWERS[new URL(request.url).pathname] ?? {}, { status: 200 });
    };
    const client = createClient({ url: "https://api.example", apiKey: "alk_x", account: newWallet(), fetch });
    await expect(client.POST("/templates", { body: { name: "ticket" } })).rejects.toMatchObject({ code: "no_receipt" });
    expect(sent.at(-1)!.headers.get("anchorlog-action")).toMatch(/^log=:/);
  });
});

const BROWSER = {
  AbortController,
  AbortSignal,
  atob,
  Blob,
  btoa,
  clearTimeout,
  crypto,
  FormData,
  Headers,
  Request,
  Response,
  setTimeout,
  TextDecoder,
  TextEncoder,
  Uint8Array,
  URL,
  URLSearchParams,
};
const address = "0x00000000000000000000000000000000000000f1";
const ANSWERS: Readonly<Record<string, object>> = {
  "/.well-known/anchorlog": {
    domain: { name: "API", version: "1", chainId: 1, verifyingContract: address },
    operator: address,
    registry: address,
    authority: "api.example",
    receipt_key: address,
  },
  "/wallets/me": { organization: { log: "org" } },
};
