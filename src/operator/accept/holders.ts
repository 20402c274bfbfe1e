/**
 * Checks whether the holder that an action names could ever act. A contract can hold an object, but cannot act on it.
 */
import type { ActionTypes } from "../../action/kinds.ts";
import { ANYBODY, NOBODY } from "../../action/part.ts";
import {
  indeterminate,
  type ActionVerdict,
  type IndeterminateAction,
  type VerifiedAction,
} from "../../action/verify.ts";
import type { WalletVerifier } from "../../action/wallet.ts";
import type { ConfirmedClient } from "../../chain/endpoints.ts";
import { abbreviate, isHex, toHex, type Hex } from "../../base/hex.ts";
import { AnchorlogError, messageOf } from "../../base/errors.ts";
import { createTurns } from "../../base/turns.ts";

/** Why an action is not appended, because of its holder. */
export type BadHolder = Extract<ActionVerdict, { verdict: "invalid" }> | IndeterminateAction;

export type Holders = {
  /** Whether the holder of this kind is checked on chain. */
  readonly isChecked: (kind: string) => boolean;
  /** Returns `undefined` if the holder is acceptable. */
  readonly judge: (action: VerifiedAction) => Promise<BadHolder | undefined>;
};

/** The largest number of addresses that the chain is asked about at a time. */
const QUESTIONS = 16;
/** Milliseconds that a question waits for its turn. */
const PATIENCE = 30_000;
/** The largest number of remembered accounts. An account that gets code later stays accepted, at its own risk. */
const MOST_KNOWN = 10_000;

const UNASKED: ReadonlySet<Hex> = new Set([NOBODY, ANYBODY].map(toHex));
/** The code of an account that delegates to a contract (EIP-7702). It still has its own key. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/;

/** The kind of account at an address. */
type Found = "account" | "contract" | { readonly unknown: string };

/** Finds contracts among named holders by their code on `client`'s chain. Without `client`, by `wallets`. */
export function createHolders(options: {
  readonly kinds: ActionTypes["kinds"];
  readonly contractHolders?: readonly string[] | undefined;
  readonly client: Pick<ConfirmedClient, "request"> | undefined;
  readonly wallets?: WalletVerifier | undefined;
}): Holders | undefined {
  const { kinds, contractHolders = [], client, wallets } = options;
  const find =
    client !== undefined
      ? (address: Hex) => findByCode(client, address)
      : wallets && ((address: Hex) => findByWallet(wallets, address));
  if (find === undefined) return undefined;
  const named = [...kinds.values()].filter(({ object }) => object.namesHolder).map(({ name }) => name);
  const checked = new Set(named.filter((name) => !contractHolders.includes(name)));
  const accounts = new Set<Hex>();
  const underWay = new Map<Hex, Promise<Found>>();
  const inTurn = createTurns(QUESTIONS, PATIENCE);

  const ask = async (address: Hex): Promise<Found> => {
    try {
      const found = await inTurn(() => find(address));
      if (accounts.size >= MOST_KNOWN) accounts.clear();
      if (found === "account") accounts.add(address);
      return found;
    } catch (error) {
      return { unknown: messageOf(error) };
    } finally {
      underWay.delete(address);
    }
  };
  const askOnce = (address: Hex): Promise<Found> => {
    const asking = underWay.get(address) ?? ask(address);
    underWay.set(address, asking);
    return asking;
  };
  return {
    isChecked: (kind) => checked.has(kind),
    judge: async ({ kind, payloadWords, message, verifiedAt }) => {
      if (!checked.has(kind.name)) return undefined;
      const holder = toHex(payloadWords[1]!.subarray(12));
      // A signer by its own key has proven that it can act.
      const isSigner = holder === message.actor && verifiedAt === undefined;
      if (isSigner || UNASKED.has(holder) || accounts.has(holder)) return undefined;
      const found = await askOnce(holder);
      if (found === "account") return undefined;
      if (found === "contract") {
        const why = `the holder ${holder} is a contract, which could never act upon the object again`;
        return { verdict: "invalid", code: "holder_cannot_act", message: why };
      }
      return indeterminate(`whether the holder ${holder} is a contract is not known: ${found.unknown}`);
    },
  };
}

async function findByCode(client: Pick<ConfirmedClient, "request">, address: Hex): Promise<Found> {
  const code = await client.request({ method: "eth_getCode", params: [address, "latest"] });
  if (!isHex(code)) return { unknown: "the node's answer to eth_getCode is malformed" };
  return code === "0x" || DELEGATION.test(code) ? "account" : "contract";
}

/** Verifies a dummy signature: only a contract gives a verdict of its own on it. */
async function findByWallet(wallets: WalletVerifier, actor: Hex): Promise<Found> {
  const answer = await wallets.ask({ actor, digest: new Uint8Array(32), signature: "0x00", deployment: undefined });
  if (answer.verdict === "indeterminate") return { unknown: answer.message };
  const isAccount = answer.verdict === "invalid" && ACCOUNT.has(answer.code);
  return isAccount ? "account" : "contract";
}

const ACCOUNT: ReadonlySet<string> = new Set(["no_wallet", "delegated_account"]);

/** @throws AnchorlogError `bad_option`. */
export function checkContractHolders(given: unknown, kinds: ActionTypes["kinds"]): void {
  if (given === undefined) return;
  const wrong = Array.isArray(given)
    ? (given as unknown[]).find((name) => kinds.get(name as string)?.object.namesHolder !== true)
    : given;
  if (Array.isArray(given) && wrong === undefined && !given.includes(undefined)) return;
  const named = [...kinds.values()].filter(({ object }) => object.namesHolder).map(({ name }) => name);
  throw new AnchorlogError("bad_option", `the option contractHolders names no holder's kind: ${abbreviate(wrong)}`, {
    fix: `give a list of kinds whose second member is \`address holder\`; here they are ${named.join(", ") || "none"}`,
    details: { option: "contractHolders" },
  });
}
