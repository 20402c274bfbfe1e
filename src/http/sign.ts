import { hashDomain, isDomainText, logId, type Domain, type OperatorId } from "../action/domain.ts";
import { encodeMessage, toTypedData } from "../action/envelope.ts";
import type { Kind, Message } from "../action/kinds.ts";
import { normalizeSignature } from "../action/normalize.ts";
import { randomNonce } from "../action/nonce.ts";
import { abbreviate, inLowerCase, isHex, toHex, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { assertKnownOptions } from "../base/options.ts";
import type { SentAction } from "../log/receipt/check.ts";
import type { Api } from "./authority.ts";
import type { DeliveryOptions } from "./deliver.ts";

/** The `eth_signTypedData_v4` payload of an action. */
export type ActionTypedData = ReturnType<typeof toTypedData>;

/** The account that signs: a viem local account, or {@link walletAccount} for a browser wallet. */
export type ActionAccount = {
  /** 20 bytes, any case. */
  readonly address: Hex;
  signTypedData(data: ActionTypedData): Promise<Hex>;
};

/** An EIP-1193 provider, such as `window.ethereum`. */
export type WalletProvider = {
  request(call: { method: "eth_signTypedData_v4"; params: [account: Hex, typedData: string] }): Promise<unknown>;
};

/**
 * Creates the account of a browser wallet, which shows people what they sign.
 *
 * @throws AnchorlogError `bad_option` if there is no provider.
 */
export function walletAccount(provider: WalletProvider, address: Hex): ActionAccount {
  if (typeof Object(provider).request !== "function")
    throw badSigning(
      "provider",
      provider,
      "give an EIP-1193 provider, such as window.ethereum or a viem wallet client",
    );
  return {
    address,
    signTypedData: async (data) => {
      const answer = await provider.request({
        method: "eth_signTypedData_v4",
        params: [address, JSON.stringify(data)],
      });
      // Wallets return several forms of a signature. `createSigner` normalizes them.
      if (typeof answer === "string") return answer as Hex;
      throw badWalletAnswer();
    },
  };
}

const badWalletAnswer = (): AnchorlogError =>
  new AnchorlogError("bad_wallet_answer", "the wallet answered eth_signTypedData_v4 with no signature");

/**
 * The account that signs a client's actions, and the operator and log that they are for. Addresses may be in any case.
 */
export type SigningOptions = {
  readonly account: ActionAccount;
  /** The operator's identity, and the name and version of its EIP-712 domain, as registered. */
  readonly operator: OperatorId & { readonly name: string; readonly version: string };
  /** The log's name. */
  readonly log: string;
  /**
   * Called before the first signature, and again until it returns true. Let it compare the domain with the chain's. If
   * it does not return true, nothing is signed.
   */
  readonly checkDomain?: (domain: Domain) => boolean | Promise<boolean>;
  /** Seconds from now to the deadline; five minutes by default. */
  readonly deadlineAfter?: number;
  /** Returns the time in Unix milliseconds; the system's clock by default. */
  readonly clock?: () => number;
};

/**
 * A given nonce or deadline. To send an action again, give the result of `sentAction`: then the wallet is not asked.
 */
export type Repeat = { readonly nonce?: `${bigint}`; readonly deadline?: `${bigint}` } | SentAction;

/** All options of a client's functions, so that one object may serve them all. */
const OPTIONS = {
  account: true,
  operator: true,
  log: true,
  checkDomain: true,
  deadlineAfter: true,
  clock: true,
  types: true,
  authority: true,
  origins: true,
  receiptKey: true,
  readReceipt: true,
  fetch: true,
} as const satisfies Record<keyof SigningOptions | keyof Api | keyof DeliveryOptions | "types", true>;

/** Signs payloads of a kind, with a random nonce and a deadline from now. */
export type ActionSigner = (kind: Kind, payload: Message["payload"], repeat?: Repeat) => Promise<SentAction>;

/** The error of an option that is missing, or of another type. */
export function badSigning(name: string, given: unknown, fix: string): AnchorlogError {
  return new AnchorlogError("bad_option", `the option ${name} does not fit: ${abbreviate(given)}`, { fix });
}

/** @throws AnchorlogError `bad_option`, `bad_address`, `bad_domain` or `bad_log_name` if the configuration is malformed. */
export function createSigner(options: SigningOptions): ActionSigner {
  assertKnownOptions("the signer", options, OPTIONS);
  const { account, checkDomain, deadlineAfter = 300, clock = Date.now } = options;
  // A viem wallet client has no address of its own, and its account cannot sign without the client. A signer of ethers
  // takes three arguments: domain, types and value.
  const { signTypedData, address } = Object(account) as Partial<ActionAccount>;
  if (typeof signTypedData !== "function" || address === undefined || signTypedData.length > 1) {
    const fix = "give walletAccount(window.ethereum, address), or a local viem account";
    throw badSigning("account", account, fix);
  }
  if (typeof Object(options.operator).operator !== "string")
    throw badSigning("operator", options.operator, "give { chainId, registry, operator, name, version }");
  const operator = checkOperator(options.operator);
  const { name, version, chainId, registry: verifyingContract } = operator;
  const domain: Domain = { name, version, chainId, verifyingContract };
  const domainSeparator = hashDomain(domain);
  const log = logId(operator, options.log);
  const actor = checkAddress(account.address, "the account");
  const check = createDomainCheck(domain, checkDomain);
  return async (kind, payload, repeat = {}) => {
    checkRepeat(repeat);
    const known = "message" in repeat ? repeat : undefined;
    const { nonce, deadline } = "message" in repeat ? repeat.message : repeat;
    const message: Message = {
      log,
      actor,
      nonce: nonce ?? randomNonce(),
      deadline: deadline ?? `${BigInt(Math.floor(clock() / 1000) + deadlineAfter)}`,
      payload: withLowerCaseAddresses(kind, payload),
    };
    const { digest } = encodeMessage(kind, message, domainSeparator);
    if (known !== undefined) {
      if (known.digest === toHex(digest)) return known;
      throw new AnchorlogError("other_action", "the repeated action is not the action that was sent", {
        fix: "send the same action by the same client, or sign a new one",
      });
    }
    await check();
    const signature = await account.signTypedData(toTypedData(kind, message, domain));
    return {
      primaryType: kind.name,
      payloadType: kind.payloadType,
      message,
      signature: canonicalSignature(signature, digest, actor),
      digest: toHex(digest),
      signedAt: clock(),
    };
  };
}

function checkRepeat(repeat: unknown): void {
  const names = typeof repeat === "object" && repeat !== null ? Object.keys(repeat) : ["none"];
  if (names.includes("message") || names.every((name) => name === "nonce" || name === "deadline")) return;
  throw badSigning("repeat", repeat, "give { nonce, deadline } in decimal digits, or the result of sentAction");
}

/** Returns the operator with canonical addresses. */
export function checkOperator<O extends SigningOptions["operator"]>(operator: O): O {
  const { name, version, chainId } = operator;
  if (!isDomainText(name) || !isDomainText(version) || !Number.isSafeInteger(chainId) || chainId <= 0) {
    throw new AnchorlogError(
      "bad_domain",
      "the operator's name, version or chainId is not one that a registry accepts",
      {
        fix: "give chainId, name and version as the operator is registered",
      },
    );
  }
  const registry = checkAddress(operator.registry, "the operator's registry");
  return { ...operator, registry, operator: checkAddress(operator.operator, "the operator") };
}

/** Returns an address of any case as canonical hex. */
export function checkAddress(address: Hex, what: string): Hex {
  const canonical = typeof address === "string" ? inLowerCase(address) : address;
  if (isHex(canonical, 20)) return canonical;
  throw new AnchorlogError("bad_address", `${what} is not an address: ${abbreviate(address)}`, {
    fix: "give 0x and 40 hex digits, in any case",
  });
}

/** Runs the check once for all signatures. A failed check is repeated for the next signature. */
function createDomainCheck(domain: Domain, checkDomain: SigningOptions["checkDomain"]): () => Promise<void> {
  if (checkDomain === undefined) return async () => {};
  let passed: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    const answer: unknown = await checkDomain(domain);
    if (answer === true) return;
    throw new AnchorlogError("domain_unchecked", `checkDomain answered ${abbreviate(answer)}, so nothing is signed`, {
      fix: "let it return true if the domain is the operator's, and false otherwise",
    });
  };
  return async () => {
    passed ??= ask();
    try {
      await passed;
    } catch (error) {
      passed = undefined;
      throw error;
    }
  };
}

/** Addresses in a payload may have capitals. Signed and sent actions have only lower case. */
function withLowerCaseAddresses(kind: Kind, payload: Message["payload"]): Message["payload"] {
  if (typeof payload !== "object") return payload;
  const addresses = kind.members.filter(({ name, type }) => type === "address" && typeof payload[name] === "string");
  return { ...payload, ...Object.fromEntries(addresses.map(({ name }) => [name, inLowerCase(payload[name] as Hex)])) };
}

/**
 * Converts the actor's own signature to its strict form. Any other signature is taken to be a contract wallet's, and
 * stays as it is.
 */
function canonicalSignature(signature: unknown, digest: Uint8Array, actor: Hex): Hex {
  const strict = normalizeSignature(signature, digest, actor);
  if (strict !== undefined) return strict;
  const text = typeof signature === "string" ? signature.toLowerCase() : "";
  const given = text.startsWith("0x") ? text : `0x${text}`;
  if (isHex(given) && given !== "0x") return given;
  throw badWalletAnswer();
}
