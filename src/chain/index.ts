/** Layer 5: the registry on its chain. Reading needs an RPC endpoint only; ABIs are typed. */
export { anchorCheckpoint, readLatest, type Anchored } from "./anchorer.ts";
export { anchorRegistryAbi } from "./generated/AnchorRegistry.ts";
export { announcedRedeemerAbi } from "./generated/AnnouncedRedeemer.ts";
export { attestationsAbi } from "./generated/Attestations.ts";
export { challengesAbi } from "./generated/Challenges.ts";
export { claimsAbi } from "./generated/Claims.ts";
export { disputesAbi } from "./generated/Disputes.ts";
export { faultProofsAbi } from "./generated/FaultProofs.ts";
export { operatorStakeAbi } from "./generated/OperatorStake.ts";
export { disclosureVerifierAbi } from "./generated/DisclosureVerifier.ts";
export { orderVerifierAbi } from "./generated/OrderVerifier.ts";
export { isReleasedRegistry, releasedContracts } from "./deployments.ts";
export { registryChecks, type RegistryChecks } from "./clientChecks.ts";
export { compareDomain, DomainMismatchError, readOperatorDomain } from "./domain.ts";
export { connectChain } from "./reader.ts";
export {
  BATCH_LOG,
  ChainUnavailableError,
  KEY_ROLES,
  type AnchoredCheckpoint,
  type BatchPlace,
  type ChainReader,
  type Freeze,
  type KeyPeriod,
  type KeyRole,
  type RegisteredOperator,
} from "./view.ts";
export { contractAddresses, type ContractAddresses } from "./addresses.ts";
export {
  CHALLENGE_KINDS,
  type ChallengeKind,
  type ChallengeParameters,
  type DisputeParameters,
  exitDelay,
  finalityDelay,
  presets,
  retainedUntil,
  ringSpan,
  type DeploymentParameters,
  type StakeParameters,
  type Timing,
} from "./presets.ts";
export type {
  ChainClient,
  ChainLog,
  ChainSender,
  ChainWriter,
  MinedTransaction,
  UnsignedTransaction,
} from "./client.ts";
export { connectWallets, type WalletPolicy } from "./wallets.ts";
export {
  completeExit,
  depositStake,
  readStake,
  requestExit,
  withdrawCredit,
  type OperatorAccount,
  type OperatorStatus,
} from "./stake.ts";
export { registerOperator, rotateKey, type OperatorTerms } from "./register.ts";
export { decodeTimestamp, encodeTimestamp, TIMESTAMP_ADDRESS, type Timestamp } from "./timestamp.ts";
export type { TimestampFinality } from "./findTimestamp.ts";
export {
  verifyTimestamp,
  type IndeterminateTimestampCode,
  type TimestampClaim,
  type TimestampSight,
  type TimestampVerdict,
} from "./verifyTimestamp.ts";
export { openEndpoints, type ConfirmedClient, type EndpointOptions } from "./endpoints.ts";
export { openTransactions } from "./transactions/open.ts";
export { logPendingStore, memoryPendingStore, type PendingPlace } from "./transactions/store.ts";
export type {
  Attempt,
  ContractCall,
  EndpointStatus,
  Pending,
  PendingStore,
  SendOptions,
  TransactionEvent,
  Transactions,
  TransactionSettings,
  TransactionsOptions,
  TransactionsStatus,
} from "./transactions/types.ts";
