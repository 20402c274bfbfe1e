import { pbkdf2Sync } from "node:crypto";
import { sha256 } from "@noble/hashes/sha2.js";
import type { Chain } from "viem";
import { HDKey, hdKeyToAccount, type HDAccount } from "viem/accounts";
import type { DigestSigner } from "../action/signature.ts";
import { privateKeySigner } from "../action/signer.ts";
import type { OperatorId } from "../action/domain.ts";
import { inLowerCase, toHex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { noteKeySigner, type NoteSigner } from "../action/signers/noteKey.ts";

/**
 * DEVELOPMENT KEYS, KNOWN TO EVERYBODY. The mnemonic is the one that Hardhat, Foundry and others print;
 * a user of its accounts on a real chain is robbed.
 */
export const DEVELOPMENT_MNEMONIC = "test test test test test test test test test test test junk";

/** The chain id of local development nodes: the only one on which these keys are handed out. */
export const LOCAL_CHAIN_ID = 31_337;

/** The local chain for viem's clients. `viem/chains` has it too, but with hundreds of others: loading takes 0.5 s. */
export const LOCAL_CHAIN = {
  id: LOCAL_CHAIN_ID,
  name: "Local",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["http://127.0.0.1:8545"] } },
} as const satisfies Chain;

/** The parts that the development accounts play. */
export const ROLES = {
  deployer: 0,
  operator: 1,
  anchorKey: 2,
  receiptKey: 3,
  firstWallet: 4,
  wallets: 8,
  watchtower: 12,
  forger: 19,
} as const;

/** The mnemonic's root key (BIP 39). OpenSSL derives it, since 2,048 rounds of HMAC take a cold process 40 ms in JavaScript. */
let rootKey: HDKey | undefined;
const accounts = new Map<number, HDAccount>();

/**
 * A development account.
 *
 * @example
 * const alice = developmentAccount(4, LOCAL_CHAIN_ID)
 * const same = mnemonicToAccount(DEVELOPMENT_MNEMONIC, { addressIndex: 4 }) // by viem
 *
 * @throws AnchorlogError `development_key` for any chain but a local one.
 */
export function developmentAccount(index: number, chainId: number): HDAccount {
  assertLocal(chainId);
  rootKey ??= HDKey.fromMasterSeed(pbkdf2Sync(DEVELOPMENT_MNEMONIC, "mnemonic", 2048, 64, "sha512"));
  const account = accounts.get(index) ?? hdKeyToAccount(rootKey, { addressIndex: index });
  accounts.set(index, account);
  return account;
}

/**
 * The same account as a signer of digests, as servers use one for receipts. Throws like {@link developmentAccount}.
 *
 * @example
 * const anchorKey = developmentSigner(ROLES.anchorKey, LOCAL_CHAIN_ID)
 * const receiptKey = developmentSigner(ROLES.receiptKey, LOCAL_CHAIN_ID)
 * const keys = { anchorKey, receiptKey, noteKey: developmentNoteKey(LOCAL_CHAIN_ID) }
 */
export function developmentSigner(index: number, chainId: number): DigestSigner {
  return privateKeySigner(toHex(developmentAccount(index, chainId).getHdKey().privateKey!));
}

/** The Ed25519 secret key of development checkpoints, as public as the mnemonic. Throws like {@link developmentAccount}. */
export function developmentNoteKey(chainId: number): NoteSigner {
  assertLocal(chainId);
  return noteKeySigner(sha256(new TextEncoder().encode(`${DEVELOPMENT_MNEMONIC} (note key)`)));
}

/**
 * Returns an operator that everybody can be: for first steps, examples and tests, before there is a chain.
 *
 * @returns `operator`, whose registry stands for a contract that is deployed later; its `keys`, as `openAnchorlog`
 *   takes them; and the `wallets` of its users.
 *
 * @example
 * const { operator, keys, wallets: [alice] } = developmentPlatform()
 * const types = defineActions({ Transfer: { objectId: "string", to: "address" } })
 * const anchorlog = await openAnchorlog({ store, operator, logs: ["acme"], types, keys })
 * const sign = createActionSigner({ account: alice, operator, log: "acme", types })
 */
export function developmentPlatform(): {
  operator: OperatorId & { name: string; version: string };
  keys: { anchorKey: DigestSigner; receiptKey: DigestSigner; noteKey: NoteSigner };
  wallets: [HDAccount, HDAccount, ...HDAccount[]];
} {
  const account = (index: number) => developmentAccount(index, LOCAL_CHAIN_ID);
  const wallet = (index: number) => account(ROLES.firstWallet + index);
  const address = inLowerCase(account(ROLES.operator).address);
  return {
    operator: { chainId: LOCAL_CHAIN_ID, registry: address, operator: address, name: "My Platform", version: "1" },
    keys: {
      anchorKey: developmentSigner(ROLES.anchorKey, LOCAL_CHAIN_ID),
      receiptKey: developmentSigner(ROLES.receiptKey, LOCAL_CHAIN_ID),
      noteKey: developmentNoteKey(LOCAL_CHAIN_ID),
    },
    wallets: [wallet(0), wallet(1), ...Array.from({ length: ROLES.wallets - 2 }, (_, i) => wallet(2 + i))],
  };
}

function assertLocal(chainId: number): void {
  if (chainId === LOCAL_CHAIN_ID) return;
  throw new AnchorlogError("development_key", `development keys are public: they are refused on chain ${chainId}`, {
    fix: "use keys of your own anywhere but on a local node",
  });
}
