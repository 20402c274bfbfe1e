/** Real servers, each with its own local chain. */
import { createPublicClient, http } from "viem";
import { beforeEach, expect } from "vitest";
import { readLatest } from "anchorlog/chain";
import { newFolder } from "../../test/folder.ts";
import { sign, type Client, type Signing } from "./harness.ts";
import { listening, signingFor, start as startIn, type Started } from "./process.ts";
import { LOCAL_CHAIN } from "anchorlog/development";

/** A server with its own chain, in its own process. */
export type Running = { readonly server: Started; readonly remote: Signing; readonly rpc: string };

const env = { CHAIN: "local", PUBLIC_URL: "http://api.example", SERVER_SECRET: "5e".repeat(32), LOG_LEVEL: "warn" };

/** A folder for each test of a file, and servers in it, which end with the test. */
export function inFolder(): {
  readonly folder: () => string;
  readonly start: () => Promise<Running>;
  readonly startIn: () => Started;
} {
  let folder: string;
  beforeEach(() => void (folder = newFolder()));
  return {
    folder: () => folder,
    /** Starts a server that may end by itself. */
    startIn: () => startIn(folder, env),
    start: async () => {
      const server = startIn(folder, env);
      const url = await listening(server);
      const rpc = /local chain is at (http:\S+)\./.exec(server.said())![1]!;
      return { server, remote: await signingFor(url, folder, env), rpc };
    },
  };
}

export const readerOf = ({ rpc }: Running) =>
  createPublicClient({ chain: LOCAL_CHAIN, transport: http(rpc), cacheTime: 0, pollingInterval: 50 });
export const anchoredOf = async (running: Running): Promise<number> =>
  (await readLatest({ publicClient: readerOf(running) }, running.remote.parts.operator)).size;

export async function makeTemplate({ remote }: Running, client: Client, name: string): Promise<void> {
  const { status } = await sign(remote, client, "POST", "/templates", { body: { name } });
  expect(status).toBe(201);
}
