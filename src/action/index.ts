/** Layer 1: typed actions and their EIP-712 signatures. Browser-safe. */
export { checkpointOrigin, hashDomain, logId, registryDomain, type Domain, type OperatorId } from "./domain.ts";
export { encodeMessage, toTypedData, type EncodedMessage } from "./envelope.ts";
export {
  defineActions,
  parseKind,
  type ActionTypes,
  type BuiltInKinds,
  type Kind,
  type MemberType,
  type MemberValue,
  type Message,
  type PayloadMembers,
  type SignedAction,
} from "./kinds.ts";
export { hashSignature, recoverSigner, type DigestSigner } from "./signature.ts";
export {
  judgeDeadline,
  verifyAction,
  type ActionCode,
  type ActionRules,
  type ActionVerdict,
  type VerifiedAction,
} from "./verify.ts";
