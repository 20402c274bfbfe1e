import { readOperatorId } from "../action/address.ts";
import { hashDomain, isDomainText, type OperatorId } from "../action/domain.ts";
import type { ActionTypes, PayloadMembers } from "../action/kinds.ts";
import type { ActionContext } from "../action/verify.ts";
import type { WalletVerifier } from "../action/wallet.ts";
import { assertChainWriter, type ChainWriter } from "../chain/client.ts";
import type { RegisteredIdentity } from "../chain/registration.ts";
import type { TransactionSettings } from "../chain/transactions/types.ts";
import type { BatchPolicy } from "../batch/closer.ts";
import { AnchorlogError } from "../base/errors.ts";
import { createEntryGuard, type EntryGuard } from "../log/guardEntries.ts";
import { assertGuard, type Guard } from "../log/guard.ts";
import type { LogStore } from "../log/store.ts";
import { assertArchive, type ArchivePolicy } from "./archive/archiving.ts";
import { checkAnchorPolicy, type AnchorPolicy } from "./anchor/policy.ts";
import type { CheckpointEvent } from "./anchor/registry.ts";
import { assertDelay } from "./accept/backlog.ts";
import { checkContractHolders } from "./accept/holders.ts";
import { boundInFlight, type InFlight } from "./accept/inFlight.ts";
import { checkLimits, type CheckedLimits, type TimeLimits } from "./accept/limits.ts";
import { assertOptions } from "./optionForms.ts";
import { checkKeys, checkMlDsaKey, type OperatorKeys } from "./seal/keys.ts";
import type { PublishOptions } from "./seal/publish.ts";
import type { Tracer } from "./observe/tracing.ts";
import { checkTimestampPolicies, type TimestampPolicy } from "./timestamp/policy.ts";
import type { TimestampEvent } from "./timestamp/written.ts";

/** The options of `openAnchorlog`. */
export type AnchorlogOptions<D extends Record<string, PayloadMembers> = Record<string, PayloadMembers>> = {
  readonly store: LogStore;
  /**
   * Remembers what was signed, apart from the store: `openFileGuard` or, for a store over PostgreSQL,
   * `openPostgresGuard`. Required on all chains but the local chain 31337. It is closed with the store.
   */
  readonly guard?: Guard;
  /** The operator's identity, and the name and version of its EIP-712 domain as registered. */
  readonly operator: OperatorId & { readonly name: string; readonly version: string };
  /** Names of logs to begin with, one for each organization, `[a-z0-9.-]{1,64}`. `addLog` adds more. */
  readonly logs?: readonly string[];
  readonly types: ActionTypes<D>;
  readonly keys: OperatorKeys;
  /** Required for `anchor` and `maxAnchorDelay`. The registration on this chain is compared with these options. */
  readonly chain?: ChainWriter;
  /**
   * Seconds, as registered. If the oldest unanchored entry is older than a quarter of it, new actions are answered with
   * `anchor_overdue`. This keeps the operator from promises that it could break.
   */
  readonly maxAnchorDelay?: number;
  /**
   * Worker threads that recover signers, for batches and for many requests at a time. They also sign the receipts of
   * batches if `receiptKey` is a `privateKeySigner`. One further thread builds the trees of batches. By default no
   * thread is started, and all this runs in the caller's thread. Node only.
   */
  readonly threads?: number;
  /** The place to publish the batch log, and when this happens automatically. */
  readonly publish?: PublishOptions;
  /**
   * When batches are closed automatically; by default only `closeBatches` closes them. If several processes share a
   * store, the leader does it for all logs.
   */
  readonly batches?: BatchPolicy;
  /** When entries move to the archive that the store was opened with; by default none move. */
  readonly archive?: ArchivePolicy;
  /**
   * When checkpoints are anchored automatically; by default only `anchor` does it. Needs `chain` and `maxAnchorDelay`.
   */
  readonly anchors?: AnchorPolicy;
  /** How anchoring transactions are sent, and what they may cost. */
  readonly transactions?: TransactionSettings;
  /** Further chains on which the newest signed checkpoint is written as a timestamp, by the process that leads. */
  readonly timestamps?: readonly TimestampPolicy[];
  /** Called on each change of a timestamp, in the process that leads. Needs `timestamps`. */
  readonly onTimestamp?: (event: TimestampEvent) => unknown;
  /**
   * Called on each change of a checkpoint on chain, also if another party anchored it. On start it reports the current
   * state, including checkpoints that were reorganized away while no process ran. Needs `chain`, but not `anchors`.
   */
  readonly onCheckpoint?: (event: CheckpointEvent) => unknown;
  /**
   * Called with each error in the background; by default it becomes a process warning. `isPassing`: an outcome is not
   * yet known, and the operator looks it up. If that fails again, it is reported without `isPassing`.
   */
  readonly onError?: (error: unknown, isPassing?: boolean) => void;
  /**
   * Makes spans, as `trace.getTracer("anchorlog")` of `@opentelemetry/api` does. Without a tracer
   * this costs nothing.
   */
  readonly tracer?: Tracer | undefined;
  /** Verifies contract wallets on their chain. Without it, only externally owned accounts may act. */
  readonly wallets?: WalletVerifier | undefined;
  /**
   * Kinds whose named holder may be a contract, such as one that redeems: it can hold, but never act. For all other
   * kinds, a contract as holder is refused with `holder_cannot_act`. The node of `chain` is asked, or else the node of
   * `wallets`; without either, holders are not checked.
   */
  readonly contractHolders?: readonly string[] | undefined;
  /** Returns the time in Unix milliseconds; the system's clock by default. */
  readonly clock?: () => number;
  /** Seconds that an action's deadline may lie ahead of now; a day by default. */
  readonly maxDeadlineAhead?: number;
  /**
   * How many actions may wait for their answer at a time; 2,048 by default. Further actions, retries included, are
   * answered at once with `overloaded`, before they are verified. They may be sent again. A call with more actions than
   * this is taken whole if there is room for one. `verify` has half of it, so that an action that was just verified is
   * seldom turned away.
   */
  readonly maxInFlight?: number;
  /** How long the operator waits for parts that the caller provides. */
  readonly timeLimits?: TimeLimits;
};

