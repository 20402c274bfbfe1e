import { DOMAIN_MEMBERS, type Domain } from "./domain.ts";
import { messageEncoder } from "./encoder.ts";
import type { Kind, Message } from "./kinds.ts";

/** A canonical message, with the results of hashing it. */
export type EncodedMessage = {
  readonly kind: Kind;
  /** A copy of the checked values, with the members in the order of their types. */
  readonly message: Message;
  /** The 32-byte words of the payload, by `encodeData`, without the type hash. */
  readonly payloadWords: readonly Uint8Array[];
  /** The EIP-712 digest that the actor signs. */
  readonly digest: Uint8Array;
};

/**
 * Checks a message of a kind member by member and computes its EIP-712 digest (protocol/1-verify §5).
 *
 * @param domainSeparator 32 bytes, as `hashDomain` returns them.
 * @throws FormatError naming the first member that is unknown, missing or not canonical.
 * @example
 * const { operator, action } = parseBundle(text)
 * const { name, version, chainId, registry } = operator
 * const domain = hashDomain({ name, version, chainId: Number(chainId), verifyingContract: registry })
 * const { digest, message } = encodeMessage(parseKind(action.primaryType, action.payloadType), action.message, domain)
 * const signer = recoverSigner(digest, action.signature)
 * const isTheirs = "address" in signer && signer.address === message.actor
 */
export function encodeMessage(kind: Kind, message: unknown, domainSeparator: Uint8Array): EncodedMessage {
  return { kind, ...messageEncoder(kind)(message, domainSeparator) };
}

/**
 * Returns the `eth_signTypedData_v4` payload of an action, for a wallet to show and sign.
 *
 * @throws FormatError if the message is not of this kind.
 * @example
 * const domain = { name: "My Platform", version: "1", chainId: 31337, verifyingContract: operator.registry }
 * const deadline = `${BigInt(Math.floor(Date.now() / 1_000) + 600)}` as const
 * const payload = { objectId: "seat 7", to }
 * const message = { log: logId(operator, "acme"), actor, nonce: randomNonce(), deadline, payload }
 * const typedData = toTypedData(types.kinds.get("Transfer")!, message, domain)
 * const params = [actor, JSON.stringify(typedData)]
 * const signature = await wallet.request({ method: "eth_signTypedData_v4", params })
 * await anchorlog.submit({ primaryType: "Transfer", message, signature })
 */
export function toTypedData(kind: Kind, message: Message, domain: Domain) {
  encodeMessage(kind, message, new Uint8Array(32));
  const payload = `${kind.name}Payload`;
  return {
    domain,
    primaryType: kind.name,
    types: {
      EIP712Domain: [...DOMAIN_MEMBERS],
      [kind.name]: [
        { name: "log", type: "bytes32" },
        { name: "actor", type: "address" },
        { name: "nonce", type: "uint256" },
        { name: "deadline", type: "uint64" },
        { name: "payload", type: payload },
      ],
      [payload]: kind.members.map(({ name, type }) => ({ name, type })),
    },
    message,
  };
}
