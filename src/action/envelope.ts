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
 * @throws FormatError naming the first member that is unknown, missing or not canonical.
 */
export function encodeMessage(kind: Kind, message: unknown, domainSeparator: Uint8Array): EncodedMessage {
  return { kind, ...messageEncoder(kind)(message, domainSeparator) };
}

/**
 * Returns the `eth_signTypedData_v4` payload of an action, for a wallet to show and sign.
 *
 * @throws FormatError if the message is not of this kind.
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
