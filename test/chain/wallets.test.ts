import { text } from "node:stream/consumers";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import {
  concatHex,
  createTestClient,
  encodeAbiParameters,
  encodeFunctionData,
  http,
  keccak256,
  padHex,
  serializeErc6492Signature,
  type Abi,
} from "viem";
import { privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import hre from "hardhat";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { encodeMessage, hashDomain, type SignedAction, type WalletVerifier } from "anchorlog/action";
import { connectWallets } from "anchorlog/chain";
import { auditExport, readExportFolder, writeExport } from "anchorlog/verify/audit";
import { parseCheckpoint } from "anchorlog/batch";
import { formatBundle, verifyBundle } from "anchorlog/verify/bundle";
import { decodeEntry } from "anchorlog/log";
import { openSqliteStore } from "anchorlog/store/sqlite";
import {
  openAnchorlog,
  toHex,
  fromHex,
  type Anchorlog,
  type AnchorlogOptions,
  type Hex,
  type Submission,
} from "anchorlog";
import { listen, listenHere } from "../listening.ts";
import { closing } from "../ends.ts";
import { startNode, type LocalNode } from "../../scripts/node.ts";
import { developmentAccount, LOCAL_CHAIN } from "../../scripts/development.ts";
import { newFolder } from "../folder.ts";
import { keys, NOW, operator, signAction, trusted, types, wallets as accounts } from "../operator.ts";
import { randomKey } from "../seed.ts";

const OWN = operator.chainId;
const [alice, bob] = accounts as [PrivateKeyAccount, PrivateKeyAccount];
const deployer = developmentAccount(0, OWN);
const lower = (address: string): Hex => address.toLowerCase() as Hex;
const MAGIC = padHex("0x1626ba7e", { dir: "right" });
// A node on a busy machine has all the time that it needs.
const policy = { chainId: OWN, clock: () => NOW, maxBlockAge: Infinity, timeout: 600_000 };

const CONTRACTS =
  "SmartWallet SmartWalletFactory ScriptedWallet RevertingWallet BurningWallet HungryWallet WritingWallet".split(" ");

let node: LocalNode;
const contracts = new Map<string, { abi: Abi; bytecode: Hex }>();

beforeAll(async () => {
  for (const name of CONTRACTS) {
    const { abi, bytecode } = await hre.artifacts.readArtifact(name);
    contracts.set(name, { abi: abi as Abi, bytecode: bytecode as Hex });
  }
  node = closing(await startNode(NOW));
  await deploy("RevertingWallet");
});

async function deploy(name: string, ...args: unknown[]): Promise<Hex> {
  const { publicClient, walletClient } = node.writer(deployer);
  const hash = await walletClient.deployContract({ ...contracts.get(name)!, args });
  return lower((await publicClient.waitForTransactionReceipt({ hash })).contractAddress!);
}
async function send(name: string, address: Hex, functionName: string, args: unknown[], from = deployer): Promise<void> {
  const { publicClient, walletClient } = node.writer(from);
  const { abi } = contracts.get(name)!;
  const hash = await walletClient.writeContract({ address, abi, functionName, args });
  await publicClient.waitForTransactionReceipt({ hash });
}
const read = async <T>(name: string, address: Hex, functionName: string, args: unknown[]): Promise<T> =>
  (await node.client.readContract({ address, abi: contracts.get(name)!.abi, functionName, args })) as T;
const testClient = () => createTestClient({ mode: "hardhat", chain: LOCAL_CHAIN, transport: http(node.url) });

/** An action of a contract, as yet without its signature, and the digest that it would sign. */
async function actionOf(actor: Hex, nonce: number): Promise<{ action: SignedAction; digest: Hex }> {
  const { primaryType, message } = await signAction({ ...alice, address: actor }, log, nonce);
  const domainSeparator = hashDomain({ ...operator, verifyingContract: operator.registry });
  const { digest } = encodeMessage(types.kinds.get(primaryType)!, message, domainSeparator);
  return { action: { primaryType, message, signature: "0x" }, digest: toHex(digest) };
}

/** The hash that a SmartWallet's owner signs, deployed or not. */
function replaySafeHash(wallet: Hex, hash: Hex): Hex {
  const word = (text: string) => keccak256(new TextEncoder().encode(text));
  const domain = keccak256(
    encodeAbiParameters(
      [{ type: "bytes32" }, { type: "uint256" }, { type: "address" }],
      [word("EIP712Domain(uint256 chainId,address verifyingContract)"), BigInt(OWN), wallet],
    ),
  );
  const message = keccak256(concatHex([word("WalletMessage(bytes32 hash)"), hash]));
  return keccak256(concatHex(["0x1901", domain, message]));
}

/** A signature as a SmartWallet takes it. */
async function signAsOwner(owner: PrivateKeyAccount, wallet: Hex, digest: Hex): Promise<Hex> {
  const ecdsa = await owner.sign({ hash: replaySafeHash(wallet, digest) });
  return encodeAbiParameters([{ type: "address" }, { type: "bytes" }], [owner.address, ecdsa]);
}
async function ownedAction(wallet: Hex, nonce: number, owner = alice): Promise<SignedAction> {
  const { action, digest } = await actionOf(wallet, nonce);
  return { ...action, signature: await signAsOwner(owner, wallet, digest) };
}

let anchorlog: Anchorlog;
let options: AnchorlogOptions;
/** The verifier of wallets, and the test's own log. */
let asked: WalletVerifier;
let log: string;
let logs = 0;
/** Opens an operator without entries. */
async function start(): Promise<void> {
  await anchorlog?.close();
  options = {
    store: await openSqliteStore(":memory:"),
    operator,
    types,
    keys,
    clock: () => NOW,
    wallets: { chainId: OWN, ask: (question) => asked.ask(question) },
  };
  anchorlog = await openAnchorlog(options);
}
/** Uses these wallets from now on, with an empty log. */
async function open(wallets: WalletVerifier): Promise<void> {
  asked = wallets;
  log = `log-${logs++}.example`;
  await anchorlog.addLog(log);
}
beforeAll(start);
beforeEach(() => open(connectWallets(node.url, policy)));
afterAll(() => anchorlog.close());

const code = (answer: Submission): string => ("code" in answer ? answer.code : answer.status);
const submit = async (action: SignedAction): Promise<string> => code(await anchorlog.submit(action));
const entryOf = async (index: number) => {
  const [stored] = await options.store.entries(
    (await actionOf(deployer.address, 0)).action.message.log,
    index,
    index + 1,
  );
  return { ...stored!, ...decodeEntry(stored!.bytes) };
};

describe("a deployed wallet (ERC-1271)", () => {
  let wallet: Hex;
  beforeAll(async () => void (wallet = await deploy("SmartWallet", alice.address)));

  it("is asked at one block, which the entry names", async () => {
    const action = await ownedAction(wallet, 1);
    expect(await submit(action)).toBe("accepted");
    const entry = await entryOf(0);
    const block = await node.client.getBlock({ blockNumber: BigInt(entry.verifiedBlock) });
    expect(entry).toMatchObject({ scheme: 1, verifiedBlockHash: block.hash, action });
    expect(toHex(entry.signatureHash)).toBe(keccak256(action.signature));
  });

  it("refuses another owner, another wallet's signature, another action's signature, and no signature", async () => {
    const other = await deploy("SmartWallet", alice.address);
    const { action, digest } = await actionOf(wallet, 1);
    for (const signature of [
      await signAsOwner(bob, wallet, digest),
      await signAsOwner(alice, other, digest),
      (await ownedAction(wallet, 2)).signature,
      await alice.sign({ hash: digest }),
      "0x01",
    ] as Hex[]) {
      expect(await submit({ ...action, signature })).toBe("signature_rejected");
    }
    expect(await submit({ ...action, signature: "0x" })).toBe("signature_malformed");
    // The refused actions did not use the nonce.
    expect(await submit(await ownedAction(wallet, 1))).toBe("accepted");
  });

  it("is not asked about a retry, but about every other signature", async () => {
    const own = await deploy("SmartWallet", alice.address);
    const action = await ownedAction(own, 1);
    const first = await anchorlog.submit(action);
    const { publicClient, walletClient } = node.writer(deployer);
    const hash = await walletClient.sendTransaction({ to: alice.address, value: 10n ** 18n });
    await publicClient.waitForTransactionReceipt({ hash });
    await send("SmartWallet", own, "replaceOwner", [alice.address, bob.address], alice as never);
    expect(await anchorlog.submit(action)).toEqual({ ...first, status: "retry" });
    expect(await submit(await ownedAction(own, 2))).toBe("signature_rejected");
    // The same action, as the new owner signs it: a valid signature, so a retry.
    expect(await submit(await ownedAction(own, 1, bob))).toBe("retry");
    expect(await submit({ ...action, signature: "0x01" })).toBe("signature_rejected");
    const another = await signAction({ ...alice, address: own }, log, 1, {
      kind: "Vote",
      payload: { yes: true },
    });
    expect(await submit(another)).toBe("signature_rejected");
  });

  it.each<[string, Hex, string]>([
    ["the magic value in one word", MAGIC, "accepted"],
    ["another value", padHex("0xffffffff", { dir: "right" }), "signature_rejected"],
    ["true", padHex("0x01"), "signature_rejected"],
    ["nothing", "0x", "signature_rejected"],
    ["four bytes", "0x1626ba7e", "signature_rejected"],
    ["31 bytes", MAGIC.slice(0, -2) as Hex, "signature_rejected"],
    ["33 bytes", `${MAGIC}00`, "signature_rejected"],
    ["two words", `${MAGIC}${"00".repeat(32)}`, "signature_rejected"],
    ["the magic value and dirt", `${MAGIC.slice(0, -2)}01` as Hex, "signature_rejected"],
    ["the magic value on the right", padHex("0x1626ba7e"), "signature_rejected"],
    ["1,000 bytes", `${MAGIC}${"00".repeat(968)}`, "signature_rejected"],
  ])("that answers %s", async (_, answer, expected) => {
    const scripted = await deploy("ScriptedWallet", answer);
    const { action } = await actionOf(scripted, 1);
    expect(await submit({ ...action, signature: "0x01" })).toBe(expected);
  });

  it.each(["RevertingWallet", "BurningWallet", "WritingWallet"])("is refused as a %s", async (name) => {
    const { action } = await actionOf(await deploy(name), 1);
    expect(await submit({ ...action, signature: "0x01" })).toBe("signature_rejected");
  });

  it("gets exactly the gas of the policy", async () => {
    const hungry = await deploy("HungryWallet", 900_000n);
    const { action } = await actionOf(hungry, 1);
    await open(connectWallets(node.url, { ...policy, gasCap: 890_000 }));
    expect(await submit({ ...action, signature: "0x01" })).toBe("signature_rejected");
    await open(connectWallets(node.url, { ...policy, gasCap: 910_000 }));
    expect(await submit({ ...action, signature: "0x01" })).toBe("accepted");
  });

  it("may use the longest allowed signature", async () => {
    const wallet = await deploy("ScriptedWallet", MAGIC);
    const { action } = await actionOf(wallet, 1);
    expect(await submit({ ...action, signature: `0x${"ff".repeat(16_384)}` })).toBe("accepted");
  });
});

describe("an account without code", () => {
  it("needs an ECDSA signature, which is checked without a chain", async () => {
    await open(connectWallets("http://127.0.0.1:1", policy));
    const good = await signAction(alice, log, 1);
    expect(await submit(good)).toBe("accepted");
    expect(await entryOf(0)).toMatchObject({ scheme: 0, verifiedBlock: 0 });
    expect((await entryOf(0)).verifiedBlockHash).toBeUndefined();
  });

  it("gets the error codes of scheme 0 for any other signature", async () => {
    const { action } = await actionOf(alice.address, 1);
    const { signature } = await signAction(bob, log, 1);
    expect(await submit({ ...action, signature })).toBe("signature_mismatch");
    expect(await submit({ ...action, signature: "0x01" })).toBe("signature_malformed");
    expect(await submit({ ...action, signature: `0x${"00".repeat(65)}` })).toBe("signature_non_canonical");
  });

  it("may be a precompile, whose echo of the magic value does not count", async () => {
    for (const precompile of [1, 2, 4, 0x0b, 0x100]) {
      const actor = padHex(`0x${precompile.toString(16)}`, { size: 20 });
      expect(await submit({ ...(await actionOf(actor, 1)).action, signature: "0x01" })).toBe("signature_malformed");
    }
  });

  it("signs with its own key even if it delegates (EIP-7702)", async () => {
    const owner = privateKeyToAccount(randomKey());
    const yes = await deploy("ScriptedWallet", MAGIC);
    await testClient().setCode({ address: owner.address, bytecode: concatHex(["0xef0100", yes]) });
    const good = await signAction(owner, log, 1);
    expect(await submit({ ...good, signature: "0x01" })).toBe("delegated_account");
    expect(await submit(good)).toBe("accepted");
    expect(await entryOf(0)).toMatchObject({ scheme: 0 });
  });
});

describe("a wallet before its deployment (ERC-6492)", () => {
  let factory: Hex;
  beforeAll(async () => void (factory = await deploy("SmartWalletFactory")));
  let salt = 0n;
  const predict = async (owner = alice): Promise<{ wallet: Hex; data: (name?: string) => Hex }> => {
    const args = [owner.address, ++salt];
    const { abi } = contracts.get("SmartWalletFactory")!;
    return {
      wallet: lower(await read<string>("SmartWalletFactory", factory, "addressOf", args)),
      data: (functionName = "create") => encodeFunctionData({ abi, functionName, args }),
    };
  };
  const wrapped = async (wallet: Hex, data: Hex, owner = alice, by = factory): Promise<SignedAction> => {
    const action = await ownedAction(wallet, 1, owner);
    return { ...action, signature: serializeErc6492Signature({ address: by, data, signature: action.signature }) };
  };

  it("is deployed within the call alone, and the whole wrapper is kept and hashed", async () => {
    const { wallet, data } = await predict();
    const action = await wrapped(wallet, data());
    expect(await submit(action)).toBe("accepted");
    expect(await node.client.getCode({ address: wallet })).toBeUndefined();
    const entry = await entryOf(0);
    expect(entry).toMatchObject({ scheme: 1, action });
    expect(toHex(entry.signatureHash)).toBe(keccak256(action.signature));
    expect(await submit(action)).toBe("retry");
  });

  it("that exists already is asked as it is, whatever its wrapper would call", async () => {
    const { wallet, data } = await predict();
    const { walletClient, publicClient } = node.writer(deployer);
    const hash = await walletClient.sendTransaction({ to: factory, data: data() });
    await publicClient.waitForTransactionReceipt({ hash });
    expect(await submit(await wrapped(wallet, data("createAndBurn")))).toBe("accepted");
    expect(await submit(await ownedAction(wallet, 1))).toBe("retry");
    expect(await submit(await wrapped(wallet, data(), bob))).toBe("signature_rejected");
  });

  it("is not deployed without its wrapper, or with another wallet's wrapper", async () => {
    const { wallet, data } = await predict();
    expect(await submit(await ownedAction(wallet, 1))).toBe("signature_malformed");
    const other = await predict();
    expect(await anchorlog.submit(await wrapped(wallet, other.data()))).toMatchObject({
      code: "signature_rejected",
      message: expect.stringContaining("does not deploy") as string,
    });
    expect(await submit(await wrapped(wallet, "0x"))).toBe("signature_rejected");
    expect(await submit(await wrapped(wallet, data(), alice, lower(bob.address)))).toBe("signature_rejected");
    // Correct except for the signer.
    expect(await submit(await wrapped(wallet, data(), bob))).toBe("signature_rejected");
    // An account without code stays one.
    expect(await submit(await wrapped(lower(alice.address), data()))).toBe("signature_rejected");
  });

  it("is refused if its factory burns the gas, and accepted if the factory returns far too much", async () => {
    const burning = await predict();
    expect(await submit(await wrapped(burning.wallet, burning.data("createAndBurn")))).toBe("signature_rejected");
    const loud = await predict();
    expect(await submit(await wrapped(loud.wallet, loud.data("createAndShout")))).toBe("accepted");
  });
});

describe("a chain that does not answer", () => {
  let action: SignedAction;
  let wallet: Hex;
  beforeAll(async () => void (wallet = await deploy("SmartWallet", alice.address)));
  const begin = async (wallets: WalletVerifier) => {
    await open(wallets);
    action = await ownedAction(wallet, 1);
  };
  beforeEach(() => begin(connectWallets(node.url, policy)));

  /** A node whose answers `change` may alter. */
  async function lyingNode(change: (method: string, answer: { result?: unknown; error?: unknown }) => unknown) {
    const { url } = await listen(async (request, response) => {
      const body = await text(request);
      const { method } = JSON.parse(body) as { method: string };
      const headers = { "content-type": "application/json" };
      const real = await fetch(node.url, { method: "POST", body, headers });
      const answer = change(method, (await real.json()) as object);
      response.writeHead(200, headers).end(typeof answer === "string" ? answer : JSON.stringify(answer));
    });
    return url;
  }
  /** A server that accepts connections and sends the given text, or nothing. */
  async function silentServer(says = "", onConnection = () => {}): Promise<string> {
    const server = createServer((socket) => {
      onConnection();
      socket.on("error", () => undefined).write(says);
    });
    return (await listenHere(server)).url;
  }

  async function expectIndeterminate(wallets: WalletVerifier): Promise<string> {
    await begin(wallets);
    const own = await signAction(alice, log, 1);
    const answers = await anchorlog.submitMany([own, action, await signAction(alice, log, 2)]);
    expect(answers).toMatchObject([
      { status: "accepted", index: 0 },
      { status: "indeterminate", code: "chain_unavailable", retryable: true },
      { status: "accepted", index: 1 },
    ]);
    expect((await options.store.head(action.message.log)).size).toBe(2);
    return "message" in answers[1]! ? answers[1].message : "";
  }

  it("makes the answer indeterminate, and uses no nonce, until it answers again", async () => {
    let down = true;
    const up = connectWallets(node.url, policy);
    const away = connectWallets("http://127.0.0.1:1", policy);
    await expectIndeterminate({ chainId: OWN, ask: (question) => (down ? away : up).ask(question) });
    down = false;
    expect(await submit(action)).toBe("accepted");
    down = true;
    expect(await submit(action)).toBe("retry");
  });

  it.each([
    ["never answers", ""],
    [
      "never ends its answer",
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n{"jsonrpc"',
    ],
  ])("is given up after the timeout if it %s", async (_, says) => {
    const url = await silentServer(says);
    const { signature, message } = action;
    const question = { actor: message.actor, digest: new Uint8Array(32), signature, deployment: undefined };
    const patient = connectWallets(url, policy).ask(question);
    const hasty = expectIndeterminate(connectWallets(url, { ...policy, timeout: 400 }));
    expect(await Promise.race([patient.then(() => "patient"), hasty.then(() => "hasty")])).toBe("hasty");
  });

  it.each<[string, (method: string, answer: { result?: unknown; error?: unknown }) => unknown]>([
    ["no JSON", () => "<html>"],
    ["nothing", () => ""],
    ["no result", () => ({ jsonrpc: "2.0", id: 1 })],
    ["null", () => ({ jsonrpc: "2.0", id: 1, result: null })],
    ["an error", () => ({ jsonrpc: "2.0", id: 1, error: { code: -32_000, message: "no" } })],
    ...(
      [
        ["a revert", { error: { code: 3, message: "execution reverted", data: "0x" } }],
        ["out of gas", { error: { code: -32_000, message: "out of gas" } }],
        ["a vanished block", { error: { code: -32_001, message: "header not found" } }],
        ["an empty answer", { result: "0x" }],
        ["the magic value", { result: MAGIC }],
        ["one word", { result: padHex("0x01") }],
        ["words of zeros", { result: `0x${"00".repeat(64)}` }],
        ["yes, for another chain", { result: concatHex([padHex("0x01"), padHex("0x01")]) }],
        ["an unknown outcome", { result: concatHex([padHex("0x7a69"), padHex("0x06")]) }],
        ["an outcome beyond numbers", { result: concatHex([padHex("0x7a69"), `0x${"ff".repeat(32)}`]) }],
        ["too long a word", { result: `0x${"00".repeat(2_000_000)}` }],
        ["a number", { result: 1 }],
      ] as const
    ).map(
      ([name, change]) =>
        [
          `${name} to eth_call`,
          (method: string, { ...answer }) => (method === "eth_call" ? { jsonrpc: "2.0", id: 1, ...change } : answer),
        ] as [string, () => unknown],
    ),
    ...(
      [
        ["without a number", { number: null }],
        ["with a decimal number", { number: "7" }],
        ["with a number beyond 2^53", { number: "0xffffffffffffffff" }],
        ["without a hash", { hash: null }],
        ["with half a hash", { hash: "0x1234" }],
        ["with a hash of nothing", { hash: `0x${"11".repeat(32)}` }],
        ["that is the first", { number: "0x0" }],
        ["without a time", { timestamp: undefined }],
      ] as const
    ).map(
      ([name, change]) =>
        [
          `a block ${name}`,
          (method: string, answer: { result?: unknown }) =>
            method === "eth_getBlockByNumber"
              ? { ...answer, result: { ...(answer.result as object), ...change } }
              : answer,
        ] as [string, () => unknown],
    ),
  ])("is not believed when it answers %s", async (_, change) => {
    await expectIndeterminate(connectWallets(await lyingNode(change), { ...policy, timeout: 2_000 }));
  });

  it("is not believed if it serves another chain or lags", async () => {
    const elsewhere = { ...connectWallets(node.url, { ...policy, chainId: 1 }), chainId: OWN };
    expect(await expectIndeterminate(elsewhere)).toContain("serves chain 31337, not 1");
    const { timestamp } = await node.client.getBlock();
    const clock = () => (Number(timestamp) + 301) * 1000;
    expect(await expectIndeterminate(connectWallets(node.url, { chainId: OWN, clock }))).toContain("301 s old");
    await begin(connectWallets(node.url, { chainId: OWN, clock: () => clock() - 1000 }));
    expect(await submit(action)).toBe("accepted");
  });

  it("is not believed if it gives less gas than requested", async () => {
    const url = await lyingNode((_, answer) => answer);
    const stingy = await listen(async (request, response) => {
      const body = JSON.parse(await text(request)) as { method: string; params: { gas?: string }[] };
      if (body.method === "eth_call") body.params[0]!.gas = "0x200000";
      const headers = { "content-type": "application/json" };
      const real = await fetch(url, { method: "POST", body: JSON.stringify(body), headers });
      response.writeHead(200, headers).end(await real.text());
    });
    expect(await expectIndeterminate(connectWallets(stingy.url, policy))).toContain("less gas");
  });

  it("must be the operator's chain", async () => {
    const wallets = connectWallets(node.url, { ...policy, chainId: 1 });
    await expect(openAnchorlog({ ...options, wallets })).rejects.toMatchObject({ code: "wrong_chain" });
  });

  it("gets at most the policy's number of questions at a time; a long wait ends in chain_unavailable", async () => {
    let now = 0;
    let most = 0;
    const url = await lyingNode((method, answer) => {
      most = Math.max(most, method === "eth_call" ? now-- : ++now);
      return answer;
    });
    const twelve = () => Promise.all(Array.from({ length: 12 }, (_, nonce) => ownedAction(wallet, nonce)));
    await open(connectWallets(url, { ...policy, concurrency: 2 }));
    expect(new Set((await anchorlog.submitMany(await twelve())).map(code))).toEqual(new Set(["accepted"]));
    expect(most).toBe(2);

    let connections = 0;
    const silent = await silentServer("", () => connections++);
    await open(connectWallets(silent, { ...policy, concurrency: 2, timeout: 300 }));
    const many = await twelve();
    const answers = await anchorlog.submitMany(many);
    expect(new Set(answers.map(code))).toEqual(new Set(["chain_unavailable"]));
    // Time runs while they wait for their turn, so not every one gets to ask.
    await expect.poll(() => connections).toBeGreaterThanOrEqual(2);
    expect(connections).toBeLessThan(many.length);
  });

  it("is asked about many actions at a time", async () => {
    const many = await Promise.all(Array.from({ length: 40 }, (_, nonce) => ownedAction(wallet, nonce)));
    const mixed = [...many, ...many.slice(0, 3), { ...many[0]!, signature: "0x01" as Hex }];
    const answers = await anchorlog.submitMany(mixed);
    const accepted = Array.from({ length: 40 }, () => "accepted");
    expect(answers.map(code)).toEqual([...accepted, "retry", "retry", "retry", "signature_rejected"]);
    expect(answers.slice(0, 40).map((answer) => "index" in answer && answer.index)).toEqual(many.map((_, i) => i));
  });
});

describe("evidence of a contract wallet's action", () => {
  const folder = newFolder();
  let wallet: Hex;
  beforeAll(async () => void (wallet = await deploy("SmartWallet", alice.address)));
  beforeEach(async () => {
    await start();
    await open(connectWallets(node.url, policy));
    expect(await submit(await signAction(alice, log, 1))).toBe("accepted");
    expect(await submit(await ownedAction(wallet, 1))).toBe("accepted");
    await anchorlog.closeBatches();
    await anchorlog.checkpoint();
  });
  const trust = async () => ({ operator: trusted, checkpoint: parseCheckpoint((await anchorlog.checkpoint()).note) });
  const note = "contract wallet, checked by the operator at block";

  it("is a bundle that verifies, and names the operator's check", async () => {
    const text = formatBundle(await anchorlog.bundle({ log, index: 1 }));
    const verdict = await verifyBundle(text, await trust());
    expect(verdict).toMatchObject({ verdict: "valid", state: "included" });
    expect(verdict.message).toContain(`${note} ${(await entryOf(1)).verifiedBlock}`);
    expect((await verifyBundle(text, {})).message).toContain(note);
    const own = formatBundle(await anchorlog.bundle({ log, index: 0 }));
    expect((await verifyBundle(own, await trust())).message).not.toContain("wallet");
  });

  it("is invalid with another signature or scheme, or a malformed signature", async () => {
    const bundle = await anchorlog.bundle({ log, index: 1 });
    const judge = async (change: object) =>
      (await verifyBundle(formatBundle({ ...bundle, ...change }), await trust())).code;
    const signed = (signature: string) => ({ action: { ...bundle.action, signature: signature as Hex } });
    const { signature } = bundle.action;
    expect(await judge(signed(`${signature.slice(0, -2)}ff`))).toBe("entry_mismatch");
    expect(await judge(signed("0x"))).toBe("non_canonical");
    expect(await judge(signed(`0x${"00".repeat(16_385)}`))).toBe("malformed");
    expect(await judge(signed(`0x${"6492".repeat(16)}`))).toBe("signature_malformed");
    const bytes = fromHex(bundle.entry);
    const entry = (at: number, value: number) => ({ entry: toHex(bytes.map((b, i) => (i === at ? value : b))) });
    expect(await judge(entry(189, 0))).toBe("signature_malformed");
    expect(await judge(entry(189, 2))).toBe("signature_malformed");
    expect(await judge(entry(197, bytes[197]! ^ 1))).toBe("receipt_mismatch");
    // An action signed with ECDSA has scheme 0, and no operator may state otherwise.
    const own = await anchorlog.bundle({ log, index: 0 });
    const claimed = toHex(fromHex(own.entry).map((b, i) => (i === 189 || i === 197 ? 1 : b)));
    expect((await verifyBundle(formatBundle({ ...own, entry: claimed }), await trust())).code).toBe("entry_mismatch");
  });

  it("is an export that an audit finds valid, with the number of such entries", async () => {
    await writeExport(folder, options);
    const audit = await auditExport(await readExportFolder(folder), await trust());
    expect(audit).toMatchObject({ verdict: "valid", findings: [] });
    expect(audit.message).toContain("1 entry by contract wallets");
    const lines = (await readFile(join(folder, `logs/${log}.jsonl`), "utf8")).trimEnd().split("\n");
    const [own, byWallet] = lines.map((line) => JSON.parse(line) as Record<string, string>);
    expect(own).not.toHaveProperty("verifiedBlockHash");
    expect(byWallet).toHaveProperty("verifiedBlockHash", (await entryOf(1)).verifiedBlockHash);

    const findings = async (change: (line: Record<string, unknown>, index: number) => object) => {
      const changed = lines.map(
        (line, i) => `${JSON.stringify(change(JSON.parse(line) as Record<string, unknown>, i))}\n`,
      );
      const read = await readExportFolder(folder);
      const replaced = async (name: string) => (name === `logs/${log}.jsonl` ? changed.join("") : read(name));
      return (await auditExport(replaced, await trust())).findings.map((f) => `${f.where} ${f.code}`);
    };
    const where = `logs/${log}.jsonl`;
    const hash = `0x${"11".repeat(32)}`;
    expect(await findings((line) => ({ ...line, verifiedBlockHash: undefined }))).toEqual([`${where}:2 malformed`]);
    expect(await findings((line) => ({ ...line, verifiedBlockHash: hash }))).toEqual([`${where}:1 malformed`]);
    const sign = (signature: string) =>
      findings((line, i) => (i === 1 ? { ...line, action: { ...(line["action"] as object), signature } } : line));
    expect(await sign("0x01")).toEqual([`${where}:2 entry_mismatch`]);
    expect(await sign(`0x${"6492".repeat(16)}`)).toEqual([`${where}:2 bad_signature`]);
  });
});
