/** Layer 5: the registry on its chain. Reading needs an RPC only; ABIs are typed. */
export { anchorCheckpoint, readLatest, type Anchored } from "./anchorer.ts";
export { anchorRegistryAbi } from "./generated/AnchorRegistry.ts";
export { disclosureVerifierAbi } from "./generated/DisclosureVerifier.ts";
export { isReleasedRegistry, releasedRegistries } from "./deployments.ts";
export { compareDomain, DomainMismatchError, readOperatorDomain } from "./domain.ts";
export { connectChain } from "./reader.ts";
export { ChainUnavailableError, type AnchoredCheckpoint, type ChainReader, type RegisteredOperator } from "./view.ts";
export { presets, type RegistryParameters } from "./presets.ts";
export type { ChainWriter } from "./send.ts";
export { connectWallets, type WalletPolicy } from "./wallets.ts";
export { hashKeyPossession, registerOperator, type OperatorTerms } from "./register.ts";
