/**
 * Local chains, and keys that everybody knows: each is refused on any other chain. Node only.
 *
 * @module
 */
export {
  developmentAccount,
  developmentNoteKey,
  developmentPlatform,
  developmentSigner,
  DEVELOPMENT_MNEMONIC,
  LOCAL_CHAIN,
  LOCAL_CHAIN_ID,
  ROLES,
} from "./keys.ts";
export { freePort, startLocalChain, type LocalChain } from "./chain.ts";
export { deployContracts } from "./deploy.ts";
