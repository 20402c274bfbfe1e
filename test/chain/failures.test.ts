import { text } from "node:stream/consumers";
import type { IncomingMessage } from "node:http";
import { createPublicClient, createWalletClient, http, keccak256 } from "viem";
import { describe, expect, it } from "vitest";
import { openAnchorlog, type Hex } from "anchorlog";
import {
  ChainUnavailableError,
  completeExit,
  connectChain,
  connectWallets,
  depositStake,
  readLatest,
  readOperatorDomain,
  readStake,
  registerOperator,
  requestExit,
  rotateKey,
  withdrawCredit,
  type ChainWriter,
} from "anchorlog/chain";
import {
  openChallenge,
  openDispute,
  readBeneficiary,
  readDispute,
  readOpenChallenges,
  readOpenDisputes,
  readStoredCheckpoints,
  reportFault,
  requiredBond,
  requiredDisputeBond,
  settleDispute,
  type FaultProof,
} from "anchorlog/dispute";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { listen } from "../listening.ts";
import { keys, NOW, operator, signAction, types, wallets } from "../operator.ts";
import { LOCAL_CHAIN } from "../../scripts/development.ts";

type Answer = { result?: unknown; error?: { code: number; message: string; data?: unknown } };
type Question = { method: string; params: unknown[] };

/** A node with scripted answers. */
async function serve(answer: (question: Question, request: IncomingMessage) => Answer): Promise<string> {
  const { url } = await listen(async (request, response) => {
    const { id, ...question } = JSON.parse(await text(request)) as Question & { id: number };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer(question, request) }));
  });
  return url;
}

/** A node that knows its chain, and answers everything else with this. */
const answering = (answer: Answer) =>
  serve(({ method }) => {
    if (method === "eth_chainId") return { result: "0x7a69" };
    return method === "eth_blockNumber" ? { result: "0x10" } : answer;
  });

const writer = (url: string): ChainWriter => {
  const shared = { chain: LOCAL_CHAIN, transport: http(url, { retryCount: 0 }), pollingInterval: 20 };
  return {
    publicClient: createPublicClient(shared),
    walletClient: createWalletClient({ ...shared, account: wallets[0]! }),
  };
};
const codeOf = (error: unknown) => (error as { code?: unknown }).code;
const BYTES32: Hex = `0x${"11".repeat(32)}`;
const address = operator.operator;

/** Every public function that asks a chain, called with nothing that a contract answered. */
const READING: Record<string, (chain: ChainWriter) => Promise<unknown>> = {
  readLatest: (chain) => readLatest(chain, operator),
  readStake: (chain) => readStake(chain, operator),
  depositStake: (chain) => depositStake(chain, operator),
  requestExit: (chain) => requestExit(chain, operator),
  completeExit: (chain) => completeExit(chain, operator),
  withdrawCredit: (chain) => withdrawCredit(chain, operator, address),
  readStoredCheckpoints: ({ publicClient }) => readStoredCheckpoints(publicClient, operator),
  readOpenChallenges: ({ publicClient }) =>
    readOpenChallenges(publicClient, address, operator, { fromBlock: 17n, known: [] }),
  readDispute: ({ publicClient }) => readDispute(publicClient, address, BYTES32),
  requiredBond: (chain) => requiredBond(chain, address, "header"),
  requiredDisputeBond: (chain) => requiredDisputeBond(chain, address),
  openChallenge: (chain) =>
    openChallenge(chain, address, { kind: "header", functionName: "openHeader", args: [address, 0n, 0n] }),
  openDispute: (chain) => openDispute(chain, address, QUESTION),
  readBeneficiary: ({ publicClient }) =>
    readBeneficiary(
      publicClient,
      address,
      { operator: address, log: BYTES32, payloadType: 1n, subjectAt: 1, subject: address, scope: 1n, conditions: [] },
      1n,
    ),
};
const QUESTION = {
  operator: address,
  log: BYTES32,
  predicates: [
    { payloadType: 1n, used: 1, words: [BYTES32, BYTES32] },
    { payloadType: 2n, used: 1, words: [BYTES32, BYTES32] },
  ],
} as const;
const LOGS: typeof READING = {
  readOpenDisputes: ({ publicClient }) =>
    readOpenDisputes(publicClient, address, { operator: address }, { fromBlock: 0n, known: [] }),
};
const FAULT: FaultProof = {
  fault: "ForeignLog",
  operator: address,
  args: [
    { sequence: 0n, position: 0n, header: "0x", proof: [] },
    { chainId: 1n, registry: address, operator: address, nameHash: BYTES32 },
  ],
};
const SENDING: typeof READING = {
  registerOperator: (chain) =>
    registerOperator(chain, operator, { name: "a", version: "1", maxAnchorDelay: 3600, ...keys }),
  rotateKey: (chain) => rotateKey(chain, operator, "anchor", keys.anchorKey),
  settleDispute: (chain) => settleDispute(chain, address, BYTES32),
  reportFault: (chain) => reportFault(chain, address, FAULT),
};
const EVERY = { ...READING, ...LOGS, ...SENDING };

