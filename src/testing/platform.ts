import { createPublicClient, createWalletClient, custom } from "viem";
import { logId } from "../action/domain.ts";
import type { ActionTypes, Message, PayloadMembers } from "../action/kinds.ts";
import { AnchorlogError } from "../base/errors.ts";
import { abbreviate, type Hex } from "../base/hex.ts";
import { assertOptionsOf } from "../base/options.ts";
import type { ContractAddresses } from "../chain/addresses.ts";
import type { ChainClient, ChainWriter } from "../chain/client.ts";
import { finalityDelay, presets } from "../chain/presets.ts";
import { registerOperator } from "../chain/register.ts";
import type { RegisteredIdentity } from "../chain/registration.ts";
import { depositStake } from "../chain/stake.ts";
import { deployContracts } from "../development/deploy.ts";
import { developmentAccount, developmentPlatform, LOCAL_CHAIN, ROLES } from "../development/keys.ts";
import { readStoredCheckpoints } from "../dispute/checkpoints.ts";
import { bundleActionEvidence, type ActionEvidence } from "../dispute/gates/gate.ts";
import { createSigner, type ActionAccount } from "../http/sign.ts";
import { openAnchorlog, type Anchorlog } from "../operator/open.ts";
import { openSqliteStore } from "../store/sqlite.ts";

/** A local chain by EIP-1193: the `provider` of a Hardhat 3 connection, or a viem client of anvil. */
export type TestProvider = { request(call: never): Promise<unknown> };

type Provider = { request(call: { method: string; params?: readonly unknown[] }): Promise<unknown> };

/** The kinds of actions, and the log's name; `tests` by default. */
export type TestPlatformOptions<D extends Record<string, PayloadMembers>> = {
  readonly types: ActionTypes<D>;
  readonly log?: string;
};

/** A platform whose operator, keys and stake are for tests. */
export type TestPlatform<D extends Record<string, PayloadMembers> = Record<string, PayloadMembers>> = {
  readonly contracts: ContractAddresses;
  readonly operator: RegisteredIdentity;
  /** The log's identifier, 32 bytes. */
  readonly log: Hex;
  /** The operator itself, for everything that the methods here do not do. */
  readonly anchorlog: Anchorlog;
  /**
   * Signs an action as an account, and appends it.
   *
   * @returns the entry's index in the log.
   * @throws AnchorlogError `unknown_kind`; `not_accepted`, with the code of the refusal in its message.
   */
  append<K extends keyof D & string>(
    account: ActionAccount,
    kind: K,
    payload: Message<D[K]>["payload"],
  ): Promise<number>;
  /** Closes the batch and anchors it. It is not final yet. */
  anchor(): Promise<void>;
  /**
   * Makes what `AnchoredAction.prove` takes. If the entry is not final yet, it is anchored, and the chain's time moves
   * past the registry's `finalityDelay()`.
   *
   * @throws AnchorlogError `no_entry`.
   */
  evidence(index: number): Promise<ActionEvidence>;
  /** Moves the chain's time forward, in seconds, and mines a block. */
  advance(seconds: number): Promise<void>;
  close(): Promise<void>;
};

const MAX_ANCHOR_DELAY = 3_600;
const { timing } = presets.local;

/** The state that the steps share. */
type Open = {
  readonly provider: Provider;
  readonly publicClient: ChainClient;
  readonly operator: RegisteredIdentity;
  readonly logName: string;
  readonly anchorlog: Anchorlog;
  /** The chain's time in Unix milliseconds, as last read: tests move it far ahead of the system's clock. */
  readonly time: { now: number };
};

/**
 * Deploys the contracts of this release on a local chain, registers an operator with a stake, and opens it over a
 * store in memory. On the same chain it can be opened once.
 *
 * @example
 * const { provider } = await hre.network.create()
 * const platform = await openTestPlatform(provider, { types })
 * const index = await platform.append(account, "BuyVoucher", payload)
 * const { evidence, opening } = await platform.evidence(index)
 *
 * @throws AnchorlogError `wrong_chain` if the chain's ID is not 31337; `transaction_failed`; as `openAnchorlog`.
 */
