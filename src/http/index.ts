/** HTTP carriage of actions, on web standards: any framework's server, any client. Browser-safe; Node's adapters are in `anchorlog/http/node`. */
export { answerRefusal, type HttpAnswer, type Refusal, type RefusalAnswer } from "./answer.ts";
export { checkAuthority, type Api } from "./authority.ts";
export { createActionPost, createActionSigner, createSignedFetch } from "./client.ts";
export { carriedAction, type ActionRecipient, type CarriedAction, type SubmitResult } from "./carried.ts";
export { answerProof, type BundleSource } from "./proof.ts";
export { sentAction, type DeliveryOptions, type Fetch } from "./deliver.ts";
export type { GateOptions } from "./gate.ts";
export { ACTION_HEADER, formatActionHeader, parseActionHeader, type ActionHeader } from "./header.ts";
export { targetOf, type CarriageCode } from "./read.ts";
export {
  walletAccount,
  type ActionAccount,
  type ActionTypedData,
  type Repeat,
  type SigningOptions,
  type WalletProvider,
} from "./sign.ts";
export { webActions } from "./web.ts";
export type { ReceiptKey, SentAction } from "../log/receipt/check.ts";
