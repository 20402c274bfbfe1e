import { readOperatorId } from "../action/address.ts";
import { hashDomain, isDomainText, type OperatorId } from "../action/domain.ts";
import type { ActionTypes, PayloadMembers } from "../action/kinds.ts";
import type { ActionContext } from "../action/verify.ts";
import type { WalletVerifier } from "../action/wallet.ts";
import { assertChainWriter, type ChainWriter } from "../anchor/client.ts";
import type { RegisteredIdentity } from "../anchor/registration.ts";
import type { TransactionSettings } from "../anchor/transactions/types.ts";
import type { BatchPolicy } from "../batch/closer.ts";
import { AnchorlogError } from "../errors.ts";
import { createEntryGuard, type EntryGuard } from "../log/guard/entries.ts";
import { assertGuard, type Guard } from "../log/guard/guard.ts";
import type { LogStore } from "../log/store.ts";
import { assertArchive, type ArchivePolicy } from "./archiving.ts";
import { checkAnchorPolicy, type AnchorPolicy } from "./anchoring/policy.ts";
import type { CheckpointEvent } from "./anchoring/registry.ts";
import { assertDelay } from "./backlog.ts";
import { checkContractHolders } from "./holders.ts";
import { boundInFlight, type InFlight } from "./inFlight.ts";
import { checkLimits, type CheckedLimits, type TimeLimits } from "./limits.ts";
import { assertOptions } from "./optionForms.ts";
import { checkKeys, type OperatorKeys } from "./keys.ts";
import type { PublishOptions } from "./publish.ts";
import type { Tracer } from "./tracing.ts";
import { checkTimestampPolicies, type TimestampPolicy } from "./timestamping/policy.ts";
import type { TimestampEvent } from "./timestamping/written.ts";

/** What an operator opens its security layer with. */
export type AnchorlogOptions<D extends Record<string, PayloadMembers> = Record<string, PayloadMembers>> = {
  readonly store: LogStore;
  /**
   * What was signed, remembered apart from the store: `openFileGuard` or, for a store over PostgreSQL,
   * `openPostgresGuard`. Only on the local chain 31337 it may be left out. It is closed with the store.
   */
  readonly guard?: Guard;
  /** The operator's identity, and the name and version of its EIP-712 domain as registered. */
  readonly operator: OperatorId & { readonly name: string; readonly version: string };
  /** Names of logs to begin with, one for each organization, `[a-z0-9.-]{1,64}`; more are added by `addLog`. */
  readonly logs?: readonly string[];
  readonly types: ActionTypes<D>;
  readonly keys: OperatorKeys;
  /** Needed by `anchor`, and for `maxAnchorDelay`; what is registered there is compared with these options. */
  readonly chain?: ChainWriter;
  /**
   * Seconds, as registered. Where the oldest entry that is not anchored is older than a quarter of it, for whatever
   * reason, new actions are answered with `anchor_overdue` rather than promised what may not be kept.
   */
  readonly maxAnchorDelay?: number;
  /**
   * Worker threads that recover signers, for batches and for many requests at a time, and sign the receipts of batches
   * where `receiptKey` is a `privateKeySigner`; beside one that builds the trees of batches. None by default, when
   * everything happens in the caller's. Node only.
   */
  readonly threads?: number;
  /** Where the batch log is published, and when that happens by itself. */
  readonly publish?: PublishOptions;
  /**
   * When batches are closed by themselves; by default only `closeBatches` closes them. Of several processes over one
   * store the one that leads does it for all logs, whoever appended.
   */
  readonly batches?: BatchPolicy;
  /** When older entries go to the archive that the store was opened with; none do by default. */
  readonly archive?: ArchivePolicy;
  /** When checkpoints are anchored by themselves; by default only `anchor` does. Needs `chain` and `maxAnchorDelay`. */
  readonly anchors?: AnchorPolicy;
  /** How anchoring transactions are sent, and what they may cost. */
  readonly transactions?: TransactionSettings;
  /** Further chains on which the newest signed checkpoint is written as a timestamp, by the process that leads. */
  readonly timestamps?: readonly TimestampPolicy[];
  /** Told what becomes of timestamps, where `timestamps` is given: in the process that leads. */
  readonly onTimestamp?: (event: TimestampEvent) => unknown;
  /**
   * Told what becomes of checkpoints on chain, by whoever's hand: first where things stand, what went while nobody was
   * looking included, then each change. Needs `chain`, and no `anchors`.
   */
  readonly onCheckpoint?: (event: CheckpointEvent) => unknown;
  /**
   * Told of what fails in the background; a warning of the process by default. `isPassing`: the outcome of something is
   * not known, once, and looked up by itself. Where it fails again, that is told without it.
   */
  readonly onError?: (error: unknown, isPassing?: boolean) => void;
  /**
   * Makes spans of what is done, as `trace.getTracer("anchorlog")` of `@opentelemetry/api` does: docs/OPERATING.md says
   * which. Without one it costs nothing.
   */
  readonly tracer?: Tracer;
  /** Accepts contract wallets and asks them; without it, actors are externally owned accounts only. */
  readonly wallets?: WalletVerifier | undefined;
  /**
   * Kinds whose named holder may be a contract, such as one that redeems: it can hold, and never act. Any other's is
   * asked for at the node of `chain`, or else of `wallets`, where one is given: a contract is `holder_cannot_act`.
   */
  readonly contractHolders?: readonly string[] | undefined;
  /** Now in Unix milliseconds; the system's clock by default. */
  readonly clock?: () => number;
  /** Seconds that an action's deadline may lie ahead of now; a day by default. */
  readonly maxDeadlineAhead?: number;
  /**
   * How many actions may be between their arrival and their answer; 2,048 by default. What comes while as many are is
   * answered at once with `overloaded`, before it is verified, retries of what is in the log included: it may be sent
   * again. A call of more than that is let in whole as long as there is room for one. `verify` has half of it, so that
   * what was verified once is seldom turned away.
   */
  readonly maxInFlight?: number;
  /** How long parts of the caller's are waited for. */
  readonly timeLimits?: TimeLimits;
};

/** Options that fit each other, with what follows from them. */
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
  const { store, guard, types, chain, wallets, keys } = options;
  assertDelay(options);
  const inFlight = boundInFlight(options.maxInFlight);
  const limits = checkLimits(options.timeLimits);
  checkAnchorPolicy(options);
  const operator = readOperatorId(options.operator);
  await assertArchive(options.archive, store);
  await checkKeys(keys, operator);
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