/** Plausible answers of a node on which nothing happens. */
const CALM: Readonly<Record<string, unknown>> = {
  eth_chainId: "0x7a69",
  eth_getBlockByNumber: {
    number: "0x10",
    hash: BYTES32,
    timestamp: "0x1",
    baseFeePerGas: "0x7",
    gasLimit: "0x1c9c380",
    transactions: [],
  },
  eth_getTransactionCount: "0x0",
  eth_estimateGas: "0x5208",
  eth_maxPriorityFeePerGas: "0x1",
};
const INTERNAL: Answer = { error: { code: -32_603, message: "internal error: the database is locked" } };

describe("the error of a failed call to a node", () => {
  it.each(Object.keys(EVERY))("is chain_unavailable if the node is down: %s", async (name) => {
    const error: unknown = await EVERY[name]!(writer("http://127.0.0.1:9")).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ChainUnavailableError);
    expect(error).toMatchObject({ name: "ChainUnavailableError", code: "chain_unavailable" });
  });

  it("is chain_unavailable for a node's internal error, which viem reports as a revert", async () => {
    const url = await answering(INTERNAL);
    for (const [name, ask] of Object.entries({ ...READING, ...LOGS })) {
      expect([name, codeOf(await ask(writer(url)).catch((e: unknown) => e))]).toEqual([name, "chain_unavailable"]);
    }
    const { publicClient } = writer(url);
    await expect(readOperatorDomain(publicClient, operator)).rejects.toThrow("database is locked");
  });

  it("is no_contract without code, contract_refused after a revert, and bad_argument for a bad address", async () => {
    const nothing = writer(await answering({ result: "0x" }));
    const reverting = writer(await answering({ error: { code: 3, message: "execution reverted", data: "0x" } }));
    for (const name of ["readLatest", "readStake", "withdrawCredit", "readStoredCheckpoints", "readDispute"]) {
      expect([name, codeOf(await EVERY[name]!(nothing).catch((e: unknown) => e))]).toEqual([name, "no_contract"]);
      const code = codeOf(await EVERY[name]!(reverting).catch((e: unknown) => e));
      expect([name, code]).toEqual([name, "contract_refused"]);
    }
    for (const chain of [nothing, reverting]) {
      await expect(readOperatorDomain(chain.publicClient, operator)).rejects.toMatchObject({
        code: "unknown_operator",
      });
    }
    const malformed = { ...operator, operator: "0x12" as Hex };
    await expect(readLatest(nothing, malformed)).rejects.toMatchObject({ code: "bad_argument" });
  });

  it("is chain_unavailable, with the hash, if a transaction was sent and its outcome is unknown", async () => {
    let sent: unknown;
    const url = await serve(({ method, params }) => {
      if (method === "eth_sendRawTransaction") sent = params[0];
      if (sent !== undefined) return INTERNAL;
      return { result: CALM[method] };
    });
    const error: unknown = await SENDING["settleDispute"]!(writer(url)).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: "chain_unavailable", details: { transactionHash: keccak256(sent as Hex) } });
  });

  it("is transaction_failed if the account's signer fails", async () => {
    const { publicClient, walletClient } = writer(await serve(({ method }) => ({ result: CALM[method] })));
    const signTransaction = () =>
      Promise.reject(new Error("signing failed", { cause: new TypeError("the HSM says no") }));
    const refusing = { ...walletClient, account: { ...walletClient.account, signTransaction } };
    await expect(SENDING["settleDispute"]!({ publicClient, walletClient: refusing })).rejects.toMatchObject({
      code: "transaction_failed",
      message: expect.stringContaining("the HSM says no") as string,
    });
  });

  it("contains the HTTP status of the answer, such as 401 for a wrong key of a provider", async () => {
    const { url } = await listen((_, response) => response.writeHead(401).end("no"));
    await expect(readLatest(writer(url), operator)).rejects.toThrow(/: status 401/);
  });

  it("never contains the node's URL, which may hold a secret", async () => {
    for (const [name, ask] of Object.entries(EVERY)) {
      const { message } = (await ask(writer("http://127.0.0.1:9/secret")).catch((e: unknown) => e)) as Error;
      expect([name, message]).toEqual([name, expect.not.stringContaining("secret")]);
    }
    await expect(connectChain("http://127.0.0.1:9/secret")).rejects.toThrow(/^(?!.*secret)/s);
  });
});

