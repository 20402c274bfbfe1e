/** Layer 1: typed actions and their EIP-712 signatures. Browser-safe. */
export {
  clearSigningDescriptor,
  type ClearSigningDescriptor,
  type ClearSigningField,
  type ClearSigningOptions,
} from "./clearSigning.ts";
export { fromHex, toHex, type Hex } from "../base/hex.ts";
export { judgeDeadline } from "./time.ts";
export {
  checkpointOrigin,
  hashDomain,
  logId,
  type Domain,
  type OperatorId,
  type TypedData,
  type TypedMember,
} from "./domain.ts";
export { useEngine, type EngineChoice, type EngineName, type EngineUse, type Primitive } from "./engine.ts";
export { engines } from "./engines.ts";
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
  type ObjectRule,
  type PayloadMembers,
  type SignedAction,
} from "./kinds.ts";
export { actionObject, objectKeyOf, objectMismatch, type ActionObject, type ObjectField } from "./object.ts";
export { ANYBODY, NOBODY, PART_ACT, PART_ASK, PART_NONE } from "./part.ts";
export { hashSignature, recoverSigner, type DigestSigner } from "./signature.ts";
export { CLOCK_SKEW, isInTime } from "./time.ts";
export {
  verifyAction,
  verifyActionOrWallet,
  type ActionCode,
  type ActionRules,
  type ActionVerdict,
  type IndeterminateAction,
  type VerifiedAction,
} from "./verify.ts";
export type { BlockReference, WalletAnswer, WalletDeployment, WalletQuestion, WalletVerifier } from "./wallet.ts";
export type { SignedForm } from "./signedForm.ts";
export { randomNonce } from "./nonce.ts";
export { privateKeySigner } from "./signer.ts";
