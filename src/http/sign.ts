import type { Domain } from "../action/domain.ts";
import { toTypedData } from "../action/envelope.ts";
import type { Kind, Message } from "../action/kinds.ts";
import { bytesToUint } from "../encoding/bytes.ts";
import { isHex, type Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";

/** The `eth_signTypedData_v4` payload of an action. */
export type ActionTypedData = ReturnType<typeof toTypedData>;

/** Who signs: a viem local account is one, and {@link walletAccount} makes one of a browser wallet. */
export type ActionAccount = {
  /** 20 bytes, any case. */
  readonly address: Hex;
  signTypedData(data: ActionTypedData): Promise<Hex>;
};

/** An EIP-1193 provider, such as `window.ethereum`. */
export type WalletProvider = {
  request(call: { method: "eth_signTypedData_v4"; params: [account: Hex, typedData: string] }): Promise<unknown>;
};

/** A browser wallet's account, which shows people what they sign. */
export function walletAccount(provider: WalletProvider, address: Hex): ActionAccount {
  return {
    address,
    signTypedData: async (data) => {
      const answer = await provider.request({
        method: "eth_signTypedData_v4",
        params: [address, JSON.stringify(data)],
      });
      const signature = typeof answer === "string" ? answer.toLowerCase() : answer;
      if (isHex(signature) && signature !== "0x") return signature;
      throw new AnchorlogError("bad_wallet_answer", "the wallet answered eth_signTypedData_v4 with no signature");
    },
  };
}

/** What a client signs its actions with. */
export type SigningOptions = {
  readonly account: ActionAccount;
  /** The operator's domain, as registered. */
  readonly domain: Domain;
  /** The log's identifier: `logId` of the operator's identity and the log's name. */
  readonly log: Hex;
  /** Runs before the first signature, and again until it succeeds: let it compare the domain with the chain's. */
  readonly checkDomain?: () => Promise<void>;
  /** Seconds from now to the deadline; five minutes by default. */
  readonly deadlineAfter?: number;
  /** Now in Unix milliseconds; the system's clock by default. */
  readonly clock?: () => number;
};

/** To send an action again, give what it had: the operator then answers with the receipt that it got. */
export type Repeat = { readonly nonce?: `${bigint}`; readonly deadline?: `${bigint}` };

/** Signs payloads of a kind: random nonce, deadline from now. */
export type ActionSigner = (
  kind: Kind,
  payload: Message["payload"],
  repeat?: Repeat,
) => Promise<{ message: Message; signature: Hex }>;

export function createSigner(options: SigningOptions): ActionSigner {
  const { account, domain, log, checkDomain, deadlineAfter = 300, clock = Date.now } = options;
  let checked: Promise<void> | undefined;
  const check = async (): Promise<void> => {
    checked ??= checkDomain?.();
    try {
      await checked;
    } catch (error) {
      checked = undefined;
      throw error;
    }
  };
  return async (kind, payload, repeat = {}) => {
    await check();
    const message: Message = {
      log,
      actor: account.address.toLowerCase() as Hex,
      nonce: repeat.nonce ?? `${randomNonce()}`,
      deadline: repeat.deadline ?? `${BigInt(Math.floor(clock() / 1000) + deadlineAfter)}`,
      payload,
    };
    const signature = await account.signTypedData(toTypedData(kind, message, domain));
    return { message, signature: withRecoveryByte(signature) };
  };
}

function randomNonce(): bigint {
  return bytesToUint(crypto.getRandomValues(new Uint8Array(32)));
}

/** Some hardware wallets end a signature with 0 or 1 for 27 or 28. */
function withRecoveryByte(signature: Hex): Hex {
  const canonical = signature.toLowerCase() as Hex;
  const parity = canonical.length === 132 ? ["00", "01"].indexOf(canonical.slice(-2)) : -1;
  return parity < 0 ? canonical : `${canonical.slice(0, -2) as Hex}${["1b", "1c"][parity]!}`;
}
