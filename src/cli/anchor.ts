/** `anchorlog anchor`: anchors now, through the process that operates, or from the caller's own account. */
import { anchorCheckpoint, type Anchored } from "../chain/anchorer.ts";
import { readContract } from "../chain/client.ts";
import { anchorRegistryAbi } from "../chain/generated/AnchorRegistry.ts";
import type { RegisteredIdentity } from "../chain/registration.ts";
import { openTransactions } from "../chain/transactions/open.ts";
import { memoryPendingStore } from "../chain/transactions/store.ts";
import { anchorSignature, parseCheckpoint } from "../batch/checkpoint.ts";
import { hashHeader } from "../batch/header.ts";
import { loadConfig } from "../daemon/config/load.ts";
import { connectWriter, identityOf, transactionSettings, type Writer } from "../daemon/config/open.ts";
import type { Config } from "../daemon/config/settings.ts";
import { equalBytes } from "../base/bytes.ts";
import type { Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { buildTree, consistencyProof, treeRoot } from "../crypto/merkle/tree.ts";
import { openGivenAccount } from "./account.ts";
import type { Call } from "./command.ts";
import { assertNone, EXIT_CODES, UsageError } from "./usage.ts";
import { openForReading, type ReadableStore } from "./reading.ts";
import { printRows } from "./rows.ts";
import { requestOf } from "./running.ts";
import { countOf } from "../base/countOf.ts";

const NO_PROCESS =
  "start `npx anchorlog operate`, or send the newest signed checkpoint from an account of yours: npx anchorlog anchor --key REFERENCE";

/** Returns the exit code: 2 if the registry does not accept a checkpoint yet. */
export async function runAnchor({ values, positionals }: Call): Promise<number> {
  assertNone("anchor", positionals);
  const { config: file, key, password } = values as { config?: string; key?: string; password?: string };
  if (key === undefined && password !== undefined)
    throw new UsageError("--password opens the keystore of --key: give --key too", "anchor");
  const config = await loadConfig(file);
  const found =
    key === undefined ? await requestOf(config, "/anchor", NO_PROCESS) : await sendStored(config, { key, password });
  const { status, size, from, transactionHash, blockNumber, gasUsed, unsigned } = found as Partial<Sent>;
  await printRows(values["json"] === true, {
    status,
    size,
    transactionHash,
    blockNumber,
    gasUsed,
    from: from === undefined ? undefined : new Date(1000 * from).toISOString(),
    unsigned,
    next: nextOf(found),
  });
  return status === "too_soon" ? EXIT_CODES.indeterminate : EXIT_CODES.valid;
}

type Sent = Anchored & {
  /** The number of closed batches without a signed checkpoint. Only a process with the keys can anchor them. */
  readonly unsigned?: number | undefined;
};

function nextOf({ status, unsigned = 0 }: Partial<Sent>): string | undefined {
  if (status === "too_soon") return "the registry takes the next checkpoint at that time: call it again";
  if (unsigned > 0)
    return `${countOf(unsigned, "batch")} without a signed checkpoint: start \`npx anchorlog operate\`, which signs and anchors`;
  return undefined;
}

/** Sends the newest stored checkpoint. Any account may send it, since only the anchor key's signature counts. */
async function sendStored(config: Config, given: { key: string; password: string | undefined }): Promise<Sent> {
  const operator = identityOf(config);
  const place = { env: process.env, chainId: operator.chainId, command: "anchor" };
  const chain = await connectWriter(config, await openGivenAccount(given, place));
  const { store, close } = await openForReading(config);
  try {
    const [stored, batches] = [(await store.checkpoints()).at(-1), await store.batches()];
    const unsigned = batches.length - (stored?.size ?? 0);
    if (stored === undefined) return { ...NOTHING, unsigned };
    const checkpoint = parseCheckpoint(stored.note);
    const signature = anchorSignature(checkpoint, operator, await readAnchorKey(chain, operator));
    if (signature === undefined) throw notSigned(checkpoint.size);
    const prove = proverOf(batches.slice(0, checkpoint.size), checkpoint.root);
    const settings = transactionSettings(config);
    const transactions = openTransactions({ chain, store: memoryPendingStore(), settings });
    try {
      return { ...(await anchorCheckpoint(chain, operator, checkpoint, signature, prove, transactions)), unsigned };
    } finally {
      await transactions.close();
    }
  } finally {
    await close();
  }
}

const NOTHING = {
  status: "nothing",
  size: 0,
  proofHashes: 0,
  transactionHash: undefined,
  blockNumber: undefined,
  gasUsed: undefined,
  from: undefined,
} as const satisfies Anchored;

async function readAnchorKey({ publicClient }: Writer, { registry, operator }: RegisteredIdentity): Promise<Hex> {
  const call = { address: registry, abi: anchorRegistryAbi, functionName: "anchorKey", args: [operator] } as const;
  return (await readContract(publicClient, call)).toLowerCase() as Hex;
}

function notSigned(size: number): AnchorlogError {
  const message = `the stored checkpoint of size ${size} is not signed by the anchor key that the registry has now`;
  return new AnchorlogError("key_retired", message, {
    fix: "start `npx anchorlog operate` with the key that is registered: it signs the checkpoint again, and anchors it",
  });
}

/** Creates the consistency proofs of a checkpoint, from the stored headers under it. */
function proverOf(
  covered: Awaited<ReturnType<ReadableStore["batches"]>>,
  root: Uint8Array,
): (oldSize: number) => Uint8Array[] {
  const tree = buildTree(covered.map(({ header }) => hashHeader(header)));
  if (!equalBytes(treeRoot(tree), root)) {
    throw new AnchorlogError(
      "store_damaged",
      `the checkpoint of size ${covered.length} does not match the stored headers`,
      {
        fix: "restore the store from a backup or an export",
      },
    );
  }
  return (oldSize) => (oldSize === 0 ? [] : consistencyProof(tree, oldSize));
}
