/** A local chain: anvil or Hardhat, from the project's own packages. */
import { spawn, type ChildProcess } from "node:child_process";
import { assertGiven } from "../base/options.ts";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { LOCAL_CHAIN_ID } from "./keys.ts";
import { openRpc } from "../chain/rpc.ts";
import { attempt } from "../base/attempt.ts";
import { AnchorlogError } from "../base/errors.ts";
import { flagsOf, threadFile } from "../crypto/threads.ts";

export type LocalChain = {
  readonly kind: "anvil" | "hardhat";
  readonly url: string;
  request(method: string, params?: readonly unknown[]): Promise<unknown>;
  /** Resolves once the node has ended. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
};

const HOST = "127.0.0.1";
/** Seconds from one time to the next at which a chain that is kept is written to its file. */
const KEEP_SECONDS = 10;
/** Seconds between blocks without a transaction: a real chain has blocks even if nothing happens. */
const BLOCK_SECONDS = 12;
/** Milliseconds for a node to answer after it was started. */
const PATIENCE = 60_000;

/**
 * Starts a chain.
 *
 * @param options `from`, the project whose packages are looked at; `folder`, for the node's own files; `port`, to listen at
 *   on this machine alone; `isKept`, whether a restart continues the chain from `folder`. Only anvil can do that. If
 *   anvil is killed, the chain's last seconds may be lost.
 * @example
 * const folder = await mkdtemp(join(tmpdir(), "chain-"))
 * const node = await startLocalChain({ from: process.cwd(), folder, port: await freePort(0) })
 * const { registry } = await deployContracts(node)
 * const account = developmentAccount(ROLES.operator, LOCAL_CHAIN_ID)
 * const walletClient = createWalletClient({ account, chain: LOCAL_CHAIN, transport: http(node.url) })
 * await node.close()
 *
 * @throws AnchorlogError `no_node` if none is installed; `node_failed`.
 */
export async function startLocalChain(options: {
  readonly from: string;
  readonly folder: string;
  readonly port: number;
  readonly isKept?: boolean;
}): Promise<LocalChain> {
  assertGiven("startLocalChain", options, "from", "folder", "port");
  const { from, folder, port, isKept = false } = options;
  const found = findNode(from);
  const state = isKept ? join(folder, "chain.json") : undefined;
  const child = found.kind === "anvil" ? startAnvil(found.path, port, state) : startHardhat(found.path, folder, port);
  const url = `http://${HOST}:${port}`;
  const said = collect(child);
  const rpc = openRpc(url, 10_000);
  const request = (method: string, params: readonly unknown[] = []) => rpc({ method, params });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.stdin!.end();
    await ended;
  };
  try {
    await untilReady(child, request, { said, state });
    // The node logs each request, and nobody reads that.
    if (found.kind === "anvil") await request("anvil_setLoggingEnabled", [false]);
    // Anvil does both at once by its own option.
    if (found.kind === "hardhat") await request("evm_setIntervalMining", [1000 * BLOCK_SECONDS]);
  } catch (error) {
    await close();
    throw error;
  }
  return { kind: found.kind, url, request, ended, close };
}

/**
 * The place of a node's program in a project's own packages: anvil's, else Hardhat's.
 *
 * @throws AnchorlogError `no_node` if none is installed.
 */
export function findNode(from: string): { kind: LocalChain["kind"]; path: string } {
  const require = createRequire(join(from, "package.json"));
  const anvil = attempt(() => require.resolve("@foundry-rs/anvil/package.json"));
  if (anvil !== undefined) {
    const arch = process.arch === "x64" ? "amd64" : process.arch;
    const program = `@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil${process.platform === "win32" ? ".exe" : ""}`;
    const path = attempt(() => createRequire(anvil).resolve(program));
    if (path !== undefined) return { kind: "anvil", path };
  }
  const hardhat = attempt(() => require.resolve("hardhat/package.json"));
  if (hardhat !== undefined) {
    const { version, bin } = JSON.parse(readFileSync(hardhat, "utf8")) as { version: string; bin: { hardhat: string } };
    if (Number(version.split(".")[0]) >= 3) return { kind: "hardhat", path: join(dirname(hardhat), bin.hardhat) };
  }
  throw new AnchorlogError("no_node", `neither @foundry-rs/anvil nor hardhat 3 is installed in ${from}`, {
    fix: "npm install --save-dev @foundry-rs/anvil",
  });
}