export async function openTestPlatform<D extends Record<string, PayloadMembers>>(
  given: TestProvider,
  options: TestPlatformOptions<D>,
): Promise<TestPlatform<D>> {
  assertOptionsOf("openTestPlatform", options, "give { types } after the provider");
  const { types, log: logName = "tests" } = options;
  // Each library types its own methods.
  const provider: Provider = given;
  if (typeof Object(provider).request !== "function") {
    throw new AnchorlogError("bad_option", `openTestPlatform takes a provider, not ${abbreviate(given)}`, {
      fix: "give the provider of await hre.network.create(), or a viem client of anvil",
    });
  }
  const contracts = await deployContracts({
    request: (method, params) => provider.request({ method, ...(params && { params }) }),
  });
  const account = developmentAccount(ROLES.operator, LOCAL_CHAIN.id);
  const chain = await fundedChain(provider, account);
  const { operator: unregistered, keys } = developmentPlatform();
  const operator = { ...unregistered, registry: contracts.registry, name: "Test Platform" };
  const terms = { ...operator, maxAnchorDelay: MAX_ANCHOR_DELAY, ...keys };
  await registerOperator(chain, operator, terms).catch((error: unknown) => {
    throw asOpenedTwice(error);
  });
  await depositStake(chain, operator);
  const time = { now: await chainTime(chain.publicClient) };
  const anchorlog = (await openAnchorlog({
    store: await openSqliteStore(":memory:"),
    operator,
    logs: [logName],
    types,
    keys,
    chain,
    maxAnchorDelay: MAX_ANCHOR_DELAY,
    clock: () => time.now,
  })) as unknown as Anchorlog;
  const open: Open = { provider, publicClient: chain.publicClient, operator, logName, anchorlog, time };
  return {
    contracts,
    operator,
    log: logId(operator, logName),
    anchorlog,
    append: (account, kind, payload) => append(open, account, kind, payload),
    anchor: () => anchor(open),
    evidence: (index) => evidence(open, index),
    advance: (seconds) => advance(provider, seconds),
    close: () => anchorlog.close(),
  };
}

function asOpenedTwice(error: unknown): unknown {
  const revert = error instanceof AnchorlogError ? error.details?.["revert"] : undefined;
  if (typeof revert !== "string" || !revert.startsWith("AlreadyRegistered(")) return error;
  return new AnchorlogError("transaction_failed", "openTestPlatform was called for this chain before", {
    fix: "share that platform, or give the provider of a new chain: await hre.network.create()",
    cause: error,
    details: { revert },
  });
}

async function fundedChain(provider: Provider, account: ReturnType<typeof developmentAccount>): Promise<ChainWriter> {
  const transport = custom({ request: (call) => provider.request(call) });
  const shared = { chain: LOCAL_CHAIN, transport, pollingInterval: 20, cacheTime: 0 } as const;
  await provider.request({ method: "hardhat_setBalance", params: [account.address, "0x3635c9adc5dea00000"] });
  return { publicClient: createPublicClient(shared), walletClient: createWalletClient({ ...shared, account }) };
}

async function chainTime(publicClient: ChainClient): Promise<number> {
  return 1_000 * Number((await publicClient.getBlock()).timestamp);
}

async function append(
  { operator, logName, anchorlog, time, publicClient }: Open,
  account: ActionAccount,
  name: string,
  payload: Message["payload"],
): Promise<number> {
  const kind = anchorlog.kinds.get(name);
  if (kind === undefined) {
    throw new AnchorlogError("unknown_kind", `the platform has no kind ${name}`, {
      fix: "declare it by defineActions",
    });
  }
  time.now = await chainTime(publicClient);
  const sign = createSigner({ account, operator, log: logName, clock: () => time.now });
  const { primaryType, message, signature } = await sign(kind, payload);
  const answer = await anchorlog.submit({ primaryType, message, signature });
  if (!("receipt" in answer)) throw new AnchorlogError("not_accepted", `${answer.code}: ${answer.message}`);
  return answer.index;
}

async function anchor({ provider, publicClient, anchorlog, time }: Open): Promise<void> {
  await anchorlog.closeBatches();
  // The registry refuses two anchors in one interval, and a batch that was closed later than its block.
  await advance(provider, timing.minAnchorInterval + 1);
  time.now = await chainTime(publicClient);
  await anchorlog.anchor();
}

async function evidence(open: Open, index: number): Promise<ActionEvidence> {
  const { provider, publicClient, logName: log, anchorlog } = open;
  if ((await coveringCheckpoint(open, index)) === undefined) await anchor(open);
  const stored = (await coveringCheckpoint(open, index))!;
  const missing = stored.time + finalityDelay(timing) - (await chainTime(publicClient)) / 1_000;
  if (missing > 0) await advance(provider, missing);
  return bundleActionEvidence(await anchorlog.bundle({ log, index, size: stored.size }), [stored]);
}

/** The first anchored checkpoint with the entry's batch. */
async function coveringCheckpoint({ publicClient, operator, logName: log, anchorlog }: Open, index: number) {
  const { inclusion } = await anchorlog.bundle({ log, index });
  if (inclusion === undefined) return undefined;
  const position = Number(inclusion.checkpoint.position);
  return (await readStoredCheckpoints(publicClient, operator)).find(({ size }) => size > position);
}

async function advance(provider: Provider, seconds: number): Promise<void> {
  if (!Number.isSafeInteger(seconds) || seconds < 0) {
    throw new AnchorlogError("bad_option", `advance takes seconds, not ${abbreviate(seconds)}`, {
      fix: "give a whole number from 0: time never goes back",
    });
  }
  await provider.request({ method: "evm_increaseTime", params: [seconds] });
  await provider.request({ method: "evm_mine", params: [] });
}