describe("an operator whose node fails", () => {
  it("signs and anchors nothing, and fails with chain_unavailable", async () => {
    const store = await openSqliteStore(":memory:");
    const options = { store, operator, logs: ["a.example"], types, keys, clock: () => NOW };
    const anchorlog = await openAnchorlog({ ...options, chain: writer(await answering(INTERNAL)) });
    await anchorlog.submitMany([await signAction(wallets[0]!, "a.example", 0)]);
    await anchorlog.closeBatches();
    await expect(anchorlog.checkpoint()).rejects.toMatchObject({ code: "chain_unavailable" });
    await expect(anchorlog.anchor()).rejects.toMatchObject({ code: "chain_unavailable" });
    expect(await store.checkpoints()).toEqual([]);
    await anchorlog.close();
  });
});

describe("a view of a chain", () => {
  it("does not take a node's internal error for a missing key or a missing checkpoint", async () => {
    const chain = await connectChain(await answering(INTERNAL));
    const batch = { position: 0, log: BYTES32, lastIndex: 0 };
    await expect(chain.readOperator(operator)).rejects.toThrow(ChainUnavailableError);
    await expect(chain.readKeyPeriod(operator, "receipt", address)).rejects.toThrow(ChainUnavailableError);
    await expect(chain.readCheckpoint(operator, 1)).rejects.toThrow(ChainUnavailableError);
    await expect(chain.isFinal(operator, batch)).rejects.toThrow(ChainUnavailableError);
  });

  it("asks again after an outage", async () => {
    let down = true;
    const yes = `0x${"1".padStart(64, "0")}`;
    const url = await serve(({ method }) => {
      if (method === "eth_call") return down ? INTERNAL : { result: yes };
      return { result: "0x10" };
    });
    const chain = await connectChain(url);
    const batch = { position: 0, log: BYTES32, lastIndex: 0 };
    await expect(chain.isFinal(operator, batch)).rejects.toThrow(ChainUnavailableError);
    down = false;
    expect(await chain.isFinal(operator, batch)).toBe(true);
  });

  it("makes no request to a server that a contract names (ERC-3668)", async () => {
    let asked = 0;
    const other = await serve(() => (asked++, {}));
    // OffchainLookup(address, string[], bytes, bytes4, bytes) with that server's URL.
    const word = (value: number | bigint) => value.toString(16).padStart(64, "0");
    const text = Buffer.from(other).toString("hex");
    const url = word(other.length) + text.padEnd(64 * Math.ceil(text.length / 64), "0");
    const lookup = `0x556f1830${word(BigInt(operator.registry))}${word(160)}${word(288)}${word(0)}${word(320)}${word(1)}${word(32)}${url}${word(0)}${word(0)}`;
    const chain = await connectChain(await answering({ error: { code: 3, message: "reverted", data: lookup } }));
    await chain.readCheckpoint(operator, 1).catch(() => undefined);
    expect(asked).toBe(0);
  });

  it("aborts an endless answer", async () => {
    const url = await answering({ result: `0x${"00".repeat(1 << 20)}` });
    const chain = await connectChain(url);
    await expect(chain.readOperator(operator)).rejects.toThrow(/over 1048576 bytes/);
  });

  it("reaches a node that needs a user and a password", async () => {
    const url = await serve((_, { headers }) => ({
      result: headers.authorization === `Basic ${btoa("me:p@ss")}` ? "0x7a69" : "0x1",
    }));
    expect((await connectChain(url.replace("//", "//me:p%40ss@"))).chainId).toBe(31_337);
  });

  it("refuses a URL that is not http or https, and does not repeat it in the error", async () => {
    for (const url of ["", "localhost:8545", "ws://127.0.0.1/secret", "ipc:/secret"]) {
      await expect(connectChain(url)).rejects.toMatchObject({ code: "bad_url" });
      await expect(connectChain(url)).rejects.toThrow(/^(?!.*secret)/s);
      expect(() => connectWallets(url, { chainId: 1 })).toThrow(/http or https URL/);
    }
  });
});