function startAnvil(path: string, port: number, state: string | undefined): ChildProcess {
  const mining = ["--block-time", String(BLOCK_SECONDS), "--mixed-mining"];
  const args = ["--host", HOST, "--port", String(port), "--chain-id", String(LOCAL_CHAIN_ID), "--hardfork", "prague"];
  const keeping = state === undefined ? [] : ["--state", state, "--state-interval", String(KEEP_SECONDS)];
  const held = state === undefined ? "-" : `${state}-lock`;
  return start(path, [...args, ...mining, ...keeping], { cwd: process.cwd(), held });
}

/** Writes a configuration for this chain, because the project's own one is not about it. */
function startHardhat(path: string, folder: string, port: number): ChildProcess {
  const cwd = join(folder, "hardhat");
  mkdirSync(cwd, { recursive: true });
  const network = { type: "edr-simulated", chainType: "l1", chainId: LOCAL_CHAIN_ID, hardfork: "prague" };
  writeFileSync(join(cwd, "package.json"), `${JSON.stringify({ private: true, type: "module" })}\n`);
  writeFileSync(join(cwd, "hardhat.config.js"), `export default { networks: { node: ${JSON.stringify(network)} } };\n`);
  return start(process.execPath, [path, "node", "--hostname", HOST, "--port", String(port)], { cwd, held: "-" });
}

function supervisorFile(): URL {
  return new URL("./supervisor.js", import.meta.url);
}

/**
 * Under a supervisor, which ends it when this process is gone, killed or not. In a group of its own: Ctrl-C reaches this
 * process, which ends the node last.
 */
function start(program: string, args: readonly string[], { cwd, held }: { cwd: string; held: string }): ChildProcess {
  const env = { ...process.env, HARDHAT_DISABLE_TELEMETRY: "true", HARDHAT_DISABLE_TELEMETRY_PROMPT: "true" };
  const supervisor = threadFile(supervisorFile);
  const flags = [...flagsOf(supervisor), "--no-warnings"];
  const child = spawn(process.execPath, [...flags, fileURLToPath(supervisor), held, program, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  // It may be gone already.
  child.stdin.on("error", () => {});
  return child;
}

type NodeOutput = {
  /** The last lines of a node: why it does not start. */
  readonly last: () => string;
  readonly isListening: () => boolean;
};

/** The line that anvil or Hardhat prints once it accepts connections. */
const LISTENING = /Listening on|Started HTTP and WebSocket/;

function collect(child: ChildProcess): NodeOutput {
  let text = "";
  let isListening = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (part: Buffer) => {
      text += part.toString();
      isListening ||= LISTENING.test(text);
      text = text.slice(-1_000);
    });
  }
  return { last: () => text.trim().split("\n").slice(-5).join("\n"), isListening: () => isListening };
}

async function untilReady(
  child: ChildProcess,
  request: LocalChain["request"],
  { said, state }: { readonly said: NodeOutput; readonly state: string | undefined },
): Promise<void> {
  let failure: Error | undefined;
  child.once("error", (error) => (failure = error));
  const end = performance.now() + PATIENCE;
  for (;;) {
    if (failure !== undefined || child.exitCode !== null || child.signalCode !== null || performance.now() > end) {
      throw new AnchorlogError("node_failed", `the local chain does not start: ${failure?.message ?? said.last()}`, {
        fix:
          state !== undefined && existsSync(state)
            ? `delete ${state}, and the chain begins anew`
            : "install it again: npm install --save-dev @foundry-rs/anvil",
      });
    }
    // Waits for the node's own message first: another node may have taken the port just before, and would answer there.
    const chainId = said.isListening() ? await request("eth_chainId").catch(() => undefined) : undefined;
    if (Number(chainId) === LOCAL_CHAIN_ID) return;
    await wait(50);
  }
}

/** A port that is free now: the given one, or any for 0. @throws AnchorlogError `port_in_use` */
export async function freePort(port: number): Promise<number> {
  const server = createServer();
  server.listen(port, HOST);
  try {
    await once(server, "listening");
  } catch (cause) {
    throw new AnchorlogError("port_in_use", `port ${port} of ${HOST} is in use`, {
      fix: "end what listens there, or give another one: --port 0 and --http-port 0 take any that is free",
      cause,
    });
  }
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return free;
}
