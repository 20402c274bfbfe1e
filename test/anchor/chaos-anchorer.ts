// Anchors one batch after the other, until it is told to stop or killed, and reports what happens.
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { createWalletClient, http, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { readLatest } from "../../src/anchor/anchorer.ts";
import { openEndpoints } from "../../src/anchor/endpoints.ts";
import { anchorRegistryAbi } from "../../src/anchor/generated/AnchorRegistry.ts";
import { openTransactions } from "../../src/anchor/transactions/open.ts";
import { logPendingStore } from "../../src/anchor/transactions/store.ts";
import { signDigest } from "../../src/action/signer.ts";
import { hashCheckpoint } from "../../src/batch/checkpoint.ts";
import { toHex } from "../../src/encoding/hex.ts";
import { openSqliteStore } from "../../src/log/sqlite.ts";
import { buildTree, consistencyProof, hashLeaf, treeRoot } from "../../src/merkle/index.ts";
import { keys, operator } from "../operator.ts";
import { clientOf } from "./transactions.ts";

export type ChaosTask = {
  readonly path: string;
  readonly urls: readonly string[];
  readonly key: Hex;
  readonly registry: Hex;
};
export type ChaosLine = { readonly type: string; readonly why?: string | undefined; readonly size?: number };

const { path, urls, key, registry } = JSON.parse(process.argv[2]!) as ChaosTask;
const account = privateKeyToAccount(key);
const id = { ...operator, registry, operator: account.address.toLowerCase() as Hex };
const report = (line: ChaosLine) => void process.stdout.write(`${JSON.stringify(line)}\n`);

const stopping = new AbortController();
createInterface(process.stdin).on("line", () => stopping.abort());

const store = await openSqliteStore(path);
const limits = { requestTimeout: 0.5, retryAfter: 0.3 };
const chain = {
  publicClient: openEndpoints(urls.map(clientOf), foundry.id, limits),
  walletClient: createWalletClient({ chain: foundry, transport: http(urls[0]), account }),
};
const transactions = openTransactions({
  chain,
  store: logPendingStore(store, { chainId: foundry.id, account: account.address }),
  settings: { resubmissionTimeout: 0.6, notInMempoolTimeout: 0.2, pollInterval: 0.05, requestTimeout: 0.5 },
  onEvent: ({ type, why }) => report({ type, why }),
});
await transactions.resume();

const treeOf = (size: number) =>
  buildTree(Array.from({ length: size }, (_, i) => hashLeaf(new Uint8Array([i >> 8, i & 255]))));
const sizeOf = async () => (await readLatest(chain, id)).size;

async function anchorNext(): Promise<void> {
  const latest = await sizeOf();
  const size = latest + 1;
  const tree = treeOf(size);
  const root = treeRoot(tree);
  const proof = latest === 0 ? [] : consistencyProof(tree, latest);
  const signature = await signDigest(keys.anchorKey, hashCheckpoint(id, { size, root }));
  await transactions.send(
    {
      address: registry,
      abi: anchorRegistryAbi,
      functionName: "anchor",
      args: [id.operator, BigInt(size), toHex(root), proof.map(toHex), signature],
    },
    {
      key: `anchor:${size}`,
      isDone: async () => (await sizeOf()) >= size,
      supersedes: (other) => other.startsWith("anchor:") && Number(other.slice(7)) < size,
    },
  );
  report({ type: "anchored", size });
}

while (!stopping.signal.aborted) {
  await anchorNext().catch(async (error: unknown) => {
    report({ type: "refused", why: String(error).split("\n")[0] });
    await sleep(30);
  });
}
// What is pending when it is told to stop is seen to.
while (transactions.status().pending !== undefined) await sleep(20);
await transactions.close();
await store.close();
report({ type: "stopped" });
process.exit(0);
