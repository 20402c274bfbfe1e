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
  registryDomain,
  type Domain,
  type OperatorId,
  type TypedData,
  type TypedMember,
} from "./domain.ts";
export {
  currentEngine,
  loadEngine,
  useEngine,
  type Curve,
  type Engine,
  type EngineChoice,
  type EngineName,
  type EngineUse,
  type Primitive,
} from "./engine.ts";
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
export { CHAIN_LAG, CLOCK_SKEW, isAhead, isDatedAsReceived, isInTime } from "./time.ts";
export {
  verifyAction,
  verifyActionOrWallet,
  type ActionCode,
  type ActionRules,
  type ActionVerdict,
  type IndeterminateAction,
  type VerifiedAction,
} from "./verify.ts";
export {
  MAX_SIGNATURE_BYTES,
  type BlockReference,
  type WalletAnswer,
  type WalletDeployment,
  type WalletQuestion,
  type WalletVerifier,
} from "./wallet.ts";
export { hashSignedForm, signedFormOf, type SignedForm } from "./signedForm.ts";
export { randomNonce } from "./nonce.ts";
export { privateKeySigner } from "./signer.ts";
