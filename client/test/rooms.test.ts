import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import type { createClient as create } from "@anchorlog/client";
import { checkpointOrigin, privateKeySigner, type Hex } from "anchorlog/action";
import type { TrustedOperator } from "anchorlog/verify/bundle";
import { ed25519NoteKey } from "anchorlog/tlog";
import manifest from "../package.json" with { type: "json" };
import { describedBy, newWallet } from "./served.ts";

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
  it("uses only its own files and exactly the packages that it declares", () => {
    expect(imports.filter(({ to }) => to.startsWith("../") && !to.startsWith("./"))).toEqual([]);
    const used = imports.filter(({ to }) => !to.startsWith(".")).map(({ to }) => packageOf(to));
    const declared = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];
    expect([...new Set(used)].toSorted()).toEqual(declared.toSorted());
  });

  it("bundles to a script without Node's modules, which signs in a bare browser environment", async () => {
    const ofNode: string[] = [];
    const build = await rolldown({
      input: `${source}index.ts`,
      platform: "browser",
      // The published package instead of its sources.
      tsconfig: false,
      // Other bundlers fail at such an import, even if nothing of it remains in the bundle.
      external: (name) => name.startsWith("node:") && ofNode.push(name) > 0,
    });
    const { output } = await build.generate({ format: "iife", name: "client", minify: true, codeSplitting: false });
    await build.close();
    expect(ofNode).toEqual([]);
    const [{ code, imports: needed, dynamicImports, fileName }, ...others] = output;
    // The bundle includes modules that are loaded later.
    expect([...needed, ...dynamicImports.filter((name) => name !== fileName), ...others]).toEqual([]);
    const { createClient } = runInNewContext(`${code}; client`, { ...BROWSER }) as { createClient: typeof create };
    const sent: Request[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      sent.push(request);
      const { pathname } = new URL(request.url);
      if (pathname === "/.well-known/anchorlog") return Response.json(await describedBy(key, operator));
      return Response.json(pathname === "/wallets/me" ? { organization: { log_name: "org" } } : {});
    };
    const account = newWallet();
    const client = createClient({ url: "https://api.example", apiKey: "alk_x", account, operator, fetch });
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
const key = privateKeySigner(`0x${"5e".repeat(32)}`);
const address = "0x00000000000000000000000000000000000000f1";
const id = { chainId: 1, registry: address, operator: address } as const;
const operator: TrustedOperator = {
  ...id,
  anchorKey: address,
  receiptKey: key.address.toLowerCase() as Hex,
  noteKey: ed25519NoteKey(checkpointOrigin(id), new Uint8Array(32).fill(1)),
};