/** The checked options, and the parts that are made from them. */
export type CheckedOptions = {
  readonly operator: RegisteredIdentity;
  readonly keys: OperatorKeys;
  readonly context: ActionContext;
  readonly entryGuard: EntryGuard | undefined;
  readonly inFlight: InFlight;
  readonly limits: CheckedLimits;
  readonly timestamps: readonly TimestampPolicy[];
};

/**
 * Checks an operator's options, before anything is opened.
 *
 * @throws RangeError, AnchorlogError `no_chain`, `wrong_chain`, `bad_domain`, `bad_option`, `no_guard`, `foreign_guard`.
 */
export async function checkOptions(options: AnchorlogOptions): Promise<CheckedOptions> {
  assertOptions(options);
  const { store, guard, types, chain, wallets, keys, publish } = options;
  assertDelay(options);
  const inFlight = boundInFlight(options.maxInFlight);
  const limits = checkLimits(options.timeLimits);
  checkAnchorPolicy(options);
  const operator = readOperatorId(options.operator);
  await assertArchive(options.archive, store);
  await checkKeys(keys, operator);
  if (publish?.mlDsaKey !== undefined) await checkMlDsaKey(publish.mlDsaKey);
  const { chainId, registry, name, version } = operator;
  if (wallets !== undefined && wallets.chainId !== chainId) {
    throw new AnchorlogError("wrong_chain", `the operator is of chain ${chainId}, its wallets of ${wallets.chainId}`, {
      fix: "ask contract wallets on the operator's own chain",
    });
  }
  if (!isDomainText(name) || !isDomainText(version)) {
    throw new AnchorlogError(
      "bad_domain",
      "the operator's name and version are 1 to 64 characters of printable ASCII",
      {
        fix: "give the name and version that the operator is registered with",
      },
    );
  }
  if (chain !== undefined) assertChainWriter(chain, chainId);
  checkContractHolders(options.contractHolders, types.kinds);
  const timestamps = checkTimestampPolicies(options.timestamps, chainId);
  assertGuard(guard, store, operator);
  const domainSeparator = hashDomain({ name, version, chainId, verifyingContract: registry });
  return {
    operator,
    keys,
    inFlight,
    limits,
    timestamps,
    context: { kinds: types.kinds, domainSeparator },
    entryGuard: guard && createEntryGuard(guard, store),
  };
}
