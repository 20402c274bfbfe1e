/**
 * Keys that everybody knows, for local chains: each is refused on any other. Node only.
 *
 * @module
 */
export {
  developmentAccount,
  developmentNoteKey,
  developmentSigner,
  DEVELOPMENT_MNEMONIC,
  LOCAL_CHAIN_ID,
  ROLES,
} from "./keys.ts";
